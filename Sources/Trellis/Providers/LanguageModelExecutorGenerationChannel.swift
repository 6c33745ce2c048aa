/// The way of an answer from an executor to its session: events in the order in which they are sent.
///
/// One executor sends, one session receives. Nothing is lost when nobody is waiting.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
    /// What is sent.
    public typealias Element = Event

    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    /// Makes a channel on which nothing has been sent.
    public init() { (events, continuation) = AsyncStream.makeStream() }

    /// Sends an event.
    public func send(_ event: Event) async { continuation.yield(event) }

    /// Ends the sequence, when the executor has returned.
    package func finish() { continuation.finish() }

    /// Iterates over the events; one iteration at a time.
    public func makeAsyncIterator() -> AsyncStream<Event>.Iterator { events.makeAsyncIterator() }
}

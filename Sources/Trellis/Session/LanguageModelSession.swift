public import Observation
import Synchronization

/// A conversation with a language model.
///
/// A session keeps what was said (`transcript`) and answers one prompt at a time, as text or as a value of a type:
///
///     let session = LanguageModelSession(instructions: "You name pets.")
///     let pet = try await session.respond(to: "A small brown dog", generating: Pet.self).content
///
/// **Values.** An answer that has a type is decoded under the grammar of its schema: no token that leads outside it can be
/// chosen, so it is valid whatever the model is like. Text that the schema leaves no choice about, names and punctuation, is not
/// decoded but given to the model, several tokens at once. Near the limit of tokens only those are chosen after which the value
/// can still be completed: a value is whole, or the request fails.
///
/// **Tools.** When the session has tools, a generation may be calls of them, with arguments that satisfy their schemas. The session
/// carries the calls out, those of one generation at the same time, and lets the model generate again, up to
/// ``maximumToolCallRounds`` times a prompt. Nothing of that is part of the answer; it is in the transcript.
///
/// **State.** The transcript is the only state of a conversation: a session made from one goes on where it ended. It changes while
/// an answer streams. A prompt that fails leaves it as it was before. The work is done on threads of its own, in any number of
/// sessions at once; one session answers one prompt at a time.
///
/// **Length.** Without `GenerationOptions/maximumResponseTokens` an answer has at most 1,024 tokens, so that a small model which
/// runs on takes seconds; more only when even the shortest value of a schema needs them. Prompt and answer together never
/// exceed `SystemLanguageModel/contextSize`. Text that reaches the limit is cut, and `Response/isTruncated` says so.
///
/// **Speed.** What the model has read of a conversation is kept, so that the next prompt has it read only what is new.
///
/// **Models.** All of that holds for every ``LanguageModel``: the session talks to its executor, whether it decodes in this process or
/// asks a server.
public final class LanguageModelSession: Sendable, Observable {
    struct State {
        var transcript: Transcript
        var isResponding = false
        /// Whether somebody set the transcript during the present answer.
        var isDisturbed = false
        var usage = Usage.none
        var errorPolicy: TranscriptErrorHandlingPolicy?
        var errorNames = ErrorNames.generationErrors
        var overflowPolicy = ContextOverflowPolicy.fail
        var maximumToolCallRounds = 8
        /// The profile of the last generation.
        var lastProfile: ActiveProfile?
    }

    /// The values that the session keeps for its profile and tools, and for the program.
    public let properties = SessionPropertyValues()

    private let profile: @Sendable () throws -> ActiveProfile
    let executors = ExecutorStore()
    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()

    init(continuing transcript: Transcript, profile: @escaping @Sendable () throws -> ActiveProfile) {
        self.profile = profile
        state = Mutex(State(transcript: transcript))
        properties.attach(to: self)
    }

    /// What the session works with now.
    ///
    /// - Throws: What is wrong with one of the tools.
    func activeProfile() throws -> ActiveProfile {
        try SessionPropertyValues.$current.withValue(properties) { try profile() }
    }

    /// The profile of the last generation.
    var lastProfile: ActiveProfile? {
        get { state.withLock { $0.lastProfile } }
        set { state.withLock { $0.lastProfile = newValue } }
    }

    // MARK: What can be seen

    /// What was said so far, with what has arrived of the present answer.
    ///
    /// It can be set while the session is not answering. Setting it during an answer makes the request fail with
    /// ``Error/transcriptMutationWhileResponding``, and the transcript is not the new one.
    public var transcript: Transcript {
        get { read(\.transcript) { $0.transcript } }
        set {
            registrar.withMutation(of: self, keyPath: \.transcript) {
                state.withLock { state in
                    if state.isResponding { state.isDisturbed = true } else { state.transcript = newValue }
                }
            }
        }
    }

    /// Whether the session is answering a prompt.
    public var isResponding: Bool { read(\.isResponding) { $0.isResponding } }

    /// The tokens that all answers of the session have taken.
    public var usage: Usage { read(\.usage) { $0.usage } }

    /// What happens to the transcript when a request fails; nil, as at first, for `revertTranscript`.
    public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
        get { read(\.transcriptErrorHandlingPolicy) { $0.errorPolicy } }
        set { change(\.transcriptErrorHandlingPolicy) { $0.errorPolicy = newValue } }
    }

    /// What the session does when the conversation no longer fits into the context of its model; `fail` at first.
    public var contextOverflowPolicy: ContextOverflowPolicy {
        get { read(\.contextOverflowPolicy) { $0.overflowPolicy } }
        set { change(\.contextOverflowPolicy) { $0.overflowPolicy = newValue } }
    }

    /// The names under which the session throws what went wrong; those of the first release at first.
    public var errorNames: ErrorNames {
        get { read(\.errorNames) { $0.errorNames } }
        set { change(\.errorNames) { $0.errorNames = newValue } }
    }

    /// The greatest number of rounds of tool calls for one prompt; 8 at first.
    ///
    /// When it's reached the model must answer. Where calls are required (``GenerationOptions/ToolCallingMode/required``) that isn't
    /// possible, and the request fails with ``ToolCallingError/roundLimitReached(limit:)``.
    public var maximumToolCallRounds: Int {
        get { read(\.maximumToolCallRounds) { $0.maximumToolCallRounds } }
        set { change(\.maximumToolCallRounds) { $0.maximumToolCallRounds = newValue } }
    }

    private func read<Value>(
        _ keyPath: KeyPath<LanguageModelSession, Value>, _ value: (borrowing State) -> sending Value
    ) -> Value {
        registrar.access(self, keyPath: keyPath)
        return state.withLock { value($0) }
    }

    private func change<Value>(
        _ keyPath: KeyPath<LanguageModelSession, Value>, _ change: (inout State) -> Void
    ) {
        registrar.withMutation(of: self, keyPath: keyPath) { state.withLock { change(&$0) } }
    }

    // MARK: Changing the state

    /// Changes the transcript and tells those who observe it.
    func updateTranscript(_ update: (inout Transcript) -> Void) { change(\.transcript) { update(&$0.transcript) } }

    /// Adds the tokens of an answer.
    func addUsage(_ usage: Usage) { change(\.usage) { $0.usage.add(usage) } }

    /// Makes sure that nobody has set the transcript during the present answer.
    func checkTranscript() throws(Error) {
        if state.withLock({ $0.isDisturbed }) { throw .transcriptMutationWhileResponding }
    }

    /// Marks the session as answering.
    ///
    /// - Throws: `Error.concurrentRequests` when it is.
    func beginResponding() throws(Error) {
        let isFree = state.withLock { state in
            guard !state.isResponding else { return false }
            state.isResponding = true
            state.isDisturbed = false
            return true
        }
        guard isFree else { throw .concurrentRequests }
        registrar.withMutation(of: self, keyPath: \.isResponding) {}
    }

    /// Marks the session as free.
    func endResponding() { change(\.isResponding) { $0.isResponding = false } }
}

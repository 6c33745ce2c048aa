import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests and hands on what comes back while it comes.
///
/// Made on the delegate of a URL session, the only interface of it that hands on single pieces of a body on every system.
final class StreamingTransport: Sendable {
    /// What comes back.
    enum Event: Sendable {
        /// The head of the reply.
        case head(status: Int, fields: [String: String])
        /// A piece of its body.
        case body(Data)
    }

    private let delegate = Delegate()
    private let session: URLSession

    init() {
        session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeout: How long nothing may come.
    ///   - sizeLimit: The greatest number of bytes of a body, those included that nobody has taken yet.
    /// - Returns: The head, then the pieces of the body. Ending the iteration or cancelling the task that iterates ends the connection.
    ///   Throws `LanguageModelError.timeout` and `OpenAICompatibleLanguageModel.Error.connectionFailed`.
    func events(of request: URLRequest, timeout: Duration, sizeLimit: Int) -> AsyncThrowingStream<Event, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Event, any Error>.makeStream()
        var request = request
        // Some systems count this from the beginning of the request; silence is watched below.
        request.timeoutInterval = 7 * 24 * 60 * 60
        let task = session.dataTask(with: request)
        let activity = Activity()
        let received = Mutex(0)
        let watch = Task {
            while true {
                let end = activity.last + timeout
                if end <= .now {
                    continuation.finish(
                        throwing: LanguageModelError.timeout(
                            .init(debugDescription: "the server has been silent for \(timeout)")))
                    return
                }
                guard (try? await Task.sleep(until: end, clock: .continuous)) != nil else { return }
            }
        }
        continuation.onTermination = { _ in
            watch.cancel()
            task.cancel()
        }
        delegate.expect(task.taskIdentifier) { event in
            activity.note()
            switch event {
            case .success(.body(let data)?)
            where received.withLock({
                $0 += data.count; return $0 > sizeLimit
            }):
                continuation.finish(
                    throwing: OpenAICompatibleLanguageModel.Error.malformedReply(
                        reason: "it has more than \(sizeLimit) bytes"))
            case .success(let event?): continuation.yield(event)
            case .success(nil): continuation.finish()
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        task.resume()
        return stream
    }

    /// When something last came.
    private final class Activity: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var last: ContinuousClock.Instant { time.withLock { $0 } }
        func note() { time.withLock { $0 = .now } }
    }

    /// Hands on what the session reports to whoever waits for it.
    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        typealias Handler = @Sendable (Result<Event?, any Error>) -> Void

        private let handlers = Mutex<[Int: Handler]>([:])

        func expect(_ task: Int, _ handler: @escaping Handler) { handlers.withLock { $0[task] = handler } }

        private func report(_ result: Result<Event?, any Error>, of task: Int, isLast: Bool = false) {
            let handler = handlers.withLock { handlers in
                isLast ? handlers.removeValue(forKey: task) : handlers[task]
            }
            handler?(result)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = response as? HTTPURLResponse {
                var fields: [String: String] = [:]
                for (name, value) in response.allHeaderFields {
                    fields["\(name)".lowercased()] = "\(value)"
                }
                report(.success(.head(status: response.statusCode, fields: fields)), of: dataTask.taskIdentifier)
            }
            completionHandler(.allow)
        }

        /// Follows no redirection: key and conversation are for the server that was named.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            report(.success(.body(data)), of: dataTask.taskIdentifier)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let result: Result<Event?, any Error> =
                if let error {
                    .failure(
                        OpenAICompatibleLanguageModel.Error.connectionFailed(reason: error.localizedDescription))
                } else {
                    .success(nil)
                }
            report(result, of: task.taskIdentifier, isLast: true)
        }
    }
}

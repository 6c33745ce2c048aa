import Foundation
import TrellisJSON

/// The JSON objects in the events of a connection: one for each event of a stream, or one that is the whole body.
struct ServerObjects: AsyncSequence {
    typealias Element = JSONValue
    typealias Failure = any Error

    let events: AsyncThrowingStream<StreamingTransport.Event, any Error>
    /// The greatest number of bytes of a reply.
    let sizeLimit: Int
    /// How much of an error's body is read.
    let errorSizeLimit: Int

    func makeAsyncIterator() -> Iterator {
        Iterator(events: events.makeAsyncIterator(), sizeLimit: sizeLimit, errorSizeLimit: errorSizeLimit)
    }

    struct Iterator: AsyncIteratorProtocol {
        var events: AsyncThrowingStream<StreamingTransport.Event, any Error>.AsyncIterator
        let sizeLimit: Int
        let errorSizeLimit: Int
        private var parser = ServerSentEvents()
        private var waiting: [String] = []
        private var status = 200
        private var fields: [String: String] = [:]
        /// The body of a reply that is no stream.
        private var body = Data()
        private var size = 0
        private var isOver = false

        init(
            events: AsyncThrowingStream<StreamingTransport.Event, any Error>.AsyncIterator, sizeLimit: Int,
            errorSizeLimit: Int
        ) {
            self.events = events
            self.sizeLimit = sizeLimit
            self.errorSizeLimit = errorSizeLimit
        }

        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> JSONValue? {
            while !isOver {
                if !waiting.isEmpty {
                    let text = waiting.removeFirst()
                    if text == "[DONE]" { break }
                    return try read(text)
                }
                guard let event = try await events.next(isolation: actor) else { return try endOfBody() }
                switch event {
                case .head(let status, let fields):
                    self.status = status
                    self.fields = fields
                case .body(let data): try take(data)
                }
            }
            isOver = true
            return nil
        }

        private var isSuccess: Bool { (200..<300).contains(status) }
        private var isStream: Bool { fields["content-type"]?.lowercased().hasPrefix("text/event-stream") == true }

        private mutating func take(_ data: Data) throws {
            size += data.count
            guard size <= sizeLimit else {
                throw OpenAICompatibleLanguageModel.Error.malformedReply(
                    reason: "it has more than \(sizeLimit) bytes")
            }
            if isSuccess, isStream {
                do {
                    waiting += try parser.take(data)
                } catch {
                    throw OpenAICompatibleLanguageModel.Error.malformedReply(reason: "an event is too long")
                }
            } else if isSuccess || body.count < errorSizeLimit {
                body += data
            }
        }

        private mutating func endOfBody() throws -> JSONValue? {
            isOver = true
            let text = String(decoding: body, as: UTF8.self)
            guard isSuccess else { throw ServerFailure.error(status: status, fields: fields, body: text) }
            return body.isEmpty ? nil : try read(text)
        }

        private func read(_ text: String) throws -> JSONValue {
            do throws(JSONError) {
                return try JSONValue(parsing: text)
            } catch {
                throw OpenAICompatibleLanguageModel.Error.malformedReply(reason: "\(error)")
            }
        }
    }
}

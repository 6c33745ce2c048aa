import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server on the loopback interface that answers each connection with bytes written by the test.
final class LoopbackServer: Sendable {
    /// What is done with a connection once its request has been read.
    enum Step: Sendable {
        /// Bytes are sent.
        case send(String)
        /// Nothing happens until the test opens the gate, or for two minutes.
        case gate(Gate)
    }

    /// Something that a connection waits for.
    final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        func open() { semaphore.signal() }
        func wait() { _ = semaphore.wait(timeout: .now() + 120) }
    }

    struct CannotListen: Error {}

    /// The address of the server.
    let url: URL
    private let received = Mutex<[String]>([])
    private let listener: Int32

    /// The requests so far: head and body.
    var requests: [String] { received.withLock { $0 } }

    /// The bodies of the requests so far.
    var bodies: [String] {
        requests.map { request in
            request.firstRange(of: "\r\n\r\n").map { String(request[$0.upperBound...]) } ?? ""
        }
    }

    /// Begins to listen.
    ///
    /// - Parameter replies: The steps for each connection, in order. Later ones are closed at once.
    init(_ replies: [Step]...) throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let incoming = socket(AF_INET, kind, 0)
        listener = incoming
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(incoming, address, length) == 0 && listen(incoming, 16) == 0
                    && getsockname(incoming, address, &length) == 0
            }
        }
        guard isBound, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/v1") else {
            throw CannotListen()
        }
        self.url = url
        Thread.detachNewThread { [weak self] in
            for reply in replies {
                let connection = accept(incoming, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { [weak self] in
                    let request = Self.read(connection)
                    self?.received.withLock { $0.append(request) }
                    for step in reply {
                        switch step {
                        case .send(let text): Self.write(text, to: connection)
                        case .gate(let gate): gate.wait()
                        }
                    }
                    shutdown(connection, Int32(SHUT_RDWR))
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func write(_ text: String, to connection: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Reads a request with a body of the length that its head says.
    private static func read(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.firstRange(of: "\r\n\r\n") {
                let field = text[..<end.lowerBound].split(separator: "\r\n")
                    .first { $0.lowercased().hasPrefix("content-length:") }
                let length = field.flatMap { Int($0.split(separator: ":")[1].drop { $0 == " " }) } ?? 0
                if text[end.upperBound...].utf8.count >= length { return text }
            }
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return text }
            bytes += buffer[..<count]
        }
    }
}

extension LoopbackServer {
    /// The head of a reply that is a stream of events.
    static let streamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

    /// An event with an object.
    static func event(_ object: String) -> String { "data: \(object)\n\n" }

    /// An event with a piece of the answer.
    static func says(_ text: String) -> String {
        let literal = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return event(#"{"choices": [{"index": 0, "delta": {"content": "\#(literal)"}}]}"#)
    }

    /// The end of a stream.
    static func ends(_ reason: String = "stop") -> String {
        event(#"{"choices": [{"index": 0, "delta": {}, "finish_reason": "\#(reason)"}]}"#)
            + event(
                #"{"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 4}}}"#
            ) + event("[DONE]")
    }

    /// A whole stream with an answer in pieces.
    static func answers(_ pieces: String..., reason: String = "stop") -> [Step] {
        [.send(streamHead + pieces.map { says($0) }.joined() + ends(reason))]
    }

    /// A whole reply that is no stream.
    static func replies(status: Int, fields: String = "", _ body: String) -> [Step] {
        [
            .send(
                "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\n\(fields)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
        ]
    }
}

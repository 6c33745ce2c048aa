package import TrellisJSON

/// Reads a reply of a format as it arrives: what is thought, what is answered, which tools are called.
///
/// Pure: text in, events out. Text shows as soon as it's certain that no mark of the format begins in it.
package struct ReplyReader: Sendable {
    private enum State {
        /// At the beginning, before anything is known.
        case start
        /// Within a thought, of which nothing has come yet or something has.
        case thought(isEmpty: Bool)
        /// Before the answer or the first call.
        case body(afterThought: Bool)
        /// Within the answer.
        case answer
        /// Before or within a call; what stands before the call has been read.
        case call
        /// After a call.
        case afterCall
        /// After the last call.
        case over
    }

    private let format: ReplyFormat
    /// What a call begins with, from its mark on.
    private let beginnings: [[UInt8]]
    private let toolNames: [String]
    private var state: State
    private var buffer: [UInt8] = []
    private var events: [ReplyEvent] = []

    /// Makes a reader of a reply of which nothing has arrived.
    package init(_ format: ReplyFormat, _ request: ReplyRequest) {
        self.format = format
        toolNames = request.calling == .disallowed ? [] : request.tools.map(\.name)
        if let calls = format.calls, request.calling != .disallowed {
            beginnings =
                calls.mark.isEmpty
                ? toolNames.map { Array(calls.call.beginning(name: $0).utf8) } : [Array(calls.mark.utf8)]
        } else {
            beginnings = []
        }
        state = request.isThinking ? .thought(isEmpty: true) : .start
    }

    /// Takes the next characters.
    ///
    /// - Returns: What they say, in order.
    /// - Throws: `JSONError` for arguments that aren't JSON, which the grammar of the reply rules out.
    package mutating func take(_ text: String) throws(JSONError) -> [ReplyEvent] {
        buffer += Array(text.utf8)
        return try read(isLast: false)
    }

    /// Ends the reply.
    ///
    /// - Returns: What was held back.
    /// - Throws: `JSONError` for a call that isn't whole.
    package mutating func finish() throws(JSONError) -> [ReplyEvent] {
        let events = try read(isLast: true)
        if case .call = state { throw JSONError(.unexpectedEnd, at: buffer.count) }
        return events
    }

    private mutating func read(isLast: Bool) throws(JSONError) -> [ReplyEvent] {
        events = []
        while try step(isLast) {}
        return events
    }

    // MARK: Steps

    /// Goes one step on; false when more text is needed.
    private mutating func step(_ isLast: Bool) throws(JSONError) -> Bool {
        switch state {
        case .start: return start(isLast)
        case .thought(let isEmpty): return thought(isEmpty, isLast)
        case .body(let afterThought): return body(afterThought, isLast)
        case .answer: return answer(isLast)
        case .call: return try call()
        case .afterCall: return afterCall(isLast)
        case .over:
            buffer.removeAll()
            return false
        }
    }

    private mutating func start(_ isLast: Bool) -> Bool {
        guard let frame = format.thought else { return move(to: .body(afterThought: false)) }
        switch match([Array(frame.open.utf8)], isLast) {
        case .found(let length): return move(to: .thought(isEmpty: true), dropping: length)
        case .undecided: return false
        case .none: return move(to: .body(afterThought: false))
        }
    }

    private mutating func thought(_ isEmpty: Bool, _ isLast: Bool) -> Bool {
        if isEmpty {
            buffer = Array(buffer.drop { $0.isWhitespace })
            if buffer.isEmpty { return false }
        }
        let close = Array((format.thought?.close ?? "").utf8)
        if let place = buffer.firstRange(of: close) {
            emit(buffer[..<place.lowerBound].trimmingEnd(), as: ReplyEvent.thought)
            return move(to: .body(afterThought: true), dropping: place.upperBound)
        }
        // White space before the end of a thought is none of it; so it waits for what follows.
        let certain = isLast ? buffer.count : buffer.count - buffer.overlap(with: close)
        let shown = buffer[..<certain].trimmingEnd()
        emit(shown, as: ReplyEvent.thought)
        let count = shown.count
        buffer.removeFirst(count)
        if count > 0 { state = .thought(isEmpty: false) }
        return false
    }

    private mutating func body(_ afterThought: Bool, _ isLast: Bool) -> Bool {
        if afterThought { buffer = Array(buffer.drop { $0.isWhitespace }) }
        let answerOpen = Array(format.answerOpen.utf8)
        switch match(beginnings, isLast) {
        case .found: return startCall()
        case .undecided: return false
        case .none: break
        }
        guard !answerOpen.isEmpty else { return !buffer.isEmpty && move(to: .answer) }
        switch match([answerOpen], isLast) {
        case .found(let length): return move(to: .answer, dropping: length)
        case .undecided: return false
        case .none: return !buffer.isEmpty && move(to: .answer)
        }
    }

    private mutating func answer(_ isLast: Bool) -> Bool {
        guard let calls = format.calls, calls.followText, !calls.mark.isEmpty, !beginnings.isEmpty else {
            emit(buffer[...], as: ReplyEvent.answer)
            buffer.removeAll()
            return false
        }
        let mark = Array(calls.mark.utf8)
        if let place = buffer.firstRange(of: mark) {
            emit(buffer[..<place.lowerBound].trimmingEnd(), as: ReplyEvent.answer)
            buffer.removeFirst(place.lowerBound)
            return startCall()
        }
        var certain = buffer[...]
        if !isLast { certain = certain.dropLast(buffer.overlap(with: mark)).trimmingEnd() }
        emit(certain, as: ReplyEvent.answer)
        buffer.removeFirst(certain.count)
        return false
    }

    private mutating func startCall() -> Bool {
        move(to: .call, dropping: format.calls?.mark.utf8.count ?? 0)
    }

    private mutating func call() throws(JSONError) -> Bool {
        guard let form = format.calls?.call, let (event, length) = try form.read(buffer, names: toolNames) else {
            return false
        }
        events.append(event)
        return move(to: .afterCall, dropping: length)
    }

    private mutating func afterCall(_ isLast: Bool) -> Bool {
        guard let calls = format.calls else { return move(to: .over) }
        guard let separator = calls.separator else { return move(to: .over) }
        switch match([Array((calls.close + separator + calls.open).utf8)], isLast) {
        case .found(let length): return move(to: .call, dropping: length)
        case .undecided: return false
        case .none: return move(to: .over)
        }
    }

    // MARK: The buffer

    private enum Match { case found(Int), undecided, none }

    /// Whether the buffer begins with one of some texts.
    private func match(_ texts: [[UInt8]], _ isLast: Bool) -> Match {
        for text in texts where buffer.starts(with: text) { return .found(text.count) }
        let isOpen = texts.contains { $0.count > buffer.count && $0.starts(with: buffer) }
        return isOpen && !isLast ? .undecided : .none
    }

    private mutating func move(to next: State, dropping count: Int = 0) -> Bool {
        buffer.removeFirst(min(count, buffer.count))
        state = next
        return true
    }

    private mutating func emit(_ bytes: ArraySlice<UInt8>, as event: (String) -> ReplyEvent) {
        if !bytes.isEmpty { events.append(event(String(decoding: bytes, as: UTF8.self))) }
    }
}

extension ReplyFormat.Call {
    /// Reads a call that a text begins with, after its mark.
    ///
    /// - Returns: The call and its length; nil when the text ends before it does.
    fileprivate func read(_ text: [UInt8], names: [String]) throws(JSONError) -> (ReplyEvent, Int)? {
        switch self {
        case .object(let nameMember, let argumentsMember, _):
            guard let (value, length) = try JSONExtent.value(in: text[...]) else { return nil }
            return (.call(name: value[nameMember]?.stringValue ?? "", arguments: value[argumentsMember] ?? [:]), length)
        case .named(let between):
            guard let place = text.firstRange(of: Array(between.utf8)),
                let (arguments, length) = try JSONExtent.value(in: text[place.upperBound...])
            else { return nil }
            let name = String(decoding: text[..<place.lowerBound], as: UTF8.self)
            return (.call(name: name, arguments: arguments), place.upperBound + length)
        case .gemma(let quote):
            guard let brace = text.firstIndex(of: UInt8(ascii: "{")),
                let (arguments, length) = try GemmaNotation.read(text[brace...], quote: Array(quote.utf8))
            else { return nil }
            return (.call(name: String(decoding: text[..<brace], as: UTF8.self), arguments: arguments), brace + length)
        }
    }
}

/// A JSON object or array at the beginning of a text that goes on after it.
private enum JSONExtent {
    /// Reads it; nil when the text ends before it does.
    static func value(in text: ArraySlice<UInt8>) throws(JSONError) -> (JSONValue, Int)? {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for (offset, byte) in text.enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isInString = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return (try JSONValue(parsing: Array(text.prefix(offset + 1))), offset + 1) }
            default: break
            }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ArraySlice<UInt8> {
    /// The bytes without white space at the end.
    fileprivate func trimmingEnd() -> ArraySlice<UInt8> {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return [] }
        return self[...last]
    }
}

extension [UInt8] {
    /// The length of the longest end of the bytes that is a beginning, but not all, of others.
    fileprivate func overlap(with other: [UInt8]) -> Int {
        for length in stride(from: Swift.min(count, Swift.max(0, other.count - 1)), to: 0, by: -1)
        where self[(count - length)...].elementsEqual(other[..<length]) {
            return length
        }
        return 0
    }
}

/// JSON text that arrives in pieces, and the best value of what has arrived.
///
/// Every value it gives is a start of the final one. A string holds the whole characters so far: no half escape, half
/// UTF-8 sequence or half surrogate pair. A number counts only once something follows it or the text is finished, since
/// `1` may become `12`; a word (`true`) counts once it is whole. An array or object holds its finished members and, last, one
/// that has begun and already has a value. So in later snapshots strings and containers only grow, and all else stays.
///
/// Appending is linear in the piece; a value costs the members of the open containers and the length of the open string.
package struct PartialJSON: Sendable {
    private var reader: JSONReader

    /// Makes a reader of a text of which nothing has arrived.
    package init(depthLimit: Int = JSONValue.defaultDepthLimit) { reader = JSONReader(depthLimit: depthLimit) }

    /// Reads the value that an unfinished text shows.
    package init(_ text: String, depthLimit: Int = JSONValue.defaultDepthLimit) throws(JSONError) {
        self.init(depthLimit: depthLimit)
        try append(text)
    }

    /// Takes the next piece of the text. After an error nothing more can be taken.
    package mutating func append(_ text: String) throws(JSONError) { try append(Array(text.utf8)) }

    /// Takes the next bytes of the text, cut anywhere. After an error nothing more can be taken.
    package mutating func append(_ bytes: [UInt8]) throws(JSONError) { try reader.read(bytes) }

    /// The whole value, when the text ends here; throws when it ends too early.
    package mutating func finish() throws(JSONError) -> JSONValue { try reader.finish() }

    /// Whether the value is whole: only white space may follow.
    package var isComplete: Bool { reader.root != nil }

    /// The best value of what has arrived; nil while nothing of it is certain.
    package var value: JSONValue? {
        if let root = reader.root { return root }
        var inner: JSONValue?
        if reader.isInString, !reader.isName { inner = .string(reader.text) }
        for var frame in reader.frames.reversed() {
            if let inner { frame.append(inner) }
            inner = frame.value
        }
        return inner
    }
}

extension PartialJSON {
    /// A step from a value to one of its parts.
    package enum Step: Sendable, Hashable {
        case member(JSONName)
        case element(Int)
    }

    /// The way to the innermost value that has begun and is not finished; nil when all is finished.
    ///
    /// The values along this way are unfinished; all others in `value` are final.
    package var openPath: [Step]? {
        guard !isComplete else { return nil }
        var path: [Step] = []
        for (level, frame) in reader.frames.enumerated() {
            guard level + 1 < reader.frames.count || reader.isInScalar else { break }
            if !frame.isObject {
                path.append(.element(frame.elements.count))
            } else if let name = frame.name {
                path.append(.member(name))
            }
        }
        return path
    }

    /// Whether the part of the value at that path, which must be there, is final.
    package func isComplete(at path: [Step]) -> Bool {
        guard let openPath else { return true }
        return !openPath.starts(with: path)
    }
}

extension JSONReader {
    /// Whether a string is under way.
    fileprivate var isInString: Bool {
        switch state {
        case .string, .escape, .hexadecimal: true
        default: false
        }
    }

    /// Whether a string that is a value, a number or a word is under way.
    fileprivate var isInScalar: Bool {
        switch state {
        case .string, .escape, .hexadecimal: !isName
        case .number, .word: true
        default: false
        }
    }
}

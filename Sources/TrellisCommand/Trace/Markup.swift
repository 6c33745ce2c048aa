/// Texts from outside as HTML.
enum Markup {
    /// A part of a text.
    private enum Piece {
        /// Scalars that are seen as they are.
        case text(String)
        /// What stands for something that is not seen: a control character, or bytes that are no character.
        case mark(String, isLineEnd: Bool)
    }

    /// A text for an element or an attribute's value in quotes.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n": result += "&#10;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A text as elements, with marks for what is not seen.
    ///
    /// - Parameter breaksLines: whether the text goes on in a new line after a line end.
    static func text(_ bytes: some Sequence<UInt8>, breaksLines: Bool = false) -> String {
        pieces(of: Array(bytes)).map { piece in
            switch piece {
            case .text(let text): escaped(text)
            case .mark(let mark, let isLineEnd):
                "<i class=\"mark\">\(escaped(mark))</i>" + (breaksLines && isLineEnd ? "\n" : "")
            }
        }.joined()
    }

    /// A text as elements, with marks for what is not seen.
    static func text(_ text: String) -> String { self.text(text.utf8, breaksLines: true) }

    /// A text in one line, with marks for what is not seen; not escaped.
    static func plain(_ bytes: some Sequence<UInt8>) -> String {
        pieces(of: Array(bytes)).map { piece in
            switch piece {
            case .text(let text): text
            case .mark(let mark, _): mark
            }
        }.joined()
    }

    private static func pieces(of bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var text = ""
        var decoder = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        func mark(_ mark: String, isLineEnd: Bool = false) {
            if !text.isEmpty { pieces.append(.text(text)) }
            text = ""
            pieces.append(.mark(mark, isLineEnd: isLineEnd))
        }
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let encoded):
                offset += encoded.count
                let scalar = UTF8.decode(encoded)
                switch scalar {
                case "\n": mark("↵", isLineEnd: true)
                case "\t": mark("⇥")
                case _ where scalar.isSeen: text.unicodeScalars.append(scalar)
                default: mark("U+" + hexadecimal(scalar.value, digits: 4))
                }
            case .error(let length):
                let end = min(bytes.count, offset + max(1, length))
                mark(bytes[offset..<end].map { hexadecimal(UInt32($0), digits: 2) }.joined(separator: " "))
                offset = end
            case .emptyInput:
                if !text.isEmpty { pieces.append(.text(text)) }
                return pieces
            }
        }
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is seen, or is an ordinary blank; those that turn the direction of a text are not.
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: self == " "
        default: true
        }
    }
}

/// How JSON text is laid out.
public struct JSONFormat: Sendable, Hashable {
    /// What follows a colon.
    public var afterColon: String
    /// What follows a comma within a line.
    public var afterComma: String
    /// The number of blanks a level is indented by; nil for one line.
    public var indentation: Int?

    /// One line with a blank after each colon and comma.
    public static let spaced = JSONFormat(afterColon: " ", afterComma: " ", indentation: nil)
    /// One line without white space.
    public static let compact = JSONFormat(afterColon: "", afterComma: "", indentation: nil)
    /// A line for each member and element, two blanks a level.
    public static let pretty = JSONFormat(afterColon: " ", afterComma: "", indentation: 2)
}

extension JSONFormat {
    /// Writes what stands before an item of a list at that level.
    fileprivate func separate(_ index: Int, level: Int, into output: inout String) {
        if index > 0 {
            output += ","
            if indentation == nil { output += afterComma }
        }
        breakLine(level: level + 1, into: &output)
    }

    /// Starts a line at that level, when lines are broken at all.
    fileprivate func breakLine(level: Int, into output: inout String) {
        guard let indentation else { return }
        output += "\n"
        for _ in 0..<max(0, indentation * level) { output += " " }
    }
}

extension JSONValue {
    /// The value as JSON text; characters outside ASCII and slashes stay as they are.
    public func text(_ format: JSONFormat = .spaced) -> String {
        var output = ""
        write(into: &output, format, level: 0)
        return output
    }

    private func write(into output: inout String, _ format: JSONFormat, level: Int) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .number(let number): output += number.text
        case .string(let text): JSONValue.write(quoted: text, into: &output)
        case .array(let elements):
            output += "["
            for (index, element) in elements.enumerated() {
                format.separate(index, level: level, into: &output)
                element.write(into: &output, format, level: level + 1)
            }
            if !elements.isEmpty { format.breakLine(level: level, into: &output) }
            output += "]"
        case .object(let object):
            output += "{"
            for (index, member) in object.enumerated() {
                format.separate(index, level: level, into: &output)
                JSONValue.write(quoted: member.name, into: &output)
                output += ":"
                output += format.afterColon
                member.value.write(into: &output, format, level: level + 1)
            }
            if !object.isEmpty { format.breakLine(level: level, into: &output) }
            output += "}"
        }
    }

    /// Appends a text as a JSON string with its quotes.
    package static func write(quoted text: String, into output: inout String) {
        output += "\""
        var written = text.startIndex
        let bytes = text.utf8
        for index in bytes.indices {
            guard let escape = escape(for: bytes[index]) else { continue }
            output += text[written..<index]
            output += escape
            written = bytes.index(after: index)
        }
        output += text[written...]
        output += "\""
    }

    /// What stands for a byte in a JSON string; nil when it stands for itself.
    private static func escape(for byte: UInt8) -> String? {
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { return nil }
        switch byte {
        case UInt8(ascii: "\""): return "\\\""
        case UInt8(ascii: "\\"): return "\\\\"
        case 0x08: return "\\b"
        case 0x09: return "\\t"
        case 0x0A: return "\\n"
        case 0x0C: return "\\f"
        case 0x0D: return "\\r"
        default: return byte < 0x10 ? "\\u000" + String(byte, radix: 16) : "\\u00" + String(byte, radix: 16)
        }
    }
}

/// How JSON text is laid out.
public struct JSONFormat: Sendable, Hashable {
    /// What follows a colon.
    public var afterColon: String
    /// What follows a comma.
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
            writeList(into: &output, "[", "]", count: elements.count, format, level) { index, output in
                elements[index].write(into: &output, format, level: level + 1)
            }
        case .object(let object):
            writeList(into: &output, "{", "}", count: object.count, format, level) { index, output in
                let name = object.names[index]
                JSONValue.write(quoted: name, into: &output)
                output += ":" + format.afterColon
                (object[name] ?? .null).write(into: &output, format, level: level + 1)
            }
        }
    }

    private func writeList(
        into output: inout String, _ open: String, _ close: String, count: Int, _ format: JSONFormat, _ level: Int,
        item: (Int, inout String) -> Void
    ) {
        output += open
        for index in 0..<count {
            if index > 0 { output += "," + (format.indentation == nil ? format.afterComma : "") }
            if let width = format.indentation {
                output += "\n" + String(repeating: " ", count: width * (level + 1))
            }
            item(index, &output)
        }
        if count > 0, let width = format.indentation { output += "\n" + String(repeating: " ", count: width * level) }
        output += close
    }

    /// Appends a text as a JSON string with its quotes.
    package static func write(quoted text: String, into output: inout String) {
        output += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case "\u{08}": output += "\\b"
            case "\u{0C}": output += "\\f"
            case "\u{00}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }
}

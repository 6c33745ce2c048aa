/// Lines of source under construction, indented by block.
struct SourceText {
    /// The lines so far.
    private(set) var lines: [String] = []
    private var depth = 0

    /// The lines, without an end of line after the last one.
    var text: String { lines.joined(separator: "\n") }

    /// Adds a line; an end of line inside it starts no new indentation, so that literals stay as they are.
    mutating func line(_ text: String) {
        lines.append(String(repeating: "    ", count: depth) + text)
    }

    /// Adds the lines of another piece at the level of the lines around it.
    mutating func append(_ other: SourceText) {
        let indentation = String(repeating: "    ", count: depth)
        lines += other.lines.map { indentation + $0 }
    }

    /// Adds a head line with an opening brace, the lines of the body and the closing brace.
    mutating func block(_ head: String, body: (inout SourceText) -> Void) {
        indented(from: head + " {", to: "}", body: body)
    }

    /// Adds a first line, the lines of the body one level in, and a last line if there is one.
    mutating func indented(from first: String, to last: String? = nil, body: (inout SourceText) -> Void) {
        line(first)
        depth += 1
        body(&self)
        depth -= 1
        if let last { line(last) }
    }
}

extension String {
    /// The text as a string literal on one line.
    var literal: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}

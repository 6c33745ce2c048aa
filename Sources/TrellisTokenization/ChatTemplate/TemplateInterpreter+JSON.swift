internal import TrellisJSON

extension TemplateInterpreter {
    /// How JSON text is written, by the arguments of Python's `json.dumps`.
    private struct Layout {
        var indentation: String?
        var betweenItems: String
        var afterName: String
        var isASCII: Bool
        var isSorted: Bool
    }

    /// The value as JSON text, as chat templates expect it: nothing is escaped for HTML.
    func json(of value: TemplateValue, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        let arguments = try bind(["ensure_ascii", "indent", "separators", "sort_keys"], call, of: "tojson")
        var layout = Layout(
            betweenItems: ", ", afterName: ": ", isASCII: arguments[0]?.isTrue ?? false,
            isSorted: arguments[3]?.isTrue ?? false)
        switch arguments[1] {
        case nil, .some(.none): break
        case .string(let text): layout.indentation = text
        case let given:
            let width = try max(0, integer(given, else: 0, of: "tojson"))
            try handle(width)
            layout.indentation = String(repeating: " ", count: width)
        }
        if layout.indentation != nil { layout.betweenItems = "," }
        switch arguments[2] {
        case nil, .some(.none): break
        case let given?:
            let separators = try items(of: given)
            guard separators.count == 2 else {
                throw .invalidArguments(of: "tojson", "takes two separators", line: line)
            }
            layout.betweenItems = try text(separators[0], of: "tojson")
            layout.afterName = try text(separators[1], of: "tojson")
        }
        var output = ""
        try writeJSON(value, layout, level: 0, into: &output)
        return .string(output)
    }

    private func writeJSON(
        _ value: TemplateValue, _ layout: Layout, level: Int, into output: inout String
    ) throws(TemplateError) {
        try step()
        switch value {
        case .none: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .integer(let value): output += String(value)
        case .bigInteger(let number): output += number.text
        case .float(let value): output += TemplateInterpreter.jsonText(of: value)
        case .string(let text): try writeQuoted(text, layout, into: &output)
        case .list(let list), .tuple(let list):
            output += "["
            for (position, item) in list.items.enumerated() {
                try separate(position, layout, level: level, into: &output)
                try writeJSON(item, layout, level: level + 1, into: &output)
            }
            if !list.items.isEmpty { try breakLine(layout, level: level, into: &output) }
            output += "]"
        case .dictionary(let dictionary):
            try writeJSON(dictionary, layout, level: level, into: &output)
        case .undefined(let what): throw undefined(what)
        default: throw unsupported("a \(value.typeName) cannot be written as JSON")
        }
    }

    private func writeJSON(
        _ dictionary: TemplateDictionary, _ layout: Layout, level: Int, into output: inout String
    ) throws(TemplateError) {
        var members = Array(zip(dictionary.keys, dictionary.values))
        if layout.isSorted {
            let sorted = try applyToItems(
                "dictsort", .dictionary(dictionary), TemplateCall(named: [("case_sensitive", .bool(true))]))
            members = try items(of: sorted).map { (pair) throws(TemplateError) in
                let parts = try items(of: pair)
                return (parts[0], parts[1])
            }
        }
        output += "{"
        for (position, (key, value)) in members.enumerated() {
            try separate(position, layout, level: level, into: &output)
            try writeQuoted(try name(key), layout, into: &output)
            output += layout.afterName
            try writeJSON(value, layout, level: level + 1, into: &output)
        }
        if !members.isEmpty { try breakLine(layout, level: level, into: &output) }
        output += "}"
    }

    /// A key as the name of a member.
    private func name(_ key: TemplateValue) throws(TemplateError) -> String {
        switch key {
        case .string(let text): text
        case .none: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .bigInteger(let number): number.text
        case .float(let value): TemplateInterpreter.jsonText(of: value)
        default: throw unsupported("a \(key.typeName) cannot be a name in JSON")
        }
    }

    private static func jsonText(of number: Double) -> String {
        number.isFinite ? number.pythonText : number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }

    private func separate(
        _ position: Int, _ layout: Layout, level: Int, into output: inout String
    ) throws(TemplateError) {
        try handle(layout.betweenItems.utf8.count + layout.afterName.utf8.count)
        if position > 0 { output += layout.betweenItems }
        try breakLine(layout, level: level + 1, into: &output)
    }

    private func breakLine(_ layout: Layout, level: Int, into output: inout String) throws(TemplateError) {
        guard let indentation = layout.indentation else { return }
        try handle(1 + level * indentation.utf8.count)
        output += "\n"
        for _ in 0..<level { output += indentation }
    }

    private func writeQuoted(_ text: String, _ layout: Layout, into output: inout String) throws(TemplateError) {
        try handle(text.utf8.count)
        var quoted = ""
        JSONValue.write(quoted: text, into: &quoted)
        guard layout.isASCII else {
            output += quoted
            return
        }
        for scalar in quoted.unicodeScalars {
            if scalar.value < 0x7F {
                output.unicodeScalars.append(scalar)
            } else if scalar.value == 0x7F {
                output += "\u{7F}"
            } else {
                for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                    let digits = String(unit, radix: 16)
                    output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
    }
}

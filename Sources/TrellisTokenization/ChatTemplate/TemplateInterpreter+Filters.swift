internal import Foundation
internal import TrellisJSON

extension TemplateInterpreter {
    /// Applies the filter of that name.
    func apply(_ name: String, to value: TemplateValue, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        switch name {
        case "upper", "lower", "capitalize", "title", "trim", "replace", "indent", "center", "truncate", "wordcount",
            "urlencode", "string", "safe", "format":
            return try applyToText(name, value, call)
        case "abs", "int", "float", "round": return try applyToNumber(name, value, call)
        case "map", "select", "reject", "selectattr", "rejectattr", "unique", "sort", "min", "max", "sum", "batch",
            "dictsort", "join":
            return try applyToItems(name, value, call)
        case "tojson": return try json(of: value, call)
        case "default", "d":
            let arguments = try bind(["default_value", "boolean"], call, of: "default")
            let isMissing = value.isUndefined || (arguments[1]?.isTrue ?? false) && !value.isTrue
            return isMissing ? arguments[0] ?? .string("") : value
        case "attr":
            let name = try text(bind(["name"], call, of: "attr")[0], of: "attr")
            if case .dictionary(let dictionary) = value, !TemplateInterpreter.hasMethod(name, value) {
                // Only what is no member counts as an attribute.
                return .undefined("a dict of \(dictionary.count) members has no attribute “\(name)”")
            }
            return try attribute(name, of: value)
        default: break
        }
        let known: Set = ["length", "count", "first", "last", "list", "items", "reverse"]
        guard known.contains(name) else { throw .unknownFilter(name, line: line) }
        _ = try bind([], call, of: name)
        switch name {
        case "length", "count": return .integer(try length(of: value))
        case "first": return try items(of: value).first ?? .undefined("there is no first item")
        case "last": return try items(of: value).last ?? .undefined("there is no last item")
        case "list": return .list(try make(items(of: value)))
        case "items":
            if value.isUndefined { return .generator(TemplateGenerator([])) }
            guard case .dictionary(let dictionary) = value else {
                throw unsupported("a \(value.typeName) has no members")
            }
            return .generator(TemplateGenerator(try make(dictionary.items).items))
        default:
            if case .string(let text) = value {
                try handle(text.utf8.count)
                return .string(String(scalars: text.unicodeScalars.reversed()))
            }
            return .generator(TemplateGenerator(try make(items(of: value).reversed()).items))
        }
    }

    // MARK: Texts

    private func applyToText(
        _ name: String, _ value: TemplateValue, _ call: TemplateCall
    ) throws(TemplateError) -> TemplateValue {
        switch (name, value) {
        case ("indent", .string), ("truncate", .string), ("urlencode", .string): break
        case ("indent", _), ("truncate", _), ("urlencode", _):
            throw unsupported("a \(value.typeName) has no text to \(name)")
        default: break
        }
        let text = try text(of: value)
        try handle(text.utf8.count)
        switch name {
        case "upper", "lower", "capitalize":
            _ = try bind([], call, of: name)
            return try make(TemplateInterpreter.cased(text, name))
        case "title":
            _ = try bind([], call, of: name)
            return try make(TemplateInterpreter.titled(text))
        case "trim": return try stripped(text, optionalText(bind(["chars"], call, of: name)[0], of: name))
        case "replace":
            let arguments = try bind(["old", "new", "count"], call, of: name)
            let count = try arguments[2].map { (value) throws(TemplateError) in try integer(value, else: 0, of: name) }
            let limit = count.map { $0 < 0 ? .max : $0 } ?? .max
            return try replacing(
                self.text(of: arguments[0] ?? .none), in: text, with: self.text(of: arguments[1] ?? .none), limit: limit
            )
        case "indent": return try indented(text, call)
        case "center":
            let width = try integer(bind(["width"], call, of: name)[0], else: 80, of: name)
            return try padded(text, width: width, fill: " ", "center")
        case "truncate": return try truncated(text, call)
        case "wordcount":
            _ = try bind([], call, of: name)
            let isInWord = text.unicodeScalars.map { $0 == "_" || TemplateInterpreter.isAll(String($0), "isalnum") }
            return .integer(zip([false] + isInWord, isInWord).count { !$0 && $1 })
        case "urlencode":
            _ = try bind([], call, of: name)
            return try make(TemplateInterpreter.urlEncoded(text))
        case "format": return try formatted(text, formatValues(call))
        default:
            _ = try bind([], call, of: name)
            return .string(text)
        }
    }

    private func formatValues(_ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        if call.named.isEmpty { return .tuple(try make(call.positional)) }
        guard call.positional.isEmpty else {
            throw .invalidArguments(of: "format", "takes either named values or others", line: line)
        }
        var dictionary = TemplateDictionary()
        for (name, value) in call.named { try insert(value, at: .string(name), into: &dictionary) }
        return .dictionary(dictionary)
    }

    private func indented(_ text: String, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        let arguments = try bind(["width", "first", "blank"], call, of: "indent")
        var indentation: String
        if case .string(let given)? = arguments[0] {
            indentation = given
        } else {
            let width = try max(0, integer(arguments[0], else: 4, of: "indent"))
            try handle(width)
            indentation = String(repeating: " ", count: width)
        }
        let indentsBlank = arguments[2]?.isTrue ?? false
        var output = arguments[1]?.isTrue ?? false ? indentation : ""
        // A line feed at the end opens a last line, which is empty.
        for (position, line) in try lines(of: text + "\n").enumerated() {
            let isIndented = position > 0 && (indentsBlank || !line.isEmpty)
            try handle(line.utf8.count + indentation.utf8.count + 1)
            if position > 0 { output += "\n" }
            if isIndented { output += indentation }
            output += line
        }
        return .string(output)
    }

    private func truncated(_ text: String, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        let arguments = try bind(["length", "killwords", "end", "leeway"], call, of: "truncate")
        let length = try integer(arguments[0], else: 255, of: "truncate")
        let end = try optionalText(arguments[2], of: "truncate") ?? "..."
        let leeway = try integer(arguments[3], else: 5, of: "truncate")
        let endLength = end.unicodeScalars.count
        guard length >= endLength, leeway >= 0, length <= limits.textSize, leeway <= limits.textSize else {
            throw .invalidArguments(of: "truncate", "takes a length that holds the end", line: line)
        }
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > length + leeway else { return .string(text) }
        var kept = scalars[..<(length - endLength)]
        if !(arguments[1]?.isTrue ?? false), let blank = kept.lastIndex(of: " ") { kept = kept[..<blank] }
        return try make(String(scalars: kept) + end)
    }

    /// The text with a large letter after blanks, dashes and opening brackets, and small ones else.
    private static func titled(_ text: String) -> String {
        var output = ""
        var rest = text.unicodeScalars[...]
        func isBreak(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isPythonSpace || "-({[<".unicodeScalars.contains(scalar)
        }
        while let first = rest.first {
            let run = isBreak(first) ? rest.prefix(while: isBreak) : rest.prefix { !isBreak($0) }
            output +=
                isBreak(first) ? String(run) : first.properties.uppercaseMapping + String(run.dropFirst()).lowercased()
            rest = rest[run.endIndex...]
        }
        return output
    }

    private static func urlEncoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { output, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                output.unicodeScalars.append(Unicode.Scalar(byte))
            default: output += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    // MARK: Numbers

    private func applyToNumber(
        _ name: String, _ value: TemplateValue, _ call: TemplateCall
    ) throws(TemplateError) -> TemplateValue {
        switch name {
        case "abs":
            _ = try bind([], call, of: name)
            if case .float(let number) = value { return .float(number.magnitude) }
            guard let number = value.integerValue else { throw unsupported("a \(value.typeName) has no magnitude") }
            return number < 0 ? try negative(value) : .integer(number)
        case "int":
            let arguments = try bind(["default", "base"], call, of: name)
            let base = try integer(arguments[1], else: 10, of: name)
            guard (2...36).contains(base) else {
                throw .invalidArguments(of: name, "takes a base up to 36", line: line)
            }
            return toInteger(value, base: base) ?? arguments[0] ?? .integer(0)
        case "float":
            let standard = try bind(["default"], call, of: name)[0] ?? .float(0)
            if case .string(let text) = value { return toFloat(text).map(TemplateValue.float) ?? standard }
            return value.doubleValue.map(TemplateValue.float) ?? standard
        default: return try rounded(value, call)
        }
    }

    private func toInteger(_ value: TemplateValue, base: Int) -> TemplateValue? {
        if case .bigInteger = value { return value }
        if let number = value.integerValue { return .integer(number) }
        if case .float(let number) = value {
            return Int(exactly: number.rounded(.towardZero)).map(TemplateValue.integer)
        }
        guard case .string(let text) = value else { return nil }
        var digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let prefix = [16: "0x", 8: "0o", 2: "0b"][base], digits.lowercased().hasPrefix(prefix) {
            digits.removeFirst(2)
        }
        if let number = Int(digits, radix: base) { return .integer(number) }
        if base == 10, let number = JSONNumber(digits), number.isWhole, !digits.contains("."),
            !digits.lowercased().contains("e")
        {
            return .bigInteger(number)
        }
        return toFloat(text).flatMap { Int(exactly: $0.rounded(.towardZero)) }.map(TemplateValue.integer)
    }

    private func toFloat(_ text: String) -> Double? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // What Swift reads and Python does not are hexadecimal floats.
        return trimmed.lowercased().contains("x") ? nil : Double(trimmed)
    }

    private func rounded(_ value: TemplateValue, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        let arguments = try bind(["precision", "method"], call, of: "round")
        let precision = try min(max(integer(arguments[0], else: 0, of: "round"), -400), 400)
        let method = try optionalText(arguments[1], of: "round") ?? "common"
        guard let number = value.doubleValue else { throw unsupported("a \(value.typeName) cannot be rounded") }
        switch method {
        case "ceil", "floor":
            let scale = pow(10.0, Double(precision))
            return .float((number * scale).rounded(method == "ceil" ? .up : .down) / scale)
        case "common":
            if case .float = value {} else { if precision >= 0 { return try positive(value) } }
            if precision >= 0 { return .float(Double(String(format: "%.\(precision)f", number)) ?? number) }
            let scale = pow(10.0, Double(-precision))
            return .float((number / scale).rounded(.toNearestOrEven) * scale)
        default: throw .invalidArguments(of: "round", "does not know the method “\(method)”", line: line)
        }
    }
}

internal import Foundation
internal import TrellisJSON

extension TemplateInterpreter {
    /// Python's `%` on a text: values put in place of directives with optional width and precision.
    func formatted(_ format: String, _ values: TemplateValue) throws(TemplateError) -> TemplateValue {
        var rest = format.unicodeScalars[...]
        var output = ""
        var waiting: [TemplateValue]
        if case .tuple(let list) = values { waiting = list.items.reversed() } else { waiting = [values] }
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                output.unicodeScalars.append(scalar)
                continue
            }
            let directive = readDirective(&rest)
            if directive.kind == "%" {
                output += "%"
                continue
            }
            let value: TemplateValue
            if let name = directive.name {
                guard case .dictionary(let dictionary) = values, let member = dictionary[name] else {
                    throw unsupported("the format “\(format)” finds no “\(name)”")
                }
                value = member
            } else {
                guard let next = waiting.popLast() else {
                    throw unsupported("too few values for the format “\(format)”")
                }
                value = next
            }
            guard let part = try text(of: value, by: directive) else {
                throw unsupported("the format “\(format)” does not fit a \(value.typeName)")
            }
            let width = min(directive.width ?? 0, limits.textSize + 1)
            let name = directive.flags.contains("-") ? "ljust" : directive.flags.contains("0") ? "zfill" : "rjust"
            let filled = try padded(part, width: width, fill: name == "zfill" ? "0" : " ", name)
            let whole = try text(of: filled)
            try handle(whole.utf8.count)
            output += whole
        }
        switch values {
        // What has items may hold more of them than the format names.
        case .dictionary, .list, .view: return .string(output)
        default: break
        }
        guard waiting.isEmpty else { throw unsupported("too many values for the format “\(format)”") }
        return .string(output)
    }

    private struct Directive {
        var name: String?
        var flags: Set<Unicode.Scalar> = []
        var width: Int?
        var precision: Int?
        var kind: Unicode.Scalar?
    }

    private func readDirective(_ rest: inout Substring.UnicodeScalarView) -> Directive {
        var directive = Directive()
        if rest.first == "(", let end = rest.firstIndex(of: ")") {
            directive.name = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        }
        while let flag = rest.first, "-+ 0#".unicodeScalars.contains(flag) {
            directive.flags.insert(flag)
            rest.removeFirst()
        }
        directive.width = readInteger(&rest)
        if rest.first == "." {
            rest.removeFirst()
            directive.precision = readInteger(&rest) ?? 0
        }
        directive.kind = rest.popFirst()
        return directive
    }

    private func readInteger(_ rest: inout Substring.UnicodeScalarView) -> Int? {
        let digits = rest.prefix(while: \.isDigit)
        rest.removeFirst(digits.count)
        return digits.isEmpty ? nil : Int(String(digits)) ?? .max
    }

    /// The text of a value by a directive; nil when they do not fit.
    private func text(of value: TemplateValue, by directive: Directive) throws(TemplateError) -> String? {
        let plus = directive.flags.contains("+") ? "+" : ""
        switch directive.kind {
        case "s":
            let text = try text(of: value)
            return directive.precision.map { String(text.unicodeScalars.prefix($0)) } ?? text
        case "d", "i", "u":
            if case .bigInteger(let number) = value { return number.text }
            if case .float(let number) = value, let whole = Int(exactly: number.rounded(.towardZero)) {
                return (whole < 0 ? "" : plus) + String(whole)
            }
            return value.integerValue.map { ($0 < 0 ? "" : plus) + String($0) }
        case "x": return value.integerValue.map { String($0, radix: 16) }
        case "X": return value.integerValue.map { String($0, radix: 16, uppercase: true) }
        case "o": return value.integerValue.map { String($0, radix: 8) }
        case "f", "F":
            return value.doubleValue.map {
                ($0 < 0 ? "" : plus) + String(format: "%.*f", min(directive.precision ?? 6, 1000), $0)
            }
        default: return nil
        }
    }

    /// Python's `format` method with fields that are empty, numbers or names, without specifications.
    func formatted(_ format: String, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        var rest = format.unicodeScalars[...]
        var output = ""
        var next = 0
        while let scalar = rest.popFirst() {
            guard scalar == "{" || scalar == "}" else {
                output.unicodeScalars.append(scalar)
                continue
            }
            if rest.first == scalar {
                output.unicodeScalars.append(scalar)
                rest.removeFirst()
                continue
            }
            guard scalar == "{", let end = rest.firstIndex(of: "}") else {
                throw unsupported("the format “\(format)” has a single brace")
            }
            let field = String(rest[..<end])
            rest = rest[rest.index(after: end)...]
            let position = field.isEmpty ? next : Int(field)
            if field.isEmpty { next += 1 }
            let value: TemplateValue?
            if let position {
                value = call.positional.indices.contains(position) ? call.positional[position] : nil
            } else {
                value = call.named.first { $0.name == field }?.value
            }
            guard let value else { throw unsupported("the format “\(format)” has a field “\(field)” without a value") }
            let part = try text(of: value)
            try handle(part.utf8.count)
            output += part
        }
        return .string(output)
    }
}

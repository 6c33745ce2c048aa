internal import TrellisJSON

extension TemplateInterpreter {
    /// The text that printing a value shows, as Python's `str` gives it.
    func text(of value: TemplateValue) throws(TemplateError) -> String {
        switch value {
        case .string(let text): return text
        case .undefined: return ""
        default:
            var output = ""
            try writeRepresentation(of: value, into: &output)
            try handle(output.utf8.count)
            return output
        }
    }

    /// Appends the value as Python's `repr` writes it.
    private func writeRepresentation(of value: TemplateValue, into output: inout String) throws(TemplateError) {
        try step()
        switch value {
        case .undefined: output += "Undefined"
        case .none: output += "None"
        case .bool(let value): output += value ? "True" : "False"
        case .integer(let value): output += String(value)
        case .bigInteger(let number): output += number.text
        case .float(let value): output += value.pythonText
        case .string(let text):
            try handle(text.utf8.count)
            output += text.pythonRepresentation
        case .list(let list): try writeItems(list.items, "[", "]", into: &output)
        case .tuple(let list): try writeItems(list.items, "(", list.items.count == 1 ? ",)" : ")", into: &output)
        case .view(.range, let list): output += rangeText(list.items.compactMap(\.integerValue))
        case .view(let view, let list): try writeItems(list.items, view.rawValue + "([", "])", into: &output)
        case .dictionary(let dictionary):
            output += "{"
            for (position, key) in dictionary.keys.enumerated() {
                if position > 0 { output += ", " }
                try writeRepresentation(of: key, into: &output)
                output += ": "
                try writeRepresentation(of: dictionary.values[position], into: &output)
            }
            output += "}"
        case .generator, .namespace, .loop, .macro, .function, .method:
            throw unsupported("a \(value.typeName) cannot be printed")
        }
    }

    private func writeItems(
        _ items: [TemplateValue], _ open: String, _ close: String, into output: inout String
    ) throws(TemplateError) {
        output += open
        for (position, item) in items.enumerated() {
            if position > 0 { output += ", " }
            try writeRepresentation(of: item, into: &output)
        }
        output += close
    }

    /// A range as Python prints it, as far as its items tell.
    private func rangeText(_ items: [Int]) -> String {
        guard let first = items.first, let last = items.last else { return "range(0, 0)" }
        let stride = items.count > 1 ? items[1] - first : 1
        return stride == 1 ? "range(\(first), \(last + 1))" : "range(\(first), \(last + stride.signum()), \(stride))"
    }
}

extension Double {
    /// The number as Python writes it: the fewest digits, with an exponent below 1e-4 and from 1e16 on.
    var pythonText: String {
        guard isFinite else { return isNaN ? "nan" : self < 0 ? "-inf" : "inf" }
        guard let number = JSONNumber(magnitude) else { return "nan" }
        let sign = self.sign == .minus ? "-" : ""
        let decimal = number.decimal
        if decimal.digits == "0" { return sign + "0.0" }
        // The value is 0.digits · 10^point.
        let point = decimal.digits.utf8.count + decimal.exponent
        if point <= -4 || point > 16 {
            let exponent = point - 1
            let digits =
                decimal.digits.prefix(1) + (decimal.digits.utf8.count > 1 ? "." + decimal.digits.dropFirst() : "")
            let padding = exponent.magnitude < 10 ? "0" : ""
            return "\(sign)\(digits)e\(exponent < 0 ? "-" : "+")\(padding)\(exponent.magnitude)"
        }
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + decimal.digits }
        if decimal.exponent >= 0 {
            return sign + decimal.digits + String(repeating: "0", count: decimal.exponent) + ".0"
        }
        return sign + decimal.digits.prefix(point) + "." + decimal.digits.dropFirst(point)
    }
}

extension String {
    /// The text in quotes as Python's `repr` writes it.
    fileprivate var pythonRepresentation: String {
        let quote: Unicode.Scalar = unicodeScalars.contains("'") && !unicodeScalars.contains("\"") ? "\"" : "'"
        var output = String.UnicodeScalarView()
        output.append(quote)
        for scalar in unicodeScalars {
            switch scalar {
            case quote, "\\":
                output.append("\\")
                output.append(scalar)
            case "\n": output.append(contentsOf: "\\n".unicodeScalars)
            case "\r": output.append(contentsOf: "\\r".unicodeScalars)
            case "\t": output.append(contentsOf: "\\t".unicodeScalars)
            case " "..."~": output.append(scalar)
            default:
                if scalar.isPythonPrintable {
                    output.append(scalar)
                } else {
                    let (mark, width) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
                    let digits = String(scalar.value, radix: 16)
                    output.append(contentsOf: "\\\(mark)".unicodeScalars)
                    output.append(contentsOf: String(repeating: "0", count: width - digits.count).unicodeScalars)
                    output.append(contentsOf: digits.unicodeScalars)
                }
            }
        }
        output.append(quote)
        return String(output)
    }
}

extension Unicode.Scalar {
    /// Whether Python prints the character itself.
    fileprivate var isPythonPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            false
        default: true
        }
    }
}

extension TemplateInterpreter {
    /// The first place of a part in a text at or behind a place, both as UTF-8.
    ///
    /// Counts the bytes it compares, since a hostile pair of texts takes the product of their lengths.
    func find(_ part: [UInt8], in text: [UInt8], from start: Int) throws(TemplateError) -> Int? {
        guard start <= text.count - part.count else { return nil }
        return try find(part, in: text, at: stride(from: start, through: text.count - part.count, by: 1))
    }

    /// The last place of a part in a text that ends at or before a place.
    func findLast(_ part: [UInt8], in text: [UInt8], before end: Int) throws(TemplateError) -> Int? {
        try find(part, in: text, at: stride(from: end - part.count, through: 0, by: -1))
    }

    private func find(
        _ part: [UInt8], in text: [UInt8], at places: StrideThrough<Int>
    ) throws(TemplateError) -> Int? {
        var compared = 0
        for place in places {
            var length = 0
            while length < part.count, text[place + length] == part[length] { length += 1 }
            if length == part.count {
                try handle(compared)
                return place
            }
            compared += length + 1
            if compared > 1 << 16 {
                try handle(compared)
                compared = 0
            }
        }
        try handle(compared)
        return nil
    }

    /// All places of a part that do not overlap, from the left, as many as the limit says.
    func places(of part: [UInt8], in text: [UInt8], limit: Int) throws(TemplateError) -> [Int] {
        var places: [Int] = []
        var start = 0
        while places.count < limit, let place = try find(part, in: text, from: start) {
            try step()
            places.append(place)
            start = place + part.count
        }
        return places
    }

    /// The text with a part replaced, as many times as the limit says.
    func replacing(
        _ part: String, in text: String, with other: String, limit: Int = .max
    ) throws(TemplateError) -> TemplateValue {
        try handle(text.utf8.count)
        var output = ""
        if part.isEmpty {
            var left = limit
            for scalar in text.unicodeScalars {
                if left > 0 {
                    try handle(other.utf8.count)
                    output += other
                    left -= 1
                }
                output.unicodeScalars.append(scalar)
            }
            if left > 0 { output += other }
            return .string(output)
        }
        let bytes = Array(text.utf8)
        var written = 0
        for place in try places(of: Array(part.utf8), in: bytes, limit: limit) {
            try handle(other.utf8.count)
            output += String(decoding: bytes[written..<place], as: UTF8.self)
            output += other
            written = place + part.utf8.count
        }
        output += String(decoding: bytes[written...], as: UTF8.self)
        return .string(output)
    }

    /// The parts of a text between separators.
    func split(
        _ text: String, by separator: String, limit: Int, fromEnd: Bool
    ) throws(TemplateError) -> [TemplateValue] {
        guard !separator.isEmpty else { throw unsupported("a text cannot be split by an empty one") }
        try handle(text.utf8.count)
        let bytes = Array(text.utf8)
        let part = Array(separator.utf8)
        var places: [Int] = []
        if fromEnd {
            var end = bytes.count
            while places.count < limit, let place = try findLast(part, in: bytes, before: end) {
                try step()
                places.append(place)
                end = place
            }
            places.reverse()
        } else {
            places = try self.places(of: part, in: bytes, limit: limit)
        }
        var parts: [TemplateValue] = []
        var start = 0
        for place in places {
            parts.append(.string(String(decoding: bytes[start..<place], as: UTF8.self)))
            start = place + part.count
        }
        parts.append(.string(String(decoding: bytes[start...], as: UTF8.self)))
        return parts
    }

    /// The words of a text between runs of white space; the limit leaves the rest as it is.
    func splitAtSpaces(_ text: String, limit: Int, fromEnd: Bool) throws(TemplateError) -> [TemplateValue] {
        try handle(text.utf8.count)
        // From the end is from the start of the reversed text.
        let scalars = fromEnd ? text.unicodeScalars.reversed() : Array(text.unicodeScalars)
        var words: [[Unicode.Scalar]] = []
        var index = 0
        while true {
            while index < scalars.count, scalars[index].isPythonSpace { index += 1 }
            guard index < scalars.count else { break }
            try step()
            var end = index
            if words.count == limit {
                words.append(Array(scalars[index...]))
                break
            }
            while end < scalars.count, !scalars[end].isPythonSpace { end += 1 }
            words.append(Array(scalars[index..<end]))
            index = end
        }
        let texts = words.map { TemplateValue.string(String(scalars: fromEnd ? $0.reversed() : $0)) }
        return fromEnd ? texts.reversed() : texts
    }

    /// The lines of a text without their ends.
    func lines(of text: String) throws(TemplateError) -> [String] {
        try handle(text.utf8.count)
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var afterReturn = false
        var isOpen = false
        for scalar in text.unicodeScalars {
            defer { afterReturn = scalar == "\r" }
            if afterReturn, scalar == "\n" { continue }
            switch scalar.value {
            case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029:
                try step()
                lines.append(String(line))
                line = String.UnicodeScalarView()
                isOpen = false
            default:
                line.append(scalar)
                isOpen = true
            }
        }
        if isOpen { lines.append(String(line)) }
        return lines
    }

    /// The text without certain characters at its ends; white space when none are given.
    func stripped(
        _ text: String, _ characters: String?, start: Bool = true, end: Bool = true
    ) throws(TemplateError) -> TemplateValue {
        try handle(text.utf8.count)
        let set = characters.map { Set($0.unicodeScalars) }
        var rest = text.unicodeScalars[...]
        func isStripped(_ scalar: Unicode.Scalar) -> Bool { set?.contains(scalar) ?? scalar.isPythonSpace }
        if start { rest = rest.drop(while: isStripped) }
        while end, let last = rest.last, isStripped(last) { rest.removeLast() }
        return .string(String(rest))
    }
}

extension String {
    /// Makes a text of characters.
    init(scalars: some Sequence<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self = String(view)
    }
}

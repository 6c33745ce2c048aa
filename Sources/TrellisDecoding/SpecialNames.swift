import TrellisJSON
import TrellisTokenization

/// The printed names of a vocabulary's special tokens, and their places in texts from outside.
struct SpecialNames: Sendable {
    /// A mark stands for a name: characters for private use around its number.
    static let markStart: Unicode.Scalar = "\u{F8FE}"
    static let markEnd: Unicode.Scalar = "\u{F8FF}"

    private let names: [[UInt8]]
    /// The indices of the names that begin with a byte, the longest first.
    private let byFirstByte: [[Int]]

    /// Collects the names.
    init(_ vocabulary: Vocabulary) {
        var names: [[UInt8]] = []
        for index in 0..<vocabulary.count where vocabulary.kind(of: TokenID(index)) == .special {
            let name = Array(vocabulary.bytes(of: TokenID(index)))
            if !name.isEmpty { names.append(name) }
        }
        // What begins a mark is told from a mark by being marked itself.
        names.append(Array(String(Self.markStart).utf8))
        self.names = names
        var byFirstByte = [[Int]](repeating: [], count: 256)
        for (index, name) in names.enumerated() { byFirstByte[Int(name[0])].append(index) }
        self.byFirstByte = byFirstByte.map { $0.sorted { names[$0].count > names[$1].count } }
    }

    /// The text of a name.
    func name(_ index: Int) -> String {
        names.indices.contains(index) ? String(decoding: names[index], as: UTF8.self) : ""
    }

    /// A text with marks in the place of the names in it; the same text when there are none.
    func marking(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var marked: [UInt8] = []
        var start = 0
        var position = 0
        while position < bytes.count {
            guard let found = name(in: bytes, at: position) else {
                position += 1
                continue
            }
            marked += bytes[start..<position]
            marked += Array("\(Self.markStart)\(found)\(Self.markEnd)".utf8)
            position += names[found].count
            start = position
        }
        if start == 0 { return text }
        return String(decoding: marked + bytes[start...], as: UTF8.self)
    }

    private func name(in bytes: [UInt8], at position: Int) -> Int? {
        byFirstByte[Int(bytes[position])].first { bytes[position...].starts(with: names[$0]) }
    }

    /// A value with marks in all its texts, names of members among them.
    func marking(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(marking(text))
        case .array(let elements): return .array(elements.map { marking($0) })
        case .object(let object):
            var marked = JSONObject()
            for (name, value) in object { marked[marking(name)] = marking(value) }
            return .object(marked)
        case .null, .bool, .number: return value
        }
    }
}

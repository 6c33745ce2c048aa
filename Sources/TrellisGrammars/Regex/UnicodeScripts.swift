/// The scalars of each script, which the standard library has no property for.
enum UnicodeScripts {
    /// The scalars of a script by its long or short name; nil when there is none of that name.
    static func scalars(of name: String) -> ScalarSet? { scripts[name].map(ScalarSet.init) }

    private static let scripts: [String: [ScalarSet.Range]] = {
        var result: [String: [ScalarSet.Range]] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            let ranges = words.dropFirst(2).compactMap { word -> ScalarSet.Range? in
                let ends = word.split(separator: "-").compactMap { UInt32($0, radix: 16) }
                guard let first = ends.first, let last = ends.last, first <= last else { return nil }
                return first...last
            }
            for name in words.prefix(2) { result[String(name)] = ranges }
        }
        return result
    }()
}

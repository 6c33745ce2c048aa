/// The tables as sets, each read when it is first asked for.
extension UnicodeTables {
    /// The scalars of a script by its long or short name; nil when there is none of that name.
    static func script(named name: String) -> ScalarSet? { scriptSets[olderNames[name] ?? name] }

    /// The scalars that are used in a script, others' included; nil when there is none of that name.
    static func extendedScript(named name: String) -> ScalarSet? {
        guard let script = script(named: name) else { return nil }
        guard let difference = extensionSets[olderNames[name] ?? name] else { return script }
        return script.subtracting(difference).union(difference.subtracting(script))
    }

    /// The scalars of a binary property; nil when the tables have none of that name.
    static func binaryProperty(named name: String) -> ScalarSet? { binarySets[name] }

    private static let olderNames = ["Qaac": "Copt", "Qaai": "Zinh"]
    private static let scriptSets = sets(in: scripts)
    private static let extensionSets = sets(in: scriptExtensions)
    private static let binarySets = sets(in: binaryProperties)

    private static func sets(in table: String) -> [String: ScalarSet] {
        var result: [String: ScalarSet] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            let ranges = words.dropFirst(2).compactMap { word -> ScalarSet.Range? in
                let ends = word.split(separator: "-").compactMap { UInt32($0, radix: 16) }
                guard let first = ends.first, let last = ends.last, first <= last else { return nil }
                return first...last
            }
            for name in words.prefix(2) { result[String(name)] = ScalarSet(ranges) }
        }
        return result
    }
}

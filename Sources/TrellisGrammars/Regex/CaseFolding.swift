/// Simple case folding: which scalars are one letter but for case.
enum CaseFolding {
    /// The scalars that have others equal to them but for case, by the scalar that stands for them all.
    private static let classes: [UInt32: [UInt32]] = {
        var classes: [UInt32: [UInt32]] = [:]
        for value in UInt32(0x41)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else { continue }
            classes[folded(scalar), default: []].append(value)
        }
        for (key, members) in classes where !members.contains(key) { classes[key] = members + [key] }
        return classes.filter { $0.value.count > 1 }
    }()

    /// All scalars of some class, with the class.
    private static let classOf: [UInt32: UInt32] = {
        var result: [UInt32: UInt32] = [:]
        for (key, members) in classes { for member in members { result[member] = key } }
        return result
    }()

    private static let members = ScalarSet(classOf.keys.map { $0...$0 })

    /// What the mappings between cases do not say: ligatures and accented vowels with two spellings, and the dotless i, which is
    /// a letter of its own.
    private static let exceptions: [UInt32: UInt32] = [
        0x131: 0x131, 0xFB05: 0xFB05, 0xFB06: 0xFB05, 0x390: 0x390, 0x1FD3: 0x390, 0x3B0: 0x3B0, 0x1FE3: 0x3B0,
    ]

    private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        if let other = exceptions[scalar.value] { return other }
        // Upper case first brings variants such as ſ and ς to the common letter.
        let upper = single(scalar.properties.uppercaseMapping) ?? scalar
        return (single(upper.properties.lowercaseMapping) ?? upper).value
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        let scalars = text.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }

    /// The set with every scalar that equals one of it but for case.
    static func closure(of set: ScalarSet) -> ScalarSet {
        let changing = set.intersection(members)
        guard !changing.isEmpty else { return set }
        var added: [ScalarSet.Range] = []
        for range in changing.ranges {
            for value in range {
                for member in classOf[value].flatMap({ classes[$0] }) ?? [] where !set.contains(member) {
                    added.append(member...member)
                }
            }
        }
        return added.isEmpty ? set : ScalarSet(set.ranges + added)
    }
}

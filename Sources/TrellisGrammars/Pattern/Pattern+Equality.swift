/// Patterns are equal by the scalars of their texts: “é” as one scalar and as two are different texts, which strings
/// of Swift are not.
extension Pattern: Hashable {
    /// Whether two patterns are the same tree over the same scalars.
    public static func == (left: Pattern, right: Pattern) -> Bool {
        switch (left, right) {
        case (.nothing, .nothing), (.empty, .empty): true
        case (.scalars(let left), .scalars(let right)): left == right
        case (.sequence(let left), .sequence(let right)), (.choice(let left), .choice(let right)),
            (.intersection(let left), .intersection(let right)):
            left == right
        case (.complement(let left), .complement(let right)): left == right
        case (.repetition(let left, let leftLeast, let leftMost), .repetition(let right, let rightLeast, let rightMost)):
            leftLeast == rightLeast && leftMost == rightMost && left == right
        case (.texts(let left), .texts(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        case (.multiple(let left, let leftResidue), .multiple(let right, let rightResidue)):
            left == right && leftResidue == rightResidue
        default: false
        }
    }

    /// Hashes the tree and the bytes of its texts.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .nothing: hasher.combine(0)
        case .empty: hasher.combine(1)
        case .scalars(let set):
            hasher.combine(2)
            hasher.combine(set)
        case .sequence(let parts):
            hasher.combine(3)
            hasher.combine(parts)
        case .choice(let parts):
            hasher.combine(4)
            hasher.combine(parts)
        case .intersection(let parts):
            hasher.combine(5)
            hasher.combine(parts)
        case .complement(let inner):
            hasher.combine(6)
            hasher.combine(inner)
        case .repetition(let inner, let least, let most):
            hasher.combine(7)
            hasher.combine(inner)
            hasher.combine(least)
            hasher.combine(most)
        case .texts(let texts):
            hasher.combine(8)
            for text in texts { hasher.combine(Array(text.utf8)) }
        case .multiple(let modulus, let residue):
            hasher.combine(9)
            hasher.combine(modulus)
            hasher.combine(residue)
        }
    }
}

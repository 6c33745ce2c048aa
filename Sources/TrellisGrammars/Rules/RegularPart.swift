/// An expression that is a regular language, with what it would cost to be read as one lexeme.
///
/// One lexeme is quicker than a rule: its states are shared between grammars and its masks do not depend on what
/// follows. But each place in it is a state with a mask of its own, so that what counts over something long is better left
/// to the stack of the grammar, which keeps the count apart.
struct RegularPart {
    var pattern: Pattern
    /// About the number of states of the lexeme.
    var size: Int
    /// The depth of the pattern's tree.
    var depth: Int
    /// Whether something in it is repeated without bound.
    var hasLoop: Bool

    /// The greatest size of a lexeme that is put together from several parts.
    static let sizeLimit = 256
    /// The greatest depth of such a lexeme.
    static let depthLimit = 48

    /// Whether it is better read as one lexeme.
    var isLexeme: Bool { size <= Self.sizeLimit && depth <= Self.depthLimit }

    /// A pattern that was one from the beginning.
    init(_ pattern: Pattern) {
        self.init(pattern: pattern, size: 1, depth: 1, hasLoop: pattern.hasLoop)
    }

    private init(pattern: Pattern, size: Int, depth: Int, hasLoop: Bool) {
        self.pattern = pattern
        self.size = size
        self.depth = depth
        self.hasLoop = hasLoop
    }

    /// The text of the given characters.
    static func text(_ text: String) -> RegularPart {
        RegularPart(
            pattern: text.isEmpty ? .empty : .text(text), size: max(1, text.unicodeScalars.count), depth: 1,
            hasLoop: false)
    }

    /// The parts combined; nil when that is better not read as one lexeme.
    static func combining(_ parts: [RegularPart], _ operation: ([Pattern]) -> Pattern) -> RegularPart? {
        let result = RegularPart(
            pattern: operation(parts.map(\.pattern)), size: parts.reduce(0) { $0 + $1.size },
            depth: 1 + (parts.map(\.depth).max() ?? 0), hasLoop: parts.contains(where: \.hasLoop))
        return result.isLexeme ? result : nil
    }

    /// The part repeated; nil when that is better not read as one lexeme.
    func repeated(atLeast minimum: Int, atMost maximum: Int?) -> RegularPart? {
        let repeated = pattern.repeated(atLeast: minimum, atMost: maximum)
        // A counted run of one set of characters has a way of its own to its masks, however long it is.
        if case .scalars = pattern { return RegularPart(pattern: repeated, size: 1, depth: 2, hasLoop: maximum == nil) }
        let count = max(1, maximum ?? minimum)
        if hasLoop, count > 1 { return nil }
        let (product, overflow) = size.multipliedReportingOverflow(by: count)
        let result = RegularPart(
            pattern: repeated, size: overflow ? .max : product, depth: depth + 1, hasLoop: hasLoop || maximum == nil)
        return result.isLexeme ? result : nil
    }
}

extension Pattern {
    /// Whether something in the pattern is repeated without bound.
    fileprivate var hasLoop: Bool {
        switch self {
        case .nothing, .empty, .scalars, .texts: false
        case .sequence(let parts), .choice(let parts), .intersection(let parts): parts.contains(where: \.hasLoop)
        case .complement, .multiple: true
        case .repetition(let part, _, let maximum): maximum == nil || part.hasLoop
        }
    }
}

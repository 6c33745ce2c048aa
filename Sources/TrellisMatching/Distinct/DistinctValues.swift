import TrellisGrammars
import TrellisJSON

/// What has been written where elements or names must differ, and what that leaves.
///
/// A stack frame has the set of the values so far. An element, or a name, is read by a lexeme that leaves them out, so that no
/// text is begun that can only end in one of them; its own text is recorded and becomes a value at its end.
///
/// Masks do without the text: they are made for the lexeme itself, after which the value is unknown. That is exact as long as
/// the element that follows has so many values left that one more or less makes no difference, and as long as no token goes
/// beyond the end of a second element; see `GrammarAutomaton.unrecorded(_:)`.
final class DistinctValues {
    private let grammar: Grammar
    private let lexemes: LexemeAutomaton
    private(set) var values = ValueTable()
    private(set) var sets = ValueSets()
    private(set) var recorded = RecordedLexemes()
    private var enumerator: ValueEnumerator
    private var places: [Int32: DistinctPlaces] = [:]
    private var starts: [StartKey: LexemeAutomaton.State] = [:]
    /// The costs of cheap names of open properties, with the number that was asked for.
    private var nameCosts: [StartKey: [Int]] = [:]
    private var knownNameCounts: [StartKey: Int] = [:]

    private struct StartKey: Hashable {
        var node: Int32
        /// The open property of an object node; -1 for a lexeme.
        var property: Int32 = -1
        var set: ValueSets.Number
    }

    /// Makes the tables of a program.
    init(_ program: GrammarProgram, _ lexemes: LexemeAutomaton) {
        grammar = program.grammar
        self.lexemes = lexemes
        enumerator = ValueEnumerator(grammar, lexemes.pool, isLive: program.isLive)
    }

    /// About the size of what was recorded in bytes.
    var bytes: Int { values.bytes + sets.bytes + recorded.bytes }

    // MARK: Values and sets

    /// The value of a recorded lexeme that ends in a state.
    func value(of state: Int32) -> ValueTable.Value { values.scalar(recorded.text(of: state)) }

    /// The value of a literal.
    func value(of literal: [UInt8]) -> ValueTable.Value { values.scalar(literal) }

    /// The set with a value more.
    func inserting(_ value: ValueTable.Value, into set: ValueSets.Number) -> ValueSets.Number {
        sets.inserting(value, into: set)
    }

    /// The state of a recorded lexeme after a byte, or dead.
    func step(_ state: Int32, _ byte: UInt8) -> Int32 {
        let next = lexemes.step(recorded.lexeme(of: state), byte)
        return next == LexemeAutomaton.dead ? next : recorded.step(state, byte, to: next)
    }

    // MARK: Lexemes

    /// The recorded lexeme of a node without some values; nil when it has no others.
    func start(of node: Int32, without set: ValueSets.Number) -> Int32? {
        guard case .lexeme(let lexeme) = grammar.nodes[Int(node)] else { return nil }
        return start(StartKey(node: node, set: set), lexeme)
    }

    /// The recorded lexeme of an open property's name without some names; nil when it has no others.
    func start(of property: Int32, in node: Int32, without set: ValueSets.Number) -> Int32? {
        guard case .object(let object) = grammar.nodes[Int(node)] else { return nil }
        let names = object.openProperties[Int(property)].names
        return start(StartKey(node: node, property: property, set: set), Lexeme(names, as: .jsonString))
    }

    private func start(_ key: StartKey, _ lexeme: Lexeme) -> Int32? {
        let state: LexemeAutomaton.State
        if let known = starts[key] {
            state = known
        } else {
            state = lexemes.start(lexeme.excluding(sets.values(key.set).compactMap(values.scalar)))
            starts[key] = state
        }
        return state == LexemeAutomaton.dead ? nil : recorded.start(state)
    }

    /// Whether a node has a value that is not in a set.
    func hasValue(_ node: Int32, without set: ValueSets.Number) -> Bool {
        guard enumerator.isLive[Int(node)] else { return false }
        switch grammar.nodes[Int(node)] {
        case .literal(let bytes): return !sets.contains(set, values.scalar(bytes))
        case .lexeme: return start(of: node, without: set) != nil
        case .choice(let nodes):
            for node in nodes where hasValue(Int32(node.index), without: set) { return true }
            return false
        case .sequence, .repetition, .object, .array: return false
        }
    }

    /// Whether a node has so many values that it makes no difference whether one or two more are taken.
    func hasManyValues(_ node: Int32, without set: ValueSets.Number) -> Bool {
        let needed = sets.count(set) + 3
        return enumerator.domain(of: Int(node), limit: needed, &values).values.count >= needed
    }

    /// Whether an open property has so many names that it makes no difference whether one or two more are taken.
    func hasManyNames(of property: Int32, in node: Int32, without set: ValueSets.Number) -> Bool {
        let needed = sets.count(set) + 3
        return nameCosts(of: property, in: node, count: needed).count >= needed
    }

    /// The costs of the cheapest names of an open property, so many as there are.
    func nameCosts(of property: Int32, in node: Int32, count: Int) -> [Int] {
        guard case .object(let object) = grammar.nodes[Int(node)] else { return [] }
        let key = StartKey(node: node, property: property, set: ValueSets.empty)
        if let known = nameCosts[key], known.count >= count || known.count < knownNameCounts[key] ?? 0 {
            return Array(known.prefix(count))
        }
        let state = lexemes.pool.state(for: object.openProperties[Int(property)].names)
        let costs = lexemes.pool.cheapestTexts(of: state, limit: count).texts.map { $0.cost + 2 }
        nameCosts[key] = costs
        knownNameCounts[key] = count
        return costs
    }

    // MARK: Arrays

    /// The values that the element at a place of an array must not have; nil when it can have no others.
    func refused(
        _ array: ArrayNode, _ node: Int32, element: Int32, at place: Int, used set: ValueSets.Number
    ) -> ValueSets.Number? {
        let spared = places(array, node).spared(at: place, used: Set(sets.values(set)))
        let refused = spared.reduce(set) { sets.inserting($1, into: $0) }
        return hasValue(element, without: refused) ? refused : nil
    }

    /// The cost of required elements of an array from a place on.
    func cost(
        _ array: ArrayNode, _ node: Int32, count: Int, used set: ValueSets.Number,
        skipping skipped: Int
    ) -> Int {
        guard count > 0 else { return 0 }
        let used = Set(sets.values(set))
        return places(array, node).cost(
            of: count, without: used, skipping: skipped + (used.contains(ValueTable.unknown) ? 1 : 0))
    }

    /// The cost of the cheapest value of a node that is not in a set; nil when there is none.
    func cost(of node: Int32, without set: ValueSets.Number) -> Int? {
        guard enumerator.isLive[Int(node)] else { return nil }
        switch grammar.nodes[Int(node)] {
        case .literal(let bytes): return sets.contains(set, values.scalar(bytes)) ? nil : bytes.count
        case .lexeme: return start(of: node, without: set).map { lexemes.cost(of: recorded.lexeme(of: $0)) }
        case .choice(let nodes):
            var least: Int?
            for node in nodes {
                guard let cost = cost(of: Int32(node.index), without: set) else { continue }
                least = min(least ?? .max, cost)
            }
            return least
        case .sequence, .repetition, .object, .array: return nil
        }
    }

    private func places(_ array: ArrayNode, _ node: Int32) -> DistinctPlaces {
        if let known = places[node] { return known }
        let result = DistinctPlaces(array, &enumerator, &values)
        places[node] = result
        return result
    }
}

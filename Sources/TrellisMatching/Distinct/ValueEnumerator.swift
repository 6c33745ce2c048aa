import TrellisGrammars
import TrellisJSON

/// The values that a node stands for, the cheapest first.
struct ValueEnumerator {
    /// Some different values of a node, each with about the bytes it takes, and whether they are all.
    struct Domain {
        var values: [(value: ValueTable.Value, cost: Int)] = []
        var isComplete = true
    }

    let grammar: Grammar
    let pool: PatternPool
    let isLive: [Bool]
    private var known: [Int: (limit: Int, domain: Domain)] = [:]

    /// Makes an enumerator for the live nodes of a grammar.
    init(_ grammar: Grammar, _ pool: PatternPool, isLive: [Bool]) {
        self.grammar = grammar
        self.pool = pool
        self.isLive = isLive
    }

    /// The cheapest values of a node; when there are no more than the limit, all of them.
    mutating func domain(of node: Int, limit: Int, _ values: inout ValueTable) -> Domain {
        if let (bound, domain) = known[node], bound >= limit || domain.isComplete { return domain }
        let domain = isLive[node] ? compute(node, limit, &values) : Domain()
        known[node] = (limit, domain)
        return domain
    }

    private mutating func compute(_ node: Int, _ limit: Int, _ values: inout ValueTable) -> Domain {
        switch grammar.nodes[node] {
        case .literal(let bytes): return Domain(values: [(values.scalar(bytes), bytes.count)])
        case .lexeme(let lexeme): return domain(of: lexeme, limit, &values)
        case .choice(let nodes):
            var domains: [Domain] = []
            for node in nodes { domains.append(domain(of: node.index, limit: limit, &values)) }
            return merge(domains, limit)
        case .sequence, .repetition, .object, .array: return Domain(isComplete: false)
        }
    }

    private func domain(of lexeme: Lexeme, _ limit: Int, _ values: inout ValueTable) -> Domain {
        let state = pool.state(for: lexeme.withOneSpelling.pattern)
        guard pool.isLive(state) else { return Domain() }
        let (texts, isComplete) = pool.cheapestTexts(of: state, limit: limit)
        var domain = Domain(isComplete: isComplete)
        for (scalars, cost) in texts {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars.compactMap { Unicode.Scalar($0) })
            switch lexeme.form {
            case .jsonString: domain.values.append((values.scalar(.string(String(text))), cost + 2))
            case .plain: domain.values.append((values.scalar(Array(String(text).utf8)), cost))
            }
        }
        return domain
    }

    private func merge(_ domains: [Domain], _ limit: Int) -> Domain {
        var costs: [ValueTable.Value: Int] = [:]
        for (value, cost) in domains.flatMap(\.values) { costs[value] = min(costs[value] ?? .max, cost) }
        let sorted = costs.map { (value: $0.key, cost: $0.value) }
            .sorted { ($0.cost, $0.value) < ($1.cost, $1.value) }
        return Domain(
            values: Array(sorted.prefix(limit)),
            isComplete: sorted.count <= limit && domains.allSatisfy(\.isComplete))
    }
}

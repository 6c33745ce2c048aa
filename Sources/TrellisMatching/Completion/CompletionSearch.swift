/// The search for a completion with the fewest tokens, over the states that each number of tokens leads to.
///
/// `CompletionTable` looks at the shortest text; another text may take fewer tokens. This search looks at all of them, a
/// token more in each round, and ends with the first complete one. It costs a walk of the token trie for each state that it
/// meets, so it is for a limit that the table cannot keep, and gives up when it has visited many nodes.
struct CompletionSearch {
    /// What a search has found.
    enum Outcome {
        /// The tokens of a completion that no other has fewer of.
        case found([Int32])
        /// No completion has so few tokens.
        case none
        /// There may be one: the search was given up.
        case unknown
    }

    private let automaton: GrammarAutomaton
    private let completions: CompletionTable
    private let trie: TokenTrie
    /// How the states that were met were reached first.
    private var origins: [GrammarAutomaton.State: (state: GrammarAutomaton.State, token: Int32)] = [:]
    private var visits = 0

    private let firstCount: Int

    /// The work after which a search is given up, some tens of milliseconds: a visit of a trie node is one, a new state of
    /// the automaton as much as fifty.
    private static let workLimit = 1 << 20

    private var work: Int { visits + 50 * (automaton.count - firstCount) }

    /// Prepares a search.
    init(_ automaton: GrammarAutomaton, _ completions: CompletionTable, _ trie: TokenTrie) {
        self.automaton = automaton
        self.completions = completions
        self.trie = trie
        firstCount = automaton.count
    }

    /// Looks for a completion of a state that is not complete, with at most so many tokens.
    mutating func run(from start: GrammarAutomaton.State, atMost limit: Int) -> Outcome {
        var frontier = [start]
        var count = 0
        while count < limit, !frontier.isEmpty {
            count += 1
            var next: [GrammarAutomaton.State] = []
            for state in frontier {
                if let end = expand(state, from: start, leaving: limit - count, into: &next) {
                    return .found(path(to: end, from: start))
                }
                if work > Self.workLimit { return .unknown }
            }
            frontier = next
        }
        return .none
    }

    /// Adds the states after each token; returns the first complete one.
    private mutating func expand(
        _ state: GrammarAutomaton.State, from start: GrammarAutomaton.State, leaving rest: Int,
        into frontier: inout [GrammarAutomaton.State]
    ) -> GrammarAutomaton.State? {
        var path = [GrammarAutomaton.State](repeating: state, count: trie.longest + 1)
        var node = 1
        while node < trie.count {
            visits += 1
            let depth = Int(trie.nodes[node].depth)
            let next = automaton.step(path[depth - 1], trie.nodes[node].byte)
            guard next != GrammarAutomaton.dead else {
                node = Int(trie.nodes[node].subtreeEnd)
                continue
            }
            path[depth] = next
            let begin = Int(trie.tokenBegins[node])
            if begin < Int(trie.tokenBegins[node + 1]), next != start, origins[next] == nil {
                origins[next] = (state, trie.tokens[begin])
                if automaton.isAccepting(next) { return next }
                if completions.mayFit(from: next, within: rest) { frontier.append(next) }
            }
            node += 1
        }
        return nil
    }

    private func path(to end: GrammarAutomaton.State, from start: GrammarAutomaton.State) -> [Int32] {
        var tokens: [Int32] = []
        var state = end
        while state != start, let origin = origins[state] {
            tokens.append(origin.token)
            state = origin.state
        }
        return tokens.reversed()
    }
}

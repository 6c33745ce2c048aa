/// What a limit on the tokens to come does to masks: a token stays when the text after it can still be completed in time.
///
/// While the limit is far, no token is looked at. The *reserve* of a state is a number of tokens within which a completion
/// fits after every token that the state allows; it is made from the costs in bytes, as a mask is: tokens that stay inside
/// a lexeme cost no more than the dearest of its states that they lead to, others are walked along their remainders.
/// Only below its reserve a state's tokens are grouped by what the states after them need.
///
/// In an object with many members in any order each choice of a member has completions of its own, through sets of members that
/// no other has. Only so many are looked for; the tokens of the others are taken to need a token for each byte.
final class BudgetTable {
    private let automaton: GrammarAutomaton
    private let completions: CompletionTable
    private let trie: TokenTrie
    private let lexemeMasks: LexemeMaskTable
    private let hasByteTokens: Bool
    private var reserves: [GrammarAutomaton.State: Int] = [:]
    /// The cost of the dearest state of each lexeme's state inside which some token ends.
    private var insideCosts: [LexemeAutomaton.State: Int] = [:]
    /// The tokens of the state that was asked for last, by what they need.
    private var last: (state: GrammarAutomaton.State, groups: [Group])?

    /// The number of new states for which completions of one state's tokens are looked for: less where memory gets scarce.
    private var searchLimit: Int { automaton.size < automaton.sizeLimit / 8 ? 4096 : 256 }

    /// Tokens after which equally many tokens are needed; nil for those after which no tokens complete the text.
    private struct Group {
        var need: Int?
        var tokens: [Int32]
    }

    /// Makes a table for an automaton.
    init(_ automaton: GrammarAutomaton, _ completions: CompletionTable, _ vocabulary: MatchingVocabulary.Contents) {
        self.automaton = automaton
        self.completions = completions
        trie = vocabulary.trie
        lexemeMasks = vocabulary.lexemeMasks
        hasByteTokens = vocabulary.hasByteTokens
    }

    /// A number of tokens within which a completion fits after every token that a state allows.
    func reserve(of state: GrammarAutomaton.State) -> Int {
        if let known = reserves[state] { return known }
        let unrecorded = automaton.unrecorded(state, for: .masks)
        if unrecorded != state {
            let most = reserve(of: unrecorded)
            reserves[state] = most
            return most
        }
        var most = hasByteTokens ? 0 : Int.max
        var others: [(lexeme: Int32, stack: StackTable.Stack)] = []
        for (lexeme, stack) in hasByteTokens ? automaton.configurations(state) : [] {
            let rest = automaton.resume(stack)
            guard lexeme < LocalLexemes.literalBase,
                let mask = lexemeMasks.mask(of: lexeme, isLast: automaton.configurations(rest).isEmpty)
            else {
                others.append((lexeme, stack))
                continue
            }
            most = max(most, min(insideCost(of: lexeme) + completions.cost(after: stack), CostTable.infinite))
            if let exits = unsafe mask.exits {
                walk(exits.remainders.trie, from: rest) { _, next in most = max(most, completions.cost(of: next)) }
            }
        }
        if !others.isEmpty {
            walk(trie, from: automaton.state(of: others)) { _, next in most = max(most, completions.cost(of: next)) }
        }
        reserves[state] = most
        return most
    }

    /// The tokens that a state allows and after which no completion fits within a number of tokens.
    func tokens(after state: GrammarAutomaton.State, needingMoreThan limit: Int) -> [[Int32]] {
        groups(after: state).filter { $0.need ?? .max > limit }.map(\.tokens)
    }

    private func groups(after state: GrammarAutomaton.State) -> [Group] {
        let state = automaton.unrecorded(state, for: .completions)
        if let last, last.state == state { return last.groups }
        var numbers: [Int?: Int] = [:]
        var groups: [Group] = []
        let searchLimit = searchLimit
        var searched = 0
        walk(trie, from: state) { tokens, next in
            let before = automaton.count
            let need =
                searched < searchLimit
                ? completions.tokenCount(from: next) : completions.knownTokenCount(from: next)
            searched += automaton.count - before
            let number = numbers[need] ?? groups.count
            if number == groups.count {
                groups.append(Group(need: need, tokens: []))
                numbers[need] = number
            }
            groups[number].tokens.append(contentsOf: tokens)
        }
        last = (state, groups)
        return groups
    }

    /// Visits the tokens of a trie that the automaton reads from a state, with the state after them.
    private func walk(
        _ trie: TokenTrie, from state: GrammarAutomaton.State,
        _ body: (ArraySlice<Int32>, GrammarAutomaton.State) -> Void
    ) {
        guard state != GrammarAutomaton.dead else { return }
        var path = [GrammarAutomaton.State](repeating: state, count: trie.longest + 1)
        var node = 1
        while node < trie.count {
            let depth = Int(trie.nodes[node].depth)
            let next = automaton.step(path[depth - 1], trie.nodes[node].byte)
            guard next != GrammarAutomaton.dead else {
                node = Int(trie.nodes[node].subtreeEnd)
                continue
            }
            path[depth] = next
            let tokens = trie.tokens[Int(trie.tokenBegins[node])..<Int(trie.tokenBegins[node + 1])]
            if !tokens.isEmpty { body(tokens, next) }
            node += 1
        }
    }

    /// The greatest cost of a lexeme's rest after a token that stays inside it.
    private func insideCost(of state: LexemeAutomaton.State) -> Int {
        if let known = insideCosts[state] { return known }
        let lexemes = automaton.lexemes
        var most = lexemes.greatestCost(inside: state)
        if most == nil {
            most = 0
            var path = [LexemeAutomaton.State](repeating: state, count: trie.longest + 1)
            var node = 1
            while node < trie.count {
                let depth = Int(trie.nodes[node].depth)
                let next = lexemes.step(path[depth - 1], trie.nodes[node].byte)
                path[depth] = next
                let hasTokens = trie.tokenBegins[node] < trie.tokenBegins[node + 1]
                if next != LexemeAutomaton.dead, hasTokens { most = max(most ?? 0, lexemes.cost(of: next)) }
                node = next == LexemeAutomaton.dead ? Int(trie.nodes[node].subtreeEnd) : node + 1
            }
        }
        insideCosts[state] = most
        return most ?? 0
    }
}

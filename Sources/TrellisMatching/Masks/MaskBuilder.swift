import TrellisTokenization

/// Computes the masks of states, each once.
///
/// A state's configurations are independent of each other: a token is allowed when one of them allows it. Those
/// inside a shared lexeme are answered by its lexeme mask and a walk of its remainders from what follows; the others
/// (literals, declared names) are walked together along the token trie, which their few bytes keep narrow.
final class MaskBuilder {
    private let automaton: GrammarAutomaton
    private let trie: TokenTrie
    private let lexemeMasks: LexemeMaskTable
    /// The mask of each state that was asked for.
    private var masks: [StateMask?] = []

    /// Makes a builder for an automaton.
    init(_ automaton: GrammarAutomaton, _ vocabulary: MatchingVocabulary.Contents) {
        self.automaton = automaton
        trie = vocabulary.trie
        lexemeMasks = vocabulary.lexemeMasks
    }

    /// The mask of a state.
    func mask(of state: GrammarAutomaton.State) -> StateMask {
        if Int(state) < masks.count, let known = masks[Int(state)] { return known }
        var result = StateMask(lexemeMasks: [], tokens: [], allowsEnd: automaton.isAccepting(state))
        var others: [(lexeme: Int32, stack: StackTable.Stack)] = []
        for (lexeme, stack) in automaton.configurations(state) {
            guard lexeme < LocalLexemes.literalBase,
                let mask = lexemeMasks.mask(of: lexeme, isLast: isLast(stack))
            else {
                others.append((lexeme, stack))
                continue
            }
            result.lexemeMasks.append(mask)
            if let remainders = mask.remainders {
                var tokens: [Int32] = []
                walk(remainders, from: automaton.resume(stack), into: &tokens)
                result.tokens.append(contentsOf: tokens.filter(mask.filter.includes))
            }
        }
        if !others.isEmpty { walk(trie, from: automaton.state(of: others), into: &result.tokens) }
        if masks.count < automaton.count {
            masks.append(contentsOf: repeatElement(nil, count: automaton.count - masks.count))
        }
        masks[Int(state)] = result
        return result
    }

    /// Whether nothing may follow the lexeme above a set of stacks.
    private func isLast(_ stack: StackTable.Stack) -> Bool {
        automaton.configurations(automaton.resume(stack)).isEmpty
    }

    /// Adds the tokens of a trie whose bytes the automaton reads from a state.
    private func walk(_ trie: TokenTrie, from state: GrammarAutomaton.State, into tokens: inout [Int32]) {
        let first = automaton.byteSet(of: state)
        var path = [GrammarAutomaton.State](repeating: state, count: trie.longest + 1)
        var node = 1
        while node < trie.count {
            let depth = Int(trie.depths[node])
            let byte = trie.bytes[node]
            let isPossible = depth > 1 || first.contains(byte)
            let next = isPossible ? automaton.step(path[depth - 1], byte) : GrammarAutomaton.dead
            guard next != GrammarAutomaton.dead else {
                node = Int(trie.subtreeEnds[node])
                continue
            }
            path[depth] = next
            tokens.append(contentsOf: trie.tokens[Int(trie.tokenBegins[node])..<Int(trie.tokenBegins[node + 1])])
            node += 1
        }
    }
}

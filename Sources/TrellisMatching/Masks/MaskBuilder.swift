import TrellisGrammars
import TrellisTokenization

/// Computes the masks of states, each once.
///
/// A state's configurations are independent of each other: a token is allowed when one of them allows it. Those
/// inside a shared lexeme are answered by its lexeme mask and a walk of its remainders from what follows; the others
/// (literals, declared names) are followed along the token trie, which their few bytes keep narrow.
final class MaskBuilder {
    private let automaton: GrammarAutomaton
    private let lexemeMasks: LexemeMaskTable
    private let vocabulary: Vocabulary
    /// The mask of each state that was asked for.
    private let finished: FinishedMasks
    // Invariant of the unchecked property: as in `GrammarAutomaton`.
    /// About the size of the masks in bytes.
    @exclusivity(unchecked)
    private(set) var bytes = 0
    /// What is reached behind JSON strings, by the state there.
    private var afterStrings: [GrammarAutomaton.State: Reached] = [:]

    private struct Reached {
        var places: [Int32]
        var uncertain: [Int32]
    }

    /// Makes a builder for an automaton, which puts its masks where threads can read them.
    init(_ automaton: GrammarAutomaton, _ vocabulary: MatchingVocabulary.Contents, into finished: FinishedMasks) {
        self.automaton = automaton
        self.finished = finished
        lexemeMasks = vocabulary.lexemeMasks
        self.vocabulary = vocabulary.vocabulary
    }

    /// The mask of a state.
    func mask(of state: GrammarAutomaton.State) -> FinishedMasks.Entry {
        if let known = finished.entry(of: state) { return known }
        let mask = computeMask(of: state)
        // A mask that was made when a limit was hit is not for others.
        guard !automaton.isFull, automaton.lexemes.pool.exceeded == nil else { return FinishedMasks.Entry(mask) }
        unsafe bytes += mask.bytes
        return finished.insert(mask, for: state, of: automaton.count)
    }

    private func computeMask(of state: GrammarAutomaton.State) -> StateMask {
        let unrecorded = automaton.unrecorded(state, for: .masks)
        guard unrecorded == state else {
            var result = mask(of: unrecorded).mask
            result.tokens += result.uncertain.filter { isRead($0, from: state) }
            result.uncertain = []
            return result
        }
        var result = StateMask(lexemeMasks: [], tokens: [], allowsEnd: automaton.isAccepting(state))
        var walk = ContinuationWalk(automaton, lexemeMasks.follows)
        for (lexeme, stack) in automaton.configurations(state) {
            guard lexeme < LocalLexemes.literalBase,
                let mask = lexemeMasks.mask(of: lexeme, isLast: isLast(stack))
            else {
                walk.follow(lexeme, stack)
                continue
            }
            result.lexemeMasks.append(mask)
            if let exits = unsafe mask.exits {
                let reached = reached(by: exits, from: automaton.resume(stack))
                for place in reached.places where exits.includes(place) {
                    result.tokens.append(exits.tokens[Int(place)])
                }
                for place in reached.uncertain where exits.includes(place) {
                    result.uncertain.append(exits.tokens[Int(place)])
                }
            }
        }
        result.tokens.append(contentsOf: walk.tokens)
        result.uncertain.append(contentsOf: walk.uncertain)
        return result
    }

    /// The places among the tokens that leave a lexeme whose remainders are read from a state.
    ///
    /// All JSON strings leave the same remainders, and each state of a string has the same that follows it.
    private func reached(by exits: LexemeMask.Exits, from state: GrammarAutomaton.State) -> Reached {
        if exits.allowed != nil, let known = afterStrings[state] { return known }
        var walk = ContinuationWalk(automaton, exits.remainders)
        walk.follow(state)
        let result = Reached(places: walk.tokens, uncertain: walk.uncertain)
        if exits.allowed != nil {
            afterStrings[state] = result
            unsafe bytes += 64 + (result.places.count + result.uncertain.count) * 4
        }
        return result
    }

    /// Whether the automaton reads the bytes of a token.
    private func isRead(_ token: Int32, from state: GrammarAutomaton.State) -> Bool {
        var state = state
        for byte in vocabulary.bytes(of: TokenID(rawValue: UInt32(bitPattern: token))) {
            state = automaton.step(state, byte)
            if state == GrammarAutomaton.dead { return false }
        }
        return true
    }

    /// Whether nothing may follow the lexeme above a set of stacks.
    private func isLast(_ stack: StackTable.Stack) -> Bool {
        let rest = automaton.resume(stack)
        return rest == GrammarAutomaton.dead || automaton.configurations(rest).isEmpty
    }
}

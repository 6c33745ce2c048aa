import TrellisGrammars

extension GrammarAutomaton {
    /// What a state without recorded texts is made for.
    enum Purpose: Hashable {
        /// Which bytes may come.
        case masks
        /// What completes the text.
        case completions
    }

    /// The state in which texts that need not be remembered are not.
    ///
    /// A recorded lexeme is replaced by the lexeme itself, after which the value is unknown. For the bytes up to the end of the
    /// next value that is compared that changes nothing, as long as so many values are left for it that one more or less
    /// makes no difference. A state in which such a value has ended is uncertain; who meets it asks the true state. For
    /// completions no further value may be required, for a short one would be taken again.
    func unrecorded(_ state: State, for purpose: Purpose) -> State {
        let configurations = configurations(state)
        guard configurations.contains(where: { $0.lexeme >= RecordedLexemes.base }) else { return state }
        return replacement(for: state, purpose) {
            var stacksByLexeme: [Int32: StackTable.Stack] = [:]
            for (lexeme, stack) in configurations {
                let isForgotten = lexeme >= RecordedLexemes.base && hasRoom(stack, for: purpose)
                let lexeme = isForgotten ? shared(lexeme) : lexeme
                let known = stacksByLexeme[lexeme] ?? stack
                stacksByLexeme[lexeme] = unsafe stacks.union(known, stack)
            }
            return stacksByLexeme.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    /// Whether what follows on a set of stacks does not depend on one value more or less.
    private func hasRoom(_ stack: StackTable.Stack, for purpose: Purpose) -> Bool {
        unsafe stacks.frames(stack).allSatisfy { frame in
            switch program.grammar.nodes[Int(frame.node)] {
            case .array(let array):
                if purpose == .completions, Int(frame.first) < array.minimumCount || !array.tallies.isEmpty {
                    return false
                }
                let elements = array.prefix.dropFirst(Int(frame.first)) + (array.items.map { [$0] } ?? [])
                return elements.allSatisfy { distinct.hasManyValues(Int32($0.index), without: frame.record) }
            case .object(let object):
                if purpose == .completions, Int(frame.count) + 1 < object.minimumCount || frame.needs != 0 {
                    return false
                }
                return object.openProperties.indices.allSatisfy { property in
                    distinct.hasManyNames(of: Int32(property), in: frame.node, without: frame.record)
                }
            default: return false
            }
        }
    }
}

package import TrellisGrammars

/// The automaton of a grammar from lexeme to lexeme, as far as a number of states: for people to look at.
///
/// A state is what may follow where a lexeme has ended. Grammars that recur or count have more states than anybody looks at, so
/// that the outline ends somewhere.
package struct AutomatonOutline {
    /// What leads from one state to another.
    package enum Label: Hashable {
        /// These bytes.
        case literal([UInt8])
        /// These bytes with white space where the layout has it.
        case spaced([UInt8])
        /// A text of a lexeme.
        case lexeme(Lexeme)
    }

    /// A way on from a state.
    package struct Edge: Hashable {
        /// What is written on the way.
        package let label: Label
        /// The number of the state it leads to; nil when the outline does not reach that far.
        package let target: Int?
    }

    /// A state.
    package struct State {
        /// The ways on.
        package var edges: [Edge] = []
        /// Whether the text may end here.
        package let isAccepting: Bool
    }

    /// The states, the start first.
    package private(set) var states: [State] = []

    /// Whether no state was left out.
    package var isWhole: Bool { states.allSatisfy { $0.edges.allSatisfy { $0.target != nil } } }

    /// Follows a grammar up to so many states, the nearest first.
    ///
    /// Throws `MatchingError.limitExceeded`.
    package init(_ grammar: CompiledGrammar, limit: Int) throws(MatchingError) {
        self = try grammar.vocabulary.withContents { contents throws(MatchingError) in
            try grammar.freshTables(contents).run { AutomatonOutline($0.automaton, limit: max(1, limit)) }
        }
    }

    private init(_ automaton: GrammarAutomaton, limit: Int) {
        let lexemes = Self.lexemes(of: automaton)
        var numbers = [automaton.start: 0]
        var queue = [automaton.start]
        states.append(State(isAccepting: automaton.isAccepting(automaton.start)))
        func number(of state: GrammarAutomaton.State, _ states: inout [State]) -> Int? {
            if let known = numbers[state] { return known }
            guard states.count < limit else { return nil }
            numbers[state] = states.count
            queue.append(state)
            states.append(State(isAccepting: automaton.isAccepting(state)))
            return states.count - 1
        }
        var next = 0
        while next < queue.count {
            var edges: [Edge] = []
            func add(_ label: Label, _ target: GrammarAutomaton.State) {
                guard target != GrammarAutomaton.dead else { return }
                let edge = Edge(label: label, target: number(of: target, &states))
                if !edges.contains(edge) { edges.append(edge) }
            }
            for (lexeme, stack) in automaton.configurations(queue[next]) {
                if lexeme >= LocalLexemes.nameBase, lexeme < RecordedLexemes.base {
                    for name in automaton.local.names(of: lexeme) {
                        add(.literal(name.bytes), automaton.resume(stack, after: LexemeEnding(property: name.property)))
                    }
                } else if automaton.isLocal(lexeme) {
                    add(.literal(automaton.local.literalRest(lexeme)), automaton.resume(stack))
                } else if let label = lexemes[automaton.shared(lexeme)] {
                    add(label, automaton.resume(stack))
                }
            }
            states[next].edges = edges
            next += 1
        }
    }

    /// The lexemes by their first states.
    private static func lexemes(of automaton: GrammarAutomaton) -> [LexemeAutomaton.State: Label] {
        var labels: [LexemeAutomaton.State: Label] = [:]
        let program = automaton.program
        for (index, node) in program.grammar.nodes.enumerated() {
            switch node {
            case .lexeme(let lexeme): labels[program.starts[index]] = .lexeme(lexeme)
            case .object(let object):
                for property in object.openProperties {
                    let lexeme = Lexeme(property.names, as: .jsonString)
                    labels[automaton.lexemes.start(lexeme)] = .lexeme(lexeme)
                }
            default: break
            }
        }
        let punctuation = program.punctuation
        for (lexeme, text) in [
            (punctuation.closeBrace, "}"), (punctuation.closeBracket, "]"), (punctuation.comma, ","),
            (punctuation.colon, ":"), (punctuation.gap ?? LexemeAutomaton.dead, ""),
        ] { labels[lexeme] = .spaced(Array(text.utf8)) }
        return labels
    }
}

extension LocalLexemes {
    /// The allowed names before which a state is, with their properties.
    fileprivate func names(of state: Int32) -> [(bytes: [UInt8], property: Int32)] {
        let range = range(of: state)
        return unsafe nameLists[Int(range.list)].names[Int(range.low)..<Int(range.high)].filter {
            contains(range.allowed, $0.property)
        }
    }

    /// The bytes of a literal from a state on.
    fileprivate func literalRest(_ state: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        while let byte = literalByte(state + Int32(bytes.count)) { bytes.append(byte) }
        return bytes
    }
}

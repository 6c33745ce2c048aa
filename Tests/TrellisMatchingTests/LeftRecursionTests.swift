import Foundation
import Testing
import TrellisGrammars
import TrellisMatching

/// Grammars that recur in every way, against a recognizer that tries all spans of a text until nothing changes.
struct LeftRecursionTests {
    /// Which spans of a text each node of a grammar of literals, sequences, choices and repetitions makes.
    private struct SpanTable {
        let nodes: [Grammar.Node]
        let text: [UInt8]
        /// By node, start and end.
        private var spans: [Bool]

        init(_ grammar: Grammar, _ text: [UInt8]) {
            nodes = grammar.nodes
            self.text = text
            spans = [Bool](repeating: false, count: nodes.count * (text.count + 1) * (text.count + 1))
            var hasChanged = true
            while hasChanged {
                hasChanged = false
                for node in nodes.indices {
                    for start in 0...text.count {
                        for end in ends(of: node, from: start) where !contains(node, start, end) {
                            spans[place(node, start, end)] = true
                            hasChanged = true
                        }
                    }
                }
            }
        }

        private func place(_ node: Int, _ start: Int, _ end: Int) -> Int {
            (node * (text.count + 1) + start) * (text.count + 1) + end
        }

        func contains(_ node: Int, _ start: Int, _ end: Int) -> Bool { spans[place(node, start, end)] }

        private func known(_ node: Grammar.NodeID, from starts: Set<Int>) -> Set<Int> {
            Set((0...text.count).filter { end in starts.contains { contains(node.index, $0, end) } })
        }

        private func ends(of node: Int, from start: Int) -> Set<Int> {
            switch nodes[node] {
            case .literal(let bytes): return text[start...].starts(with: bytes) ? [start + bytes.count] : []
            case .sequence(let parts): return parts.reduce([start]) { known($1, from: $0) }
            case .choice(let nodes): return nodes.reduce(into: []) { $0.formUnion(known($1, from: [start])) }
            case .repetition(let body, let minimum, let maximum):
                var reached: Set<Int> = [start]
                var all: Set<Int> = minimum == 0 ? [start] : []
                for count in stride(from: 1, through: min(maximum ?? .max, minimum + text.count), by: 1) {
                    reached = known(body, from: reached)
                    if count >= minimum { all.formUnion(reached) }
                }
                return all
            case .lexeme, .object, .array: return []
            }
        }
    }

    private func randomGrammar(_ generator: inout SeededGenerator) throws -> Grammar {
        var builder = GrammarBuilder()
        let rules = (0..<3).map { _ in builder.reserve() }
        func below(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }
        func node(_ depth: Int) -> Grammar.Node {
            func id() -> Grammar.NodeID {
                below(3) == 0 ? rules[below(3)] : builder.add(node(depth - 1))
            }
            switch depth > 0 ? below(8) : 0 {
            case 0, 1: return .literal(Array(["a", "b", "", "ab"][below(4)].utf8))
            case 2, 3, 4: return .sequence((0..<1 + below(3)).map { _ in id() })
            case 5, 6: return .choice((0..<1 + below(3)).map { _ in id() })
            default:
                let low = below(3)
                return .repetition(id(), atLeast: low, atMost: below(2) == 0 ? nil : low + below(3))
            }
        }
        for rule in rules { builder.define(rule, as: .choice([builder.add(node(3)), builder.add(node(2))])) }
        return try builder.build(root: rules[0], layout: .compact)
    }

    @Test func sameLanguageAsBefore() throws {
        let isLong = ProcessInfo.processInfo.environment["TRELLIS_LONG_TESTS"] == "1"
        let texts = (0...(isLong ? 4 : 3)).flatMap { length in
            (0..<1 << length).map { bits in
                (0..<length).map { bits >> $0 & 1 == 0 ? UInt8(ascii: "a") : UInt8(ascii: "b") }
            }
        }
        let vocabulary = MatchingVocabulary(toyVocabulary(["ab", "ba", "aab"]))
        var recursive = 0
        for seed in UInt64(1)...(isLong ? 1000 : 120) {
            var generator = SeededGenerator(seed: seed)
            let grammar = try randomGrammar(&generator)
            let resolved = try #require(
                grammar.withoutLeftRecursion(
                    nodeLimit: 100_000, within: CompilationWatch(GrammarLimits(time: .seconds(60)))))
            if resolved.nodes.count != grammar.nodes.count { recursive += 1 }
            let expected = texts.map { text in SpanTable(grammar, text).contains(grammar.root.index, 0, text.count) }
            let compiled = try BruteForceTests.compiled(resolved, vocabulary)
            let found = try texts.map { try compiled?.matches($0) ?? false }
            #expect(found == expected, "seed \(seed): texts differ\n\(grammar)\n\(resolved)")
            // The completion from the start is a text, and needs no more tokens than the shortest has bytes.
            guard let compiled else { continue }
            var matcher = Matcher(compiled)
            let completion = try #require(matcher.shortestCompletion, "seed \(seed)\n\(resolved)")
            for token in completion { expectAccepts(&matcher, token) }
            #expect(matcher.isComplete, "seed \(seed)\n\(resolved)")
            if let shortest = zip(texts, expected).first(where: { $1 })?.0 {
                #expect(completion.count <= shortest.count)
            }
        }
        #expect(recursive > 40)
    }
}

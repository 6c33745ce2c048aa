import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Outlines of automata, read as what they are: graphs whose ways from the start to an end spell the texts of the grammar.
@Suite struct AutomatonOutlineTests {
    private func outline(_ schema: String, limit: Int = 100) throws -> AutomatonOutline {
        let grammar = try Grammar(jsonSchema: JSONValue(parsing: schema))
        return try AutomatonOutline(
            try CompiledGrammar(grammar, for: MatchingVocabulary(toyVocabulary())), limit: limit)
    }

    /// All texts that a graph without cycles spells.
    private func texts(of outline: AutomatonOutline, from state: Int = 0) -> Set<String> {
        var texts: Set<String> = outline.states[state].isAccepting ? [""] : []
        for edge in outline.states[state].edges {
            let labels: [String] =
                switch edge.label {
                case .literal(let bytes): [String(decoding: bytes, as: UTF8.self)]
                case .lexeme(let lexeme):
                    if case .texts(let texts) = lexeme.pattern {
                        texts.map { lexeme.form == .jsonString ? JSONValue.string($0).text() : $0 }
                    } else {
                        []
                    }
                case .spaced: []
                }
            guard let target = edge.target else { continue }
            for rest in self.texts(of: outline, from: target) { for label in labels { texts.insert(label + rest) } }
        }
        return texts
    }

    @Test func spellsTheTexts() throws {
        let outline = try outline(
            #"""
            {"type": "object", "additionalProperties": false, "required": ["a"],
             "properties": {"a": {"enum": ["x", "y\n"]}, "b": {"type": "boolean"}, "c": {"const": []}}}
            """#)
        #expect(outline.isWhole)
        let a = [#""a": "x""#, #""a": "y\n""#]
        let rest = [
            "", #", "b": true"#, #", "b": false"#, #", "c": []"#, #", "b": true, "c": []"#, #", "b": false, "c": []"#,
        ]
        #expect(texts(of: outline) == Set(a.flatMap { first in rest.map { "{\(first)\($0)}" } }))
    }

    /// Recursion that counts nothing is a cycle; nesting is endless, and ends where it is told to.
    @Test func endsAtTheLimit() throws {
        let whole = try outline(#"{"type":"array","items":{"type":"boolean"}}"#)
        #expect(whole.isWhole && whole.states.count < 10)
        let cut = try outline(##"{"type":"array","items":{"$ref":"#"}}"##, limit: 7)
        #expect(!cut.isWhole)
        #expect(cut.states.count == 7)
    }
}

import TrellisGrammars
import TrellisJSON
import TrellisMatching

/// The automaton of a grammar as a graph in the language of Graphviz.
///
/// States are circles, those where the text may end double ones; the start has a mark before it. What is written on the way
/// stands at the arrows, literals as strings of JSON, lexemes between slashes. Dashed arrows lead beyond what is shown.
struct AutomatonText {
    /// The greatest number of states that are shown.
    static let stateLimit = 400
    /// The greatest number of lines at one arrow, and of characters in one of them.
    private static let lineLimit = 8
    private static let widthLimit = 48

    /// The graph.
    let text: String

    /// Writes an automaton.
    init(_ outline: AutomatonOutline) {
        var lines = [
            "digraph grammar {",
            "    rankdir=LR",
            "    node [shape=circle, fontname=\"sans-serif\", fontsize=11, width=0.35]",
            "    edge [fontname=\"monospace\", fontsize=11]",
            "    start [shape=point, width=0.1]",
            "    start -> 0",
        ]
        for (number, state) in outline.states.enumerated() {
            lines.append("    \(number)" + (state.isAccepting ? " [shape=doublecircle]" : ""))
        }
        for (number, state) in outline.states.enumerated() {
            var targets: [Int?] = []
            for edge in state.edges where !targets.contains(edge.target) { targets.append(edge.target) }
            for target in targets {
                let labels = state.edges.filter { $0.target == target }.map { Self.text(of: $0.label) }
                if target == nil { lines.append("    more\(number) [label=\"…\", shape=plaintext]") }
                lines.append(
                    "    \(number) -> \(target.map(String.init) ?? "more\(number)") [label=\(Self.label(labels))"
                        + (target == nil ? ", style=dashed]" : "]"))
            }
        }
        lines.append("}")
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func text(of label: AutomatonOutline.Label) -> String {
        switch label {
        case .literal(let bytes): JSONValue.string(String(decoding: bytes, as: UTF8.self)).text()
        case .spaced(let bytes): "space \(JSONValue.string(String(decoding: bytes, as: UTF8.self)).text()) space"
        case .lexeme(let lexeme):
            (lexeme.form == .jsonString ? "string " : "") + "/\(PatternText(lexeme.pattern).text)/"
        }
    }

    /// Writes a label of lines, each ended by a mark that sets it to the left.
    private static func label(_ lines: [String]) -> String {
        var shown = lines.prefix(lineLimit).map { line in
            line.count > widthLimit ? "\(line.prefix(widthLimit - 1))…" : line
        }
        if lines.count > lineLimit { shown.append("… \(lines.count - lineLimit) more") }
        let escaped = shown.map { $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
        return "\"" + (escaped.count == 1 ? escaped[0] : escaped.map { $0 + "\\l" }.joined()) + "\""
    }
}

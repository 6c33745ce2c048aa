package import TrellisGrammars
import TrellisJSON

/// Writes the grammar of the replies of a format.
package struct ReplyGrammar {
    private let format: ReplyFormat
    private let tags: ReplyTags
    private let request: ReplyRequest
    private var builder = GrammarBuilder()

    /// The grammar of what a model may reply.
    ///
    /// - Throws: `GrammarError` with the place in the schema of a tool or of the answer.
    package static func grammar(of request: ReplyRequest, _ format: ReplyFormat, _ tags: ReplyTags) throws -> Grammar {
        var writer = ReplyGrammar(format: format, tags: tags, request: request)
        return try writer.grammar()
    }

    private init(format: ReplyFormat, tags: ReplyTags, request: ReplyRequest) {
        self.format = format
        self.tags = tags
        self.request = request
    }

    private mutating func grammar() throws -> Grammar {
        var parts: [Grammar.NodeID] = []
        if let thought = thought() { parts.append(thought) }
        parts.append(try body())
        let root = builder.add(.sequence(parts))
        return try builder.build(root: root, layout: format.layout)
    }

    /// A text of the format.
    private mutating func literal(_ text: String) -> Grammar.NodeID { builder.add(.literal(tags.bytes(of: text))) }

    private var empty: Grammar.NodeID {
        mutating get { builder.add(.sequence([])) }
    }

    // MARK: Thoughts

    private mutating func thought() -> Grammar.NodeID? {
        guard let frame = format.thought else { return nil }
        let text = builder.lexeme(.text(without: [frame.close]), as: .plain)
        let gap = builder.add(.choice(frame.gaps.map { $0.isEmpty ? empty : literal($0) }))
        let rest = [text, literal(frame.close), gap]
        if request.isThinking { return builder.add(.sequence(rest)) }
        return builder.add(.choice([builder.add(.sequence([literal(frame.open)] + rest)), empty]))
    }

    // MARK: Answers and calls

    private mutating func body() throws -> Grammar.NodeID {
        guard request.calling != .disallowed, let calls = format.calls else { return try answer() }
        let some = try callSequence(calls)
        if request.calling == .required { return some }
        if request.schema == nil, calls.followText {
            return builder.add(.sequence([try answer(), builder.add(.choice([some, empty]))]))
        }
        return builder.add(.choice([try answer(), some]))
    }

    private mutating func answer() throws -> Grammar.NodeID {
        let node =
            if let schema = request.schema { builder.embed(try Grammar(jsonSchema: schema)) } else {
                builder.lexeme(textPattern, as: .plain)
            }
        return format.answerOpen.isEmpty ? node : builder.add(.sequence([literal(format.answerOpen), node]))
    }

    /// Texts that the reader can't take for something else.
    private var textPattern: Pattern {
        var marks: [String] = []
        var patterns: [Pattern] = []
        if let frame = format.thought, format.answerOpen.isEmpty, !request.isThinking {
            patterns.append(.text(notBeginningWith: [frame.open]))
        }
        if request.calling != .disallowed, let calls = format.calls {
            if calls.mark.isEmpty {
                patterns.append(.text(notBeginningWith: request.tools.map { calls.call.beginning(name: $0.name) }))
            } else {
                // A tag alone is a beginning, too, which only a call can follow.
                marks.append(String(calls.mark.reversed().drop(while: \.isWhitespace).reversed()))
            }
        }
        if !marks.isEmpty { patterns.append(.text(without: marks)) }
        return Pattern.all(of: patterns)
    }

    private mutating func callSequence(_ calls: ReplyFormat.Calls) throws -> Grammar.NodeID {
        let forms = try request.tools.map { try call($0, calls.call) }
        let one = builder.add(
            .sequence([literal(calls.open), builder.add(.choice(forms)), literal(calls.close)]))
        var parts = [literal(calls.first), one]
        if let separator = calls.separator {
            let another = builder.add(.sequence([literal(separator), one]))
            parts.append(builder.add(.repetition(another, atLeast: 0, atMost: ReplyFormat.callLimit - 1)))
        }
        parts.append(literal(calls.last))
        return builder.add(.sequence(parts))
    }

    private mutating func call(_ tool: ReplyRequest.Tool, _ form: ReplyFormat.Call) throws -> Grammar.NodeID {
        let arguments = try Grammar(jsonSchema: tool.parameters)
        switch form {
        case .object(_, _, let identity):
            var parts = [literal(form.beginning(name: tool.name)), builder.embed(arguments)]
            if identity {
                let id = builder.lexeme(try Pattern(matching: "[0-9A-Za-z]{9}"), as: .plain)
                let member = builder.add(.sequence([literal(#", "id": ""#), id, literal("\"")]))
                parts.append(builder.add(.choice([member, empty])))
            }
            return builder.add(.sequence(parts + [literal("}")]))
        case .named:
            return builder.add(.sequence([literal(form.beginning(name: tool.name)), builder.embed(arguments)]))
        case .gemma(let quote):
            let notation = try GemmaNotation.grammar(of: arguments, quote: quote, tags.bytes(of: quote))
            return builder.add(.sequence([literal(form.beginning(name: tool.name)), builder.embed(notation)]))
        }
    }
}

extension ReplyFormat.Call {
    /// What a call of a tool begins with, up to its arguments.
    func beginning(name: String) -> String {
        switch self {
        case .object(let nameMember, let argumentsMember, _):
            "{\(quoted(nameMember)): \(quoted(name)), \(quoted(argumentsMember)): "
        case .named(let between): name + between
        case .gemma: name
        }
    }

    private func quoted(_ text: String) -> String { JSONValue.string(text).text(.compact) }
}

extension Pattern {
    /// Any text in which none of some texts stands.
    fileprivate static func text(without parts: [String]) -> Pattern {
        .not(.any(of: parts.map { .containing(.text($0)) }))
    }

    /// Any text that begins with none of some texts.
    fileprivate static func text(notBeginningWith parts: [String]) -> Pattern {
        .not(.sequence([.texts(parts), .anything]))
    }
}

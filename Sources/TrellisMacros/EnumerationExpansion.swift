/// Writes what an enumeration gets: a choice of texts, or of objects when a case has a payload.
struct EnumerationExpansion {
    /// The type that gets it.
    let type: GenerableType
    /// Its cases, at least one.
    let cases: [EnumerationCase]
    /// Whether the texts are the raw values instead of the names of the cases.
    let rawValues: Bool

    private var hasPayloads: Bool { cases.contains { !$0.payloads.isEmpty } }

    /// The declarations that the type does not have by hand.
    var expansion: Expansion {
        var expansion = Expansion(members: [])
        if !type.declares("generationSchema") { expansion.members.append(schema) }
        if !type.declares("generatedContent") { expansion.members.append(content) }
        if !type.declaresInitializer { expansion.members.append(initializer) }
        return expansion
    }

    /// The literal of the text that stands for a case.
    private func text(of choice: EnumerationCase) -> String {
        rawValues && !hasPayloads ? choice.rawValue ?? choice.name.literal : choice.name.literal
    }

    private var schema: SourceText {
        var source = SourceText()
        source.block("\(type.access)nonisolated static var generationSchema: Trellis.GenerationSchema") { source in
            source.indented(from: "Trellis.GenerationSchema(", to: ")") { source in
                for argument in schemaArguments { source.line(argument + ",") }
                if hasPayloads {
                    source.indented(from: "cases: [", to: "]") { source in
                        for choice in cases { source.line(schemaCase(choice) + ",") }
                    }
                } else {
                    source.line("anyOf: [\(cases.map(text).joined(separator: ", "))]")
                }
            }
        }
        return source
    }

    /// The arguments before the choices; without payloads nothing can be nil.
    private var schemaArguments: [String] {
        var arguments = type.arguments
        if !hasPayloads { arguments.representsNil = false }
        return arguments.schemaArguments
    }

    private func schemaCase(_ choice: EnumerationCase) -> String {
        guard !choice.payloads.isEmpty else { return "Trellis.GenerationSchema.Case(name: \(text(of: choice)))" }
        let properties = choice.payloads.map {
            "Trellis.GenerationSchema.Property(name: \($0.name.literal), type: \($0.type.spelling).self)"
        }
        return
            "Trellis.GenerationSchema.Case(name: \(text(of: choice)), properties: [\(properties.joined(separator: ", "))])"
    }

    private var content: SourceText {
        var source = SourceText()
        source.block("\(type.access)nonisolated var generatedContent: Trellis.GeneratedContent") { source in
            source.line("switch self {")
            for choice in cases {
                let names = choice.payloads.indices.map { "value\($0)" }
                let bindings = names.map { "let \($0)" }.joined(separator: ", ")
                source.indented(from: "case .\(choice.identifier)\(bindings.isEmpty ? "" : "(\(bindings))"):") {
                    source in
                    guard hasPayloads else {
                        source.line("return Trellis.GeneratedContent(\(text(of: choice)))")
                        return
                    }
                    let payloads = zip(choice.payloads, names).map {
                        ContentProperty(name: $0.name, value: $1, type: $0.type)
                    }
                    source.returnContent(
                        of: [ContentProperty(name: "type", value: text(of: choice), type: nil)] + payloads,
                        identity: nil, representsNil: type.arguments.representsNil)
                }
            }
            source.line("}")
        }
        return source
    }

    private var initializer: SourceText {
        let content = "Trellis.GeneratedContent"
        let choice = hasPayloads ? "try content.value(\(content).self, forProperty: \"type\")" : "content"
        var source = SourceText()
        source.block("\(type.access)nonisolated init(_ content: \(content)) throws") { source in
            source.line("let choice = \(choice)")
            source.line("let name = try choice.value(Swift.String.self)")
            // The text of one case can begin like that of another.
            source.block("guard choice.isComplete else") { source in
                source.throwError("the name '\\(name)' is unfinished")
            }
            source.line("switch name {")
            for choice in cases {
                source.indented(from: "case \(text(of: choice)):") { $0.line(assignment(of: choice)) }
            }
            source.indented(from: "default:") { $0.throwError("'\\(name)' is not a case of \\(Self.self)") }
            source.line("}")
        }
        return source
    }

    private func assignment(of choice: EnumerationCase) -> String {
        guard !choice.payloads.isEmpty else { return "self = .\(choice.identifier)" }
        let values = choice.payloads.map {
            "\($0.label)content.value(\($0.type.spelling).self, forProperty: \($0.name.literal))"
        }
        return "self = try .\(choice.identifier)(\(values.joined(separator: ", ")))"
    }
}

extension SourceText {
    /// Adds the statement that throws an error about the content.
    fileprivate mutating func throwError(_ message: String) {
        indented(from: "throw Trellis.GeneratedContent.ParsingError(", to: ")") { source in
            source.line("rawContent: content.jsonString,")
            source.line("debugDescription: \"\(message)\"")
        }
    }
}

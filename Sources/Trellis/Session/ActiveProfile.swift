/// What a session works with in one generation.
struct ActiveProfile: Sendable {
    /// The model that is asked.
    var model: any LanguageModel
    /// The tools that it may call.
    var tools: [SessionTool]
    /// What the model is told about its task; nil for what the transcript begins with.
    var instructions: Transcript.Instructions?

    /// What there is to be done for each generation, and what of it is known before.
    ///
    /// - Throws: What is wrong with one of the tools.
    init(model: any LanguageModel, tools: [any Tool], instructions: Transcript.Instructions? = nil) throws {
        self.model = model
        self.tools = try tools.map { try SessionTool($0) }
        self.instructions = instructions
        for (index, tool) in self.tools.enumerated() {
            let name = tool.definition.name
            guard !self.tools[..<index].contains(where: { $0.definition.name == name }) else {
                throw InvalidGenerationOption(
                    name: "tools", value: "a list with two of the name “\(name)”", requirement: "of different names")
            }
        }
    }

    /// The tool of a name.
    ///
    /// - Throws: `LanguageModelSession.ToolCallingError.unknownTool`.
    func tool(named name: String) throws -> SessionTool {
        guard let tool = tools.first(where: { $0.definition.name == name }) else {
            throw LanguageModelSession.ToolCallingError.unknownTool(name: name)
        }
        return tool
    }
}

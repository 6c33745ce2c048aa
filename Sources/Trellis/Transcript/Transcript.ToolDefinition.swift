extension Transcript {
    /// A tool as a model sees it.
    public struct ToolDefinition: Sendable, Equatable {
        /// The name by which the model calls the tool.
        public var name: String
        /// What the tool does and when to call it.
        public var description: String
        /// The schema of the arguments.
        public let parameters: GenerationSchema
        /// Whether instructions show the schema; it's for the session to know and not written with the transcript.
        var showsParameters = true

        /// Makes a definition.
        ///
        /// - Parameters:
        ///   - name: The name by which the model calls the tool.
        ///   - description: What the tool does and when to call it.
        ///   - parameters: The schema of the arguments.
        public init(name: String, description: String, parameters: GenerationSchema) {
            self.name = name
            self.description = description
            self.parameters = parameters
        }

        /// Makes the definition of a tool, with its parameters as they are now.
        public init(tool: some Tool) {
            self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
            showsParameters = tool.includesSchemaInInstructions
        }

        /// Equal when names and descriptions are and the schemas mean the same.
        public static func == (left: ToolDefinition, right: ToolDefinition) -> Bool {
            left.name == right.name && left.description == right.description
                && left.parameters.isSame(as: right.parameters)
        }
    }
}

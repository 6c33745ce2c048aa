/// What can be asked of a language model.
public struct LanguageModelCapabilities: Sendable, Hashable {
    /// Something that a model may be able to do.
    public struct Capability: Sendable, Hashable, CustomStringConvertible {
        /// The name of the capability.
        public let description: String

        /// Reading images.
        public static let vision = Capability(description: "vision")
        /// Answers that satisfy a schema.
        public static let guidedGeneration = Capability(description: "guidedGeneration")
        /// Thinking before the answer.
        public static let reasoning = Capability(description: "reasoning")
        /// Calling tools.
        public static let toolCalling = Capability(description: "toolCalling")
    }

    private let capabilities: Set<Capability>

    /// Makes a set of capabilities.
    public init(_ capabilities: [Capability]) { self.capabilities = Set(capabilities) }

    /// Makes a set of capabilities, as the first beta spelled it.
    public init(capabilities: [Capability]) { self.init(capabilities) }

    /// Whether the model can do something.
    public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }
}

package import TrellisJSON

/// What a reply may be made of.
package struct ReplyRequest: Sendable, Hashable {
    /// Whether tools may be called.
    package enum Calling: Sendable, Hashable {
        /// The model decides.
        case allowed
        /// The reply is calls.
        case required
        /// The reply is the answer.
        case disallowed
    }

    /// A tool as a grammar sees it.
    package struct Tool: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The schema of the arguments.
        package var parameters: JSONValue

        /// Describes a tool.
        package init(name: String, parameters: JSONValue) {
            self.name = name
            self.parameters = parameters
        }
    }

    /// The tools that can be called.
    package var tools: [Tool]
    /// Whether they may be.
    package var calling: Calling
    /// The schema of the answer; nil for free text.
    package var schema: JSONValue?
    /// Whether the prompt ends within a thought.
    package var isThinking: Bool

    /// Describes a reply.
    package init(tools: [Tool] = [], calling: Calling = .allowed, schema: JSONValue? = nil, isThinking: Bool = false) {
        self.tools = tools
        self.calling = tools.isEmpty ? .disallowed : calling
        self.schema = schema
        self.isThinking = isThinking
    }
}

/// Something that a reply says.
package enum ReplyEvent: Sendable, Hashable {
    /// More of the thoughts.
    case thought(String)
    /// More of the answer.
    case answer(String)
    /// A call of a tool.
    case call(name: String, arguments: JSONValue)
}

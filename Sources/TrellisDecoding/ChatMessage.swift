package import TrellisJSON

/// A message of a conversation, as a chat template takes it.
package struct ChatMessage: Sendable, Hashable {
    /// A call of a tool that the assistant made.
    package struct ToolCall: Sendable, Hashable {
        /// The identity of the call.
        package var id: String
        /// The name of the tool.
        package var name: String
        /// The arguments, an object.
        package var arguments: JSONValue

        /// Describes a call.
        package init(id: String, name: String, arguments: JSONValue) {
            self.id = id
            self.name = name
            self.arguments = arguments
        }
    }

    /// Who speaks: `system`, `user`, `assistant` or `tool`.
    package var role: String
    /// What is said.
    package var content: String
    /// The calls of tools that the assistant made.
    package var toolCalls: [ToolCall]
    /// The identity of the call that a tool answers.
    package var toolCallID: String?
    /// The name of the tool that answers.
    package var name: String?

    /// Makes a message.
    package init(
        role: String, content: String, toolCalls: [ToolCall] = [], toolCallID: String? = nil, name: String? = nil
    ) {
        self.role = role
        self.content = content
        self.toolCalls = toolCalls
        self.toolCallID = toolCallID
        self.name = name
    }

    /// The message as the variable of a template.
    var json: JSONValue {
        var object = JSONObject()
        object["role"] = .string(role)
        object["content"] = .string(content)
        if !toolCalls.isEmpty {
            object["tool_calls"] = .array(
                toolCalls.map { call in
                    [
                        "id": .string(call.id), "type": "function",
                        "function": ["name": .string(call.name), "arguments": call.arguments],
                    ]
                })
        }
        object["tool_call_id"] = toolCallID.map { .string($0) }
        object["name"] = name.map { .string($0) }
        return .object(object)
    }
}

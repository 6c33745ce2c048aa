package import TrellisJSON

/// All that a chat template is given: the messages, and what it may want to know besides.
package struct Conversation: Sendable, Hashable {
    /// The messages in order.
    package var messages: [ChatMessage]
    /// The descriptions of tools, for templates that have a place for them.
    package var tools: [JSONValue]
    /// Further variables of the template, such as whether the model thinks before it answers.
    package var settings: JSONObject

    /// Makes a conversation.
    package init(_ messages: [ChatMessage], tools: [JSONValue] = [], settings: JSONObject = JSONObject()) {
        self.messages = messages
        self.tools = tools
        self.settings = settings
    }

    /// The variables of the template, apart from the special tokens of the model.
    package var variables: JSONObject {
        var variables = settings
        variables["messages"] = .array(messages.map(\.json))
        // Templates tell a missing list from an empty one.
        if !tools.isEmpty { variables["tools"] = .array(tools) }
        variables["add_generation_prompt"] = true
        return variables
    }
}

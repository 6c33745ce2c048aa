package import TrellisDecoding

/// Writes a transcript as the messages of a chat template.
///
/// Every template knows the roles system, user and assistant, and some insist that the last two alternate; so calls of tools
/// are messages of the assistant, their outputs messages of the user, and neighbours of one role become one message.
package struct ConversationWriter {
    /// What the instructions begin with because of the use of the model.
    package let useCaseInstructions: String?
    /// The tools of the session.
    package let tools: [Transcript.ToolDefinition]

    /// Makes a writer for the conversations of a session.
    package init(useCaseInstructions: String? = nil, tools: [Transcript.ToolDefinition]) {
        self.useCaseInstructions = useCaseInstructions
        self.tools = tools
    }

    /// The messages of a conversation.
    ///
    /// - Parameters:
    ///   - entries: The transcript.
    ///   - request: What is asked of the model beside the last prompt; added to the last message of the user.
    /// - Throws: What is wrong with the schema of a prompt.
    package func messages(for entries: [Transcript.Entry], request: String? = nil) throws -> [ChatMessage] {
        var system = [useCaseInstructions ?? ""]
        var messages: [ChatMessage] = []
        func say(_ role: String, _ content: String) {
            if let last = messages.last, last.role == role {
                messages[messages.count - 1].content = last.content + "\n\n" + content
            } else {
                messages.append(ChatMessage(role: role, content: content))
            }
        }
        for entry in entries {
            switch entry {
            case .instructions(let instructions): system.append(instructions.segments.text)
            case .prompt(let prompt): say("user", try text(of: prompt))
            case .toolCalls(let calls):
                for call in calls {
                    say("assistant", ToolCallGrammar.text(name: call.toolName, arguments: call.arguments))
                }
            case .toolOutput(let output): say("user", "Result of \(output.toolName): \(output.segments.text)")
            case .response(let response): say("assistant", response.segments.text)
            // What a model thought is for the answer that followed, not for later ones.
            case .reasoning: continue
            }
        }
        if let request { say("user", request) }
        system.append(try ToolPrompt(tools).text)
        let systemText = system.filter { !$0.isEmpty }.joined(separator: "\n\n")
        return systemText.isEmpty ? messages : [ChatMessage(role: "system", content: systemText)] + messages
    }

    private func text(of prompt: Transcript.Prompt) throws -> String {
        let text = prompt.segments.text
        guard let format = prompt.responseFormat, prompt.contextOptions.includeSchemaInPrompt ?? true else {
            return text
        }
        return text + "\n\n" + SchemaPrompt(try format.schema.jsonSchema).text
    }
}

package import TrellisDecoding
import TrellisJSON

/// Writes a transcript as the conversation of a chat template.
///
/// Where the template knows tools, calls of tools and their outputs are messages as it has them. For others there are the roles
/// that every template knows, system, user and assistant; so calls are messages of the assistant, their outputs messages of
/// the user. Some insist that the last two alternate: neighbours of one role become one message.
package struct ConversationWriter {
    /// How tools are shown to the model.
    package enum ToolStyle: Sendable, Hashable {
        /// In the words of this package, in the instructions.
        case instructions
        /// As the format of the model has it.
        case format(ReplyFormat)
    }

    private let useCaseInstructions: String?
    private let tools: [Transcript.ToolDefinition]
    private let style: ToolStyle

    /// Makes a writer for the conversations of a session.
    ///
    /// - Parameters:
    ///   - useCaseInstructions: What the instructions begin with because of the use of the model.
    ///   - tools: The tools of the session.
    ///   - style: How they're shown.
    package init(
        useCaseInstructions: String? = nil, tools: [Transcript.ToolDefinition] = [], style: ToolStyle = .instructions
    ) {
        self.useCaseInstructions = useCaseInstructions
        self.tools = tools
        self.style = style
    }

    /// A transcript as a conversation.
    ///
    /// - Parameters:
    ///   - entries: The transcript.
    ///   - request: What is asked of the model beside the last prompt; added to the last message of the user.
    /// - Throws: What is wrong with the schema of a prompt or of a tool.
    package func conversation(for entries: [Transcript.Entry], request: String? = nil) throws -> Conversation {
        var system = [useCaseInstructions ?? ""]
        var messages = Messages(format: format)
        let answered = Set(
            entries.map { entry in if case .toolOutput(let output) = entry { output.toolCallID } else { "" } })
        for entry in entries {
            switch entry {
            case .instructions(let instructions): system.append(instructions.segments.text)
            case .prompt(let prompt): messages.say("user", try text(of: prompt))
            case .toolCalls(let calls):
                // A call that nothing has answered, because the request failed, is none that the model should see.
                for call in calls where answered.contains(call.id) { messages.add(call) }
            case .toolOutput(let output): messages.add(output)
            case .response(let response): messages.say("assistant", response.segments.text)
            // What a model thought is for the answer that followed, not for later ones.
            case .reasoning: continue
            }
        }
        if let request { messages.say("user", request) }
        if format?.showsTools != true { system.append(try ToolPrompt(tools, format: format).text) }
        let systemText = system.filter { !$0.isEmpty }.joined(separator: "\n\n")
        var conversation = Conversation(messages.finished)
        if !systemText.isEmpty { conversation.messages.insert(ChatMessage(role: "system", content: systemText), at: 0) }
        if format?.showsTools == true { conversation.tools = try tools.map { try $0.functionJSON } }
        return conversation
    }

    private var format: ReplyFormat? {
        if case .format(let format) = style, format.callsTools { format } else { nil }
    }

    private func text(of prompt: Transcript.Prompt) throws -> String {
        let text = prompt.segments.text
        guard let format = prompt.responseFormat, prompt.contextOptions.includeSchemaInPrompt ?? true else {
            return text
        }
        return text + "\n\n" + SchemaPrompt(try format.schema.jsonSchema).text
    }

    /// Messages as they are put together.
    private struct Messages {
        let format: ReplyFormat?
        private var messages: [ChatMessage] = []
        /// Calls that wait for their outputs, where a message can hold only so many.
        private var waiting: [ChatMessage.ToolCall] = []

        init(format: ReplyFormat?) { self.format = format }

        var finished: [ChatMessage] { messages }

        mutating func say(_ role: String, _ content: String) {
            if let last = messages.last, last.role == role, last.toolCalls.isEmpty {
                messages[messages.count - 1].content = last.content.isEmpty ? content : last.content + "\n\n" + content
            } else {
                messages.append(ChatMessage(role: role, content: content))
            }
        }

        mutating func add(_ call: Transcript.ToolCall) {
            guard let format, format.showsTools else {
                let text =
                    format.map { $0.callText(name: call.toolName, arguments: call.arguments.value) }
                    ?? ToolCallGrammar.text(name: call.toolName, arguments: call.arguments)
                say("assistant", text)
                return
            }
            let call = ChatMessage.ToolCall(
                id: format.identity(of: call.id), name: call.toolName, arguments: call.arguments.value)
            if format.callsPerMessage == 1 {
                waiting.append(call)
            } else {
                attach(call)
            }
        }

        private mutating func attach(_ call: ChatMessage.ToolCall) {
            if messages.last?.role != "assistant" { messages.append(ChatMessage(role: "assistant", content: "")) }
            messages[messages.count - 1].toolCalls.append(call)
        }

        mutating func add(_ output: Transcript.ToolOutput) {
            guard let format, format.showsTools else {
                say("user", "Result of \(output.toolName): \(output.segments.text)")
                return
            }
            let id = format.identity(of: output.toolCallID)
            if let index = waiting.firstIndex(where: { $0.id == id }) { attach(waiting.remove(at: index)) }
            messages.append(
                ChatMessage(role: "tool", content: output.segments.text, toolCallID: id, name: output.toolName))
        }
    }
}

extension ReplyFormat {
    /// The identity of a call as the template takes it.
    func identity(of id: String) -> String {
        guard hasShortCallIDs else { return id }
        let letters = id.utf8.filter { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0) }
        let text = String(decoding: letters.prefix(9), as: UTF8.self)
        return text + String(repeating: "0", count: 9 - text.utf8.count)
    }
}

extension Transcript.ToolDefinition {
    /// The tool as chat templates and servers take it.
    var functionJSON: JSONValue {
        get throws {
            let schema: JSONValue =
                showsParameters ? try parameters.jsonSchema.shortened : ["type": "object", "properties": [:]]
            return [
                "type": "function",
                "function": ["name": .string(name), "description": .string(description), "parameters": schema],
            ]
        }
    }
}

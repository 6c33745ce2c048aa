import Foundation
import TrellisJSON

/// A transcript as the messages of chat completions.
struct ServerMessages {
    /// The greatest size of an image in a file, in bytes.
    private static let imageSizeLimit = 1 << 25

    /// The messages.
    private(set) var messages: [JSONValue] = []

    /// Writes messages.
    ///
    /// - Throws: What is wrong with the schema of a prompt; `LanguageModelError.unsupportedTranscriptContent` for images that cannot
    ///   be sent.
    init(_ transcript: Transcript) throws {
        let answered = Set(
            transcript.compactMap { entry in if case .toolOutput(let output) = entry { output.toolCallID } else { nil }
            })
        for entry in transcript {
            switch entry {
            case .instructions(let instructions): say("system", instructions.segments)
            case .prompt(let prompt): messages.append(try Self.message(of: prompt, entry))
            case .toolCalls(let calls):
                // A call that nothing has answered, because the request failed, is none that the model should see.
                let calls = calls.filter { answered.contains($0.id) }
                guard !calls.isEmpty else { continue }
                messages.append([
                    "role": "assistant", "content": "", "tool_calls": .array(calls.map(\.functionJSON)),
                ])
            case .toolOutput(let output):
                messages.append([
                    "role": "tool", "tool_call_id": .string(output.toolCallID),
                    "content": .string(output.segments.text),
                ])
            case .response(let response): say("assistant", response.segments)
            // What a model thought is for the answer that followed, not for later ones.
            case .reasoning: continue
            }
        }
    }

    private mutating func say(_ role: String, _ segments: [Transcript.Segment]) {
        guard !segments.isEmpty else { return }
        messages.append(["role": .string(role), "content": .string(segments.text)])
    }

    private static func message(of prompt: Transcript.Prompt, _ entry: Transcript.Entry) throws -> JSONValue {
        var text = prompt.segments.text
        if let format = prompt.responseFormat, prompt.contextOptions.includeSchemaInPrompt ?? true {
            text += "\n\n" + SchemaPrompt(try format.schema.jsonSchema).text
        }
        var images: [JSONValue] = []
        for case .attachment(let segment) in prompt.segments {
            switch segment.content {
            case .image(let image):
                guard let url = address(of: image.content.url) else {
                    throw LanguageModelError.unsupportedTranscriptContent(
                        .init(
                            unsupportedContent: [entry],
                            debugDescription: "the image at “\(image.content.url)” cannot be sent to a server"))
                }
                images.append(["type": "image_url", "image_url": ["url": .string(url)]])
            }
        }
        let content: JSONValue =
            images.isEmpty ? .string(text) : .array([["type": "text", "text": .string(text)]] + images)
        return ["role": "user", "content": content]
    }

    /// The address under which a server finds an image: its own, or the bytes of a file.
    private static func address(of url: URL) -> String? {
        guard url.isFileURL else {
            return ["http", "https", "data"].contains(url.scheme ?? "") ? url.absoluteString : nil
        }
        let types = ["png": "png", "jpg": "jpeg", "jpeg": "jpeg", "gif": "gif", "webp": "webp"]
        guard let type = types[url.pathExtension.lowercased()],
            let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber,
            size.intValue <= imageSizeLimit, let data = try? Data(contentsOf: url)
        else { return nil }
        return "data:image/\(type);base64,\(data.base64EncodedString())"
    }
}

extension Transcript.ToolCall {
    /// The call as chat completions have it.
    fileprivate var functionJSON: JSONValue {
        [
            "id": .string(id), "type": "function",
            "function": ["name": .string(toolName), "arguments": .string(arguments.jsonString)],
        ]
    }
}

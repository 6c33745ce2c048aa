import Foundation
package import TrellisJSON

extension Transcript {
    /// The JSON form, structured values with their properties in order.
    package func json() throws -> JSONValue {
        let entries = try map { JSONValue.object(try $0.json()) }
        return ["type": "FoundationModels.Transcript", "version": 1, "transcript": ["entries": .array(entries)]]
    }
}

extension Transcript.Entry {
    fileprivate func json() throws -> JSONObject {
        switch self {
        case .instructions(let entry):
            var object = JSONObject(role: "instructions", id: entry.id)
            object.set(contents: entry.segments)
            if !entry.toolDefinitions.isEmpty {
                object["tools"] = .array(try entry.toolDefinitions.map { try $0.json() })
            }
            return object
        case .prompt(let entry): return try entry.json()
        case .toolCalls(let entry):
            var object = JSONObject(role: "response", id: entry.id)
            object["toolCalls"] = .array(try entry.map { try $0.json() })
            return object
        case .toolOutput(let entry):
            var object = JSONObject(role: "tool", id: entry.id)
            object["toolCallID"] = .string(entry.toolCallID)
            object["toolName"] = .string(entry.toolName)
            object.set(contents: entry.segments)
            return object
        case .response(let entry):
            var object = JSONObject(role: "response", id: entry.id)
            object.set(contents: entry.segments)
            var metadata = entry.metadata
            if let assets = metadata.removeValue(forKey: "assetIDs") as? [String] {
                object["assets"] = .array(assets.map { .string($0) })
            } else {
                metadata = entry.metadata
            }
            try object.set(metadata: metadata)
            return object
        case .reasoning(let entry):
            var object = JSONObject(role: "reasoning", id: entry.id)
            object.set(contents: entry.segments)
            object["signature"] = entry.signature.map { .string($0.base64EncodedString()) }
            try object.set(metadata: entry.metadata)
            return object
        }
    }
}

extension Transcript.Prompt {
    fileprivate func json() throws -> JSONObject {
        var object = JSONObject(role: "user", id: id)
        object["options"] = .object(options.json())
        object.set(contents: segments)
        if let responseFormat {
            object["responseFormat"] = [
                "type": "jsonSchema",
                "jsonSchema": [
                    "name": .string(responseFormat.name), "schema": try responseFormat.schema.jsonSchema,
                ],
            ]
        }
        let context = contextOptions.json()
        if !context.isEmpty { object["contextOptions"] = .object(context) }
        try object.set(metadata: metadata)
        return object
    }
}

extension Transcript.ToolDefinition {
    fileprivate func json() throws -> JSONValue {
        [
            "type": "function",
            "function": [
                "name": .string(name), "description": .string(description), "parameters": try parameters.jsonSchema,
            ],
        ]
    }
}

extension Transcript.ToolCall {
    fileprivate func json() throws -> JSONValue {
        var object = JSONObject()
        object["id"] = .string(id)
        object["name"] = .string(toolName)
        object["arguments"] = .string(arguments.jsonString)
        try object.set(metadata: metadata)
        return .object(object)
    }
}

extension Transcript.Segment {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let segment): ["type": "text", "id": .string(segment.id), "text": .string(segment.content)]
        case .structure(let segment):
            [
                "type": "structure", "id": .string(segment.id),
                "structure": ["source": .string(segment.schemaName), "content": segment.content.value],
            ]
        case .attachment(let segment): .object(segment.json)
        }
    }
}

extension Transcript.AttachmentSegment {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object["type"] = "attachment"
        object["id"] = .string(id)
        object["label"] = label.map { .string($0) }
        switch content {
        case .image(let image):
            var content = JSONObject()
            content["url"] = .string(image.content.url.absoluteString)
            content["orientation"] = image.content.orientation.map { .number(JSONNumber($0.rawValue)) }
            object["image"] = .object(content)
        }
        return object
    }
}

extension GenerationOptions {
    fileprivate func json() -> JSONObject {
        var object = JSONObject()
        switch samplingMode?.kind {
        case nil: break
        case .greedy: object["samplingMode"] = ["type": "greedy"]
        case .randomTopK(let count, let seed):
            object["samplingMode"] = GenerationOptions.json("randomTopK", "k", .number(JSONNumber(count)), seed)
        case .randomProbabilityThreshold(let threshold, let seed):
            object["samplingMode"] = GenerationOptions.json(
                "randomProbabilityThreshold", "threshold", JSONNumber(threshold).map { .number($0) } ?? .null, seed)
        }
        object["temperature"] = temperature.flatMap { JSONNumber($0) }.map { .number($0) }
        object["maximumResponseTokens"] = maximumResponseTokens.map { .number(JSONNumber($0)) }
        object["toolCallingMode"] = toolCallingMode.map { .string($0.kind.name) }
        return object
    }

    private static func json(_ type: String, _ name: String, _ value: JSONValue, _ seed: UInt64?) -> JSONValue {
        var object = JSONObject()
        object["type"] = .string(type)
        object[name] = value
        object["seed"] = seed.map { .number(JSONNumber($0)) }
        return .object(object)
    }
}

extension ContextOptions {
    fileprivate func json() -> JSONObject {
        var object = JSONObject()
        object["includeSchemaInPrompt"] = includeSchemaInPrompt.map { .bool($0) }
        object["reasoningLevel"] =
            switch reasoningLevel {
            case nil: nil
            case .light: "light"
            case .moderate: "moderate"
            case .deep: "deep"
            case .custom(let name): ["custom": .string(name)]
            }
        return object
    }
}

extension GenerationOptions.ToolCallingMode.Kind {
    /// The word for the mode in the JSON form.
    var name: String {
        switch self {
        case .allowed: "allowed"
        case .required: "required"
        case .disallowed: "disallowed"
        }
    }
}

extension JSONObject {
    fileprivate init(role: String, id: String) {
        self.init()
        self["role"] = .string(role)
        self["id"] = .string(id)
    }

    fileprivate mutating func set(contents segments: [Transcript.Segment]) {
        self["contents"] = .array(segments.map(\.json))
    }

    fileprivate mutating func set(metadata: TranscriptMetadata.Values) throws {
        if !metadata.isEmpty { self["metadata"] = .object(try TranscriptMetadata(metadata).json()) }
    }
}

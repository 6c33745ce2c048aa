import Foundation
import TrellisJSON

/// The body of a request to a server: a transcript and what is asked about it, as chat completions have it.
struct ServerRequest {
    /// What the server may answer.
    enum Answer {
        /// Text, or calls of tools where the mode allows them.
        case text
        /// Calls of tools; text counts for nothing.
        case calls
        /// A value of the schema.
        case value
    }

    /// The JSON object.
    let body: JSONValue

    /// Writes a request.
    ///
    /// - Throws: What is wrong with a schema; `LanguageModelError.unsupportedTranscriptContent` for images that cannot be sent.
    init(_ request: LanguageModelExecutorGenerationRequest, model: String, answer: Answer) throws {
        var body = JSONObject()
        body["model"] = .string(model)
        body["stream"] = true
        body["stream_options"] = ["include_usage": true]
        body["messages"] = .array(try ServerMessages(request.transcript).messages)
        Self.add(request.generationOptions, to: &body)
        body["reasoning_effort"] = request.contextOptions.reasoningLevel.map { .string($0.effort) }
        switch answer {
        case .value: body["response_format"] = try request.schema.map { try Self.format($0) }
        case .text, .calls:
            let tools = try request.enabledToolDefinitions.map { tool in
                var function = JSONObject()
                function["name"] = .string(tool.name)
                function["description"] = .string(tool.description)
                function["parameters"] = try tool.parameters.serverSchema
                let described: JSONValue = ["type": "function", "function": .object(function)]
                return described
            }
            guard !tools.isEmpty else { break }
            body["tools"] = .array(tools)
            switch request.generationOptions.toolCallingMode?.kind {
            case nil, .allowed: body["tool_choice"] = "auto"
            case .required: body["tool_choice"] = "required"
            case .disallowed: body["tool_choice"] = "none"
            }
        }
        self.body = .object(body)
    }

    private static func add(_ options: GenerationOptions, to body: inout JSONObject) {
        func number(_ value: Double) -> JSONValue { JSONNumber(value).map { .number($0) } ?? .null }
        body["max_tokens"] = options.maximumResponseTokens.map { .number(JSONNumber($0)) }
        body["temperature"] = options.temperature.map(number)
        switch options.samplingMode?.kind {
        case nil: break
        case .greedy: body["temperature"] = 0
        case .randomTopK(let k, let seed):
            body["top_k"] = .number(JSONNumber(k))
            body["seed"] = seed.map { .number(JSONNumber($0)) }
        case .randomProbabilityThreshold(let threshold, let seed):
            body["top_p"] = number(threshold)
            body["seed"] = seed.map { .number(JSONNumber($0)) }
        }
    }

    private static func format(_ schema: GenerationSchema) throws -> JSONValue {
        // Servers take names of these characters only.
        let name = schema.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(64)
        return [
            "type": "json_schema",
            "json_schema": [
                "name": .string(name.isEmpty ? "value" : String(name)), "strict": true,
                "schema": try schema.serverSchema,
            ],
        ]
    }
}

extension ContextOptions.ReasoningLevel {
    /// The level as servers have it.
    fileprivate var effort: String {
        switch self {
        case .light: "low"
        case .moderate: "medium"
        case .deep: "high"
        case .custom(let name): name
        }
    }
}

extension GenerationSchema {
    /// The schema as servers take it: what JSON Schema doesn't have is left out.
    fileprivate var serverSchema: JSONValue {
        get throws { try unboundedMaskSchema.withoutExtensions }
    }
}

extension JSONValue {
    fileprivate var withoutExtensions: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.withoutExtensions))
        case .object(let object):
            var result = JSONObject()
            for (name, value) in object {
                switch name {
                case "x-order": continue
                case "properties", "$defs":
                    // The names inside are those of properties and types, not keywords.
                    var members = JSONObject()
                    for (name, value) in value.objectValue ?? JSONObject() { members[name] = value.withoutExtensions }
                    result[name] = .object(members)
                case "enum", "const": result[name] = value
                default: result[name] = value.withoutExtensions
                }
            }
            return .object(result)
        default: return self
        }
    }
}

import Foundation
package import TrellisJSON

extension Transcript {
    /// Reads a transcript from its JSON form.
    ///
    /// - Throws: `DecodingError` with the place of what is not as it should be.
    package init(json: JSONValue) throws { try self.init(json: TranscriptReader(value: json, path: [])) }

    init(json reader: TranscriptReader) throws {
        if let type = reader.optionalMember("type"), try type.string() != "FoundationModels.Transcript" {
            throw type.fault("not a transcript: “\(try type.string())”")
        }
        if let version = reader.optionalMember("version"), try version.integer() != 1 {
            throw version.fault("version \(try version.integer()) of the form is not known, only 1")
        }
        self.init(entries: try reader.member("transcript").member("entries").elements().map { try Entry(json: $0) })
    }
}

extension Transcript.Entry {
    fileprivate init(json reader: TranscriptReader) throws {
        let id = try reader.string("id")
        switch try reader.string("role") {
        case "instructions":
            let tools = try reader.optionalMember("tools")?.elements() ?? []
            self = .instructions(
                .init(
                    id: id, segments: try reader.segments(),
                    toolDefinitions: try tools.map { try Transcript.ToolDefinition(json: $0) }))
        case "user": self = .prompt(try Transcript.Prompt(json: reader, id: id))
        case "response":
            if let calls = try reader.optionalMember("toolCalls")?.elements() {
                self = .toolCalls(.init(id: id, try calls.map { try Transcript.ToolCall(json: $0) }))
            } else {
                var metadata = try reader.metadata()
                if let assets = reader.optionalMember("assets") {
                    metadata["assetIDs"] = try assets.elements().map { try $0.string() }
                }
                self = .response(.init(id: id, metadata: metadata, segments: try reader.segments()))
            }
        case "tool":
            var output = Transcript.ToolOutput(
                id: id, toolName: try reader.string("toolName"), segments: try reader.segments())
            if let callID = try reader.optionalMember("toolCallID")?.string(), callID != id {
                output.differingCallID = callID
            }
            self = .toolOutput(output)
        case "reasoning":
            let signature = try reader.optionalMember("signature")?.data()
            self = .reasoning(
                .init(id: id, metadata: try reader.metadata(), segments: try reader.segments(), signature: signature))
        case let role: throw try reader.member("role").fault("unknown role “\(role)”")
        }
    }
}

extension Transcript.Prompt {
    fileprivate init(json reader: TranscriptReader, id: String) throws {
        self.init(
            id: id, metadata: try reader.metadata(), segments: try reader.segments(),
            options: try reader.optionalMember("options").map { try GenerationOptions(json: $0) } ?? .init(),
            contextOptions: try reader.optionalMember("contextOptions").map { try ContextOptions(json: $0) } ?? .init())
        if let format = reader.optionalMember("responseFormat") {
            let type = try format.member("type")
            guard try type.string() == "jsonSchema" else {
                throw type.fault("unknown response format “\(try type.string())”")
            }
            let content = try format.member("jsonSchema")
            responseFormat = .init(
                schema: try content.member("schema").schema().named(try content.optionalMember("name")?.string()))
        }
    }
}

extension Transcript.ToolDefinition {
    fileprivate init(json reader: TranscriptReader) throws {
        let type = try reader.member("type")
        guard try type.string() == "function" else { throw type.fault("unknown tool type “\(try type.string())”") }
        let function = try reader.member("function")
        self.init(
            name: try function.string("name"), description: try function.string("description"),
            parameters: try function.member("parameters").schema())
    }
}

extension Transcript.ToolCall {
    fileprivate init(json reader: TranscriptReader) throws {
        let arguments = try reader.member("arguments")
        let content: GeneratedContent
        do {
            content = try GeneratedContent(json: try arguments.string())
        } catch let error as GeneratedContent.ParsingError {
            throw arguments.fault(error.debugDescription)
        }
        self.init(
            id: try reader.string("id"), metadata: try reader.metadata(), toolName: try reader.string("name"),
            arguments: content)
    }
}

extension Transcript.Segment {
    fileprivate init(json reader: TranscriptReader) throws {
        let id = try reader.string("id")
        switch try reader.string("type") {
        case "text": self = .text(.init(id: id, content: try reader.string("text")))
        case "structure":
            let structure = try reader.member("structure")
            self = .structure(
                .init(
                    id: id, schemaName: try structure.string("source"),
                    content: GeneratedContent(value: try structure.member("content").value)))
        case "attachment":
            let image = try reader.member("image")
            let orientation = try image.optionalMember("orientation").map { place in
                guard let value = ImageAttachmentContent.Orientation(rawValue: try place.integer()) else {
                    throw place.fault("orientations are the numbers 1 to 8")
                }
                return value
            }
            let content = ImageAttachmentContent(url: try image.member("url").url(), orientation: orientation)
            self = .attachment(
                .init(
                    id: id, content: .image(.init(content: content)),
                    label: try reader.optionalMember("label")?.string()))
        case let type: throw try reader.member("type").fault("unknown type of content “\(type)”")
        }
    }
}

extension GenerationOptions {
    fileprivate init(json reader: TranscriptReader) throws {
        self.init(
            temperature: try reader.optionalMember("temperature")?.number(),
            maximumResponseTokens: try reader.optionalMember("maximumResponseTokens")?.integer())
        if let mode = reader.optionalMember("samplingMode") {
            let seed = try mode.optionalMember("seed")?.seed()
            switch try mode.string("type") {
            case "greedy": samplingMode = .greedy
            case "randomTopK": samplingMode = .random(top: try mode.member("k").integer(), seed: seed)
            case "randomProbabilityThreshold":
                samplingMode = .random(probabilityThreshold: try mode.member("threshold").number(), seed: seed)
            case let type: throw try mode.member("type").fault("unknown sampling mode “\(type)”")
            }
        }
        if let mode = reader.optionalMember("toolCallingMode") {
            let kinds: [ToolCallingMode.Kind] = [.allowed, .required, .disallowed]
            let name = try mode.string()
            guard let kind = kinds.first(where: { $0.name == name }) else {
                throw mode.fault("unknown tool calling mode “\(name)”")
            }
            toolCallingMode = ToolCallingMode(kind: kind)
        }
    }
}

extension ContextOptions {
    fileprivate init(json reader: TranscriptReader) throws {
        self.init(includeSchemaInPrompt: try reader.optionalMember("includeSchemaInPrompt")?.boolean())
        guard let level = reader.optionalMember("reasoningLevel") else { return }
        if let custom = level.optionalMember("custom") {
            reasoningLevel = .custom(try custom.string())
            return
        }
        switch try level.string() {
        case "light": reasoningLevel = .light
        case "moderate": reasoningLevel = .moderate
        case "deep": reasoningLevel = .deep
        case let name: throw level.fault("unknown reasoning level “\(name)”")
        }
    }
}

extension TranscriptReader {
    fileprivate func segments() throws -> [Transcript.Segment] {
        try member("contents").elements().map { try Transcript.Segment(json: $0) }
    }

    fileprivate func metadata() throws -> TranscriptMetadata.Values {
        try optionalMember("metadata").map { TranscriptMetadata(json: try $0.object()).values } ?? [:]
    }

    fileprivate func url() throws -> URL {
        guard let url = URL(string: try string()) else { throw fault("not a URL") }
        return url
    }

    fileprivate func data() throws -> Data {
        guard let data = Data(base64Encoded: try string()) else { throw fault("not base64") }
        return data
    }
}

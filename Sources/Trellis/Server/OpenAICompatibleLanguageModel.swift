public import Foundation

/// A model behind a server that speaks chat completions, such as llama-server, vLLM or one in the cloud.
///
///     let model = OpenAICompatibleLanguageModel(url: URL(string: "http://127.0.0.1:8080/v1")!, name: "qwen")
///     let session = LanguageModelSession(model: model)
///
/// The server streams its answer (`stream`), bound to the schema where there is one (`response_format` of the kind `json_schema`).
/// That it is isn't believed but checked, on each piece as it arrives: a server that breaks the schema ends the request with
/// `GeneratedContent/ParsingError`. White space and the order of properties are the server's. The same holds for the arguments of
/// tools.
///
/// Few servers take tools and a schema together. Where a session has both, the server is first asked for calls, without the
/// schema, and when it makes none for the answer, without the tools.
public struct OpenAICompatibleLanguageModel: LanguageModel {
    /// What can be asked of the model, as whoever made it said.
    public let capabilities: LanguageModelCapabilities
    /// What the executor is made from: where the server is and how it's spoken to.
    public let executorConfiguration: Executor.Configuration

    /// Names a model of a server.
    ///
    /// - Parameters:
    ///   - url: What the path of the request, `chat/completions`, is appended to; for most servers it ends in `/v1`.
    ///   - name: The name of the model; servers with one model take any.
    ///   - key: The key by which the server knows its users, sent as a bearer token.
    ///   - headers: More header fields of the request.
    ///   - timeout: How long the server may be silent before the request fails with ``LanguageModelError/timeout(_:)``.
    ///   - capabilities: What the server can do with the model. What isn't among it is refused before the server is asked.
    public init(
        url: URL, name: String, key: String? = nil, headers: [String: String] = [:],
        timeout: Duration = .seconds(120),
        capabilities: LanguageModelCapabilities = LanguageModelCapabilities([.guidedGeneration, .toolCalling])
    ) {
        self.capabilities = capabilities
        executorConfiguration = Executor.Configuration(
            url: url, name: name, key: key, headers: headers, timeout: timeout)
    }

    /// What answers for the model: a connection to the server.
    public struct Executor: LanguageModelExecutor {
        /// Where the server is and how it's spoken to.
        public struct Configuration: Sendable, Hashable {
            /// What the path of the request is appended to.
            public let url: URL
            /// The name of the model.
            public let name: String
            let key: String?
            let headers: [String: String]
            let timeout: Duration
        }

        private let generation: ServerGeneration

        /// Makes an executor. Nothing is sent yet.
        public init(configuration: Configuration) { generation = ServerGeneration(configuration) }

        /// Has the server answer.
        ///
        /// - Throws: `LanguageModelError`, `OpenAICompatibleLanguageModel.Error`, `GeneratedContent.ParsingError`.
        public nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: OpenAICompatibleLanguageModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            try await generation.respond(to: request, streamingInto: channel)
        }
    }
}

/// Prints where the server is and the name of the model; the key and the header fields are nobody's business.
extension OpenAICompatibleLanguageModel.Executor.Configuration: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The name of the model and the address of its server.
    public var description: String { "\(name) at \(url.absoluteString)" }

    /// The name of the model and the address of its server.
    public var debugDescription: String { description }

    /// The address and the name.
    public var customMirror: Mirror { Mirror(self, children: ["url": url, "name": name]) }
}

package import TrellisJSON
package import TrellisMatching
package import TrellisTokenization

/// What is to be decoded.
package struct DecodingRequest: Sendable {
    /// What the model reads.
    package enum Prompt: Sendable {
        /// A conversation, put into the form of the model's own chat template.
        case conversation(Conversation)
        /// Tokens as they are.
        case tokens([TokenID])

        /// A conversation of messages alone.
        package static func messages(_ messages: [ChatMessage]) -> Prompt { .conversation(Conversation(messages)) }
    }

    /// What the model may write.
    package enum Answer: Sendable {
        /// Any text, up to an end token.
        case text
        /// JSON text of a value that satisfies a JSON Schema.
        case value(schema: JSONValue)
        /// Text of a grammar compiled for the model.
        case grammar(CompiledGrammar)
        /// Thoughts, an answer or calls of tools, in the format of the model.
        case reply(ReplyRequest)
    }

    /// How many tokens the answer may have: never more than the prompt leaves room for in the context.
    ///
    /// Free text is cut at the limit. Text of a grammar is complete within it, or the request fails before it begins.
    package enum TokenLimit: Sendable, Hashable {
        /// As many as there is room for.
        case context
        /// So many.
        case atMost(Int)
        /// So many, or as many as there is room for when even the shortest answer has more.
        case usually(Int)
    }

    /// What guesses tokens ahead of the model; the answer is the same with any of them.
    package enum Speculation: Sendable {
        /// Nothing.
        case none
        /// Earlier occurrences of the last tokens, in the prompt or the answer.
        case lookup
        /// A smaller model with the same vocabulary.
        case model(LoadedModel)
    }

    /// What the model reads.
    package var prompt: Prompt
    /// What the model may write.
    package var answer: Answer
    /// How tokens are drawn.
    package var sampling: SamplingOptions
    /// How many tokens the answer may have.
    package var limit: TokenLimit
    /// What guesses tokens.
    package var speculation: Speculation

    /// Describes a request.
    package init(
        prompt: Prompt, answer: Answer = .text, sampling: SamplingOptions = .greedy, limit: TokenLimit = .context,
        speculation: Speculation = .none
    ) {
        self.prompt = prompt
        self.answer = answer
        self.sampling = sampling
        self.limit = limit
        self.speculation = speculation
    }
}

package import Foundation
package import TrellisGrammars
import TrellisInference
package import TrellisJSON
package import TrellisMatching
import TrellisModelFiles
package import TrellisTokenization

/// A model that is ready to decode: tokenizer, chat template, weights, and what is derived from them once.
///
/// Made from one file and shared by any number of requests at the same time. Grammars that were compiled and sequences that
/// were run are kept for later requests, both within bounds.
package final class LoadedModel: Sendable {
    /// The file.
    package let url: URL
    /// The name of the model in its file, or that of the file.
    package let name: String
    /// The languages that the file says the model is made for, as BCP 47 codes.
    package let languages: [String]
    /// The tokenizer of the model.
    package let tokenizer: any Tokenizer
    /// The tokens, arranged for matching.
    package let matchingVocabulary: MatchingVocabulary
    /// The greatest number of tokens of prompt and answer together.
    package let contextLength: Int

    /// How the model writes its replies, as its chat template has it.
    package let replyFormat: ReplyFormat

    let encoder: PromptEncoder
    let replyTags: ReplyTags
    let transformer: Transformer
    let freeText: FreeText.Table
    let contexts: ContextPool<InferenceContext>
    private let grammars = BoundedCache<String, CompiledGrammar>(limit: 64)
    private let replyGrammars = BoundedCache<ReplyRequest, CompiledGrammar>(limit: 64)

    /// How many idle sequences are kept so that their conversations can go on.
    private static var idleContexts: Int { 4 }

    /// Loads a model file.
    ///
    /// Takes about as long as reading the vocabulary; weights are mapped, not read.
    ///
    /// - Parameters:
    ///   - url: the GGUF file.
    ///   - contextLength: the greatest number of tokens of prompt and answer; the model's own limit when that is less, or
    ///     when nil.
    /// - Throws: `ModelFileError`, `TokenizerError`, `TemplateError`, `InferenceError`, each naming the part of the file.
    package init(url: URL, contextLength: Int? = nil) throws {
        let file = try GGUFFile(url: url)
        self.url = url
        name = try file.string(ifPresent: "general.name") ?? url.deletingPathExtension().lastPathComponent
        languages = try file.strings(ifPresent: "general.languages")?.map { String(decoding: $0, as: UTF8.self) } ?? []
        tokenizer = try makeTokenizer(from: file)
        let source = try file.string(ifPresent: "tokenizer.chat_template")
        let template = try source.map { source throws in try ChatTemplate(source) }
        replyFormat = ReplyFormat(source: source, template: template)
        replyTags = ReplyTags(replyFormat, tokenizer)
        encoder = PromptEncoder(tokenizer: tokenizer, template: template)
        transformer = try Transformer(file: file)
        matchingVocabulary = MatchingVocabulary(replyTags.tokenizer)
        freeText = FreeText.Table(tokenizer.vocabulary)
        let ownLength = transformer.configuration.contextLength
        self.contextLength = min(contextLength ?? ownLength, ownLength)
        contexts = ContextPool(limit: LoadedModel.idleContexts)
    }

    /// The tokens of a conversation up to where the answer begins.
    ///
    /// - Throws: `TemplateError`.
    package func encode(_ conversation: Conversation) throws -> [TokenID] { try encoder.encode(conversation) }

    /// Compiles a grammar for the vocabulary of the model; nothing is kept.
    package func compile(_ grammar: Grammar) throws -> CompiledGrammar {
        try CompiledGrammar(grammar, for: matchingVocabulary)
    }

    /// The compiled grammar of the values that satisfy a JSON Schema, kept for the next request with the same schema.
    ///
    /// - Throws: `GrammarError` or `MatchingError`, naming the part of the schema.
    package func compile(jsonSchema schema: JSONValue) throws -> CompiledGrammar {
        try grammars.value(for: schema.text(.compact)) { try compile(Grammar(jsonSchema: schema)) }
    }

    /// The compiled grammar of the replies that a request allows, kept for the next request like it.
    ///
    /// - Throws: `GrammarError` or `MatchingError`, naming the part of the schema.
    package func compile(reply request: ReplyRequest) throws -> CompiledGrammar {
        try replyGrammars.value(for: request) {
            try compile(ReplyGrammar.grammar(of: request, replyFormat, replyTags))
        }
    }

    /// Whether the template leaves the model within a thought after a conversation.
    package func endsInThought(_ conversation: Conversation) -> Bool {
        guard let open = replyFormat.thought?.open, let text = try? encoder.render(conversation) else { return false }
        return text.reversed().drop(while: \.isWhitespace).starts(with: open.reversed())
    }
}

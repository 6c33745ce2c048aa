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
    /// What is added to the weights; nil for the model as it is.
    let adapter: Adapter?
    let freeText: FreeText.Table
    let contexts = ContextPool<InferenceContext>(limit: LoadedModel.idleContexts)
    let steps: StepQueue
    /// By the bytes of the schema: texts that only Swift thinks equal are different schemas.
    private let grammars: BoundedCache<[UInt8], CompiledGrammar>
    private let replyGrammars: BoundedCache<ReplyRequest, CompiledGrammar>

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
        steps = StepQueue(transformer)
        matchingVocabulary = MatchingVocabulary(replyTags.tokenizer)
        freeText = FreeText.Table(tokenizer.vocabulary)
        let ownLength = transformer.configuration.contextLength
        self.contextLength = min(contextLength ?? ownLength, ownLength)
        adapter = nil
        grammars = BoundedCache(limit: 64)
        replyGrammars = BoundedCache(limit: 64)
    }

    /// The same model under a low-rank adapter: all but the adapter's own matrices and the sequences is shared.
    ///
    /// - Parameters:
    ///   - base: the model.
    ///   - url: the adapter, a GGUF file or a folder as PEFT writes it.
    /// - Throws: `ModelFileError`, `InferenceError`, each naming the part of the adapter.
    package init(_ base: LoadedModel, adapter url: URL) throws {
        adapter = try Adapter(file: AdapterFile(url: url), model: base.transformer)
        self.url = base.url
        name = base.name
        languages = base.languages
        tokenizer = base.tokenizer
        replyFormat = base.replyFormat
        replyTags = base.replyTags
        encoder = base.encoder
        transformer = base.transformer
        steps = base.steps
        matchingVocabulary = base.matchingVocabulary
        freeText = base.freeText
        contextLength = base.contextLength
        grammars = base.grammars
        replyGrammars = base.replyGrammars
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
        try grammars.value(for: Array(schema.text(.compact).utf8)) { try compile(Grammar(jsonSchema: schema)) }
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

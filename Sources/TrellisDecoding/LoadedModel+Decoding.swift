import Foundation
import TrellisInference
import TrellisTokenization

extension LoadedModel {
    /// Decodes a request on a thread of its own.
    ///
    /// - Returns: the text as it comes, in whole characters, and at last how it ended. Ending the iteration or cancelling the
    ///   task that iterates stops the decoding before its next token; the stream then ends without a result.
    package func generate(_ request: DecodingRequest) -> AsyncThrowingStream<DecodingEvent, any Error> {
        let (stream, continuation) = AsyncThrowingStream<DecodingEvent, any Error>.makeStream()
        let flag = CancellationFlag()
        continuation.onTermination = { _ in flag.set() }
        Thread.detachNewThread { [self] in
            do {
                let result = try decode(request, cancellation: flag) { continuation.yield(.text($0)) }
                continuation.yield(.finished(result))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return stream
    }

    /// Decodes a request on the calling thread, which it blocks for seconds.
    ///
    /// - Parameters:
    ///   - request: what to decode.
    ///   - cancellation: looked at between batches and tokens.
    ///   - observer: gets every token with what the mask did to its choice, which takes a pass over the vocabulary for each.
    ///   - emit: gets the text as it comes, in whole characters.
    /// - Throws: `DecodingError`; the errors of the template, grammar and transformer.
    package func decode(
        _ request: DecodingRequest, cancellation: CancellationFlag = CancellationFlag(),
        observer: ((DecodedToken) -> Void)? = nil, emit: (String) -> Void
    ) throws -> DecodingResult {
        let prompt: [TokenID]
        switch request.prompt {
        case .conversation(let conversation): prompt = try encode(conversation)
        case .tokens(let tokens): prompt = tokens
        }
        func decode(_ constraint: some TokenConstraint) throws -> DecodingResult {
            let maximumTokens = try tokenLimit(request.limit, promptLength: prompt.count, constraint)
            return try self.decode(
                prompt, constraint, request.sampling, maximumTokens: maximumTokens, drafter, cancellation, observer,
                emit)
        }
        let drafter = try makeDrafter(request.speculation)
        switch request.answer {
        case .text: return try decode(FreeText(freeText))
        case .value(let schema): return try decode(MatcherConstraint(compile(jsonSchema: schema)))
        case .grammar(let grammar): return try decode(MatcherConstraint(grammar))
        case .reply(let reply):
            let isOpenEnded = reply.schema == nil && reply.calling != .required
            return try decode(MatcherConstraint(compile(reply: reply), isOpenEnded: isOpenEnded))
        }
    }

    /// Runs a conversation through the model without an answer, so that a request that begins with it starts faster.
    ///
    /// Blocks the calling thread while it runs.
    package func prefill(_ conversation: Conversation, cancellation: CancellationFlag = CancellationFlag()) throws {
        let prompt = Array(try encode(conversation).prefix(contextLength - 1))
        guard !prompt.isEmpty else { return }
        _ = try decode(
            prompt, FreeText(freeText), .greedy, maximumTokens: 1, nil, cancellation, nil, { _ in })
    }

    /// Makes what guesses tokens for a request.
    private func makeDrafter(_ speculation: DecodingRequest.Speculation) throws -> (any Drafter)? {
        switch speculation {
        case .none: return nil
        case .lookup: return PromptLookup()
        case .model(let model):
            let (own, other) = (tokenizer.vocabulary, model.tokenizer.vocabulary)
            guard own.bytes == other.bytes, own.offsets == other.offsets, own.kinds == other.kinds,
                own.endTokens == other.endTokens
            else { throw DecodingError.foreignDraftModel(name: model.name) }
            return try DraftModel(model.transformer, adapter: model.adapter, contextLength: contextLength)
        }
    }

    /// The greatest number of tokens of an answer under a constraint.
    private func tokenLimit(
        _ limit: DecodingRequest.TokenLimit, promptLength: Int, _ constraint: some TokenConstraint
    ) throws -> Int {
        guard promptLength > 0 else { throw DecodingError.emptyPrompt }
        let room = contextLength - promptLength
        guard room > 0 else {
            throw DecodingError.promptTooLong(tokenCount: promptLength, contextLength: contextLength)
        }
        let wanted =
            switch limit {
            case .context: room
            case .atMost(let count), .usually(let count): min(count, room)
            }
        guard wanted > 0 else {
            throw DecodingError.invalidOption(name: "maximum tokens", value: "\(wanted)", requirement: "at least 1")
        }
        var constraint = constraint
        do {
            try constraint.limit(to: wanted)
        } catch .budgetTooSmall(let needed, _) where needed > room {
            throw DecodingError.answerTooLong(
                needed: needed, promptTokens: promptLength, contextLength: contextLength)
        } catch .budgetTooSmall(let needed, _) {
            // What is usually enough may be exceeded.
            guard case .usually = limit else {
                throw DecodingError.budgetTooSmall(needed: needed, available: wanted)
            }
            return room
        }
        return wanted
    }

    private func decode(
        _ prompt: [TokenID], _ constraint: some TokenConstraint, _ sampling: SamplingOptions, maximumTokens: Int,
        _ drafter: (any Drafter)?, _ cancellation: CancellationFlag, _ observer: ((DecodedToken) -> Void)?,
        _ emit: (String) -> Void
    ) throws -> DecodingResult {
        let state: PooledContext<InferenceContext>
        var shared = 0
        if let taken = contexts.take(for: prompt) {
            (state, shared) = taken
            state.context.truncate(to: shared)
            state.tokens.removeLast(state.tokens.count - shared)
        } else {
            state = PooledContext(try transformer.makeContext(length: contextLength))
            if let adapter { try state.context.adapt(with: adapter) }
        }
        var loop = DecodingLoop(
            prompt: Array(prompt[shared...]), cached: Array(prompt[..<shared]),
            source: TransformerSource(transformer: transformer, context: state.context, steps: steps),
            constraint: constraint, tokenizer: tokenizer, sampling: sampling, maximumTokens: maximumTokens,
            drafter: drafter, observer: observer)
        // Also after an error: what was run is in the cache, and the loop knows it.
        defer {
            state.tokens += loop.seen
            state.context.truncate(to: state.tokens.count)
            contexts.put(state)
        }
        var result = try steps.join { try loop.run(isCancelled: { cancellation.isSet }, emit: emit) }
        result.statistics.promptTokens = prompt.count
        result.statistics.cachedTokens = shared
        return result
    }
}

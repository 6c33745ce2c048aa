package import TrellisTokenization

/// The loop that turns a prompt and a constraint into the tokens of an answer.
///
/// One round is: extend the answer by what the constraint forces, stop if only the end is left, run the tokens that the
/// model has not seen in one batch, sample a token. The constraint knows the limit and allows only tokens that leave room
/// for a completion, so that between rounds the accepted text can be completed within the tokens that remain.
///
/// With a drafter the batch is filled up with guesses. Tokens are then drawn as ever, each from the logits after the one before
/// it; as long as they are what was guessed, those logits are there already, and at the first that isn't the guesses are taken
/// back. Behind the prompt no batch is longer than one that gives each token the logits that it would get alone, so that the
/// answer is the same with any drafter as with none.
package struct DecodingLoop<Source: LogitsSource, Constraint: TokenConstraint> {
    /// How many prompt tokens are run between two looks at whether the request was given up.
    static var batchLength: Int { 256 }

    let tokenizer: any Tokenizer
    /// The greatest number of tokens in the answer.
    let maximumTokens: Int
    private(set) var source: Source
    private var constraint: Constraint
    private var sampler: Sampler

    /// The tokens that may come next; true to the constraint after each step.
    private var mask: [UInt32] = []
    /// The tokens of the answer so far.
    private(set) var answer: [TokenID] = []
    /// Accepted or prompt tokens that the model has not seen.
    private var pending: [TokenID]
    /// All tokens that the model has seen in this request, guesses left out.
    package private(set) var seen: [TokenID] = []
    /// All tokens of prompt and answer.
    private var text: [TokenID]
    private var drafter: (any Drafter)?
    /// The most tokens to guess next: more after guesses that all came true, fewer after one that didn't.
    private var draftLimit = 3
    /// Guesses that the model has seen and that may still come true.
    private var guesses: [TokenID] = []
    /// Which token of the last run has the logits for the next token.
    private var logitsIndex = 0
    /// Whether the prompt has been run.
    private var isBehindPrompt = false
    private var assembler = CharacterAssembler()
    /// Gets every token that was accepted.
    private let observer: ((DecodedToken) -> Void)?
    private(set) var statistics = DecodingStatistics()

    var vocabulary: Vocabulary { tokenizer.vocabulary }
    var remainingTokens: Int { maximumTokens - answer.count }

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - prompt: the tokens to run before the answer, those already in the cache of the source left out.
    ///   - cached: the tokens in the cache of the source.
    ///   - maximumTokens: the greatest number of tokens in the answer.
    ///   - drafter: what guesses tokens, if anything.
    ///   - observer: gets every token with what the mask did to the choice; the end token too, when it was sampled.
    package init(
        prompt: [TokenID], cached: [TokenID] = [], source: Source, constraint: Constraint, tokenizer: any Tokenizer,
        sampling: SamplingOptions, maximumTokens: Int, drafter: (any Drafter)? = nil,
        observer: ((DecodedToken) -> Void)? = nil
    ) {
        self.observer = observer
        pending = prompt
        text = cached + prompt
        self.drafter = drafter
        self.source = source
        self.constraint = constraint
        self.tokenizer = tokenizer
        self.maximumTokens = maximumTokens
        sampler = Sampler(sampling, vocabularySize: tokenizer.vocabulary.count)
        mask = [UInt32](repeating: 0, count: (tokenizer.vocabulary.count + 31) / 32)
    }

    /// Decodes the answer.
    ///
    /// - Parameters:
    ///   - isCancelled: asked between batches and tokens.
    ///   - emit: gets the answer in whole characters.
    /// - Returns: the answer and why it ended; its statistics know nothing of cached tokens.
    /// - Throws: `DecodingError`, or what the source throws.
    package mutating func run(isCancelled: () -> Bool, emit: (String) -> Void) throws -> DecodingResult {
        let clock = ContinuousClock()
        let start = clock.now
        var firstLogits: ContinuousClock.Instant?
        try constraint.limit(to: maximumTokens)
        let reason: DecodingResult.FinishReason
        while true {
            while acceptForcedTokens(emit) {}
            constraint.fillMask(&mask)
            if onlyEndIsLeft {
                reason = .complete
                break
            }
            if remainingTokens <= 0 {
                reason = .tokenLimit
                break
            }
            try runPendingTokens(isCancelled)
            if firstLogits == nil { firstLogits = clock.now }
            let token = try sampleToken()
            if vocabulary.endTokens.contains(token) {
                reason = .complete
                break
            }
            statistics.sampledTokens += 1
            record(token, emit)
        }
        let end = clock.now
        statistics.prefillSeconds = (firstLogits ?? end).seconds(since: start)
        statistics.decodeSeconds = end.seconds(since: firstLogits ?? end)
        return DecodingResult(reason: reason, tokens: answer, statistics: statistics)
    }

    /// Appends the tokens that the constraint leaves no choice about; false when there are none.
    private mutating func acceptForcedTokens(_ emit: (String) -> Void) -> Bool {
        var hasAccepted = false
        for token in constraint.forcedTokens {
            guard constraint.accept(token) else { return false }
            hasAccepted = true
            statistics.forcedTokens += 1
            observer?(DecodedToken(token: token, effect: nil))
            record(token, emit)
        }
        return hasAccepted
    }

    /// Whether the constraint allows end tokens and nothing else.
    private var onlyEndIsLeft: Bool {
        guard !constraint.isOpenEnded, constraint.isComplete else { return false }
        var rest = mask
        for token in vocabulary.endTokens { rest[token.index / 32] &= ~(1 << UInt32(token.index % 32)) }
        return rest.allSatisfy { $0 == 0 }
    }

    /// Runs what the model has not seen, a batch at a time, the last one with guesses of what follows.
    private mutating func runPendingTokens(_ isCancelled: () -> Bool) throws {
        let batchLength = isBehindPrompt ? source.smallBatchLength : Self.batchLength
        var start = 0
        while start < pending.count {
            if isCancelled() { throw DecodingError.cancelled }
            let batch = Array(pending[start..<min(start + batchLength, pending.count)])
            start += batch.count
            let room = isBehindPrompt && start == pending.count ? batchLength - batch.count : 0
            let draft = try draft(atMost: min(room, draftLimit))
            try source.run(batch + draft, keepsAllLogits: !draft.isEmpty)
            seen += batch
            guesses = draft
            logitsIndex = draft.isEmpty ? 0 : batch.count - 1
            statistics.guessedTokens += draft.count
        }
        if start == 0, isCancelled() { throw DecodingError.cancelled }
        pending.removeAll(keepingCapacity: true)
        isBehindPrompt = true
    }

    /// Guesses tokens; those that the constraint forces are among them.
    private mutating func draft(atMost limit: Int) throws -> [TokenID] {
        guard var drafter, limit > 0 else { return [] }
        let length = text.count
        defer {
            text.removeLast(text.count - length)
            self.drafter = drafter
        }
        let end = length + min(limit, remainingTokens)
        var constraint = constraint
        func take(_ token: TokenID) -> Bool {
            guard text.count < end, !vocabulary.endTokens.contains(token), constraint.accept(token) else {
                return false
            }
            text.append(token)
            return true
        }
        while text.count < end {
            var forced = constraint.forcedTokens[...]
            if forced.isEmpty, let token = try drafter.next(after: text, under: &constraint) { forced = [token] }
            guard !forced.isEmpty, forced.allSatisfy({ take($0) }) else { break }
        }
        return Array(text[length...])
    }

    /// Appends an accepted token to the answer and hands on the characters it completes.
    private mutating func record(_ token: TokenID, _ emit: (String) -> Void) {
        answer.append(token)
        text.append(token)
        if guesses.first == token {
            guesses.removeFirst()
            seen.append(token)
            logitsIndex += 1
            statistics.confirmedTokens += 1
            if guesses.isEmpty { draftLimit = min(2 * draftLimit, source.smallBatchLength - 1) }
        } else {
            if !guesses.isEmpty {
                source.drop(guesses.count)
                guesses = []
                draftLimit = max(1, draftLimit / 2)
            }
            pending.append(token)
        }
        let characters = assembler.append(vocabulary.bytes(of: token))
        if !characters.isEmpty { emit(characters) }
    }

    /// Draws a token from the mask and accepts it.
    private mutating func sampleToken() throws(DecodingError) -> TokenID {
        let mask = mask
        let isObserved = observer != nil
        let (token, effect) = source.withLogits(ofToken: logitsIndex) { logits in
            let token = sampler.sample(logits, mask: mask.span)
            return (token, isObserved ? token.map { MaskEffect(logits, mask: mask.span, chosen: $0) } : nil)
        }
        guard let token, constraint.accept(token) else {
            if let failure = constraint.failure { throw failure }
            throw .noTokenFits(partial: String(decoding: tokenizer.decode(answer), as: UTF8.self))
        }
        if let effect { observer?(DecodedToken(token: token, effect: effect)) }
        return token
    }
}

extension ContinuousClock.Instant {
    /// The time since an earlier instant in seconds.
    func seconds(since earlier: ContinuousClock.Instant) -> Double { earlier.duration(to: self) / .seconds(1) }
}

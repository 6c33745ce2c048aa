import TrellisDecoding
import TrellisTokenization

/// A vocabulary of all bytes, some longer tokens and an end token, with a longest-match tokenizer.
struct ToyTokenizer: Tokenizer {
    let vocabulary: Vocabulary
    let end: TokenID

    init(words: [String] = []) {
        let tokens = (0...255).map { [UInt8($0)] } + words.map { Array($0.utf8) } + [Array("<end>".utf8)]
        end = TokenID(tokens.count - 1)
        vocabulary = Vocabulary(tokens: tokens, special: [], endTokens: [end])
    }

    func encode(_ text: String, parsesSpecial: Bool) -> [TokenID] {
        var rest = Array(text.utf8)[...]
        var tokens: [TokenID] = []
        while !rest.isEmpty {
            let all = (0..<vocabulary.count).map { TokenID($0) }
            let fitting = all.filter { vocabulary.kind(of: $0) == .text && rest.starts(with: vocabulary.bytes(of: $0)) }
            let best = fitting.max { vocabulary.bytes(of: $0).count < vocabulary.bytes(of: $1).count } ?? 0
            tokens.append(best)
            rest = rest.dropFirst(vocabulary.bytes(of: best).count)
        }
        return tokens
    }

    func token(_ text: String) -> TokenID {
        (0..<vocabulary.count).map { TokenID($0) }.first { vocabulary.bytes(of: $0).elementsEqual(text.utf8) } ?? end
    }
}

/// Logits that depend on nothing but a random sequence and how many tokens were run; keeps what was run.
final class ToySource: LogitsSource {
    private(set) var batches: [[TokenID]] = []
    private let vocabularySize: Int
    private var logits: [Float]
    private var random: RandomSequence
    /// Given all tokens run so far, sets some logits.
    private let shape: ([TokenID], inout [Float]) -> Void

    init(_ vocabularySize: Int, seed: UInt64 = 1, shape: @escaping ([TokenID], inout [Float]) -> Void = { _, _ in }) {
        self.vocabularySize = vocabularySize
        self.shape = shape
        random = RandomSequence(seed: seed)
        logits = [Float](repeating: 0, count: vocabularySize)
    }

    var smallBatchLength: Int { 8 }

    func run(_ tokens: [TokenID], keepsAllLogits: Bool) throws {
        precondition(!keepsAllLogits, "each run gives new logits")
        batches.append(tokens)
        for index in logits.indices { logits[index] = Float(random.nextUnit() * 8) }
        shape(batches.flatMap { $0 }, &logits)
    }

    func drop(_ count: Int) { preconditionFailure("nothing is guessed without a drafter") }

    func withLogits<R>(ofToken index: Int, _ body: (Span<Float>) throws -> R) rethrows -> R {
        let logits = logits
        return try body(logits.span)
    }
}

/// Logits that are a function of the last two tokens, as those of a model are of all; keeps what is in its cache.
final class MarkovSource: LogitsSource {
    private(set) var tokens: [TokenID] = []
    private(set) var runCount = 0
    private let vocabularySize: Int
    private let seed: UInt64
    private var rows: [[Float]] = []

    init(_ vocabularySize: Int, seed: UInt64) {
        self.vocabularySize = vocabularySize
        self.seed = seed
    }

    var smallBatchLength: Int { 8 }

    func run(_ new: [TokenID], keepsAllLogits: Bool) throws {
        precondition(!keepsAllLogits || new.count <= smallBatchLength)
        runCount += 1
        rows = []
        for token in new {
            tokens.append(token)
            var random = RandomSequence(
                seed: tokens.suffix(2).reduce(seed) { ($0 &* 0x9e37_79b9 &+ UInt64($1.rawValue) % 7) &* 31 })
            rows.append((0..<vocabularySize).map { _ in Float(random.nextUnit() * 8) })
        }
        if !keepsAllLogits { rows = rows.suffix(1) }
    }

    func drop(_ count: Int) { tokens.removeLast(count) }

    func withLogits<R>(ofToken index: Int, _ body: (Span<Float>) throws -> R) rethrows -> R {
        let row = rows[index]
        return try body(row.span)
    }
}

/// The constraint that the text is one of a list of byte strings, by brute force.
struct OneOf: TokenConstraint {
    let texts: [[UInt8]]
    let tokenizer: ToyTokenizer
    private var accepted: [TokenID] = []
    private var limit = Int.max

    init(_ texts: [String], _ tokenizer: ToyTokenizer) {
        self.texts = texts.map { Array($0.utf8) }
        self.tokenizer = tokenizer
    }

    var isOpenEnded: Bool { false }
    private var text: [UInt8] { tokenizer.decode(accepted) }
    var isComplete: Bool { texts.contains(text) }

    private var continuations: [ArraySlice<UInt8>] {
        let text = text
        return texts.filter { $0.starts(with: text) }.map { $0.dropFirst(text.count) }
    }

    private func allows(_ token: TokenID) -> Bool {
        if token == tokenizer.end { return isComplete }
        let bytes = tokenizer.vocabulary.bytes(of: token)
        let rests = continuations.filter { $0.starts(with: bytes) }.map { $0.dropFirst(bytes.count) }
        return rests.contains { fewestTokens($0) < limit - accepted.count }
    }

    /// The tokens that the spellings of all continuations begin with.
    var forcedTokens: [TokenID] {
        let spelled = continuations.map { tokenizer.encode(String(decoding: $0, as: UTF8.self), parsesSpecial: false) }
        guard var common = spelled.first else { return [] }
        for other in spelled { common = Array(common.prefix(zip(common, other).prefix { $0 == $1 }.count)) }
        return common
    }

    mutating func limit(to tokenCount: Int) throws(DecodingError) {
        let needed = continuations.map { fewestTokens($0) }.min() ?? 0
        guard needed <= tokenCount else { throw .budgetTooSmall(needed: needed, available: tokenCount) }
        limit = accepted.count + tokenCount
    }

    mutating func fillMask(_ words: inout [UInt32]) {
        for index in words.indices { words[index] = 0 }
        for index in 0..<tokenizer.vocabulary.count where allows(TokenID(index)) {
            words[index / 32] |= 1 << UInt32(index % 32)
        }
    }

    mutating func accept(_ token: TokenID) -> Bool {
        guard allows(token) else { return false }
        accepted.append(token)
        return true
    }

    /// The fewest tokens of a text, over all ways to cut it.
    private func fewestTokens(_ bytes: ArraySlice<UInt8>) -> Int {
        let bytes = Array(bytes)
        var fewest = [Int](repeating: 0, count: bytes.count + 1)
        for start in stride(from: bytes.count - 1, through: 0, by: -1) {
            fewest[start] = 1 + fewest[start + 1]
            for index in 256..<tokenizer.vocabulary.count - 1 {
                let token = tokenizer.vocabulary.bytes(of: TokenID(index))
                guard bytes[start...].starts(with: token) else { continue }
                fewest[start] = min(fewest[start], 1 + fewest[start + token.count])
            }
        }
        return fewest[0]
    }
}

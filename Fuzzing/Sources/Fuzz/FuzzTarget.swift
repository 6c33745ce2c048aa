import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// What reads the bytes, and what has to hold whatever they are.
enum FuzzTarget: String, CaseIterable {
    case json, schema, regex, gbnf, lark

    /// The target of this process; set once, before libFuzzer starts.
    nonisolated(unsafe) static var chosen = FuzzTarget.json

    /// Low, so that an input that costs as much as it may costs little.
    private static let limits = GrammarLimits(
        characters: 20_000, alternatives: 256, combinations: 2_000, modulus: 10_000, nodes: 5_000, states: 2_000,
        memory: 16 << 20, time: .milliseconds(200))

    /// Reads the bytes of an input.
    func run(_ input: [UInt8]) {
        switch self {
        case .json: readJSON(input)
        case .schema:
            // The first byte chooses the options.
            guard let choice = input.first, let schema = try? JSONValue(parsing: Array(input.dropFirst())) else {
                return
            }
            var options = JSONSchemaOptions(limits: Self.limits)
            if choice & 1 == 1 { options.propertyOrder = .any }
            if choice & 2 == 2 { options.layout = .flexible(limit: 2) }
            if choice & 4 == 4 { options.strictness = .lenient }
            walk(try? Grammar(jsonSchema: schema, options: options), input)
        case .regex:
            let text = String(decoding: input, as: UTF8.self)
            walk(try? Grammar(pattern: text, limits: Self.limits), input)
            let schema: JSONValue = ["type": "string", "pattern": .string(text)]
            walk(try? Grammar(jsonSchema: schema, options: JSONSchemaOptions(limits: Self.limits)), input)
        case .gbnf: walk(try? Grammar(gbnf: String(decoding: input, as: UTF8.self), limits: Self.limits), input)
        case .lark: walk(try? Grammar(lark: String(decoding: input, as: UTF8.self), limits: Self.limits), input)
        }
    }

    /// A value that was read is the same when it is written and read again.
    private func readJSON(_ input: [UInt8]) {
        guard let value = try? JSONValue(parsing: input) else { return }
        for format in [JSONFormat.compact, .spaced, .pretty] {
            let text = value.text(format)
            guard let again = try? JSONValue(parsing: text) else { fatalError("not read again: \(text)") }
            guard again == value else { fatalError("read differently: \(text)") }
        }
    }

    private static let vocabulary: MatchingVocabulary = {
        let pieces = [
            "{\"", "\": ", "\":", "\", \"", "\"}", "}]", "aa", "ab\"", "\\u", "\\u00e", "\\ud83d", "\\ude00", "é",
            "é\"", "😀",
            "true", "null", "12", "[[", "[\"", "  ", "\\\"", "{}", "[]", "\n", "1, ", "\"a\": 1, \"", "1,1,",
        ]
        let bytes = (0..<256).map { [UInt8($0)] }
        let end = TokenID(bytes.count + pieces.count)
        return MatchingVocabulary(
            Vocabulary(tokens: bytes + pieces.map { Array($0.utf8) } + [[]], special: [end], endTokens: [end]))
    }()

    /// Masks are never empty, their tokens are accepted, a budget is kept, and the text that comes out satisfies the grammar.
    private func walk(_ grammar: Grammar?, _ input: [UInt8]) {
        guard let grammar,
            let compiled = try? CompiledGrammar(grammar, for: Self.vocabulary, limits: Self.limits)
        else { return }
        var matcher = Matcher(compiled)
        var choices = input.reversed().makeIterator()
        var text: [UInt8] = []
        var step = 0
        while !matcher.isFinished {
            step += 1
            if step == 12 {
                guard let least = matcher.leastTokenCount, least < 100 else { break }
                guard (try? matcher.setTokenBudget(least + Int(choices.next() ?? 0) % 8)) != nil else {
                    check(matcher.failure != nil, "the least budget is refused")
                    return
                }
            }
            let mask = matcher.mask
            let allowed = (0..<mask.count * 32).filter { mask[$0 >> 5] >> UInt32($0 & 31) & 1 == 1 }
            if matcher.failure != nil { return }
            check(!allowed.isEmpty, "no token after \(String(decoding: text, as: UTF8.self))")
            let number = Int(choices.next() ?? 0) << 8 | Int(choices.next() ?? 0)
            let token = TokenID(allowed[number % allowed.count])
            guard matcher.accept(token) else {
                check(matcher.failure != nil, "token \(token) is in the mask and refused")
                return
            }
            if !matcher.isFinished { text += Self.vocabulary.vocabulary.bytes(of: token) }
            check(matcher.remainingTokenBudget ?? 0 >= 0, "over the budget")
        }
        guard matcher.isFinished, let isMatch = try? compiled.matches(text) else { return }
        check(isMatch, "not matched: \(String(decoding: text, as: UTF8.self))")
    }

    private func check(_ holds: Bool, _ fault: @autoclosure () -> String) {
        if !holds { fatalError(fault()) }
    }
}

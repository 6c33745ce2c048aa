import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Schemas, patterns and grammars made to cost as much as they can: each is a working grammar, or an error that names a limit.
@Suite struct HostileInputTests {
    /// Less time than by default, so that the tests take little; what hits it would take a second.
    private static let limits = GrammarLimits(time: .milliseconds(200))

    /// Bytes, and words over few letters that lead through many states at once.
    private static let vocabulary: Vocabulary = {
        var words = [[UInt8]()]
        var tokens = (0..<256).map { [UInt8($0)] }
        for _ in 0..<7 {
            words = words.flatMap { word in "ab".utf8.map { word + [$0] } }
            tokens += words
        }
        let pieces = ["\"", "{\"", "\":", "\",", ",", "]]", "}}", " ", "true", "null", "12", "é", "\\u00"]
        tokens += pieces.map { Array($0.utf8) } + [[]]
        return Vocabulary(
            tokens: tokens, special: [TokenID(tokens.count - 1)], endTokens: [TokenID(tokens.count - 1)])
    }()

    /// Walks a grammar at random, with a budget from some place on; ends at the first error.
    private func exercise(_ name: String, _ make: () throws(GrammarError) -> Grammar) throws {
        let start = ContinuousClock.now
        defer { print("\(ContinuousClock.now - start) \(name.prefix(60))") }
        let grammar: Grammar
        do throws(GrammarError) {
            grammar = try make()
        } catch {
            switch error {
            case .limitExceeded, .textLimitExceeded, .unsupported, .invalidPattern, .unsatisfiable, .inText: return
            default: throw error
            }
        }
        let compiled: CompiledGrammar
        do throws(MatchingError) {
            compiled = try CompiledGrammar(
                grammar, for: MatchingVocabulary(Self.vocabulary), limits: Self.limits)
        } catch {
            switch error {
            case .limitExceeded, .noTextPossible: return
            default: throw error
            }
        }
        var matcher = Matcher(compiled)
        var generator = SeededGenerator(seed: 1)
        for step in 0..<60 {
            let mask = matcher.mask
            let choices = (0..<Self.vocabulary.count).filter { mask[$0 >> 5] >> UInt32($0 & 31) & 1 == 1 }
            guard let choice = choices.randomElement(using: &generator), matcher.accept(TokenID(choice)) else {
                guard case .limitExceeded = matcher.failure else {
                    Issue.record("no token at step \(step)")
                    return
                }
                return
            }
            if matcher.isFinished { return }
            if step == 30 { try? matcher.setTokenBudget(40) }
        }
    }

    // MARK: Schemas

    static let schemas: [(name: String, schema: JSONValue)] = {
        let formats = ["uri", "iri", "email", "hostname", "date-time", "ipv6", "uuid", "regex"]
        let primes = [999_983, 999_979, 999_961, 999_959, 999_953, 999_931]
        func repeated(_ count: Int, _ make: (Int) -> JSONValue) -> JSONValue { .array((0..<count).map(make)) }
        func chain(_ count: Int, _ make: (JSONValue) -> JSONValue) -> JSONValue {
            var definitions = JSONObject()
            for index in 0..<count {
                definitions["d\(index)"] = make(["$ref": .string("#/$defs/d\(index + 1)")])
            }
            definitions["d\(count)"] = ["type": "null"]
            return ["$ref": "#/$defs/d0", "$defs": .object(definitions)]
        }
        func object(_ count: Int, _ member: (Int) -> (String, JSONValue)) -> JSONValue {
            var result = JSONObject()
            for index in 0..<count {
                let (name, value) = member(index)
                result[name] = value
            }
            return .object(result)
        }
        func nested(_ count: Int, _ make: (JSONValue) -> JSONValue) -> JSONValue {
            (0..<count).reduce(["type": "string"]) { inner, _ in make(inner) }
        }
        func required(_ name: String) -> JSONValue { ["required": [.string(name)]] }
        var result: [(name: String, schema: JSONValue)] = []
        func add(_ name: String, _ schema: JSONValue) { result.append((name, schema)) }
        add("anyOf products", ["allOf": repeated(30) { ["anyOf": [required("a\($0)"), required("b\($0)")]] }])
        add("oneOf that overlap", ["oneOf": repeated(40) { required("a\($0)") }])
        add("oneOf with values", ["oneOf": repeated(30) { ["properties": ["a\($0)": ["type": "integer"]]] }])
        add("not of not", nested(100) { ["not": ["anyOf": [$0, required("a")]]] })
        add("not of allOf", ["not": ["allOf": repeated(60) { ["not": required("a\($0)")] }]])
        add("not of properties", nested(30) { ["not": ["properties": ["a": $0, "b": $0]]] })
        add("if in if", nested(60) { ["if": required("a"), "then": $0, "else": ["not": $0]] })
        add(
            "if beside if",
            [
                "allOf": repeated(30) {
                    ["if": required("a\($0)"), "then": required("b\($0)"), "else": required("c\($0)")]
                }
            ])
        add(
            "patterns that multiply",
            [
                "allOf": repeated(20) {
                    ["pattern": .string("^(a|b)*a(a|b){\($0 + 1)}$")]
                }
            ])
        add("a pattern's complement", ["type": "string", "not": ["pattern": "^(a|b)*a(a|b){22}$"]])
        add(
            "complements that multiply",
            [
                "type": "string",
                "allOf": repeated(16) {
                    ["not": ["pattern": .string("^(a|b)*a(a|b){\($0 + 3)}$")]]
                },
            ])
        add(
            "letters in any order",
            [
                "allOf": repeated(26) {
                    ["pattern": .string(String(UnicodeScalar(UInt8(97 + $0))))]
                }
            ])
        add(
            "property patterns",
            ["patternProperties": object(60) { ("\($0).*\($0 * 7)", ["minimum": .number(JSONNumber($0))]) }])
        add(
            "names and patterns",
            [
                "properties": object(3_000) { ("name\($0)", ["type": "null"]) },
                "patternProperties": object(7) { ("e\($0)", ["type": ["null", "string"]]) },
            ])
        add(
            "unevaluated alternatives",
            [
                "anyOf": repeated(24) { ["properties": ["a\($0)": true], "required": [.string("a\($0)")]] },
                "unevaluatedProperties": false,
            ])
        add("dependencies", ["dependentRequired": object(40) { ("a\($0)", [.string("b\($0)")]) }])
        add(
            "dependent schemas",
            ["dependentSchemas": object(24) { ("a\($0)", ["properties": ["c": ["minimum": .number(JSONNumber($0))]]]) }]
        )
        add("references that double", chain(60) { ["allOf": [$0, ["anyOf": [$0, ["type": "string"]]]]] })
        add("members that double", chain(2_000) { ["properties": ["a": $0, "b": $0]] })
        add("elements that double", chain(2_000) { ["prefixItems": [$0, $0], "items": $0] })
        add("a chain of references", chain(20_000) { $0 })
        add("a chain of members", chain(20_000) { ["properties": ["a": $0], "required": ["a"]] })
        add(
            "combinations of members",
            chain(40) { inner in
                [
                    "allOf": [
                        ["properties": ["a": inner]],
                        ["anyOf": [["properties": ["b": inner]], ["properties": ["a": inner]]]],
                    ]
                ]
            })
        add(
            "recursion through oneOf",
            [
                "oneOf": [
                    ["type": "array", "items": ["$ref": "#"]], ["type": "array", "contains": ["$ref": "#"]],
                    ["type": "null"],
                ]
            ])
        add("recursion through not", ["type": "array", "items": ["not": ["properties": ["a": ["$ref": "#"]]]]])
        add("a great enum", ["enum": repeated(50_000) { .string("value \($0 * 7_919 % 50_000)") }])
        add(
            "a great enum of objects",
            ["enum": repeated(3_000) { ["a": .number(JSONNumber($0)), "b": [.number(JSONNumber($0))]] }])
        add(
            "great enums that meet",
            [
                "allOf": repeated(3) { shift in
                    ["enum": repeated(3_000) { ["a": .number(JSONNumber($0 + shift))] }]
                }
            ])
        add(
            "a great enum refused",
            ["type": "object", "not": ["enum": repeated(300) { ["a": .number(JSONNumber($0))] }]])
        add("a deep value", ["const": (0..<1_000).reduce(JSONValue.null) { inner, _ in [inner] }])
        add("nested schemas", nested(1_000) { ["items": $0] })
        add(
            "divisors",
            [
                "type": "integer",
                "allOf": repeated(6) {
                    ["multipleOf": .number(JSONNumber(primes[$0]))]
                },
            ])
        add(
            "a divisor and bounds",
            [
                "multipleOf": .number(JSONNumber(999_983)), "minimum": .number(JSONNumber(1_000_000)),
                "not": ["multipleOf": .number(JSONNumber(7))],
            ])
        add(
            "long bounds",
            [
                "minimum": .number(JSONNumber(checked: "-" + String(repeating: "7", count: 399))),
                "maximum": .number(JSONNumber(checked: String(repeating: "6", count: 399))),
                "not": ["multipleOf": .number(JSONNumber(checked: "0.3"))],
            ])
        add("a long string", ["type": "string", "minLength": .number(JSONNumber(1_000_000_000))])
        add(
            "a long string of a pattern",
            ["type": "string", "pattern": "^(ab?)*$", "minLength": .number(JSONNumber(1_000_000_000))])
        add(
            "a length that meets no pattern",
            [
                "type": "string", "pattern": "^(aa)*$", "minLength": .number(JSONNumber(99_999_999)),
                "maxLength": .number(JSONNumber(99_999_999)),
            ])
        add("a long array", ["type": "array", "minItems": .number(JSONNumber(1_000_000_000))])
        add(
            "a long array that differs",
            ["type": "array", "uniqueItems": true, "minItems": .number(JSONNumber(1_000_000_000))])
        add(
            "few values that differ",
            [
                "type": "array", "uniqueItems": true, "items": ["enum": repeated(1_000) { .number(JSONNumber($0)) }],
                "minItems": .number(JSONNumber(1_000)),
            ])
        add(
            "many kinds of elements",
            [
                "type": "array",
                "allOf": repeated(20) {
                    [
                        "contains": ["multipleOf": .number(JSONNumber($0 + 2))],
                        "maxContains": .number(JSONNumber($0 + 3)),
                    ]
                },
            ])
        add(
            "a great count of elements",
            [
                "type": "array", "contains": ["type": "null"], "minContains": .number(JSONNumber(1_000_000)),
                "maxContains": .number(JSONNumber(2_000_000)),
            ])
        add("a thousand members of any name", ["type": "object", "minProperties": .number(JSONNumber(1_000_000_000))])
        add(
            "names by a pattern",
            [
                "type": "object", "propertyNames": ["pattern": "^(a|b)*a(a|b){16}$"],
                "minProperties": .number(JSONNumber(20)),
            ])
        add(
            "many formats",
            [
                "not": [
                    "anyOf": repeated(8) {
                        ["format": .string(formats[$0])]
                    }
                ]
            ])
        add(
            "dynamic anchors",
            [
                "$id": "http://a/", "$ref": "r0",
                "$defs": object(14) { index in
                    (
                        "r\(index)",
                        [
                            "$id": .string("r\(index)"), "$dynamicAnchor": .string("x\(index)"),
                            "properties": object(14) { ("p\($0)", ["$ref": .string("r\($0)")]) },
                        ]
                    )
                },
            ])
        return result
    }()

    @Test(arguments: schemas.indices) func schemaEnds(_ index: Int) throws {
        let (name, schema) = Self.schemas[index]
        try exercise(name) { () throws(GrammarError) in
            try Grammar(jsonSchema: schema, options: JSONSchemaOptions(limits: Self.limits))
        }
    }

    // MARK: Patterns

    static let patterns = [
        "((a?){1000}){1000}b", "((((a{0,100}){0,100}){0,100}){0,100}){0,100}", "(a|b)*a(a|b){1000}",
        "(.*a){500}", "(.*a.*b){200}c", "(a*)*(a*)*(a*)*b", "((a+)+)+$", "(a|aa|aaa|aaaa|aaaaa)*b{1000000}",
        "(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e)(?=.*f)(?=.*g)(?=.*h)(?=.*i)(?=.*j)(?=.*k)(?=.*l)(?=.*m)(?=.*n)(?=.*o).*",
        "(?!(a|b)*a(a|b){20}$)(a|b)*", "(?!.*a.{20}b)(?!.*b.{19}a)(?!.*a.{18}a).*",
        "(\\p{L}|[^\\p{L}\\p{N}]|\\P{Lu}){1000}\\p{L}*[^\\p{Script=Greek}]{0,1000}",
        "(?i:\\p{L}+[^\\P{Ll}]){50}", "([a-f]|[b-g]|[c-h]|[d-i]|[e-j])*x{100000}", "(a{1,1000}b{1,1000}){1,1000}",
        "(a(b(a(b(a(b(a(b)?)?)?)?)?)?)?)*{3}",
        String(repeating: "(a|b|", count: 100) + "c" + String(repeating: ")?", count: 100),
    ]

    @Test(arguments: patterns.indices) func patternEnds(_ index: Int) throws {
        let pattern = Self.patterns[index]
        try exercise(pattern) { () throws(GrammarError) in try Grammar(pattern: pattern, limits: Self.limits) }
        try exercise("not " + pattern) { () throws(GrammarError) in
            try Grammar(
                jsonSchema: ["type": "string", "not": ["pattern": .string(pattern)]],
                options: JSONSchemaOptions(limits: Self.limits))
        }
    }

    // MARK: Grammar texts

    static let gbnf = [
        "root ::= root root | \"a\" | \"\"", "root ::= (root | \"a\")* | root \"b\" root",
        "root ::= \"a\" root \"b\" | \"a\" root | \"a\"",
        "root ::= l0\n"
            + (0..<300).map { "l\($0) ::= l\($0 + 1) | l\($0 + 1) \"a\" | \"b\" l\($0 + 1)" }.joined(separator: "\n")
            + "\nl300 ::= \"a\"",
        "root ::= l0\n" + (0..<60).map { "l\($0) ::= l\($0 + 1) l\($0 + 1)" }.joined(separator: "\n")
            + "\nl60 ::= \"a\"?",
        "root ::= (((\"a\"{0,1000}){0,1000}){0,1000}){0,1000} \"b\"",
        "root ::= " + String(repeating: "(\"a\" | ", count: 200) + "\"b\"" + String(repeating: ")*", count: 200),
        "root ::= " + (0..<20_000).map { "\"w\($0)\"" }.joined(separator: " | "),
        "root ::= x*\n" + "x ::= " + (0..<300).map { "\"a\"{\($0)} y" }.joined(separator: " | ") + "\ny ::= x | \"b\"",
        (0..<20).map { index in
            "\(index == 0 ? "root" : "r\(index)") ::= "
                + (0..<20).map { "\($0 == 0 ? "root" : "r\($0)") \"a\"" }.joined(separator: " | ")
        }.joined(separator: "\n") + " | \"a\"",
        "root ::= a b c\na ::= b a | c | \"\"\nb ::= c b | a | \"\"\nc ::= a c | b | \"b\" | \"\"",
    ]

    @Test(arguments: gbnf.indices) func gbnfEnds(_ index: Int) throws {
        try exercise(Self.gbnf[index]) { () throws(GrammarError) in
            try Grammar(gbnf: Self.gbnf[index], limits: Self.limits)
        }
    }

    static let lark = [
        "start: A & ~B\nA: /(a|b)*a(a|b){30}/\nB: /(a|b)*b(a|b){29}/",
        "start: T0\n" + (0..<25).map { "T\($0): /(a|b)*a(a|b){\($0)}/ & T\($0 + 1)" }.joined(separator: "\n")
            + "\nT25: /(a|b)*/",
        "start: T0\n" + (0..<14).map { "T\($0): T\($0 + 1) T\($0 + 1)" }.joined(separator: "\n") + "\nT14: \"a\"?",
        "start: start start | start \"a\" | \"b\" |", "start: (start | \"a\"~1..1000)~0..1000",
        "start: x{1000000}\nx: y{0,1000000}\ny: \"a\"{0,1000000} \"b\"?",
        "start: %json {\"allOf\": ["
            + (0..<20).map { "{\"anyOf\": [{\"required\": [\"a\($0)\"]}, {\"required\": [\"b\($0)\"]}]}" }.joined(
                separator: ",") + "]}",
        "start: w*\nw: " + (0..<5_000).map { "\"a\($0)\"" }.joined(separator: " | "),
        "start: " + (0..<200).map { "/a{\($0)}b?/ start" }.joined(separator: " | ") + " | \"c\"",
    ]

    @Test(arguments: lark.indices) func larkEnds(_ index: Int) throws {
        try exercise(Self.lark[index]) { () throws(GrammarError) in
            try Grammar(lark: Self.lark[index], limits: Self.limits)
        }
    }
}

import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Compiling in the background: once for a source, and not for nobody.
@Suite struct GrammarCompilerTests {
    private let compiler = GrammarCompiler(for: MatchingVocabulary(toyVocabulary()), limit: 2)

    @Test func sharesOneCompile() async throws {
        let source = GrammarSource.jsonSchema(#"{"type":"array","items":{"enum":["a","b"]}}"#)
        let compiler = compiler
        let grammars = try await withThrowingTaskGroup(of: CompiledGrammar.self) { group in
            for _ in 0..<20 { group.addTask { try await compiler.compile(source) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let later = try await compiler.compile(source)
        #expect(grammars.count == 20 && grammars.allSatisfy { $0 === later })
        #expect(try later.matches(#"["a", "b"]"#.utf8) && !later.matches(#"["c"]"#.utf8))
    }

    /// What differs in a way that matters is another source, though Swift may think it equal.
    @Test(
        arguments: [
            (.jsonSchema("\"\u{E9}\"".asConstant), .jsonSchema("\"e\u{301}\"".asConstant)),
            (.jsonSchema("[1, 2]".asConstant), .jsonSchema("[1, 2]".asConstant, options: .init(layout: .compact))),
            (.pattern("[a]"), .gbnf("root ::= [a]")), (.gbnf("root ::= [a]"), .lark("start: /[a]/")),
            (
                .jsonSchema(#"{"$ref":"a:b"}"#, options: .withDocument(#"{"properties":{"x":{},"y":{}}}"#)),
                .jsonSchema(#"{"$ref":"a:b"}"#, options: .withDocument(#"{"properties":{"y":{},"x":{}}}"#))
            ),
        ] as [(GrammarSource, GrammarSource)])
    func tellsSourcesApart(_ one: GrammarSource, _ other: GrammarSource) async throws {
        let grammars = (try await compiler.compile(one), try await compiler.compile(other))
        #expect(grammars.0 !== grammars.1)
        #expect(try await compiler.compile(one) === grammars.0)
    }

    @Test func dropsTheLeastRecentlyUsed() async throws {
        let (a, b, c) = (GrammarSource.pattern("a+"), GrammarSource.pattern("b+"), GrammarSource.pattern("c+"))
        let first = (try await compiler.compile(a), try await compiler.compile(b))
        #expect(try await compiler.compile(a) === first.0)
        _ = try await compiler.compile(c)
        #expect(try await compiler.compile(a) === first.0)
        #expect(try await compiler.compile(b) !== first.1)
    }

    /// What a source may cost counts for its grammar, too.
    @Test func keepsTheLimitsOfTheSource() async {
        let limits = GrammarLimits(memory: 1)
        let error = MatchingError.limitExceeded(name: "bytes for one grammar", value: 1)
        for source in [
            .gbnf("root ::= [a-f]+ \"x\"", limits: limits), .lark("start: /[a-f]+x/", limits: limits),
        ] as [GrammarSource] {
            await #expect(throws: error) { try await compiler.compile(source) }
        }
        let nodes = GrammarLimits(nodes: 1)
        await #expect(throws: (any Error).self) {
            try await compiler.compile(.jsonSchema(#"{"items":{"type":"null"}}"#, options: .init(limits: nodes)))
        }
    }

    @Test func reportsErrorsEachTime() async {
        for _ in 0..<2 {
            await #expect(throws: JSONError.self) { try await compiler.compile(.jsonSchema("{")) }
            await #expect(throws: GrammarError.self) { try await compiler.compile(.pattern("(")) }
            await #expect(throws: MatchingError.noTextPossible) {
                try await compiler.compile(.gbnf("root ::= \"a\" root"))
            }
        }
    }

    /// The one who goes does not take the compile from the one who stays.
    @Test func cancelsOnlyTheRequestThatWasCancelled() async throws {
        let names = (0..<3000).map { #""name\#($0)":{"type":"string","pattern":"^[a-z]{\#($0 % 50)}$"}"# }
        let source = GrammarSource.jsonSchema(#"{"properties":{\#(names.joined(separator: ","))}}"#)
        let compiler = compiler
        let going = Task { try await compiler.compile(source) }
        let staying = Task { try await compiler.compile(source) }
        going.cancel()
        let compiled = try await staying.value
        #expect(try compiled.matches(#"{"name2": "ab"}"#.utf8))
        switch await going.result {
        case .success(let grammar): #expect(grammar === compiled)
        case .failure(let error): #expect(error is CancellationError)
        }
        // Cancelled before it is asked, a request compiles nothing.
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await compiler.compile(.pattern("never"))
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    /// Each of the steps ends when its task is cancelled, and what it shares stays as good as before.
    @Test func endsEachStepOfACancelledTask() async throws {
        let vocabulary = compiler.vocabulary
        let grammar = try Grammar(pattern: "[ab]+")
        let schema = try JSONValue(parsing: #"{"type":"object","properties":{"a":{"pattern":"^x"}}}"#)
        func cancelled<Failure: Error>(_ body: @escaping @Sendable () throws(Failure) -> Void) async -> Failure? {
            let task = Task<Failure?, Never> {
                while !Task.isCancelled { await Task.yield() }
                do throws(Failure) { try body() } catch { return error }
                return nil
            }
            task.cancel()
            return await task.value
        }
        #expect(await cancelled { () throws(GrammarError) in _ = try Grammar(jsonSchema: schema) } == .cancelled)
        #expect(
            await cancelled { () throws(GrammarError) in _ = try Grammar(gbnf: "root ::= root \"a\" | \"b\"") }
                == .cancelled)
        #expect(
            await cancelled { () throws(GrammarError) in _ = try Grammar(lark: "start: start \"a\" | \"b\"") }
                == .cancelled)
        #expect(
            await cancelled { () throws(MatchingError) in _ = try CompiledGrammar(grammar, for: vocabulary) }
                == .cancelled)
        #expect(try CompiledGrammar(grammar, for: vocabulary).matches("abba".utf8))
    }

    /// A search among the states of a pattern is given up only where its pool was told that it may.
    @Test(arguments: [false, true]) func interruptsSearches(_ isInterruptible: Bool) async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            let pool = PatternPool()
            pool.isInterruptible = isInterruptible
            let digits = Pattern.repetition(.scalars(ScalarSet([0x30...0x39])), atLeast: 5, atMost: nil)
            let state = pool.state(for: .intersection([digits, .complement(.texts(["00000"]))]))
            return (pool.shortest(of: state, by: .bytes), pool.exceeded != nil)
        }
        task.cancel()
        let (size, isGivenUp) = await task.value
        #expect(isGivenUp == isInterruptible)
        if !isInterruptible { #expect(size == 5) }
    }
}

extension String {
    fileprivate var asConstant: String { #"{"const":\#(self)}"# }
}

extension JSONSchemaOptions {
    fileprivate static func withDocument(_ text: String) -> JSONSchemaOptions {
        JSONSchemaOptions(documents: ["a:b": (try? JSONValue(parsing: text)) ?? .null])
    }
}

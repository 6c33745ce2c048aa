import Foundation
import TestSupport
import Testing
import TrellisJSON

/// Whether a real model can be run: in a debug build it takes too long, and the store may lack it.
let canRunModel: Bool = {
    #if DEBUG
        print("skipped: generating needs a release build")
        return false
    #else
        let list = try? Tool().run(["models", "list"]).output
        let isStored = list?.split(separator: "\n").contains { $0.hasPrefix("smollm2-135m ") && $0.contains(" yes ") }
        if isStored != true { print("skipped: generating needs smollm2-135m in the store") }
        return isStored == true
    #endif
}()

/// Generating with the default model.
@Suite(.serialized, .enabled(if: canRunModel)) struct GenerateCommandTests {
    let tool = Tool(folder: Checkout.root)
    static let names = [
        "contact", "event", "expression", "file-tree", "measurement", "palette", "recipe", "review", "settings",
        "shapes",
    ]

    /// Checks the members and bounds that a test can see without a validator.
    private func check(_ text: String, _ name: String) throws {
        #expect(text.hasSuffix("\n"))
        #expect(text.dropLast().allSatisfy { !$0.isNewline }, "\(name)")
        let value = try JSONValue(parsing: text)
        let schema = try JSONValue(
            parsing: String(
                contentsOf: Checkout.root.appendingPathComponent("Schemas/examples/\(name).json"), encoding: .utf8))
        for required in schema["required"]?.arrayValue ?? [] {
            #expect(value[required.stringValue ?? ""] != nil, "\(name): \(required)")
        }
        if let least = schema["minItems"]?.numberValue?.text, let most = schema["maxItems"]?.numberValue?.text {
            let count = try #require(value.arrayValue?.count)
            #expect(count >= Int(least) ?? 0 && count <= Int(most) ?? 0, "\(name)")
        }
    }

    @Test("Values of the example schemas are whole, also where the model is drawn from wildly", arguments: names)
    func wildValues(_ name: String) throws {
        let result = try tool.run([
            "generate", "--schema", "Schemas/examples/\(name).json", "--prompt", "Something with the sea.",
            "--temperature", "1.5", "--max-tokens", "160", "--seed", "1",
        ])
        #expect(result.status == 0)
        #expect(result.errors == "")
        try check(result.output, name)
    }

    @Test("The same seed gives the same values, others others; streaming changes nothing")
    func seeds() throws {
        func output(_ more: [String]) throws -> String {
            let result = try tool.run(
                [
                    "generate", "--schema", "Schemas/examples/palette.json", "--prompt", "Colors", "--max-tokens",
                    "120",
                    "--temperature", "1",
                ] + more)
            #expect(result.status == 0)
            return result.output
        }
        let one = try output(["--seed", "1"])
        #expect(try output(["--seed", "1"]) == one)
        #expect(try output(["--seed", "1", "--stream"]) == one)
        #expect(try output(["--seed", "2"]) != one)
        let three = try output(["--seed", "1", "--count", "3"])
        #expect(three.hasPrefix(one))
        #expect(Set(three.split(separator: "\n")).count == 3)
    }

    @Test("Schema and prompt come from standard input, statistics go to standard error")
    func standardInput() throws {
        let schema = #"{"enum": ["red", "green", "blue"]}"#
        let result = try tool.run(
            ["generate", "--schema", "-", "--prompt", "A color", "--temperature", "0", "--statistics"], input: schema)
        #expect(["\"red\"\n", "\"green\"\n", "\"blue\"\n"].contains(result.output))
        #expect(result.errors.contains("tokens/s"))
        #expect(result.errors.contains("% forced by the grammar"))
        let prompt = try tool.run(
            ["generate", "--schema", "Schemas/examples/event.json", "--prompt", "-", "--max-tokens", "120"],
            input: "A boat trip\nwith friends")
        #expect(prompt.status == 0)
        try check(prompt.output, "event")
    }

    @Test("Ctrl-C in the midst of a stream completes the value")
    func interruption() throws {
        let result = try tool.run(
            [
                "generate", "--schema", "Schemas/examples/recipe.json", "--prompt", "Bread", "--stream", "--seed", "3",
            ], input: Data(), interruptWhen: { $0.utf8.count > 60 })
        #expect(result.status == 130)
        try check(result.output, "recipe")
        let silent = try tool.run(
            ["generate", "--schema", "Schemas/examples/recipe.json", "--prompt", "Bread", "--count", "1000"],
            input: Data(), interruptWhen: { $0.utf8.count > 60 })
        #expect(silent.status == 130)
        #expect(silent.output.hasSuffix("\n"))
        for line in silent.output.split(separator: "\n") { try check(line + "\n", "recipe") }
    }

    @Test("What can't be generated is said in one line, with nothing on standard output")
    func failures() throws {
        func failure(_ arguments: [String], _ input: Data = Data()) throws -> String {
            try tool.failure(["generate"] + arguments, input: input)
        }
        let schema = ["--schema", "Schemas/examples/recipe.json"]
        #expect(try failure(schema + ["--prompt", ""]) == "the prompt is empty")
        #expect(try failure(schema + ["--prompt", "-"], Data(" \n".utf8)) == "the prompt is empty")
        #expect(
            try failure(schema + ["--prompt", "-"], Data([0x61, 0xC3])) == "standard input: not UTF-8 at byte 1")
        #expect(
            try failure(["--schema", "absent.json", "--prompt", "a"])
                == "cannot read absent.json: No such file or directory")
        #expect(
            try failure(["--schema", "-", "--prompt", "a"], Data("nonsense".utf8)).hasPrefix(
                "standard input: invalid JSON at byte"))
        #expect(
            try failure(["--schema", "-", "--prompt", "a"], Data(#"{"type": "thing"}"#.utf8))
                == "standard input: schema at /type: unknown type “thing”")
        #expect(try failure(schema + ["--prompt", "a", "--model", "gpt-9"]).hasPrefix("unknown model “gpt-9”"))
        let words = String(repeating: "word ", count: 20_000)
        #expect(try failure(schema + ["--prompt", "-"], Data(words.utf8)).contains("context"))
        #expect(try failure(schema + ["--prompt", "a", "--max-tokens", "3"]).contains("needs"))
    }

    @Test("A truncated model is named with the place of the fault")
    func badModel() throws {
        try withTemporaryFolder { folder in
            let model = folder.appendingPathComponent("cut.gguf")
            let path = try tool.run(["models", "get", "smollm2-135m"]).output.dropLast()
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: String(path)))
            try #require(try handle.read(upToCount: 3_000_000)).write(to: model)
            let message = try tool.failure([
                "generate", "--schema", "Schemas/examples/recipe.json", "--prompt", "a", "--model", model.path,
            ])
            #expect(message.hasPrefix("\(model.path): tensor “"))
        }
    }

    @Test("A talk answers each line and ends with the input")
    func chat() throws {
        let result = try tool.run(
            ["chat", "--temperature", "0", "--max-tokens", "12", "--instructions", "Answer in one word."],
            input: "Name a color.\n\nAnd a fruit.")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.split(separator: "\n").count >= 2)
        #expect(
            try tool.failure(["chat"], input: Data([0x61, 0xFF, 0x0A])) == "standard input: not UTF-8 at byte 1")
    }
}

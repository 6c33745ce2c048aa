import Foundation
import Testing

/// Command lines that are questions or mistakes.
@Suite struct UsageTests {
    let tool = Tool()

    @Test(
        "Help is shown for every command, even in a line that is wrong otherwise",
        arguments: [
            ["--help"], ["-h"], ["generate", "--help"], ["chat", "--help"], ["models", "--help"],
            ["models", "list", "--help"], ["models", "get", "--help"], ["models", "info", "--help"],
            ["schema", "--help"], ["generate", "--nonsense", "--help"],
        ])
    func help(_ arguments: [String]) throws {
        let result = try tool.run(arguments)
        #expect(result.status == 0)
        #expect(result.errors == "")
        let name = (["trellis"] + arguments.filter { !$0.hasPrefix("-") }).joined(separator: " ")
        #expect(result.output.contains("Usage: \(name)"))
        #expect(result.output.contains("--version"))
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test("The version is shown for every command", arguments: [["--version"], ["models", "get", "--version"]])
    func version(_ arguments: [String]) throws {
        let result = try tool.run(arguments)
        #expect(result.status == 0)
        #expect(result.output.wholeMatch(of: #/trellis \d+\.\d+\.\d+\n/#) != nil)
    }

    @Test(
        "Mistakes are named in one line with status 2",
        arguments: [
            ([], "a command is missing (see trellis --help)"),
            (["models"], "a command is missing (see trellis models --help)"),
            (["generat"], "unknown command “generat”: did you mean “generate”? (see trellis --help)"),
            (["fly"], "unknown command “fly” (see trellis --help)"),
            (["--fly"], "unknown option “--fly” (see trellis --help)"),
            (
                ["generate", "--sede", "1"],
                "unknown option “--sede”: did you mean “--seed”? (see trellis generate --help)"
            ),
            (["generate", "--prompt", "a"], "option --schema FILE is missing (see trellis generate --help)"),
            (
                ["generate", "--schema", "--prompt", "a"],
                "option --schema needs a value: --schema FILE (see trellis generate --help)"
            ),
            (
                ["generate", "--seed=1", "--seed", "2"], "option --seed is given twice (see trellis generate --help)"
            ),
            (["generate", "--stream=yes"], "option --stream takes no value (see trellis generate --help)"),
            (
                ["generate", "--schema", "-", "--prompt", "-"],
                "options --schema and --prompt cannot both read standard input (see trellis generate --help)"
            ),
            (
                ["generate", "--schema", "s", "--prompt", "p", "--stream", "--count", "2"],
                "options --stream and --count exclude each other (see trellis generate --help)"
            ),
            (
                ["generate", "--schema", "s", "--prompt", "p", "--lookup", "--draft", "m"],
                "options --lookup and --draft exclude each other (see trellis generate --help)"
            ),
            (
                ["generate", "--schema", "s", "--prompt", "p", "--seed", "-1"],
                "option --seed: “-1” is not a whole number from 0 (see trellis generate --help)"
            ),
            (
                ["generate", "--schema", "s", "--prompt", "p", "--temperature", "hot"],
                "option --temperature: “hot” is not a number from 0 to 1000 (see trellis generate --help)"
            ),
            (
                ["generate", "--schema", "s", "--prompt", "p", "--temperature", "nan"],
                "option --temperature: “nan” is not a number from 0 to 1000 (see trellis generate --help)"
            ),
            (
                ["generate", "--schema", "s", "--prompt", "p", "--max-tokens", "0"],
                "option --max-tokens: “0” is not a whole number from 1 (see trellis generate --help)"
            ),
            (["models", "get"], "NAME is missing (see trellis models get --help)"),
            (["models", "get", "a", "b"], "unexpected argument “b” (see trellis models get --help)"),
            (["schema", "--", "--a", "b"], "unexpected argument “b” (see trellis schema --help)"),
        ] as [([String], String)])
    func mistakes(_ arguments: [String], _ message: String) throws {
        #expect(try tool.failure(arguments, status: 2) == message)
    }

    @Test("A word that isn't UTF-8 is named by its position")
    func notUTF8() throws {
        let shell = Process()
        let errors = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "exec \"$0\" models get \"$(printf 'a\\377')\"", Tool.url.path]
        shell.standardError = errors
        try shell.run()
        let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 2)
        #expect(message == "trellis: argument 3 is not UTF-8 (see trellis --help)\n")
    }
}

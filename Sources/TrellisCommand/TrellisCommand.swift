import Foundation
import TrellisModelFiles

/// The command-line tool.
@main
enum TrellisCommand {
    /// Reads the command line, runs the command and ends with its status.
    static func main() async {
        let interruption = Interruption.listen()
        let status = await status()
        withExtendedLifetime(interruption) { exit(status) }
    }

    /// Runs what the command line asks for and reports what goes wrong.
    private static func status() async -> Int32 {
        do {
            switch try ArgumentParser(program: Program.root).parse(try words()) {
            case .help(let command): try StandardOutput.write(command.helpText + "\n")
            case .version: try StandardOutput.write("trellis \(Program.version)\n")
            case .run(let action, let arguments): try await run(action, arguments)
            }
            return 0
        } catch let error as UsageError {
            StandardError.report(error)
            return 2
        } catch {
            StandardError.report("\(error)")
            return 1
        }
    }

    /// Gives the words of the command line, checked to be UTF-8.
    private static func words() throws(UsageError) -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = unsafe CommandLine.unsafeArgv[index],
                let word = unsafe String(validatingCString: argument)
            else { throw UsageError(Program.root, .notUTF8(position: index)) }
            words.append(word)
        }
        return words
    }

    /// Runs a command.
    private static func run(_ action: CommandDescription.Action, _ arguments: ParsedArguments) async throws {
        switch action {
        case .listModels: try ModelsCommand.list()
        case .getModel: try await ModelsCommand.get(arguments.operand(0))
        case .describeModel: try ModelsCommand.info(arguments.operand(0))
        case .generate: try GenerateCommand(arguments).run()
        case .chat: try ChatCommand(arguments).run()
        case .printGrammar: try SchemaCommand(arguments).run()
        case .trace: try TraceCommand(arguments).run()
        }
    }
}

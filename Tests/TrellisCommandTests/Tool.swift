import Foundation
import TestSupport
import Testing

/// The built command-line tool, run as a person runs it.
struct Tool {
    /// What a run leaves.
    struct Result {
        /// The exit status; 128 and the number of the signal for a run that a signal ended, as in a shell.
        var status: Int32
        /// Standard output.
        var output: String
        /// Standard error.
        var errors: String
    }

    /// Environment variables beyond the present ones.
    var environment: [String: String] = [:]
    /// The folder to run in.
    var folder: URL?

    /// The place of the tool: beside the tests.
    static let url: URL = {
        let places = [CommandLine.arguments.first.map { URL(fileURLWithPath: $0) }, Bundle.main.executableURL]
            .compactMap { $0?.deletingLastPathComponent() }
        // On Linux the tests are a file beside the tool; on macOS they are a bundle beside it.
        let candidates = places.flatMap { place in
            [place, place.appendingPathComponent("../../..")].map { $0.appendingPathComponent("trellis").standardized }
        }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
            ?? Checkout.root.appendingPathComponent(".build/debug/trellis")
    }()

    /// Runs the tool to its end.
    func run(_ arguments: [String], input: String = "") throws -> Result {
        try run(arguments, input: Data(input.utf8))
    }

    /// Runs the tool to its end, or until a function that looks at the output so far says to interrupt it.
    func run(
        _ arguments: [String], input: Data, interruptWhen: ((String) -> Bool)? = nil
    ) throws -> Result {
        try withTemporaryFolder { files in
            func file(_ name: String, _ data: Data) throws -> URL {
                let url = files.appendingPathComponent(name)
                try data.write(to: url)
                return url
            }
            let output = try file("output", Data())
            let errors = try file("errors", Data())
            let process = Process()
            process.executableURL = Self.url
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardInput = try FileHandle(forReadingFrom: try file("input", input))
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
            if let interruptWhen {
                while process.isRunning {
                    if interruptWhen(String(decoding: try Data(contentsOf: output), as: UTF8.self)) {
                        process.interrupt()
                        break
                    }
                    Thread.sleep(forTimeInterval: 0.005)
                }
            }
            process.waitUntilExit()
            let signal = process.terminationReason == .uncaughtSignal ? 128 : Int32(0)
            return Result(
                status: process.terminationStatus + signal,
                output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
    }

    /// Runs the tool where it has to fail: with one line of errors and nothing else.
    func failure(_ arguments: [String], input: Data = Data(), status: Int32 = 1) throws -> String {
        let result = try run(arguments, input: input)
        #expect(result.status == status)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("trellis: "))
        #expect(result.errors.filter(\.isNewline).count == 1)
        return String(result.errors.dropFirst("trellis: ".count).dropLast())
    }
}

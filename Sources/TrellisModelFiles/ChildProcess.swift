#if os(Linux) || os(macOS)
    import Dispatch
    import Foundation

    /// A program to run, found on the path, with its output collected.
    struct ChildProcess {
        /// The program and its arguments.
        var arguments: [String]
        /// Environment variables beyond the present ones.
        var environment: [String: String] = [:]

        /// What a program that has ended leaves.
        struct Result {
            /// The exit status; that of a program that a signal ended isn't zero.
            var status: Int32
            /// What it wrote to standard output.
            var output: String
            /// What it wrote to standard error.
            var errors: String

            /// The line of the errors that gives the reason: pip's last complaint, or the end of a Python traceback.
            var lastErrorLine: String {
                let lines = errors.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                let mark = "ERROR: "
                if let line = lines.last(where: { $0.hasPrefix(mark) }), line != mark + "Exception:" {
                    return String(line.dropFirst(mark.count))
                }
                return lines.last { !$0.isEmpty } ?? "exit status \(status)"
            }
        }

        /// Prepares a program.
        init(_ arguments: [String]) {
            self.arguments = arguments
        }

        /// Runs the program to its end and calls a function about ten times a second meanwhile.
        ///
        /// When the task is cancelled, the program is ended, and the call returns only then.
        func run(whileRunning tick: () -> Void) async throws -> Result {
            try Task.checkCancellation()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(environment, uniquingKeysWith: { $1 })
            process.standardInput = FileHandle.nullDevice
            let output = Pipe()
            let errors = Pipe()
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            async let outputText = text(of: output)
            async let errorText = text(of: errors)
            while process.isRunning {
                tick()
                do {
                    try await Task.sleep(for: .milliseconds(100))
                } catch {
                    process.terminate()
                    process.waitUntilExit()
                    throw error
                }
            }
            return Result(
                status: process.terminationReason == .exit ? process.terminationStatus : -1,
                output: await outputText, errors: await errorText)
        }

        /// Reads a pipe to its end, on a thread that may block.
        private func text(of pipe: Pipe) async -> String {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    let data = pipe.fileHandleForReading.readDataToEndOfFile()
                    continuation.resume(returning: String(decoding: data, as: UTF8.self))
                }
            }
        }
    }
#endif

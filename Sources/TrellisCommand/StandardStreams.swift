import Foundation

/// Standard output, where an error in writing is an error of the command.
enum StandardOutput {
    /// Writes a text as a whole.
    static func write(_ text: String) throws(CommandError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw .unwritable(reason: systemReason(error))
        }
    }
}

/// Standard error, for messages to a person.
enum StandardError {
    /// Writes a text; there is nowhere to report a failure to.
    static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// Writes a message in one line, behind the name of the program.
    static func report(_ message: some CustomStringConvertible) {
        let line = message.description.replacingOccurrences(of: "\n", with: " ")
        write("trellis: \(line)\n")
    }

    /// Whether a person sees it.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

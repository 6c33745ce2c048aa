import Foundation

/// The lines of standard input as they are typed, each checked to be UTF-8.
struct InputLines {
    private var buffer: [UInt8] = []
    private var offset = 0
    private var isAtEnd = false
    private let prompt = isatty(STDIN_FILENO) == 1 ? "> " : ""

    /// Gives the next line without its end, or nothing at the end of the input.
    mutating func next() throws(CommandError) -> String? {
        if !prompt.isEmpty { StandardError.write(prompt) }
        var searched = 0
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = try text(buffer[..<end])
                buffer.removeSubrange(...end)
                offset += end + 1
                return line
            }
            guard !isAtEnd else { break }
            guard buffer.count <= InputText.limit else {
                throw .tooLong(source: InputText.standardInputName, limit: InputText.limit)
            }
            searched = buffer.count
            let data = FileHandle.standardInput.availableData
            isAtEnd = data.isEmpty
            buffer += data
        }
        guard !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        return try text(buffer[...])
    }

    private func text(_ line: ArraySlice<UInt8>) throws(CommandError) -> String {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw .notUTF8(
                source: InputText.standardInputName, offset: offset + InputText.validPrefix(Array(line)))
        }
        return text
    }
}

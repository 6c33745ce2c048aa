/// What a command can fail with beyond the errors of the libraries.
enum CommandError: Error, Equatable {
    /// A file can't be read; the reason is the system's.
    case unreadable(file: String, reason: String)
    /// A text isn't UTF-8, from the byte at an offset on.
    case notUTF8(source: String, offset: Int)
    /// A text is longer than a command takes.
    case tooLong(source: String, limit: Int)
    /// A schema file isn't JSON.
    case notJSON(source: String, reason: String)
    /// A prompt without anything but white space.
    case emptyPrompt
    /// Standard output can't be written.
    case unwritable(reason: String)
    /// A schema has no grammar.
    case badSchema(source: String, reason: String)
    /// A schema has parts that can't be enforced, which have been named already.
    case notEnforced(source: String)
    /// A generated value that its own grammar refuses: a mistake of this package.
    case invalidOutput(offset: Int)
}

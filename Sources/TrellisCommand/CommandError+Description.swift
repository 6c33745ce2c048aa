extension CommandError: CustomStringConvertible {
    /// One line that names the thing and its place.
    var description: String {
        switch self {
        case .unreadable(let file, let reason): "cannot read \(file): \(reason)"
        case .notUTF8(let source, let offset): "\(source): not UTF-8 at byte \(offset)"
        case .tooLong(let source, let limit): "\(source): longer than the limit of \(limit) bytes"
        case .notJSON(let source, let reason): "\(source): \(reason)"
        case .emptyPrompt: "the prompt is empty"
        case .unwritable(let reason): "cannot write to standard output: \(reason)"
        case .badSchema(let source, let reason): "\(source): \(reason)"
        case .notEnforced(let source):
            "\(source): “trellis generate” refuses the schema because of what cannot be enforced"
        case .invalidOutput(let offset):
            "the generated value breaks the grammar at byte \(offset): please report this as a fault of trellis"
        }
    }
}

/// Why a prepared vocabulary cannot be read from a file, or written to one.
public enum VocabularyFileError: Error, Hashable, Sendable {
    /// The file cannot be read; the reason is the system's.
    case unreadable(path: String, reason: String)
    /// The file cannot be written; the reason is the system's.
    case unwritable(path: String, reason: String)
    /// The file is something else, or from a machine with another order of bytes.
    case notAVocabulary(path: String)
    /// The file was written by another version of this package, or with another version of Unicode.
    case otherVersion(path: String)
    /// The file has not the length that it says.
    case wrongLength(path: String)
    /// The contents of the file are not those that were written.
    case damaged(path: String)
    /// The file is that of another vocabulary than the tokenizer's.
    case otherVocabulary(path: String)
}

extension VocabularyFileError: CustomStringConvertible {
    /// The error in one line of words.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "cannot read “\(path)”: \(reason)"
        case .unwritable(let path, let reason): "cannot write “\(path)”: \(reason)"
        case .notAVocabulary(let path): "“\(path)” is not the file of a prepared vocabulary"
        case .otherVersion(let path): "“\(path)” was written by another version of this package, or of Unicode"
        case .wrongLength(let path): "“\(path)” is cut off, or longer than it says"
        case .damaged(let path): "“\(path)” is damaged"
        case .otherVocabulary(let path): "“\(path)” is the file of another vocabulary"
        }
    }
}

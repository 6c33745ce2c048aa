import Foundation

extension InferenceError: CustomStringConvertible, LocalizedError {
    /// One line that names the thing and its place.
    package var description: String {
        switch self {
        case .unknownArchitecture(let name):
            "architecture \"\(name)\" is not supported (\(ModelFamily.table.keys.sorted().joined(separator: ", ")) are)"
        case .badMetadata(let fault): fault
        case .numberOutOfBounds(let key, let value, let expected):
            "metadata key \"\(key)\" is \(value), but must be \(expected)"
        case .unsupported(let key, let value): "metadata key \"\(key)\": \"\(value)\" is not supported"
        case .missingTensor(let name): "tensor \"\(name)\" is missing"
        case .unexpectedTensor(let name): "tensor \"\(name)\" has no place in a model of this architecture"
        case .wrongShape(let name, let expected, let found):
            "tensor \"\(name)\" has shape \(Self.words(found)), but \(Self.words(expected)) is needed"
        case .unsupportedCache(let size):
            "an 8-bit cache needs heads of a multiple of 32 numbers, but they have \(size)"
        case .contextTooLong(let length, let limit):
            "a context of \(length) tokens is longer than the model's \(limit)"
        case .contextOverflow(let needed, let capacity):
            "\(needed) tokens do not fit into a context of \(capacity)"
        case .notSparse: "the model has no experts to choose from"
        case .tooFewActiveParameters(let count, let least):
            "\(count) active parameters are too few: a token reads \(least) with one expert in each layer"
        case .badRefreshInterval(let count): "experts cannot be chosen anew every \(count) tokens"
        case .noTokens: "there is no token to run"
        case .tooManyLogits(let tokens, let limit):
            "the logits of \(tokens) tokens were to be kept, but there is room for \(limit)"
        case .tokenOutOfRange(let token, let size): "token \(token) is not in the model's vocabulary of \(size)"
        case .wrongTokenCount(let given, let held): "\(given) tokens were given for a context that holds \(held)"
        case .badPrefix(let file, let problem): "\(file): \(problem)"
        case .badAdapter(let fault): fault
        case .foreignAdapter: "the adapter was made for another model"
        case .foreignContext: "the context belongs to another model"
        case .cancelled: "the run was cancelled"
        case .outOfMemory(let bytes): "no memory for \(bytes) bytes"
        }
    }

    package var errorDescription: String? { description }

    /// A shape in words.
    private static func words(_ shape: [Int]) -> String { shape.map(String.init).joined(separator: " × ") }
}

extension PrefixProblem: CustomStringConvertible {
    /// The problem, in words.
    package var description: String {
        switch self {
        case .inaccessible(let reason): reason
        case .notAPrefix: "not a saved prefix, or one of another version"
        case .otherModel: "the prefix was saved with another model or adapter"
        case .otherPrecision: "the prefix was saved from a cache in another precision"
        case .tooLong(let tokens, let capacity): "\(tokens) tokens do not fit into a context of \(capacity)"
        case .damaged: "the file is incomplete or damaged"
        }
    }
}

/// What can go wrong between a model file and its logits.
package enum InferenceError: Error, Sendable, Hashable {
    /// The model is of an architecture that has no entry in the table of families.
    case unknownArchitecture(String)
    /// A key of the metadata is missing, or its value isn't of the type that is needed.
    case badMetadata(String)
    /// A number of the metadata is outside its bounds.
    case numberOutOfBounds(key: String, value: String, expected: String)
    /// The model asks for a variant that the runtime doesn't have.
    case unsupported(key: String, value: String)
    /// The file lacks a tensor that the architecture needs.
    case missingTensor(name: String)
    /// The file has a tensor that the architecture doesn't use.
    case unexpectedTensor(name: String)
    /// A tensor has another shape than the metadata says.
    case wrongShape(name: String, expected: [Int], found: [Int])
    /// An 8-bit cache was asked for, but heads aren't whole blocks.
    case unsupportedCache(headSize: Int)
    /// A context would be longer than the model's.
    case contextTooLong(length: Int, limit: Int)
    /// The tokens don't fit behind those that the context already holds.
    case contextOverflow(needed: Int, capacity: Int)
    /// Experts were to be chosen for a request of a model that has none.
    case notSparse
    /// The parameters that a token may read are fewer than it reads with a single expert in each layer.
    case tooFewActiveParameters(Int, least: Int)
    /// A set of experts was to be chosen anew after no token at all.
    case badRefreshInterval(Int)
    /// A run was asked for without a token to run.
    case noTokens
    /// The logits of more tokens were to be kept than there is room for.
    case tooManyLogits(tokens: Int, limit: Int)
    /// A token isn't in the model's vocabulary.
    case tokenOutOfRange(token: UInt32, vocabularySize: Int)
    /// A prefix was to be saved with another number of tokens than the context holds.
    case wrongTokenCount(given: Int, held: Int)
    /// A prefix can't be saved to or loaded from a file.
    case badPrefix(file: String, problem: PrefixProblem)
    /// An adapter is of another family than the model, or has a rank beyond the limit.
    case badAdapter(String)
    /// The adapter was made for another model.
    case foreignAdapter
    /// The context was made by another model.
    case foreignContext
    /// The caller cancelled the run; the context holds what was run until then.
    case cancelled
    /// The system gave no memory.
    case outOfMemory(bytes: Int)
}

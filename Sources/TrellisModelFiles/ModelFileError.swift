/// What can go wrong with a model file.
package enum ModelFileError: Error, Sendable, Hashable {
    /// The file can't be opened or mapped; the code is the system's.
    case cannotOpen(file: String, code: Int32)
    /// The path leads to a folder, a pipe or a device.
    case notARegularFile(file: String)
    /// The bytes of the file aren't a GGUF file that can be used.
    case malformed(file: String, fault: GGUFFault)
    /// The metadata lacks a key that is needed.
    case missingKey(file: String, key: String)
    /// The value of a key has another type than is needed.
    case wrongType(file: String, key: String, expected: String, found: String)
    /// The integer of a key is beyond what this machine counts with.
    case numberOutOfRange(file: String, key: String)
    /// The file lacks a tensor that is needed.
    case missingTensor(file: String, name: String)
    /// The bytes of a file of weights aren't a safetensors file that can be used.
    case malformedSafetensors(file: String, fault: SafetensorsFault)
    /// A text file isn't JSON.
    case malformedJSON(file: String, fault: String)
    /// A text file is longer than the reader takes.
    case fileTooLong(file: String, limit: Int)
    /// A configuration asks for what the runtime doesn't do.
    case unsupportedValue(file: String, key: String, value: String)
    /// Two files of a model have a tensor of the same name.
    case duplicateTensor(file: String, name: String)
}

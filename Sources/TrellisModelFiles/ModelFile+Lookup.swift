import Foundation

extension ModelFile {
    /// Lends the bytes of a tensor of this model.
    package func withBytes<R>(of tensor: Tensor, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) { try unsafe body(bytes(of: tensor)) }
    }

    /// Gives the text of a key.
    package func string(_ key: String) throws(ModelFileError) -> String {
        try required(key, try string(ifPresent: key))
    }

    /// Gives the text of a key, or nothing when the file lacks the key.
    package func string(ifPresent key: String) throws(ModelFileError) -> String? {
        switch metadata[key] {
        case nil: nil
        case .string(let value): value
        case let other?: throw mismatch(key, "a string", other)
        }
    }

    /// Gives the number of a key that has an integer of any type.
    package func integer(_ key: String) throws(ModelFileError) -> Int {
        try required(key, try integer(ifPresent: key))
    }

    /// Gives the number of a key that has an integer of any type, or nothing when the file lacks the key.
    package func integer(ifPresent key: String) throws(ModelFileError) -> Int? {
        let integer: Int?
        switch metadata[key] {
        case nil: return nil
        case .unsigned(let value): integer = Int(exactly: value)
        case .signed(let value): integer = Int(exactly: value)
        case let other?: throw mismatch(key, "an integer", other)
        }
        guard let integer else { throw .numberOutOfRange(file: url.path, key: key) }
        return integer
    }

    /// Gives the number of a key that has a float of either width.
    package func float(_ key: String) throws(ModelFileError) -> Double {
        try required(key, try float(ifPresent: key))
    }

    /// Gives the number of a key that has a float of either width, or nothing when the file lacks the key.
    package func float(ifPresent key: String) throws(ModelFileError) -> Double? {
        switch metadata[key] {
        case nil: nil
        case .float(let value): value
        case let other?: throw mismatch(key, "a float", other)
        }
    }

    /// Gives the truth value of a key.
    package func bool(_ key: String) throws(ModelFileError) -> Bool {
        try required(key, try bool(ifPresent: key))
    }

    /// Gives the truth value of a key, or nothing when the file lacks the key.
    package func bool(ifPresent key: String) throws(ModelFileError) -> Bool? {
        switch metadata[key] {
        case nil: nil
        case .bool(let value): value
        case let other?: throw mismatch(key, "a truth value", other)
        }
    }

    /// Gives the strings of a key as bytes.
    package func strings(_ key: String) throws(ModelFileError) -> [[UInt8]] {
        try required(key, try strings(ifPresent: key))
    }

    /// Gives the strings of a key as bytes, or nothing when the file lacks the key.
    package func strings(ifPresent key: String) throws(ModelFileError) -> [[UInt8]]? {
        switch metadata[key] {
        case nil: nil
        case .strings(let values): values
        case let other?: throw mismatch(key, "an array of strings", other)
        }
    }

    /// Gives the numbers of a key that has an array of integers of any type.
    package func integers(_ key: String) throws(ModelFileError) -> [Int64] {
        try required(key, try integers(ifPresent: key))
    }

    /// Gives the numbers of a key that has an array of integers, or nothing when the file lacks the key.
    package func integers(ifPresent key: String) throws(ModelFileError) -> [Int64]? {
        switch metadata[key] {
        case nil: nil
        case .integers(let values): values
        case let other?: throw mismatch(key, "an array of integers", other)
        }
    }

    /// Gives the numbers of a key that has an array of floats.
    package func floats(_ key: String) throws(ModelFileError) -> [Float] {
        try required(key, try floats(ifPresent: key))
    }

    /// Gives the numbers of a key that has an array of floats, or nothing when the file lacks the key.
    package func floats(ifPresent key: String) throws(ModelFileError) -> [Float]? {
        switch metadata[key] {
        case nil: nil
        case .floats(let values): values
        case let other?: throw mismatch(key, "an array of floats", other)
        }
    }

    /// Gives the truth values of a key, or nothing when the file lacks the key.
    package func bools(ifPresent key: String) throws(ModelFileError) -> [Bool]? {
        switch metadata[key] {
        case nil: nil
        case .bools(let values): values
        case let other?: throw mismatch(key, "an array of truth values", other)
        }
    }

    /// Gives the truth values of a key.
    package func bools(_ key: String) throws(ModelFileError) -> [Bool] {
        try required(key, try bools(ifPresent: key))
    }

    /// Gives the tensor of a name.
    package func tensor(_ name: String) throws(ModelFileError) -> Tensor {
        guard let tensor = tensors[name] else { throw .missingTensor(file: url.path, name: name) }
        return tensor
    }

    /// Insists on the value of a key.
    private func required<Value>(_ key: String, _ value: Value?) throws(ModelFileError) -> Value {
        guard let value else { throw .missingKey(file: url.path, key: key) }
        return value
    }

    /// Makes the error for a value of the wrong type.
    private func mismatch(_ key: String, _ expected: String, _ found: MetadataValue) -> ModelFileError {
        .wrongType(file: url.path, key: key, expected: expected, found: found.kind)
    }
}

extension MetadataValue {
    /// The kind of value, in words.
    var kind: String {
        switch self {
        case .unsigned, .signed: "an integer"
        case .float: "a float"
        case .bool: "a truth value"
        case .string: "a string"
        case .strings: "an array of strings"
        case .integers: "an array of integers"
        case .floats: "an array of floats"
        case .bools: "an array of truth values"
        }
    }
}

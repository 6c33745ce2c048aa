import Foundation

extension ModelFileError: CustomStringConvertible, LocalizedError {
    /// One line that names the file, the thing in it and its place.
    package var description: String {
        switch self {
        case .cannotOpen(let file, let code): "cannot open \(file): \(unsafe String(cString: strerror(code)))"
        case .notARegularFile(let file): "cannot open \(file): not a regular file"
        case .malformed(let file, let fault): "\(file): \(fault)"
        case .missingKey(let file, let key): "\(file): metadata key \(quoted(key)) is missing"
        case .wrongType(let file, let key, let expected, let found):
            "\(file): metadata key \(quoted(key)) must be \(expected), but is \(found)"
        case .numberOutOfRange(let file, let key): "\(file): metadata key \(quoted(key)): the number is too large"
        case .missingTensor(let file, let name): "\(file): tensor \(quoted(name)) is missing"
        case .malformedSafetensors(let file, let fault): "\(file): \(fault)"
        case .malformedJSON(let file, let fault): "\(file): \(fault)"
        case .fileTooLong(let file, let limit): "\(file): longer than the limit of \(limit) bytes"
        case .unsupportedValue(let file, let key, let value):
            "\(file): \(quoted(key)) is \(quoted(value)), which is not supported"
        case .duplicateTensor(let file, let name): "\(file): another file has a tensor \(quoted(name)) too"
        }
    }

    package var errorDescription: String? { description }
}

extension SafetensorsFault: CustomStringConvertible {
    /// One line that names the tensor and the problem.
    package var description: String { (tensor.map { "tensor \(quoted($0))" } ?? "header") + ": \(problem)" }
}

extension SafetensorsFault.Problem: CustomStringConvertible {
    /// The problem, in words.
    package var description: String {
        switch self {
        case .truncated(let needed, let left): "the file ends too early: \(needed) bytes needed, \(left) there"
        case .headerTooLong(let length, let limit): "\(length) bytes, more than the limit of \(limit)"
        case .badHeader(let fault): fault
        case .missing(let member): "\(quoted(member)) is missing or not a string"
        case .unsupportedType(let name): "numbers of type \(quoted(name)) are not supported (F32, F16 and BF16 are)"
        case .badShape: "impossible extents"
        case .outsideFile(let size): "the offsets are no range in the \(size) bytes of data"
        case .wrongSize(let size, let needed): "\(size) bytes of data, but type and shape need \(needed)"
        case .misaligned: "the data does not start at a multiple of the size of its numbers"
        case .overlap(let name): "the data overlaps that of tensor \(quoted(name))"
        }
    }
}

extension GGUFFault: CustomStringConvertible {
    /// One line that names the thing and the byte offset.
    package var description: String { "\(subject) at byte \(offset): \(problem)" }
}

extension GGUFSubject: CustomStringConvertible {
    /// The part of the file, in words.
    package var description: String {
        switch self {
        case .header: "header"
        case .metadataEntry(let index): "metadata entry \(index)"
        case .metadata(let key): "metadata key \(quoted(key))"
        case .tensorEntry(let index): "tensor entry \(index)"
        case .tensor(let name): "tensor \(quoted(name))"
        }
    }
}

extension GGUFFault.Problem: CustomStringConvertible {
    /// The problem, in words.
    package var description: String {
        switch self {
        case .badMagic: "not a GGUF file"
        case .unsupportedVersion(let version): "GGUF version \(version) is not supported (2 and 3 are)"
        case .bigEndian: "big-endian GGUF files are not supported"
        case .truncated(let needed, let left): "the file ends too early: \(needed) bytes needed, \(left) left"
        case .countTooLarge(let count, let left): "a count of \(count) cannot fit in the \(left) bytes left"
        case .headerTooLong(let limit): "the header is longer than the limit of \(limit) bytes"
        case .notUTF8: "the text is not UTF-8"
        case .duplicate: "the name occurs twice"
        case .unknownValueType(let number): "unknown value type \(number)"
        case .unsupportedArray(let number):
            number == 9 ? "arrays of arrays are not supported" : "arrays of value type \(number) are not supported"
        case .badBool(let byte): "a truth value must be 0 or 1, but is \(byte)"
        case .integerTooLarge(let value): "the array element \(value) is too large"
        case .badAlignment(let value): "the alignment must be a power of two from 8 on, but is \(value.brief)"
        case .unknownTensorType(let number): "unknown tensor type \(number)"
        case .badDimensionCount(let count): "the number of dimensions must be 1 to 4, but is \(count)"
        case .badDimensions(let dimensions):
            "impossible dimensions \(dimensions.map(String.init).joined(separator: " × "))"
        case .partialBlock(let rowLength, let blockLength):
            "a row of \(rowLength) numbers is not a whole number of blocks of \(blockLength)"
        case .misaligned(let offset, let alignment):
            "the data offset \(offset) is not a multiple of the alignment \(alignment)"
        case .outsideFile(let offset, let byteCount, let dataSize):
            "\(byteCount) bytes at data offset \(offset) do not fit in the \(dataSize) bytes of data"
        case .overlap(let name): "the data overlaps that of tensor \(quoted(name))"
        }
    }
}

extension MetadataValue {
    /// The value where it is a number, otherwise its kind.
    fileprivate var brief: String {
        switch self {
        case .unsigned(let value): "\(value)"
        case .signed(let value): "\(value)"
        default: kind
        }
    }
}

/// Puts a name from a file in quotation marks, without control characters and not longer than a line can take.
func quoted(_ name: String) -> String {
    let start = name.unicodeScalars.prefix(80)
    let shown = start.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0) }.joined()
    return "“\(shown)\(start.count < name.unicodeScalars.count ? "…" : "")”"
}

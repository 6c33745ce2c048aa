import TrellisModelFiles

/// A number that differs, as good as certainly, when the bytes that it was made of do.
///
/// It tells mistakes apart, not attacks: whoever can choose the bytes can make two of the same number.
struct Fingerprint {
    /// The number so far.
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let words = bytes.count / 8
        for index in 0..<words { add(unsafe bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)) }
        for index in words * 8..<bytes.count { add(UInt64(unsafe bytes[index])) }
        add(UInt64(bytes.count))
    }

    /// Adds the bytes of a text.
    mutating func add(_ text: String) { for byte in text.utf8 { add(UInt64(byte)) } }

    /// Adds a word.
    mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
        value ^= value >> 32
    }
}

extension Weights {
    /// The fingerprint of the tensors' names, types and shapes, and of samples of the weights of each layer.
    func fingerprint() -> Fingerprint {
        var fingerprint = Fingerprint()
        for tensor in file.tensors.values.sorted(by: { $0.name < $1.name }) {
            fingerprint.add("\(tensor.name) \(tensor.type) \(tensor.shape);")
        }
        func add(_ matrix: Matrix) {
            // The middle of the matrix: where tunings of one model differ as much as anywhere.
            let start = matrix.rowCount / 2 * matrix.rowSize
            unsafe fingerprint.add(UnsafeRawBufferPointer(start: matrix.bytes + start, count: min(matrix.rowSize, 512)))
        }
        add(embedding)
        for layer in layers {
            add(layer.query.matrix)
            add(layer.attentionOutput.matrix)
        }
        return fingerprint
    }
}

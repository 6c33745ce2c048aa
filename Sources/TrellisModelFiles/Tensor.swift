/// A named array of numbers inside a mapped model file.
package struct Tensor: Sendable {
    /// The name in the file, for example `blk.0.attn_q.weight`.
    package let name: String
    /// How the numbers are stored.
    package let type: TensorType
    /// The extents, outermost first: a matrix of r rows and c columns is `[r, c]`, and a row is contiguous.
    package let shape: [Int]
    /// The number of the file that the bytes are in, among those of the model.
    package let shard: Int
    /// Where the bytes start in the file.
    package let offset: Int
    /// The number of bytes.
    package let byteCount: Int

    /// Makes a tensor description that the reader has checked against the file.
    package init(name: String, type: TensorType, shape: [Int], offset: Int, byteCount: Int, shard: Int = 0) {
        self.name = name
        self.type = type
        self.shape = shape
        self.offset = offset
        self.shard = shard
        self.byteCount = byteCount
    }
}

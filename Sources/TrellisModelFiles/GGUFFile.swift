package import Foundation

/// A GGUF model file: its metadata, and its tensors in place in a memory map.
///
/// Opening reads the header only; the bytes of a tensor come from disk when they are first touched, and processes that
/// use the same file share them.
package final class GGUFFile: ModelFile {
    /// Where the file is.
    package let url: URL
    /// The version of the format: 2 or 3.
    package let version: UInt32
    /// The metadata by key.
    package let metadata: [String: MetadataValue]
    /// The tensors by name; the bytes of each lie inside the file.
    package let tensors: [String: Tensor]

    /// The bytes of the file.
    let map: MappedFile

    /// Opens a file, reads its header and checks it against the size of the file.
    package init(url: URL) throws(ModelFileError) {
        let map = try MappedFile(url: url)
        let header: GGUFHeader
        do {
            unsafe header = try GGUFHeader(map.bytes)
        } catch {
            throw .malformed(file: url.path, fault: error)
        }
        self.url = url
        self.map = map
        version = header.version
        metadata = header.metadata
        tensors = header.tensors
    }

    package var layout: WeightLayout { .gguf }

    /// Gives the bytes of a tensor of this file, which stay valid while the file lives.
    package func bytes(of tensor: Tensor) -> UnsafeRawBufferPointer {
        // A tensor of another file is a mistake of this package; slicing would trap on a bad range all the same.
        unsafe UnsafeRawBufferPointer(rebasing: map.bytes[tensor.offset..<tensor.offset + tensor.byteCount])
    }
}

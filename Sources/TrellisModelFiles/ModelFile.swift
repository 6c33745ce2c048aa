package import Foundation

/// A model on disk, in whatever format: numbers about it, and tensors in place in memory maps, by the names of GGUF files.
///
/// Opening reads headers only; the bytes of a tensor come from disk when they are first touched, and processes that use the
/// same file share them.
package protocol ModelFile: AnyObject, Sendable {
    /// Where the model is.
    var url: URL { get }
    /// What is known about the model, by the keys of GGUF files.
    var metadata: [String: MetadataValue] { get }
    /// The tensors by name; the bytes of each lie inside a map.
    var tensors: [String: Tensor] { get }
    /// How the tensors hold the weights.
    var layout: WeightLayout { get }
    /// Gives the bytes of a tensor of this model, which stay valid while the model lives.
    func bytes(of tensor: Tensor) -> UnsafeRawBufferPointer
}

/// How the tensors of a model hold its weights, where formats differ.
package enum WeightLayout: Sendable, Hashable {
    /// As in GGUF files: the rows of a head ordered as the family's rotary embedding pairs them, norms as they multiply.
    case gguf
    /// As in published checkpoints: heads in halves, and the norms of Gemma less one.
    case checkpoint
}

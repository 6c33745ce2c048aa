package import Foundation
import TrellisJSON

/// A model as it is published for transformers: a folder with `config.json` and weights in safetensors files.
///
/// The weights are used in place. Numbers and tensors go by the names of GGUF files, so that a model reads the same whatever
/// its format.
package final class CheckpointFolder: ModelFile {
    /// Where the folder is.
    package let url: URL
    /// What `config.json` says, by the keys of GGUF files.
    package let metadata: [String: MetadataValue]
    /// The tensors of all files by the names of GGUF files.
    package let tensors: [String: Tensor]

    /// The files with the weights.
    private let shards: [MappedFile]

    /// The greatest size of a JSON file in the folder.
    static let textLimit = 1 << 25

    /// Opens a folder, reads its configuration and the headers of its files.
    package init(url: URL) throws(ModelFileError) {
        self.url = url
        let configuration = try CheckpointConfiguration(Self.json("config.json", in: url), file: url.path)
        metadata = try configuration.metadata()
        var shards: [MappedFile] = []
        var tensors: [String: Tensor] = [:]
        for name in try Self.fileNames(in: url) {
            let file = url.appendingPathComponent(name)
            let map = try MappedFile(url: file)
            let header: SafetensorsHeader
            do {
                unsafe header = try SafetensorsHeader(map.bytes, shard: shards.count)
            } catch {
                throw .malformedSafetensors(file: file.path, fault: error)
            }
            for tensor in header.tensors.values {
                let name = configuration.tensorName(of: tensor.name)
                guard tensors.updateValue(tensor, forKey: name) == nil else {
                    throw .duplicateTensor(file: file.path, name: tensor.name)
                }
            }
            shards.append(map)
        }
        self.shards = shards
        self.tensors = tensors
    }

    package var layout: WeightLayout { .checkpoint }

    package func bytes(of tensor: Tensor) -> UnsafeRawBufferPointer {
        // A tensor of another model is a mistake of this package; slicing would trap on a bad range all the same.
        unsafe UnsafeRawBufferPointer(
            rebasing: shards[tensor.shard].bytes[tensor.offset..<tensor.offset + tensor.byteCount])
    }

    /// The names of the files with the weights: one, or those that the index names.
    private static func fileNames(in folder: URL) throws(ModelFileError) -> [String] {
        let index = "model.safetensors.index.json"
        guard FileManager.default.fileExists(atPath: folder.appendingPathComponent(index).path) else {
            return ["model.safetensors"]
        }
        let file = folder.appendingPathComponent(index).path
        guard let places = try json(index, in: folder)["weight_map"]?.objectValue else {
            throw .missingKey(file: file, key: "weight_map")
        }
        var names: Set<String> = []
        for (tensor, place) in places {
            // A plain name: the files of a model lie in its folder.
            guard let name = place.stringValue, !name.contains("/"), name.hasSuffix(".safetensors") else {
                throw .wrongType(
                    file: file, key: "weight_map.\(tensor)", expected: "the name of a safetensors file",
                    found: place.stringValue ?? place.typeName)
            }
            names.insert(name)
        }
        return names.sorted()
    }

    /// Reads a JSON file of the folder.
    static func json(_ name: String, in folder: URL) throws(ModelFileError) -> JSONValue {
        let file = folder.appendingPathComponent(name)
        let map = try MappedFile(url: file)
        guard map.count <= textLimit else { throw .fileTooLong(file: file.path, limit: textLimit) }
        do {
            return try JSONValue(parsing: unsafe Array(map.bytes))
        } catch {
            throw .malformedJSON(file: file.path, fault: String(describing: error))
        }
    }
}

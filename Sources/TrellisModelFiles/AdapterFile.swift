package import Foundation
import TrellisJSON

/// A low-rank adapter on disk: for some linear layers of a model, two thin matrices whose product is added to its weights.
///
/// Either a GGUF file of type `adapter`, or a folder as PEFT writes it, with `adapter_config.json` and
/// `adapter_model.safetensors`.
package final class AdapterFile: Sendable {
    /// What is added to one linear layer: scale · up · down.
    package struct Pair: Sendable {
        /// The first matrix.
        package let down: Tensor  // [rank, inputs]
        /// The second matrix.
        package let up: Tensor  // [outputs, rank]
        /// What their product is multiplied by.
        package let scale: Double
    }

    /// Where the adapter is.
    package let url: URL
    /// How the rows of the layers are ordered.
    package let layout: WeightLayout
    /// The family of the model that the adapter is for, if the adapter says so.
    package let architecture: String?
    /// What the makers of the adapter say about it, by the keys of its format: texts only.
    package let texts: [String: String]
    /// The pairs by the name that their layer's weights have in GGUF files, without the suffix.
    package let pairs: [String: Pair]

    private let map: MappedFile

    /// Opens an adapter, and pairs its tensors.
    package init(url: URL) throws(ModelFileError) {
        self.url = url
        var isFolder: ObjCBool = false
        let tensors: [(name: String, part: Substring, tensor: Tensor)]
        let scaling: (_ rank: Int) -> Double
        if unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
            let settings = try PEFTSettings(folder: url)
            let file = url.appendingPathComponent("adapter_model.safetensors")
            map = try MappedFile(url: file)
            do {
                tensors = try unsafe SafetensorsHeader(map.bytes, shard: 0).tensors.values.map(PEFTSettings.place)
            } catch {
                throw .malformedSafetensors(file: file.path, fault: error)
            }
            scaling = settings.scale
            layout = .checkpoint
            architecture = nil
            texts = settings.texts
        } else {
            let file = try GGUFFile(url: url)
            guard try file.string("general.type") == "adapter", try file.string("adapter.type") == "lora" else {
                throw .unsupportedValue(file: url.path, key: "general.type", value: "no low-rank adapter")
            }
            let alpha = try file.float("adapter.lora.alpha")
            tensors = file.tensors.values.map { tensor in
                let words = tensor.name.split(separator: ".").map(String.init)
                return (words.dropLast(2).joined(separator: "."), Substring(words.last ?? ""), tensor)
            }
            map = file.map
            scaling = { alpha == 0 ? 1 : alpha / Double($0) }
            layout = .gguf
            architecture = try file.string("general.architecture")
            var texts: [String: String] = [:]
            for key in file.metadata.keys {
                if case .string = file.metadata[key] { texts[key] = try file.string(key) }
            }
            self.texts = texts
        }
        pairs = try Self.pairs(tensors, scaling, file: url.path)
    }

    /// Gives the bytes of a tensor of this adapter, which stay valid while the adapter lives.
    package func bytes(of tensor: Tensor) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: map.bytes[tensor.offset..<tensor.offset + tensor.byteCount])
    }

    /// Brings the two tensors of each layer together.
    private static func pairs(
        _ tensors: [(name: String, part: Substring, tensor: Tensor)], _ scaling: (Int) -> Double, file: String
    ) throws(ModelFileError) -> [String: Pair] {
        var downs: [String: Tensor] = [:]
        var ups: [String: Tensor] = [:]
        for (name, part, tensor) in tensors {
            switch part.lowercased() {
            case "lora_a": downs[name] = tensor
            case "lora_b": ups[name] = tensor
            default: throw .unsupportedValue(file: file, key: "tensor", value: tensor.name)
            }
        }
        guard downs.count + ups.count == tensors.count else {
            throw .unsupportedValue(file: file, key: "tensor", value: "two of the same layer")
        }
        var pairs: [String: Pair] = [:]
        for name in Set(downs.keys).union(ups.keys).sorted() {
            guard let down = downs[name] else { throw .missingTensor(file: file, name: name + ".lora_a") }
            guard let up = ups[name] else { throw .missingTensor(file: file, name: name + ".lora_b") }
            guard down.shape.count == 2, up.shape.count == 2, down.shape[0] == up.shape[1] else {
                throw .unsupportedValue(file: file, key: "shapes of \(name)", value: "\(down.shape), \(up.shape)")
            }
            pairs[name] = Pair(down: down, up: up, scale: scaling(down.shape[0]))
        }
        return pairs
    }
}

/// What `adapter_config.json` says.
private struct PEFTSettings {
    private let alpha: Double
    private let isRankStabilized: Bool
    /// The settings that are texts.
    let texts: [String: String]

    /// Reads the settings, and insists that they ask for nothing but plain low-rank matrices.
    init(folder: URL) throws(ModelFileError) {
        let file = folder.appendingPathComponent("adapter_config.json").path
        let values = try CheckpointFolder.json("adapter_config.json", in: folder)
        guard values["peft_type"]?.stringValue == "LORA" else {
            throw .unsupportedValue(
                file: file, key: "peft_type", value: values["peft_type"]?.text(.compact) ?? "missing")
        }
        let plain: [String: [JSONValue]] = [
            "use_dora": [false], "bias": ["none"], "fan_in_fan_out": [false], "modules_to_save": [[]],
            "alpha_pattern": [[:]], "lora_bias": [false], "layer_replication": [], "use_qalora": [false],
            "use_bdlora": [false], "alora_invocation_tokens": [], "trainable_token_indices": [],
        ]
        for (key, allowed) in plain {
            guard let value = values[key], value != .null, !allowed.contains(value) else { continue }
            throw .unsupportedValue(file: file, key: key, value: value.text(.compact))
        }
        guard let alpha = values["lora_alpha"]?.numberValue?.doubleValue, alpha.isFinite else {
            throw .missingKey(file: file, key: "lora_alpha")
        }
        self.alpha = alpha
        isRankStabilized = values["use_rslora"]?.boolValue ?? false
        var texts: [String: String] = [:]
        for (key, value) in values.objectValue ?? JSONObject() { texts[key] = value.stringValue }
        self.texts = texts
    }

    /// What the product of matrices of a rank is multiplied by.
    func scale(rank: Int) -> Double { alpha / (isRankStabilized ? Double(rank).squareRoot() : Double(rank)) }

    /// The layer of a tensor by the name of GGUF files, and which of its two matrices it is.
    static func place(_ tensor: Tensor) -> (name: String, part: Substring, tensor: Tensor) {
        let prefix = "base_model.model."
        let name = tensor.name.hasPrefix(prefix) ? String(tensor.name.dropFirst(prefix.count)) : tensor.name
        let words = name.split(separator: ".")
        let layer = words.dropLast(2).joined(separator: ".") + ".weight"
        let known = CheckpointConfiguration.tensorName(of: layer, architecture: "")
        return (String(known.dropLast(".weight".count)), words.dropLast().last ?? "", tensor)
    }
}

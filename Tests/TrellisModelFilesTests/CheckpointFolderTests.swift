import Foundation
import TestSupport
import Testing
import TrellisModelFiles

/// Folders of published models, good and bad.
@Suite struct CheckpointFolderTests {
    /// A safetensors file with a header text, filled up with spaces as writers do, and some bytes of data.
    private static func safetensors(_ text: String, data: Int, length: UInt64? = nil) -> Data {
        let header = text + String(repeating: " ", count: (8 - text.utf8.count % 8) % 8)
        let length = length ?? UInt64(header.utf8.count)
        let prefix = (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
        return Data(prefix) + Data(header.utf8) + Data((0..<data).map { UInt8(truncatingIfNeeded: $0) })
    }

    private static let configuration = """
        {"model_type": "llama", "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "rms_norm_eps": 1e-5,
         "rope_theta": 5000.5, "sliding_window": null, "tie_word_embeddings": true}
        """

    /// A valid header of 120 bytes: three tensors.
    private static let header = """
        {"__metadata__":{"format":"pt"},"model.norm.weight":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},\
        "model.layers.0.self_attn.q_proj.weight":{"dtype":"BF16","shape":[2,3],"data_offsets":[16,28]},\
        "x":{"dtype":"F16","shape":[],"data_offsets":[28,30]}}
        """

    /// Opens a folder of some files.
    private func open(_ files: [String: Data]) throws -> CheckpointFolder {
        try withTemporaryFolder { folder in
            for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
            return try CheckpointFolder(url: folder)
        }
    }

    /// Opens a folder with a configuration and one file of weights.
    private func open(
        _ weights: Data = safetensors(header, data: 30),
        configuration: String = configuration
    ) throws -> CheckpointFolder {
        try open(["config.json": Data(configuration.utf8), "model.safetensors": weights])
    }

    @Test func tensorsAndNumbersHaveTheNamesOfGGUF() throws {
        let folder = try open()
        #expect(Set(folder.tensors.keys) == ["output_norm.weight", "blk.0.attn_q.weight", "x"])
        let query = try folder.tensor("blk.0.attn_q.weight")
        #expect(query.shape == [2, 3] && query.type == .bf16)
        // Data bytes count up from zero.
        #expect(unsafe folder.withBytes(of: query) { unsafe Array($0) } == Array(16..<28))
        #expect(try folder.integer("llama.embedding_length") == 8)
        #expect(try folder.float("llama.rope.freq_base") == 5000.5)
        #expect(try folder.integer(ifPresent: "llama.attention.sliding_window") == nil)
    }

    @Test func shardsAreFoundThroughTheIndex() throws {
        func shard(_ name: String) -> Data {
            Self.safetensors("{\"\(name)\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", data: 4)
        }
        let index = #"{"metadata": {}, "weight_map": {"model.norm.weight": "b.safetensors", "y": "a.safetensors"}}"#
        var files = [
            "config.json": Data(Self.configuration.utf8), "model.safetensors.index.json": Data(index.utf8),
            "a.safetensors": shard("y"), "b.safetensors": shard("model.norm.weight"),
        ]
        #expect(Set(try open(files).tensors.keys) == ["y", "output_norm.weight"])
        files["a.safetensors"] = shard("model.norm.weight")
        #expect(throws: ModelFileError.self) { try open(files) }
        files["a.safetensors"] = nil
        #expect(throws: ModelFileError.self) { try open(files) }
        for place in ["\"../a.safetensors\"", "\"/tmp/a.safetensors\"", "\"a.bin\"", "7", "null"] {
            files["model.safetensors.index.json"] = Data("{\"weight_map\": {\"y\": \(place)}}".utf8)
            let error = #expect(throws: ModelFileError.self) { try open(files) }
            #expect(error?.description.contains("weight_map.y") == true)
        }
        files["model.safetensors.index.json"] = Data("[]".utf8)
        #expect(throws: ModelFileError.self) { try open(files) }
    }

    /// Descriptions of a tensor in a file with 64 bytes of data, and the problem with each.
    static let faults: [(String, SafetensorsFault.Problem)] = [
        (#"{"shape":[4],"data_offsets":[0,16]}"#, .missing("dtype")),
        (#"{"dtype":"I64","shape":[2],"data_offsets":[0,16]}"#, .unsupportedType("I64")),
        (#"{"dtype":"F32","data_offsets":[0,16]}"#, .badShape),
        (#"{"dtype":"F32","shape":[-4],"data_offsets":[0,16]}"#, .badShape),
        (#"{"dtype":"F32","shape":[0],"data_offsets":[0,0]}"#, .badShape),
        (#"{"dtype":"F32","shape":[1.5],"data_offsets":[0,16]}"#, .badShape),
        (#"{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,16]}"#, .badShape),
        (#"{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,16]}"#, .badShape),
        (#"{"dtype":"F32","shape":[4],"data_offsets":[0]}"#, .outsideFile(dataSize: 64)),
        (#"{"dtype":"F32","shape":[4],"data_offsets":[-16,0]}"#, .outsideFile(dataSize: 64)),
        (#"{"dtype":"F32","shape":[4],"data_offsets":[16,0]}"#, .outsideFile(dataSize: 64)),
        (#"{"dtype":"F32","shape":[4],"data_offsets":[56,72]}"#, .outsideFile(dataSize: 64)),
        (#"{"dtype":"F32","shape":[4],"data_offsets":[0,12]}"#, .wrongSize(12, needed: 16)),
        (#"{"dtype":"F32","shape":[4],"data_offsets":[2,18]}"#, .misaligned),
        (#"{"dtype":"F16","shape":[4],"data_offsets":[1,9]}"#, .misaligned),
        ("7", .missing("dtype")),
    ]

    @Test(arguments: faults)
    func faultsAreNamed(_ entry: String, _ problem: SafetensorsFault.Problem) throws {
        let error = #expect(throws: ModelFileError.self) { try open(Self.safetensors("{\"t\":\(entry)}", data: 64)) }
        guard case .malformedSafetensors(_, let fault)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.tensor == "t" && fault.problem == problem)
    }

    @Test func badHeadersAreRefused() {
        for weights in [
            Data(), Data([1, 2, 3]), Self.safetensors("{}", data: 0, length: 100),
            Self.safetensors("{}", data: 0, length: .max), Self.safetensors("{}", data: 0, length: 1 << 40),
            Self.safetensors("[]", data: 0), Self.safetensors("{", data: 0), Self.safetensors("", data: 0),
            Self.safetensors(#"{"a":{"a":{"a":{"a":{"a":1}}}}}"#, data: 0),
            Self.safetensors(
                #"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}}"#,
                data: 12),
            Self.safetensors(
                #"{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#,
                data: 8),
        ] {
            #expect(throws: ModelFileError.self) { try open(weights) }
        }
    }

    /// Every byte of a good file changed, and the file cut everywhere: an error or a model, never a trap.
    @Test func changedFilesDoNotTrap() throws {
        let good = Self.safetensors(Self.header, data: 30)
        var opened = 0
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("model.safetensors")
            try Data(Self.configuration.utf8).write(to: folder.appendingPathComponent("config.json"))
            for place in good.indices.dropLast(30) {
                var bytes = good
                bytes[place] ^= [1, 0x40, 0xff][place % 3]
                try bytes.write(to: file)
                if (try? CheckpointFolder(url: folder)) != nil { opened += 1 }
                try good.prefix(place).write(to: file)
                #expect(throws: ModelFileError.self) { try CheckpointFolder(url: folder) }
            }
        }
        #expect(opened > 0)
    }

    @Test func badConfigurationsAreRefused() {
        for configuration in [
            "", "7", "{}", #"{"model_type": "gpt2"}"#, #"{"model_type": 7}"#,
            #"{"model_type": "llama", "hidden_act": "relu"}"#, #"{"model_type": "llama", "hidden_size": [8]}"#,
            #"{"model_type": "olmoe", "clip_qkv": 8}"#, #"{"model_type": "smollm3", "no_rope_layers": [0, 1]}"#,
            #"{"model_type": "gemma2", "sliding_window": 4, "layer_types": ["chunked_attention"]}"#,
            #"{"model_type": "gemma2", "sliding_window": 4, "layer_types": "full_attention"}"#,
            #"{"model_type": "phi3", "rope_scaling": {"type": "longrope", "short_factor": ["a"]}}"#,
        ] {
            #expect(throws: ModelFileError.self, "\(configuration)") { try open(configuration: configuration) }
        }
        #expect(throws: ModelFileError.self) { try open(["model.safetensors": Data()]) }
        #expect(throws: ModelFileError.self) { try open(["config.json": Data(Self.configuration.utf8)]) }
    }
}

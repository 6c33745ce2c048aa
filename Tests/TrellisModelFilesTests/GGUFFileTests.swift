import Foundation
import TestSupport
import Testing
import TrellisModelFiles

/// Files of the writer come back as they went in.
@Suite struct GGUFFileTests {
    /// A file with one key of every type and two tensors.
    static func sample() -> GGUFWriter {
        var writer = GGUFWriter()
        writer.add("general.architecture", .string("llama"))
        writer.add("u8", .uint8(200))
        writer.add("i8", .int8(-100))
        writer.add("u16", .uint16(60_000))
        writer.add("i16", .int16(-30_000))
        writer.add("u32", .uint32(4_000_000_000))
        writer.add("i32", .int32(-2_000_000_000))
        writer.add("u64", .uint64(.max))
        writer.add("i64", .int64(.min))
        writer.add("f32", .float32(0.5))
        writer.add("f64", .float64(0.1))
        writer.add("yes", .bool(true))
        writer.add("tokens", .strings(["a", "", "é"]))
        writer.add("types", .int32s([1, -2, 3]))
        writer.add("scores", .floats([0.25, -1]))
        writer.add("flags", .array(of: 7, [.bool(true), .bool(false)]))
        writer.add("bytes", .array(of: 0, [.uint8(255), .uint8(0)]))
        writer.add("empty", .strings([]))
        writer.addTensor("token_embd.weight", shape: [3, 2], floats: [0, 1, 2, 3, 4, 5])
        writer.addTensor("blk.0.attn_q.weight", type: 2, shape: [2, 32], data: (0..<36).map { UInt8($0) })
        return writer
    }

    @Test("Metadata of every type and tensors are read", arguments: [2, 3] as [UInt32])
    func readsEverything(version: UInt32) throws {
        try withTemporaryFolder { folder in
            var writer = Self.sample()
            writer.version = version
            let file = try GGUFFile(url: try writer.write(to: folder))
            #expect(file.version == version)
            #expect(file.metadata.count == 18)
            #expect(file.metadata["u64"] == .unsigned(.max))
            #expect(file.metadata["i64"] == .signed(.min))
            #expect(try file.string("general.architecture") == "llama")
            #expect(try file.integer("u8") == 200)
            #expect(try file.integer("i8") == -100)
            #expect(try file.integer("u16") == 60_000)
            #expect(try file.integer("i16") == -30_000)
            #expect(try file.integer("u32") == 4_000_000_000)
            #expect(try file.integer("i32") == -2_000_000_000)
            #expect(try file.float("f32") == 0.5)
            #expect(try file.float("f64") == 0.1)
            #expect(try file.bool("yes"))
            #expect(try file.strings("tokens") == [Array("a".utf8), [], Array("é".utf8)])
            #expect(try file.integers("types") == [1, -2, 3])
            #expect(try file.integers("bytes") == [255, 0])
            #expect(try file.floats("scores") == [0.25, -1])
            #expect(try file.bools("flags") == [true, false])
            #expect(try file.strings("empty") == [])

            let embedding = try file.tensor("token_embd.weight")
            #expect(embedding.shape == [3, 2])
            #expect(embedding.type == .f32)
            let numbers = unsafe file.withBytes(of: embedding) { unsafe Array($0.bindMemory(to: Float.self)) }
            #expect(numbers == [0, 1, 2, 3, 4, 5])
            let query = try file.tensor("blk.0.attn_q.weight")
            #expect(query.shape == [2, 32])
            #expect(query.type == .q4_0)
            #expect(unsafe file.withBytes(of: query) { unsafe Array($0) } == (0..<36).map { UInt8($0) })
        }
    }

    @Test("A file may name its own alignment")
    func alignment() throws {
        try withTemporaryFolder { folder in
            var writer = Self.sample()
            writer.alignment = 128
            writer.add("general.alignment", .uint32(128))
            let file = try GGUFFile(url: try writer.write(to: folder))
            #expect(try file.tensor("token_embd.weight").offset % 128 == 0)
            let query = try file.tensor("blk.0.attn_q.weight")
            #expect(unsafe file.withBytes(of: query) { unsafe Array($0) } == (0..<36).map { UInt8($0) })
        }
    }

    @Test("Lookups name the key that is missing, of the wrong type or too large")
    func lookups() throws {
        try withTemporaryFolder { folder in
            let file = try GGUFFile(url: try Self.sample().write(to: folder))
            let path = file.url.path
            #expect(throws: ModelFileError.missingKey(file: path, key: "llama.block_count")) {
                try file.integer("llama.block_count")
            }
            #expect(throws: ModelFileError.wrongType(file: path, key: "f32", expected: "an integer", found: "a float"))
            {
                try file.integer("f32")
            }
            #expect(throws: ModelFileError.numberOutOfRange(file: path, key: "u64")) { try file.integer("u64") }
            #expect(throws: ModelFileError.missingTensor(file: path, name: "output.weight")) {
                try file.tensor("output.weight")
            }
            #expect(try file.string(ifPresent: "absent") == nil)
            #expect(throws: ModelFileError.self) { try file.string(ifPresent: "u8") }
        }
    }

    @Test("Paths that lead nowhere, to a folder or to nothing at all")
    func badPaths() throws {
        try withTemporaryFolder { folder in
            let absent = folder.appendingPathComponent("absent.gguf")
            #expect(throws: ModelFileError.cannotOpen(file: absent.path, code: ENOENT)) { try GGUFFile(url: absent) }
            #expect(throws: ModelFileError.notARegularFile(file: folder.path)) { try GGUFFile(url: folder) }
            let empty = folder.appendingPathComponent("empty.gguf")
            try Data().write(to: empty)
            #expect(throws: ModelFileError.self) { try GGUFFile(url: empty) }
        }
    }
}

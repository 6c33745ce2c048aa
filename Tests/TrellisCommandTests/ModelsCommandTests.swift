import Foundation
import TestSupport
import Testing

/// Listing, fetching and describing models, without network.
@Suite struct ModelsCommandTests {
    /// A tool with a store of its own.
    private func tool(store: URL) -> Tool { Tool(environment: ["TRELLIS_MODELS": store.path]) }

    @Test("The list has the catalog and what lies in the store")
    func list() throws {
        try withTemporaryFolder { folder in
            _ = try GGUFWriter().write(to: folder, name: "mine.gguf")
            let result = try tool(store: folder).run(["models", "list"])
            #expect(result.status == 0)
            let rows = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            #expect(rows.map(\.[0]) == ["NAME", "smollm2-135m", "gemma-3-270m", "mine"])
            #expect(rows.dropFirst().map(\.[3]) == ["no", "no", "yes"])
        }
    }

    @Test("A model that is there isn't fetched again; an unknown one is refused by name")
    func get() throws {
        try withTemporaryFolder { folder in
            let url = try GGUFWriter().write(to: folder, name: "smollm2-135m.gguf")
            let result = try tool(store: folder).run(["models", "get", "smollm2-135m"])
            #expect(result.status == 0)
            #expect(result.output == url.path + "\n")
            #expect(result.errors == "")
            #expect(
                try tool(store: folder).failure(["models", "get", "gpt-9"])
                    == "unknown model “gpt-9”: known are smollm2-135m, gemma-3-270m, or give the path of a .gguf file")
        }
    }

    @Test("Information has metadata and tensors")
    func info() throws {
        try withTemporaryFolder { folder in
            var writer = GGUFWriter()
            writer.add("general.architecture", .string("llama"))
            writer.add("tokenizer.ggml.tokens", .strings(["a", "b"]))
            writer.addTensor("output.weight", shape: [2, 3], floats: [1, 2, 3, 4, 5, 6])
            let url = try writer.write(to: folder, name: "mine.gguf")
            for name in ["mine", url.path] {
                let result = try tool(store: folder).run(["models", "info", name])
                #expect(result.status == 0)
                #expect(
                    result.output == """
                        \(url.path): GGUF version 3

                        Metadata:
                          general.architecture   llama
                          tokenizer.ggml.tokens  2 strings

                        Tensors: 1, 6 parameters, 0 MB
                          output.weight  f32  2 × 3  24 bytes

                        """)
            }
        }
    }

    @Test("A missing, truncated or false file is named with the place of the fault")
    func badFiles() throws {
        try withTemporaryFolder { folder in
            let tool = tool(store: folder)
            let path = folder.appendingPathComponent("bad.gguf").path
            #expect(
                try tool.failure(["models", "info", path]) == "cannot open \(path): No such file or directory")
            try Data("GGUX and more".utf8).write(to: URL(fileURLWithPath: path))
            #expect(try tool.failure(["models", "info", "bad"]) == "\(path): header at byte 0: not a GGUF file")
            var writer = GGUFWriter()
            writer.addTensor("output.weight", shape: [8], floats: [Float](repeating: 0, count: 8))
            try Data(writer.encoded().dropLast()).write(to: URL(fileURLWithPath: path))
            #expect(
                try tool.failure(["models", "info", "bad"])
                    == "\(path): tensor “output.weight” at byte 24: 32 bytes at data offset 0 do not fit in the 31 bytes of data"
            )
        }
    }

    @Test("A store that can't be made is named and nothing is left")
    func badStore() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data().write(to: file)
            let store = file.appendingPathComponent("store")
            let message = try tool(store: store).failure(["models", "get", "smollm2-135m"])
            #expect(message.hasPrefix("cannot use the model store \(store.path): "))
        }
    }
}

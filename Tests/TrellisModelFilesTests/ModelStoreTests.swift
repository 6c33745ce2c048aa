import Foundation
import TestSupport
import Testing
import TrellisModelFiles

/// Where the store lies and what it finds there.
@Suite struct ModelStoreTests {
    @Test("The environment says where the store is")
    func folders() {
        func folder(_ environment: [String: String]) -> String {
            ModelStore.standardFolder(environment: environment).path
        }
        #expect(folder(["HOME": "/home/a"]) == "/home/a/.cache/trellis/models")
        #expect(folder(["HOME": "/home/a", "XDG_CACHE_HOME": "/c"]) == "/c/trellis/models")
        #expect(folder(["HOME": "/home/a", "XDG_CACHE_HOME": "c"]) == "/home/a/.cache/trellis/models")
        #expect(folder(["HOME": "/home/a", "XDG_CACHE_HOME": "/c", "TRELLIS_MODELS": "/m"]) == "/m")
        #expect(folder(["HOME": "/home/a", "TRELLIS_MODELS": ""]) == "/home/a/.cache/trellis/models")
    }

    @Test("Files are found by name, folders and other files aren't")
    func finding() throws {
        try withTemporaryFolder { folder in
            let store = ModelStore(folder: folder.appendingPathComponent("models"))
            #expect(try store.list().isEmpty)
            try FileManager.default.createDirectory(
                at: store.folder.appendingPathComponent("folder.gguf"), withIntermediateDirectories: true)
            try Data("abc".utf8).write(to: store.folder.appendingPathComponent("mine.gguf"))
            try Data("abc".utf8).write(to: store.folder.appendingPathComponent(".hidden.gguf"))
            try Data("abc".utf8).write(to: store.folder.appendingPathComponent("notes.txt"))
            let mine = store.folder.appendingPathComponent("mine.gguf")
            let entries = try store.list()
            #expect(entries.map(\.name) == ["mine"])
            #expect(entries.first?.byteCount == 3)
            #expect(store.url(of: "mine") == mine)
            #expect(store.url(of: "folder") == nil)
            #expect(store.url(of: "../mine") == nil)
            #expect(try store.locate("mine") == mine)
            #expect(try store.locate("./other.gguf").lastPathComponent == "other.gguf")
            #expect(throws: ModelStoreError.notFetched(name: "smollm2-135m", folder: store.folder.path)) {
                try store.locate("smollm2-135m")
            }
            #expect(
                throws: ModelStoreError.unknownModel(name: "other", known: ["gemma-3-270m", "mine", "smollm2-135m"])
            ) {
                try store.locate("other")
            }
        }
    }

    @Test("The real default model is read when the store has it")
    func defaultModel() throws {
        guard let url = ModelStore.standard.url(of: ModelCatalog.defaultModel.name) else {
            print("skipped: the store lacks the default model")
            return
        }
        let file = try GGUFFile(url: url)
        #expect(try file.string("general.architecture") == "llama")
        #expect(try file.integer("llama.block_count") == 30)
        #expect(try file.strings("tokenizer.ggml.tokens").count == 49_152)
        let embedding = try file.tensor("token_embd.weight")
        #expect(embedding.shape == [49_152, 576])
        let bytes = try #require(FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int)
        #expect(bytes == ModelCatalog.defaultModel.byteCount)
    }
}

import Foundation
import TrellisModelFiles

/// The commands that list, fetch and describe models.
enum ModelsCommand {
    /// Lists the models in the store and the catalog.
    static func list() throws {
        let store = ModelStore.standard
        let stored = try store.list()
        var rows = [["NAME", "SIZE", "STORED", "LICENSE", "DESCRIPTION"]]
        for model in store.catalog.models {
            let entry = stored.first { $0.name == model.name }
            rows.append([
                model.name, megabytes(entry?.byteCount ?? model.byteCount), entry == nil ? "no" : "yes", model.license,
                model.summary,
            ])
        }
        for entry in stored where store.catalog[entry.name] == nil {
            rows.append([entry.name, megabytes(entry.byteCount), "yes", "-", "a file of yours"])
        }
        try StandardOutput.write(table(rows))
    }

    /// Fetches a model and prints where it is.
    static func get(_ name: String) async throws {
        let store = ModelStore.standard
        if let url = store.url(of: name) {
            try StandardOutput.write(url.path + "\n")
            return
        }
        guard let model = store.catalog[name] else {
            throw ModelStoreError.unknownModel(name: name, known: store.catalog.models.map(\.name))
        }
        if let terms = model.terms { StandardError.write(terms + "\n") }
        let bar = ProgressBar(title: name)
        let fetch = Task { try await store.fetch(model) { bar.show($0) } }
        Interruption.onInterrupt {
            // Waits, so that nothing half-written is left behind.
            let done = DispatchSemaphore(value: 0)
            fetch.cancel()
            Task {
                _ = await fetch.result
                done.signal()
            }
            done.wait()
            bar.clear()
        }
        let result = await fetch.result
        bar.clear()
        try StandardOutput.write(result.get().path + "\n")
    }

    /// Describes a model file.
    static func info(_ nameOrPath: String) throws {
        let url = try ModelStore.standard.locate(nameOrPath)
        let file = try GGUFFile(url: url)
        var text = "\(url.path): GGUF version \(file.version)\n\nMetadata:\n"
        text += table(
            file.metadata.sorted { $0.key < $1.key }.map { ["  " + $0.key, $0.value.shortText] })
        let tensors = file.tensors.values.sorted { $0.offset < $1.offset }
        var parameters = 0
        var bytes = 0
        for tensor in tensors {
            // The reader has checked that each product fits; a sum of them is smaller than the file times a block.
            parameters += tensor.shape.reduce(1, *)
            bytes += tensor.byteCount
        }
        text += "\nTensors: \(tensors.count), \(parameters) parameters, \(megabytes(bytes))\n"
        text += table(
            tensors.map {
                [
                    "  " + $0.name, "\($0.type)", $0.shape.map(String.init).joined(separator: " × "),
                    "\($0.byteCount) bytes",
                ]
            })
        try StandardOutput.write(text)
    }

    private static func megabytes(_ bytes: Int) -> String { "\((bytes + 500_000) / 1_000_000) MB" }

    /// Lays out columns.
    private static func table(_ rows: [[String]]) -> String {
        var widths: [Int] = []
        for row in rows {
            for (index, cell) in row.enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], cell.count)
            }
        }
        return rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}

extension MetadataValue {
    /// The value in a few words; arrays by their count.
    fileprivate var shortText: String {
        switch self {
        case .unsigned(let value): "\(value)"
        case .signed(let value): "\(value)"
        case .float(let value): "\(value)"
        case .bool(let value): "\(value)"
        case .string(let value): Self.line(value)
        case .strings(let values): "\(values.count) strings"
        case .integers(let values): "\(values.count) integers"
        case .floats(let values): "\(values.count) floats"
        case .bools(let values): "\(values.count) truth values"
        }
    }

    /// The start of a text in one line.
    private static func line(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(100)
        let shown = start.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
        return shown + (start.count < text.unicodeScalars.count ? "…" : "")
    }
}

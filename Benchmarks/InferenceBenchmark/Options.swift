import TrellisInference

/// What the command line asks for.
struct Options {
    var model = ""
    var threadCount = Transformer.defaultThreadCount
    var rounds = 3
    var json = false
    var activeParameters: Int?
    var precision = Transformer.WeightPrecision.asStored

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws {
        var iterator = arguments.makeIterator()
        /// The positive number behind an option.
        func number(_ option: String) throws -> Int {
            guard let text = iterator.next(), let value = Int(text), value > 0 else {
                throw UsageError(description: "\(option) needs a positive number")
            }
            return value
        }
        while let argument = iterator.next() {
            switch argument {
            case "--threads": threadCount = try number(argument)
            case "--rounds": rounds = try number(argument)
            case "--active": activeParameters = try number(argument)
            case "--json": json = true
            case "--float32": precision = .float32
            case let path where model.isEmpty && !path.hasPrefix("-"): model = path
            default: throw UsageError(description: "unknown argument \(argument)")
            }
        }
        guard !model.isEmpty else {
            throw UsageError(
                description: "usage: MODEL.gguf [--threads N] [--rounds N] [--json] [--float32] [--active N]")
        }
    }
}

/// Tokens as runs of places in an order of tokens.
struct TokenRuns {
    /// The tokens in their order.
    let tokens: [Int32]
    /// The runs of places, ascending.
    let runs: [Range<Int32>]
    /// The tokens that count, a bit each; nil when all of the order do.
    var among: [UInt32]?

    /// The number of places in the runs.
    var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// Whether the runs are the whole order.
    var areAll: Bool { among == nil && count == tokens.count }

    /// The tokens one by one.
    var list: [Int32] {
        let all = runs.flatMap { tokens[Int($0.lowerBound)..<Int($0.upperBound)] }
        guard let among else { return all }
        return all.filter { among[Int($0 >> 5)] >> UInt32($0 & 31) & 1 == 1 }
    }

    /// The tokens as a mask: set one by one, or when most are there, the others taken out of the mask of all.
    func words(ofAll all: [UInt32]) -> [UInt32] {
        guard count > tokens.count / 2 else {
            var words = [UInt32](repeating: 0, count: all.count)
            for run in runs {
                for token in tokens[Int(run.lowerBound)..<Int(run.upperBound)] {
                    words[Int(token >> 5)] |= 1 << UInt32(token & 31)
                }
            }
            if let among { for index in words.indices { words[index] &= among[index] } }
            return words
        }
        var words = all
        var next = 0
        for run in runs + [Int32(tokens.count)..<Int32(tokens.count)] {
            for token in tokens[next..<Int(run.lowerBound)] { words[Int(token >> 5)] &= ~(1 << UInt32(token & 31)) }
            next = Int(run.upperBound)
        }
        return words
    }
}

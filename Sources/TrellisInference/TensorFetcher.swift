import TrellisModelFiles

/// Gives the tensors of a file by name and expected shape, and notes which have been asked for.
final class TensorFetcher {
    /// Keeps the vectors that were unpacked.
    let arena = Arena()
    /// The length of the longest row of the matrices given so far.
    private(set) var longestRow = 0
    /// The names of the tensors of linear layers given so far.
    private(set) var linearNames: [String] = []
    private let file: any ModelFile
    /// What the weights of norms lack in the file.
    private let normOffset: Float
    private var fetched: Set<String> = []

    /// Makes a fetcher that has given nothing yet.
    init(file: any ModelFile, normOffset: Float) {
        self.file = file
        self.normOffset = normOffset
    }

    /// The tensors of one layer.
    struct Block {
        fileprivate let fetcher: TensorFetcher
        fileprivate let prefix: String
    }

    /// The tensors of the layer with a number.
    func block(_ index: Int) -> Block { Block(fetcher: self, prefix: "blk.\(index).") }

    /// Whether the file has weights of a name.
    func has(_ name: String) -> Bool { file.tensors[name + ".weight"] != nil }

    /// The linear layer of a name: its weights, and its bias if the file has one.
    func linear(_ name: String, _ rowCount: Int, _ columnCount: Int) throws(InferenceError) -> Linear {
        try linear(name, [rowCount, columnCount])
    }

    fileprivate func linear(_ name: String, _ shape: [Int]) throws(InferenceError) -> Linear {
        linearNames.append(name)
        return Linear(
            matrix: try matrix(name, shape),
            bias: try vector(ifPresent: name, suffix: ".bias", Array(shape.dropLast())), tensor: linearNames.count - 1)
    }

    /// The embedding as a linear layer, which no adapter knows.
    func classifier(_ embedding: Matrix) -> Linear {
        linearNames.append("")
        return Linear(matrix: embedding, bias: nil, tensor: linearNames.count - 1)
    }

    /// The matrix of a name.
    func matrix(_ name: String, _ rowCount: Int, _ columnCount: Int) throws(InferenceError) -> Matrix {
        try matrix(name, [rowCount, columnCount])
    }

    /// The vector of a name, unpacked to floats.
    func vector(_ name: String, _ count: Int) throws(InferenceError) -> ArenaSlice<Float> {
        try unpacked(try tensor(name + ".weight", [count]))
    }

    /// The vector of a name, unpacked to floats, if the file has it.
    func vector(ifPresent name: String, _ count: Int) throws(InferenceError) -> ArenaSlice<Float>? {
        try vector(ifPresent: name, suffix: ".weight", [count])
    }

    /// The weights of the norm of a name.
    func norm(_ name: String, _ count: Int) throws(InferenceError) -> ArenaSlice<Float> {
        let weights = try vector(name, count)
        if normOffset != 0 { for index in 0..<count { weights[index] += normOffset } }
        return weights
    }

    /// Makes sure that every tensor of the file has been asked for: one that hasn't would be left out of the computation.
    func finish() throws(InferenceError) {
        let rest = file.tensors.keys.filter { !fetched.contains($0) }
        if let name = rest.min() { throw .unexpectedTensor(name: name) }
    }

    fileprivate func matrix(_ name: String, _ shape: [Int]) throws(InferenceError) -> Matrix {
        let tensor = try tensor(name + ".weight", shape)
        longestRow = max(longestRow, shape.last ?? 0)
        return unsafe try Matrix(tensor: tensor, bytes: file.bytes(of: tensor))
    }

    fileprivate func vector(
        ifPresent name: String, suffix: String, _ shape: [Int]
    ) throws(InferenceError) -> ArenaSlice<Float>? {
        file.tensors[name + suffix] == nil ? nil : try unpacked(try tensor(name + suffix, shape))
    }

    /// All elements of a tensor as floats.
    private func unpacked(_ tensor: Tensor) throws(InferenceError) -> ArenaSlice<Float> {
        let matrix = unsafe try Matrix(tensor: tensor, bytes: file.bytes(of: tensor))
        let vector = try arena.allocate(Float.self, count: matrix.rowCount * matrix.columnCount)
        matrix.dequantize(rows: 0..<matrix.rowCount, into: vector)
        return vector
    }

    /// The tensor of a name, if its shape is right; outer dimensions of one don't matter.
    private func tensor(_ name: String, _ shape: [Int]) throws(InferenceError) -> Tensor {
        guard let tensor = file.tensors[name] else { throw .missingTensor(name: name) }
        guard tensor.shape.drop(while: { $0 == 1 }) == shape.drop(while: { $0 == 1 }) else {
            throw .wrongShape(name: name, expected: shape, found: tensor.shape)
        }
        fetched.insert(name)
        return tensor
    }
}

extension TensorFetcher.Block {
    /// The linear layer of a name.
    func linear(_ name: String, _ rowCount: Int, _ columnCount: Int) throws(InferenceError) -> Linear {
        try fetcher.linear(prefix + name, rowCount, columnCount)
    }

    /// Whether the file has weights of a name.
    func has(_ name: String) -> Bool { fetcher.has(prefix + name) }

    /// The linear layers of all experts: parts of the one tensor of a name, or tensors of their own.
    func linears(
        _ name: String, count: Int, _ rowCount: Int, _ columnCount: Int
    ) throws(InferenceError) -> [Linear] {
        var linears: [Linear] = []
        linears.reserveCapacity(count)
        guard !has(name + ".0") else {
            for expert in 0..<count { linears.append(try linear("\(name).\(expert)", rowCount, columnCount)) }
            return linears
        }
        let all = try fetcher.linear(prefix + name + "_exps", [count, rowCount, columnCount])
        for expert in 0..<count { linears.append(all[expert * rowCount..<(expert + 1) * rowCount]) }
        return linears
    }

    /// The weights of the norm of a name.
    func norm(_ name: String, _ count: Int) throws(InferenceError) -> ArenaSlice<Float> {
        try fetcher.norm(prefix + name, count)
    }

    /// The vector of a name.
    func vector(_ name: String, _ count: Int) throws(InferenceError) -> ArenaSlice<Float> {
        try fetcher.vector(prefix + name, count)
    }

    /// The vector of a name, if the file has it.
    func vector(ifPresent name: String, _ count: Int) throws(InferenceError) -> ArenaSlice<Float>? {
        try fetcher.vector(ifPresent: prefix + name, count)
    }
}

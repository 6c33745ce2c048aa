import TrellisModelFiles

/// The numbers of a model that never change.
package struct ModelConfiguration: Sendable {
    /// The name of the family in the metadata.
    package let architecture: String
    /// The number of tokens.
    package let vocabularySize: Int
    /// The number of tokens that the model was trained to see at once.
    package let contextLength: Int
    /// The number of layers.
    package let layerCount: Int
    /// The length of the residual stream.
    package let width: Int
    /// The length inside the feed-forward block.
    package let feedForwardWidth: Int
    /// The number of query heads.
    package let headCount: Int
    /// The number of key heads, each shared by the same number of query heads.
    package let keyHeadCount: Int
    /// The length of a head.
    package let headSize: Int

    /// What is added to the mean square in norms.
    let normEpsilon: Float
    /// The number of elements of a head that the rotary embedding turns.
    let rotarySize: Int
    /// The base of the rotary embedding.
    let rotaryBase: Double
    /// What positions are divided by before the rotary embedding, in layers without a window.
    let rotaryScaling: Double
    /// How many tokens a layer with a window sees.
    let windowLength: Int?
    /// What sets the family apart.
    let family: ModelFamily

    /// The number of query heads that share a key head.
    var groupSize: Int { headCount / keyHeadCount }

    /// Whether a layer sees only a window.
    func isLocal(layer: Int) -> Bool {
        guard let window = family.slidingWindow else { return false }
        return (layer + 1) % window.globalEvery != 0
    }
}

extension ModelConfiguration {
    /// Reads the configuration from a file's metadata.
    init(file: GGUFFile) throws(InferenceError) {
        do {
            let architecture = try file.string("general.architecture")
            guard let family = ModelFamily.table[architecture] else {
                throw InferenceError.unknownArchitecture(architecture)
            }
            self = try ModelConfiguration(architecture: architecture, family: family, file: file)
        } catch let error as InferenceError {
            throw error
        } catch {
            throw .badMetadata(String(describing: error))
        }
    }

    /// Reads the configuration of a known family.
    private init(architecture: String, family: ModelFamily, file: GGUFFile) throws {
        /// Reads a count and insists on its bounds; the upper one keeps products of two counts far from overflow.
        func count(_ key: String, default value: Int? = nil, of bounds: ClosedRange<Int> = 1...(1 << 24)) throws -> Int
        {
            let key = "\(architecture).\(key)"
            let count = try value == nil ? file.integer(key) : file.integer(ifPresent: key) ?? value ?? 0
            guard bounds.contains(count) else {
                throw InferenceError.numberOutOfBounds(
                    key: key, value: String(count), expected: "from \(bounds.lowerBound) to \(bounds.upperBound)")
            }
            return count
        }
        /// Reads a positive number.
        func number(_ key: String, default value: Double? = nil) throws -> Double {
            let key = "\(architecture).\(key)"
            let number = try value == nil ? file.float(key) : file.float(ifPresent: key) ?? value ?? 0
            guard number.isFinite, number > 0 else {
                throw InferenceError.numberOutOfBounds(key: key, value: String(number), expected: "a positive number")
            }
            return number
        }

        guard let embedding = file.tensors["token_embd.weight"] else {
            throw InferenceError.missingTensor(name: "token_embd.weight")
        }
        self.architecture = architecture
        self.family = family
        vocabularySize = embedding.shape.first ?? 0
        contextLength = try count("context_length")
        layerCount = try count("block_count", of: 1...4096)
        width = try count("embedding_length")
        feedForwardWidth = try count("feed_forward_length")
        headCount = try count("attention.head_count", of: 1...width)
        keyHeadCount = try count("attention.head_count_kv", default: headCount, of: 1...headCount)
        guard headCount % keyHeadCount == 0 else {
            throw InferenceError.numberOutOfBounds(
                key: "\(architecture).attention.head_count_kv", value: String(keyHeadCount),
                expected: "a divisor of \(headCount)")
        }
        headSize = try count("attention.key_length", default: width / headCount, of: 1...(1 << 16))
        _ = try count("attention.value_length", default: headSize, of: headSize...headSize)
        rotarySize = try count("rope.dimension_count", default: headSize, of: 2...headSize)
        guard rotarySize % 2 == 0 else {
            throw InferenceError.numberOutOfBounds(
                key: "\(architecture).rope.dimension_count", value: String(rotarySize), expected: "an even number")
        }
        normEpsilon = Float(try number("attention.layer_norm_rms_epsilon"))
        rotaryBase = try number("rope.freq_base", default: 10_000)
        let scalingKey = "\(architecture).rope.scaling.type"
        switch try file.string(ifPresent: scalingKey) {
        case nil, "none": rotaryScaling = 1
        case "linear": rotaryScaling = try number("rope.scaling.factor")
        case let kind?: throw InferenceError.unsupported(key: scalingKey, value: kind)
        }
        windowLength = family.slidingWindow == nil ? nil : try count("attention.sliding_window")
    }
}

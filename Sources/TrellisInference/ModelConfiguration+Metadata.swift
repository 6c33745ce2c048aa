import Foundation
import TrellisModelFiles

extension ModelConfiguration {
    /// Reads the configuration from a file's metadata.
    init(file: any ModelFile) throws(InferenceError) {
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
    private init(architecture: String, family: ModelFamily, file: any ModelFile) throws {
        let metadata = FamilyMetadata(file: file, architecture: architecture, family: family)
        guard let embedding = file.tensors["token_embd.weight"] else {
            throw InferenceError.missingTensor(name: "token_embd.weight")
        }
        self.architecture = architecture
        self.family = family
        rotaryPairing = file.layout == .checkpoint ? .halves : family.rotaryPairing
        normOffset = file.layout == .checkpoint && family.hasShiftedNorms ? 1 : 0
        vocabularySize = embedding.shape.first ?? 0
        contextLength = try metadata.count("context_length")
        layerCount = try metadata.count("block_count", of: 1...4096)
        cachedLayerCount =
            layerCount - (try metadata.count("attention.shared_kv_layers", default: 0, of: 0...layerCount - 1))
        width = try metadata.count("embedding_length")
        headCount = try metadata.count("attention.head_count", of: 1...width)
        keyHeadCount = try metadata.count("attention.head_count_kv", default: headCount, of: 1...headCount)
        guard headCount % keyHeadCount == 0 else {
            throw metadata.fault("attention.head_count_kv", keyHeadCount, "a divisor of \(headCount)")
        }
        headSize = try metadata.count("attention.key_length", default: width / headCount, of: 1...(1 << 16))
        _ = try metadata.count("attention.value_length", default: headSize, of: headSize...headSize)

        experts = try metadata.experts()
        feedForwardWidth =
            if let experts {
                experts.hasShared
                    ? try metadata.count(
                        "expert_shared_feed_forward_length", default: metadata.count("feed_forward_length")) : 0
            } else {
                try metadata.count("feed_forward_length")
            }

        normEpsilon = Float(try metadata.number("attention.layer_norm_rms_epsilon"))
        embeddingScale = Float(
            try metadata.number("embedding_scale", default: family.scalesEmbeddings ? Double(width).squareRoot() : 1))
        residualScale = Float(try metadata.number("residual_scale", default: 1))
        logitScale = Float(1 / (try metadata.number("logit_scale", default: 1)))
        logitCap = try metadata.number(ifPresent: "final_logit_softcapping").map(Float.init)
        scoreCap = try metadata.number(ifPresent: "attn_logit_softcapping").map(Float.init)
        let scaledSize = family.widthScaledLayerCount == layerCount ? width / headCount : headSize
        scoreScale = Float(try metadata.number("attention.scale", default: 1 / Double(scaledSize).squareRoot()))

        let windowLength = try metadata.windowLength(family.slidingWindow)
        self.windowLength = windowLength
        isLocal =
            windowLength == nil
            ? Array(repeating: false, count: layerCount)
            : try metadata.isLocal(layerCount: layerCount, globalEvery: family.slidingWindow?.globalEvery)
        let rotarySize = try metadata.count("rope.dimension_count", default: headSize, of: 2...headSize)
        guard rotarySize % 2 == 0 else { throw metadata.fault("rope.dimension_count", rotarySize, "an even number") }
        let rotary = try metadata.rotary(size: rotarySize, contextLength: contextLength)
        self.rotary = rotary
        localRotary = windowLength == nil ? nil : try metadata.localRotary(rotary, family.slidingWindow)
        originalLength = try metadata.count("rope.scaling.original_context_length", default: contextLength)
    }
}

/// The metadata of a file that belong to its architecture, read with their bounds.
private struct FamilyMetadata {
    let file: any ModelFile
    let architecture: String
    let family: ModelFamily

    /// The whole name of a key.
    func name(_ key: String) -> String { "\(architecture).\(key)" }

    /// The error for a number outside its bounds.
    func fault(_ key: String, _ value: some CustomStringConvertible, _ expected: String) -> InferenceError {
        .numberOutOfBounds(key: name(key), value: value.description, expected: expected)
    }

    /// Reads a count and insists on its bounds; the upper one keeps products of two counts far from overflow.
    func count(
        _ key: String, default value: @autoclosure () throws -> Int? = nil, of bounds: ClosedRange<Int> = 1...(1 << 24)
    ) throws -> Int {
        let count = try file.integer(ifPresent: name(key)) ?? value() ?? file.integer(name(key))
        guard bounds.contains(count) else {
            throw fault(key, count, "from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return count
    }

    /// Reads a positive number, or nothing when the file lacks it or has a zero, which says the same.
    func number(ifPresent key: String) throws -> Double? {
        let found: Double? =
            if case .signed(let integer)? = file.metadata[name(key)] {
                Double(integer)
            } else {
                try file.float(ifPresent: name(key))
            }
        guard let number = found, number != 0 else { return nil }
        guard number.isFinite, number > 0 else { throw fault(key, number, "a positive number") }
        return number
    }

    /// Reads a positive number.
    func number(_ key: String, default value: Double? = nil) throws -> Double {
        if let number = try number(ifPresent: key) ?? value { return number }
        _ = try file.float(name(key))
        throw fault(key, 0, "a positive number")
    }

    /// Reads what a sparse model says of its experts.
    func experts() throws -> ModelConfiguration.Experts? {
        guard let count = try file.integer(ifPresent: name("expert_count")), count != 0 else { return nil }
        guard (1...4096).contains(count) else { throw fault("expert_count", count, "from 1 to 4096") }
        let gating = try file.integer(ifPresent: name("expert_gating_func")) ?? 1
        guard gating == 1 else {
            throw InferenceError.unsupported(key: name("expert_gating_func"), value: String(gating))
        }
        return ModelConfiguration.Experts(
            count: count, usedCount: try self.count("expert_used_count", of: 1...count),
            width: try self.count("expert_feed_forward_length", default: self.count("feed_forward_length")),
            hasShared: file.tensors["blk.0.ffn_up_shexp.weight"] != nil,
            normalizesShares: try file.bool(ifPresent: name("expert_weights_norm")) ?? family.normalizesExperts,
            scale: Float(try number("expert_weights_scale", default: 1)))
    }

    /// Reads how many tokens layers with a window see; nothing when no layer has one.
    func windowLength(_ window: ModelFamily.SlidingWindow?) throws -> Int? {
        guard let window else { return nil }
        let key = "attention.sliding_window"
        let length = try window.isOptional ? file.integer(ifPresent: name(key)) ?? 0 : file.integer(name(key))
        guard length != 0 || !window.isOptional else { return nil }
        return try count(key)
    }

    /// Reads which layers have a window.
    func isLocal(layerCount: Int, globalEvery: Int?) throws -> [Bool] {
        let key = "attention.sliding_window_pattern"
        var period = globalEvery
        switch file.metadata[name(key)] {
        case .bools(let pattern)?:
            guard pattern.count == layerCount else { throw fault(key, "an array of \(pattern.count)", "one a layer") }
            return pattern
        case .integers(let pattern)?:
            guard pattern.count == layerCount else { throw fault(key, "an array of \(pattern.count)", "one a layer") }
            return pattern.map { $0 != 0 }
        case .some: period = try count(key)
        case nil: break
        }
        return (1...layerCount).map { layer in period.map { layer % $0 != 0 } ?? true }
    }

    /// Reads the rotary embedding of layers that see all tokens.
    func rotary(size: Int, contextLength: Int) throws -> RotaryConfiguration {
        var rotary = RotaryConfiguration(
            size: size, base: try number("rope.freq_base", default: 10_000), scaling: .none,
            magnitude: try number("rope.scaling.attn_factor", default: 1))
        let key = "rope.scaling.type"
        switch try file.string(ifPresent: name(key)) {
        case nil, "none": break
        case "linear": rotary.scaling = .linear(factor: try number("rope.scaling.factor"))
        case "longrope":
            // Without numbers of its own, a file has them as tensors.
            if let short = try file.floats(ifPresent: name("rope.scaling.short_factors")),
                let long = try file.floats(ifPresent: name("rope.scaling.long_factors"))
            {
                guard short.count == size / 2, long.count == size / 2 else {
                    throw fault("rope.scaling.long_factors", "an array of \(long.count)", "one a pair")
                }
                rotary.scaling = .longrope(short: short.map(Double.init), long: long.map(Double.init))
                let original = try count("rope.scaling.original_context_length", default: contextLength)
                let scale = Double(contextLength) / Double(original)
                if try number(ifPresent: "rope.scaling.attn_factor") == nil, scale > 1 {
                    rotary.magnitude = (1 + log(scale) / log(Double(original))).squareRoot()
                }
            } else if file.tensors["rope_factors_long.weight"] == nil {
                throw InferenceError.missingTensor(name: "rope_factors_long.weight")
            }
        case "llama3":
            let low = try number("rope.scaling.low_freq_factor")
            let high = try number("rope.scaling.high_freq_factor")
            guard high > low else { throw fault("rope.scaling.high_freq_factor", high, "more than \(low)") }
            rotary.scaling = .llama3(
                factor: try number("rope.scaling.factor"),
                originalLength: try count("rope.scaling.original_context_length"), fastTurns: high, slowTurns: low)
        case "yarn":
            if let multiplier = try number(ifPresent: "rope.scaling.yarn_log_multiplier") {
                throw InferenceError.unsupported(
                    key: name("rope.scaling.yarn_log_multiplier"), value: String(multiplier))
            }
            let factor = try number("rope.scaling.factor")
            rotary.scaling = .yarn(
                .init(
                    factor: factor,
                    originalLength: try count("rope.scaling.original_context_length", default: contextLength),
                    fastTurns: try number("rope.scaling.yarn_beta_fast", default: 32),
                    slowTurns: try number("rope.scaling.yarn_beta_slow", default: 1),
                    extrapolation: try number("rope.scaling.yarn_ext_factor", default: 1),
                    roundsBlend: try file.bool(ifPresent: name("rope.scaling.yarn_truncate")) ?? family.roundsBlend))
            rotary.magnitude *= try number("rope.scaling.yarn_attn_factor", default: max(1, 0.1 * log(factor) + 1))
        case let kind?: throw InferenceError.unsupported(key: name(key), value: kind)
        }
        return rotary
    }

    /// Reads the rotary embedding of layers with a window; nothing when it is that of the others.
    func localRotary(
        _ rotary: RotaryConfiguration, _ window: ModelFamily.SlidingWindow?
    ) throws -> RotaryConfiguration? {
        let base = try number(ifPresent: "rope.freq_base_swa") ?? window?.rotaryBase
        let isUnscaled = window?.isUnscaled ?? false
        guard base != nil || isUnscaled else { return nil }
        var local = rotary
        if let base { local.base = base }
        if isUnscaled {
            local.scaling = .none
            local.magnitude = 1
        }
        return local
    }
}

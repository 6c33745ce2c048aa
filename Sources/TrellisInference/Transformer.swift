import COpenBLAS
import Foundation
package import TrellisModelFiles
package import TrellisTokenization

/// A transformer whose weights stay in their file: tokens in, logits out.
///
/// Three values carry everything. The *configuration* has the numbers that never change, read from the file's metadata
/// together with what sets the model's family apart. The *weights* are matrices in place in the memory map, fetched by
/// name and checked for shape. A *context* is one sequence: the keys and values of past positions and the buffers of a
/// run. `ForwardPass` is a function of these and a batch of tokens, one for all families.
///
/// Quantised weights are used as they are: activations become 8-bit integers, and kernels multiply them with the stored
/// blocks. With `float32` every product is computed in 32-bit floats over unpacked weights instead, and the cache is
/// kept in 32-bit floats: slow, and the measure that the other path is held to.
///
/// A team of threads runs the pass. How the work is cut never changes what is added up in which order, so results are
/// the same for any number of threads. A model is shared freely; batches of several requests take turns.
package final class Transformer: Sendable {
    /// How products are computed.
    package enum WeightPrecision: Sendable {
        /// Quantised weights in 8-bit integer kernels; the cache in half precision.
        case asStored
        /// Everything in 32-bit floats.
        case float32
    }

    /// The number of tokens that run at once; cancellation is looked at between two batches.
    package static let batchLength = 128

    /// The length up to which a batch gives each token the same bits as it would get alone.
    package static let smallBatchLength = 8

    /// The products of a layer below which one thread runs a batch faster than several, which would wait for each other about
    /// eight times a layer.
    private static let smallWork = 1 << 19

    /// The number of threads that a model uses unless told otherwise: one a core, sixteen at most.
    package static var defaultThreadCount: Int { min(max(ProcessInfo.processInfo.activeProcessorCount, 1), 16) }

    /// The numbers of the model.
    package let configuration: ModelConfiguration
    /// How products are computed.
    package let precision: WeightPrecision
    /// The number of threads.
    package let threadCount: Int
    let weights: Weights
    private let team: WorkerTeam

    /// Makes a model of a file; reads the metadata and checks every tensor, but touches no matrix.
    ///
    /// - Parameters:
    ///   - file: the model file, which the model keeps.
    ///   - precision: how products are computed.
    ///   - threadCount: the number of threads, from 1.
    package init(
        file: any ModelFile, precision: WeightPrecision = .asStored, threadCount: Int = Transformer.defaultThreadCount
    ) throws(InferenceError) {
        configuration = try ModelConfiguration(file: file)
        weights = try Weights(file: file, configuration: configuration)
        self.precision = precision
        self.threadCount = max(1, threadCount)
        team = WorkerTeam(count: self.threadCount)
        // The team's workers call it side by side, each for its own rows.
        openblas_set_num_threads(1)
    }

    /// The number of weights that a token of a prompt is multiplied by; the classifier sees only the last of them.
    package var weightsPerToken: Int { weights.layerWeightCount * configuration.layerCount }

    /// Makes an empty context.
    ///
    /// - Parameters:
    ///   - length: the number of tokens that it has room for, at most the model's context length.
    ///   - cache: how keys and values are stored; in half precision, or in single when products are computed so.
    package func makeContext(
        length: Int, cache: CachePrecision? = nil
    ) throws(InferenceError) -> InferenceContext {
        guard length <= configuration.contextLength else {
            throw .contextTooLong(length: length, limit: configuration.contextLength)
        }
        return try InferenceContext(
            model: self, capacity: max(length, 1), cache: cache ?? (precision == .float32 ? .single : .half))
    }

    /// Runs tokens behind those that the context holds, and leaves the logits of the last one in the context.
    ///
    /// - Parameters:
    ///   - tokens: the tokens, at least one.
    ///   - context: a context of this model.
    ///   - isCancelled: asked before each batch; when it says so, the run ends with an error, and the context holds the
    ///     batches that were run.
    package func run(
        _ tokens: [TokenID], in context: InferenceContext, isCancelled: () -> Bool = { false }
    ) throws(InferenceError) {
        guard context.model == ObjectIdentifier(self) else { throw .foreignContext }
        guard !tokens.isEmpty else { throw .noTokens }
        guard tokens.count <= context.capacity - context.count else {
            throw .contextOverflow(needed: context.count + tokens.count, capacity: context.capacity)
        }
        for token in tokens where token.index >= configuration.vocabularySize {
            throw .tokenOutOfRange(token: token.rawValue, vocabularySize: configuration.vocabularySize)
        }
        var next = 0
        while next < tokens.count {
            if isCancelled() { throw .cancelled }
            let batch = min(context.buffers.batchLength, tokens.count - next)
            for index in 0..<batch { context.buffers.tokens[index] = tokens[next + index].rawValue }
            next += batch
            let pass = ForwardPass(
                configuration: configuration, weights: weights, buffers: context.buffers, cache: context.cache,
                start: context.count, tokenCount: batch, wantsLogits: next == tokens.count,
                expertChoice: context.expertChoice(), adapter: context.adapter)
            team.run(isSmall: batch * weights.layerWeightCount < Self.smallWork) { worker in pass.run(worker) }
            context.advance(by: batch)
        }
        context.finishRun()
    }
}

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
    ///   - keepsAllLogits: whether to leave the logits of all tokens, of which there may then be no more than a small batch has.
    ///   - isCancelled: asked before each batch; when it says so, the run ends with an error, and the context holds the
    ///     batches that were run.
    package func run(
        _ tokens: [TokenID], in context: InferenceContext, keepsAllLogits: Bool = false,
        isCancelled: () -> Bool = { false }
    ) throws(InferenceError) {
        try check(tokens, in: context)
        guard !tokens.isEmpty else { throw .noTokens }
        guard !keepsAllLogits || tokens.count <= Self.smallBatchLength else {
            throw .tooManyLogits(tokens: tokens.count, limit: Self.smallBatchLength)
        }
        var next = 0
        while next < tokens.count {
            if isCancelled() { throw .cancelled }
            let batch = min(context.buffers.batchLength, tokens.count - next)
            for index in 0..<batch {
                context.buffers.tokens[index] = tokens[next + index].rawValue
                context.buffers.places[index] = Place(cache: context.cache, position: context.count + index)
            }
            next += batch
            run(batch, context, keepsAllLogits ? .all : next == tokens.count ? .last : .none, context.expertChoice())
            context.advance(by: batch)
        }
        context.finishRun()
    }

    /// Runs one token in each of several contexts, and leaves its logits in each: the same bits as if it had run alone.
    ///
    /// Contexts that have the same adapter and whose tokens choose among all experts go through the model together, up to eight
    /// at a time, so that its weights are read once for them; the others one by one.
    ///
    /// - Parameters:
    ///   - tokens: a token for each context.
    ///   - contexts: contexts of this model, none of them twice.
    package func step(_ tokens: [TokenID], in contexts: [InferenceContext]) throws(InferenceError) {
        precondition(tokens.count == contexts.count, "a token for each context")
        for (token, context) in zip(tokens, contexts) { try check([token], in: context) }
        var rest = Array(zip(tokens, contexts))
        // Scratch is as long as its context, so the longest of a group lends its own.
        rest.sort { $0.1.capacity > $1.1.capacity }
        while let (_, lead) = rest.first {
            let limit = min(Self.smallBatchLength, lead.buffers.batchLength)
            let together = Array(rest.indices.filter { $0 == 0 || canShare(lead, rest[$0].1) }.prefix(limit))
            step(together.map { rest[$0] })
            for index in together.reversed() { rest.remove(at: index) }
        }
    }

    /// Whether two contexts can go through the model together.
    private func canShare(_ first: InferenceContext, _ second: InferenceContext) -> Bool {
        first.adapter === second.adapter && first.choosesAmongAll && second.choosesAmongAll
            && (first.capacity > configuration.originalLength) == (second.capacity > configuration.originalLength)
    }

    /// Runs one token in each context of a group, in the buffers of the first.
    private func step(_ group: [(token: TokenID, context: InferenceContext)]) {
        let lead = group[0].context
        for (index, member) in group.enumerated() {
            lead.buffers.tokens[index] = member.token.rawValue
            lead.buffers.places[index] = Place(cache: member.context.cache, position: member.context.count)
        }
        run(group.count, lead, .all, lead.expertChoice())
        for (index, member) in group.enumerated() {
            if index > 0 { member.context.buffers.logits[0].copy(from: lead.buffers.logits[index]) }
            member.context.advance(by: 1)
            member.context.finishRun()
        }
    }

    /// Runs the tokens that stand in a context's buffers.
    private func run(
        _ tokenCount: Int, _ context: InferenceContext, _ logits: ForwardPass.Logits, _ choice: ForwardPass.ExpertChoice
    ) {
        let pass = ForwardPass(
            configuration: configuration, weights: weights, buffers: context.buffers, tokenCount: tokenCount,
            logits: logits, expertChoice: choice, adapter: context.adapter)
        team.run(isSmall: tokenCount * weights.layerWeightCount < Self.smallWork) { worker in pass.run(worker) }
    }

    /// Checks that tokens can be run in a context.
    private func check(_ tokens: [TokenID], in context: InferenceContext) throws(InferenceError) {
        guard context.model == ObjectIdentifier(self) else { throw .foreignContext }
        guard tokens.count <= context.capacity - context.count else {
            throw .contextOverflow(needed: context.count + tokens.count, capacity: context.capacity)
        }
        for token in tokens where token.index >= configuration.vocabularySize {
            throw .tokenOutOfRange(token: token.rawValue, vocabularySize: configuration.vocabularySize)
        }
    }
}

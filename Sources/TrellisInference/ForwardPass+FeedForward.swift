extension ForwardPass {
    /// Sends all tokens through a block; the result is in `projected`, and a barrier is left to the caller.
    func feedForward(_ block: FeedForward, _ worker: Worker) {
        gate(block, buffers.normed, tokenCount: tokenCount, buffers.gate, buffers.up, worker)
        worker.barrier()
        block.down.multiply(
            buffers.gate, tokenCount: tokenCount, rows: block.down.share(of: worker),
            into: buffers.projected, adapter: adapter, scratch: buffers.product[worker.index])
    }

    /// Sends each token through the experts that its router chooses; the result is in `projected`.
    ///
    /// The tokens of an expert are brought together, so that its weights are read once a batch. All workers go through
    /// the same experts, each with its rows, so that no worker waits for one that has the more popular experts.
    func mix(_ mixture: Mixture, layer: Int, _ worker: Worker) {
        guard let routing = buffers.routing else { return }
        mixture.router.multiply(
            buffers.normed, tokenCount: tokenCount, rows: mixture.router.share(of: worker),
            into: routing.scores, adapter: adapter, scratch: buffers.product[worker.index])
        worker.barrier()

        if worker.index == 0 {
            routing.assign(tokenCount: tokenCount, layer: layer, expertChoice)
        }
        worker.barrier()

        // A single token is read in place by all its experts.
        if tokenCount > 1 {
            for token in worker.share(of: tokenCount) { routing.gather(buffers.normed, token) }  // input [slots, width]
            worker.barrier()
        }

        if let shared = mixture.shared {
            gate(shared, buffers.normed, tokenCount: tokenCount, buffers.gate, buffers.up, worker)
        }
        routing.forEachExpert { expert, slots in
            gate(
                mixture.experts[expert], tokenCount == 1 ? buffers.normed : routing.input[tokens: slots],
                tokenCount: slots.count, routing.gate[tokens: slots], routing.up[tokens: slots], worker)
        }
        worker.barrier()

        if let shared = mixture.shared {
            shared.down.multiply(
                buffers.gate, tokenCount: tokenCount, rows: shared.down.share(of: worker),
                into: buffers.projected, adapter: adapter, scratch: buffers.product[worker.index])
        }
        routing.forEachExpert { expert, slots in
            let down = mixture.experts[expert].down  // output [slots, width]
            down.multiply(
                routing.gate[tokens: slots], tokenCount: slots.count, rows: down.share(of: worker),
                into: routing.output[tokens: slots], adapter: adapter, scratch: buffers.product[worker.index])
        }
        worker.barrier()

        for token in worker.share(of: tokenCount) { combine(mixture, routing, token) }
    }

    /// Computes a worker's part of activation(gate) · up, 8-bit form included.
    ///
    /// Both matrices are cut at the same rows, at multiples of the blocks of the 8-bit form, so no barrier is needed.
    private func gate(
        _ block: FeedForward, _ input: Activations, tokenCount: Int, _ gate: Activations, _ up: Activations,
        _ worker: Worker
    ) {
        let rows = worker.share(of: block.gate.rowCount, unit: 32)
        let scratch = buffers.product[worker.index]
        block.gate.multiply(input, tokenCount: tokenCount, rows: rows, into: gate, adapter: adapter, scratch: scratch)
        block.up.multiply(input, tokenCount: tokenCount, rows: rows, into: up, adapter: adapter, scratch: scratch)
        for token in 0..<tokenCount {
            Steps.gate(gate[token, rows], up[token, rows], configuration.family.gateActivation)
            gate.quantize(token, rows)
        }
    }

    /// Adds up the results of a token's experts.
    private func combine(_ mixture: Mixture, _ routing: Routing, _ token: Int) {
        let sum = buffers.projected[token]
        if mixture.shared == nil {
            Steps.scale(sum, by: 0)
        } else if let gate = mixture.sharedGate {
            Steps.scale(sum, by: Steps.sigmoid(Steps.dot(gate, buffers.normed[token])))
        }
        routing.forEachSlot(of: token) { slot, weight in
            Steps.add(routing.output[slot], times: weight, to: sum)
        }
    }
}

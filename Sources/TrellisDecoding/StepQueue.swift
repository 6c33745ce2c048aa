import Foundation
import TrellisInference
import TrellisTokenization

/// Where requests that decode at the same time meet, so that their next tokens go through the model in one step.
///
/// A step reads all weights once, whether for one token or for eight. Each request stays on its own thread with its own
/// loop, matcher and sampler; it comes here with one token and its context and leaves with the logits. Whoever comes last of
/// those that decode runs the step for all. A request joins with its first single token and may leave at any step; one that is
/// late, because it runs a batch or its reader is slow, is waited for a millisecond and then left to the next step.
/// A token's logits are the same bits in company as alone.
///
/// Unsafe code: all variables are read and written under the condition's lock alone.
final class StepQueue: @unchecked Sendable {
    /// A token on its way.
    private final class Entry {
        let token: TokenID
        let context: InferenceContext
        var outcome: Result<Void, any Error>?

        init(_ token: TokenID, _ context: InferenceContext) {
            self.token = token
            self.context = context
        }
    }

    /// How long a step waits for those that have not come yet.
    private static let patience = 0.001

    private let transformer: Transformer
    private let condition = NSCondition()
    private var memberCount = 0
    private var waiting: [Entry] = []
    private var isRunning = false

    init(_ transformer: Transformer) { self.transformer = transformer }

    /// Counts a request among those that decode while a function runs.
    func join<R>(_ body: () throws -> R) rethrows -> R {
        changeMembers(by: 1)
        defer { changeMembers(by: -1) }
        return try body()
    }

    private func changeMembers(by change: Int) {
        condition.lock()
        memberCount += change
        condition.broadcast()
        condition.unlock()
    }

    /// Runs a token behind those of a context, together with the tokens of other requests if they come in time.
    func run(_ token: TokenID, in context: InferenceContext) throws {
        let entry = Entry(token, context)
        condition.lock()
        defer { condition.unlock() }
        waiting.append(entry)
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while entry.outcome == nil {
            if isRunning {
                condition.wait()
            } else if waiting.count >= memberCount || !condition.wait(until: deadline) {
                // After a vain wait the token may be on its way with another's step.
                if entry.outcome == nil, !isRunning { runStep() }
            }
        }
        try entry.outcome?.get()
    }

    /// Runs all tokens that wait; the lock is held, but not while the model runs.
    private func runStep() {
        let entries = waiting
        waiting = []
        isRunning = true
        condition.unlock()
        do {
            try transformer.step(entries.map(\.token), in: entries.map(\.context))
            for entry in entries { entry.outcome = .success(()) }
        } catch {
            // No token was run, because one could not be; the others are not to suffer from it.
            for entry in entries {
                entry.outcome = Result { try transformer.run([entry.token], in: entry.context) }
            }
        }
        condition.lock()
        isRunning = false
        condition.broadcast()
    }
}

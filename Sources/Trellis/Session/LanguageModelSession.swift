public import Observation
import Synchronization
import TrellisDecoding

/// A conversation with a language model.
///
/// A session keeps what was said (`transcript`) and answers one prompt at a time, as text or as a value of a type:
///
///     let session = LanguageModelSession(instructions: "You name pets.")
///     let pet = try await session.respond(to: "A small brown dog", generating: Pet.self).content
///
/// **Values.** An answer that has a type is decoded under the grammar of its schema: no token that leads outside it can be
/// chosen, so it is valid whatever the model is like. Text that the schema leaves no choice about, names and punctuation, is not
/// decoded but given to the model, several tokens at once. Near the limit of tokens only those are chosen after which the value
/// can still be completed: a value is whole, or the request fails.
///
/// **Tools.** When the session has tools, each answer is preceded by a decision of the model, under a grammar too: a call with
/// arguments that satisfy the schema of the tool, or none. The output goes back to the model, which decides again, up to
/// `toolCallLimit` calls a prompt. Nothing of that is part of the answer; it is in the transcript.
///
/// **State.** The transcript is the only state of a conversation: a session made from one goes on where it ended. It changes while
/// an answer streams. A prompt that fails leaves it as it was before. The work is done on threads of its own, in any number of
/// sessions at once; one session answers one prompt at a time.
///
/// **Length.** Without `GenerationOptions/maximumResponseTokens` an answer has at most 1,024 tokens, so that a small model which
/// runs on takes seconds; more only when even the shortest value of a schema needs them. Prompt and answer together never
/// exceed `SystemLanguageModel/contextSize`. Text that reaches the limit is cut, and `Response/isTruncated` says so.
///
/// **Speed.** What the model has read of a conversation is kept, so that the next prompt has it read only what is new.
public final class LanguageModelSession: Sendable, Observable {
    /// How many calls of tools the model may make before it must answer a prompt.
    public static let toolCallLimit = 8

    struct State {
        var transcript: Transcript
        var isResponding = false
    }

    let model: SystemLanguageModel
    /// The tools as they were when the session was made, or what is wrong with one of them.
    let tools: Result<[SessionTool], any Swift.Error>
    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()

    init(continuing transcript: Transcript, model: SystemLanguageModel, tools: [any Tool]) {
        self.model = model
        self.tools = Result { try tools.map { try SessionTool($0) } }
        state = Mutex(State(transcript: transcript))
    }

    /// What was said so far, with what has arrived of the present answer.
    public var transcript: Transcript {
        registrar.access(self, keyPath: \.transcript)
        return state.withLock { $0.transcript }
    }

    /// Whether the session is answering a prompt.
    public var isResponding: Bool {
        registrar.access(self, keyPath: \.isResponding)
        return state.withLock { $0.isResponding }
    }

    /// Loads the model and has it read the conversation so far, so that the next answer begins sooner.
    ///
    /// Returns at once; the work is done in the background. It has no effect where the model is not available, which shows when
    /// a prompt is answered.
    ///
    /// - Parameter promptPrefix: How the next prompt will begin.
    public func prewarm(promptPrefix: Prompt? = nil) {
        let model = model
        let tools = (try? self.tools.get()) ?? []
        var entries = Array(transcript)
        if let promptPrefix {
            entries.append(.prompt(Transcript.Prompt(segments: [.text(.init(content: promptPrefix.text))])))
        }
        let writer = ConversationWriter(useCaseInstructions: model.useCase.instructions, tools: tools)
        Task.detached { [entries] in
            // A conversation that cannot be read ahead is read, and its error thrown, with the prompt.
            guard let loaded = try? await model.load(), let messages = try? writer.messages(for: entries) else {
                return
            }
            try? await onOwnThread { flag in try loaded.prefill(messages, cancellation: flag) }
        }
    }

    /// Loads the model and has it read the conversation so far, so that the next answer begins sooner.
    ///
    /// - Parameter promptPrefix: How the next prompt will begin.
    public func prewarm(promptPrefix: String) { prewarm(promptPrefix: Prompt(promptPrefix)) }

    // MARK: Changing the state

    /// Changes the transcript and tells those who observe it.
    func updateTranscript(_ change: (inout Transcript) -> Void) {
        registrar.withMutation(of: self, keyPath: \.transcript) {
            state.withLock { change(&$0.transcript) }
        }
    }

    /// Marks the session as answering.
    ///
    /// - Throws: `Error.concurrentRequests` when it is.
    func beginResponding() throws(Error) {
        let isFree = state.withLock { state in
            guard !state.isResponding else { return false }
            state.isResponding = true
            return true
        }
        guard isFree else { throw .concurrentRequests }
        registrar.withMutation(of: self, keyPath: \.isResponding) {}
    }

    /// Marks the session as free.
    func endResponding() {
        registrar.withMutation(of: self, keyPath: \.isResponding) {
            state.withLock { $0.isResponding = false }
        }
    }
}

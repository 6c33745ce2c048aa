import Synchronization
import TrellisMatching
import TrellisTokenization

/// The way of a generated value to standard output, by which what has been written is always a valid value or nothing.
///
/// It follows the text with a matcher of its own, apart from the one that the model was held to: so it knows at any time how
/// the value could be completed, and at the end it has checked the value once more.
final class ValueWriter: Sendable {
    /// The place in a value.
    private struct State {
        var matcher: Matcher
        var text = ""
        var offset = 0
        var isWritten = false
        var failure: CommandError?
    }

    private let streams: Bool
    private let state: Mutex<State>

    /// Starts a value of a grammar.
    /// - Parameters:
    ///   - grammar: the grammar of the value.
    ///   - streams: whether the text is written as it comes, or when it is complete.
    init(_ grammar: CompiledGrammar, streams: Bool) {
        self.streams = streams
        state = Mutex(State(matcher: Matcher(grammar)))
    }

    /// Takes a piece of the text; after a failure it takes no more.
    func append(_ text: String) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do throws(CommandError) {
                guard state.matcher.accept(bytes: text.utf8) else { throw .invalidOutput(offset: state.offset) }
                state.offset += text.utf8.count
                if streams {
                    state.isWritten = true
                    try StandardOutput.write(text)
                } else {
                    state.text += text
                }
            } catch {
                state.failure = error
            }
        }
    }

    /// Ends the value: writes what hasn't been written and a line end.
    func finish() throws(CommandError) {
        let result: Result<Void, CommandError> = state.withLock { state in
            do throws(CommandError) {
                if let failure = state.failure { throw failure }
                guard state.matcher.isComplete else { throw .invalidOutput(offset: state.offset) }
                try StandardOutput.write(state.text + "\n")
                state.isWritten = false
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Completes a value that has been written in part, in the shortest way.
    func completeEarly() {
        state.withLock { state in
            guard state.isWritten, state.failure == nil, let tokens = state.matcher.shortestCompletion else { return }
            let vocabulary = state.matcher.grammar.vocabulary.vocabulary
            let rest = tokens.flatMap { vocabulary.bytes(of: $0) }
            try? StandardOutput.write(String(decoding: rest, as: UTF8.self) + "\n")
            state.isWritten = false
        }
    }
}

extension LanguageModelSession {
    /// An answer of a session as it comes: a sequence of snapshots, each showing all that there is.
    ///
    /// The answer is made whether or not somebody iterates. One who is slower than the model misses snapshots, never the last
    /// one. Leaving the iteration early, or letting go of the stream, gives the answer up; what had come of it stays in
    /// the transcript. Errors are thrown by the iteration.
    public struct ResponseStream<Content: Generable>: AsyncSequence, Sendable {
        /// What there is of an answer.
        @dynamicMemberLookup
        public struct Snapshot {
            /// The answer so far, in the partial form of its type.
            public let content: Content.PartiallyGenerated
            /// The answer so far as the model generated it.
            public let rawContent: GeneratedContent
            /// What the turn has added to the transcript so far.
            public let transcriptEntries: ArraySlice<Transcript.Entry>
            /// The tokens that the turn has taken so far.
            public let usage: Usage

            /// A member of the answer so far.
            public subscript<Member>(dynamicMember keyPath: KeyPath<Content.PartiallyGenerated, Member>) -> Member {
                content[keyPath: keyPath]
            }
        }

        let turn: StreamedTurn

        init(turn: StreamedTurn) { self.turn = turn }

        /// A stream of an answer that is there already.
        init(text: String) where Content == String {
            let outcome = TurnOutcome(text: text)
            turn = StreamedTurn { show in
                show(outcome.state)
                return outcome
            }
        }

        /// Iterates over the snapshots that have not been taken yet.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(turn: turn) }

        /// Waits for the whole answer.
        ///
        /// - Returns: The answer, also after the snapshots were iterated.
        /// - Throws: The errors of a session.
        public nonisolated(nonsending) func collect() async throws -> sending Response<Content> {
            let outcome = try await turn.outcome
            do {
                return try Response(outcome)
            } catch {
                throw turn.named(error)
            }
        }
    }
}

extension LanguageModelSession.ResponseStream.Snapshot: Sendable where Content.PartiallyGenerated: Sendable {}

extension LanguageModelSession.ResponseStream {
    /// The iterator of a stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var states: AsyncThrowingStream<TurnState, any Error>.AsyncIterator
        private let visit: StreamedTurn.Visit

        init(turn: StreamedTurn) {
            states = turn.states.makeAsyncIterator()
            visit = StreamedTurn.Visit(turn)
        }

        /// The next snapshot; nil after the last.
        ///
        /// - Throws: The errors of a session.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Snapshot? {
            do {
                while let state = try await states.next(isolation: actor) {
                    if let snapshot = try Snapshot(showing: state) { return snapshot }
                }
                // A cancelled task gets nil too. The turn is given up with the iterator then.
                try Task.checkCancellation()
                visit.end()
                return nil
            } catch {
                throw visit.named(error)
            }
        }
    }
}

extension LanguageModelSession.ResponseStream.Snapshot {
    /// Reads what there is of an answer; nil when the partial form of the type cannot be made of so little.
    fileprivate init?(showing state: TurnState) throws {
        do {
            content = try Content.PartiallyGenerated(state.content)
        } catch  where !state.content.isComplete {
            return nil
        }
        rawContent = state.content
        transcriptEntries = state.entries
        usage = state.usage
    }
}

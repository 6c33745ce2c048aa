extension LanguageModelSession {
    /// The tokens that answers have taken.
    public struct Usage: Sendable {
        /// The tokens that the model read.
        public struct Input: Sendable, Hashable {
            /// All tokens of the prompts, once for each time that a prompt was read.
            public var totalTokenCount: Int
            /// Those of them that had been read before and were kept.
            public var cachedTokenCount: Int

            /// Counts tokens.
            public init(totalTokenCount: Int, cachedTokenCount: Int) {
                self.totalTokenCount = totalTokenCount
                self.cachedTokenCount = cachedTokenCount
            }
        }

        /// The tokens that the model wrote.
        public struct Output: Sendable, Hashable {
            /// All tokens, of answers, of thoughts and of calls of tools.
            public var totalTokenCount: Int
            /// Those of them that were thoughts.
            public var reasoningTokenCount: Int

            /// Counts tokens.
            public init(totalTokenCount: Int, reasoningTokenCount: Int) {
                self.totalTokenCount = totalTokenCount
                self.reasoningTokenCount = reasoningTokenCount
            }
        }

        /// The tokens that the model read.
        public var input: Input
        /// The tokens that the model wrote.
        public var output: Output
        /// What else the provider says about the cost.
        public var metadata: [String: any Sendable & Codable & Equatable]

        /// The tokens of both sides.
        public var totalTokenCount: Int { input.totalTokenCount.adding(output.totalTokenCount) }

        /// Puts counts together.
        public init(input: Input, output: Output, metadata: [String: any Sendable & Codable & Equatable] = [:]) {
            self.input = input
            self.output = output
            self.metadata = metadata
        }

        /// Nothing yet.
        static let none = Usage(
            input: Input(totalTokenCount: 0, cachedTokenCount: 0),
            output: Output(totalTokenCount: 0, reasoningTokenCount: 0))

        /// Adds the counts of a later generation; of its metadata the values win.
        mutating func add(_ other: Usage) {
            input.totalTokenCount = input.totalTokenCount.adding(other.input.totalTokenCount)
            input.cachedTokenCount = input.cachedTokenCount.adding(other.input.cachedTokenCount)
            output.totalTokenCount = output.totalTokenCount.adding(other.output.totalTokenCount)
            output.reasoningTokenCount = output.reasoningTokenCount.adding(other.output.reasoningTokenCount)
            metadata.merge(other.metadata) { _, new in new }
        }
    }
}

extension Int {
    /// The sum, or the greatest number when it's too large: providers count, and their numbers may be anything.
    fileprivate func adding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
}

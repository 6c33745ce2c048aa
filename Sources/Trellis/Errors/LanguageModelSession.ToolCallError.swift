public import Foundation

extension LanguageModelSession {
    /// An error that a tool threw, with the tool.
    public struct ToolCallError: Swift.Error, LocalizedError {
        /// The tool that was called.
        public let tool: any Tool
        /// What it threw.
        public let underlyingError: any Swift.Error

        /// Wraps what a tool threw.
        ///
        /// - Parameters:
        ///   - tool: The tool that was called.
        ///   - underlyingError: What it threw.
        public init(tool: any Tool, underlyingError: any Swift.Error) {
            self.tool = tool
            self.underlyingError = underlyingError
        }

        /// What happened, in one line.
        public var errorDescription: String? { "the tool “\(tool.name)” failed: \(underlyingError)" }
    }
}

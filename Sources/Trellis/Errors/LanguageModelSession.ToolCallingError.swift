public import Foundation

extension LanguageModelSession {
    /// What goes wrong with the calls of tools themselves, before any tool is called.
    public enum ToolCallingError: Swift.Error, Hashable, Sendable, LocalizedError {
        /// The model called a tool that the session doesn't have; models whose calls are bound to a grammar can't.
        case unknownTool(name: String)
        /// The model called a tool when it was to answer; models whose calls are bound to a grammar can't.
        case callNotAllowed(name: String)
        /// Calls are required, and the model answered; models whose calls are bound to a grammar can't.
        case callMissing
        /// Calls are required, and there were as many rounds of them as there may be.
        case roundLimitReached(limit: Int)

        /// What happened, in one line.
        public var errorDescription: String? {
            switch self {
            case .unknownTool(let name): "the model called “\(name)”, which is no tool of the session"
            case .callNotAllowed(let name): "the model called the tool “\(name)” when it was to answer"
            case .callMissing: "calls of tools are required, and the model answered without one"
            case .roundLimitReached(let limit):
                "calls of tools are required, and there were \(limit) rounds of them, as many as there may be"
            }
        }
    }
}

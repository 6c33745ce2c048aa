public import Foundation

/// Thrown to refuse one call of a tool without ending the request: the model is told, and goes on.
///
/// A tool throws it for arguments that it doesn't accept, a callback of a profile (`onToolCall`) for a call that the user didn't
/// allow.
public struct ToolCallRefusal: Error, Hashable, Sendable, LocalizedError {
    /// What the model is told in the place of the tool's output.
    public let reason: String

    /// Makes a refusal.
    ///
    /// - Parameter reason: What the model is told.
    public init(reason: String) { self.reason = reason }

    /// The reason.
    public var errorDescription: String? { reason }
}

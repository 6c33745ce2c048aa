public import Foundation

/// An option of a request that is outside its range.
public struct InvalidGenerationOption: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// The name of the option.
    public let name: String
    /// The value it was given.
    public let value: String
    /// What its value must be.
    public let requirement: String

    /// The error in one line.
    public var description: String { "\(name) is \(value), it must be \(requirement)" }

    /// The error in one line.
    public var errorDescription: String? { description }
}

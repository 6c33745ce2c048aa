import Foundation

/// The identity of a generated value, the same in every snapshot of one response.
///
/// Declare a property `id` of this type in a generable type to give its partial values a stable identity, for example
/// for a list on screen. It is not part of the schema and never generated. Identities are not kept across responses.
public struct GenerationID: Sendable, Hashable {
    private let value: UUID

    /// Makes an identity unlike all others.
    public init() { value = UUID() }
}

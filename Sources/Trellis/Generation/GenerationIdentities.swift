/// The identities that the places of one response have, so that snapshots agree about them.
///
/// Made once for a response and handed to each of its snapshots in turn.
package struct GenerationIdentities: Sendable {
    let id = GenerationID()
    private var elements: [GenerationIdentities] = []
    private var members: [String: GenerationIdentities] = [:]

    /// Makes identities for a response of which nothing is known yet.
    package init() {}

    /// Gives access to the identities of an element, adding those that are missing.
    mutating func withElement<Result>(_ index: Int, _ body: (inout GenerationIdentities) -> Result) -> Result {
        while elements.count <= index { elements.append(GenerationIdentities()) }
        return body(&elements[index])
    }

    /// Gives access to the identities of a member, adding them when they are missing.
    mutating func withMember<Result>(_ name: String, _ body: (inout GenerationIdentities) -> Result) -> Result {
        body(&members[name, default: GenerationIdentities()])
    }
}

/// A message of a conversation, as a chat template takes it.
package struct ChatMessage: Sendable, Hashable {
    /// Who speaks: `system`, `user` or `assistant`.
    package var role: String
    /// What is said.
    package var content: String

    /// Makes a message.
    package init(role: String, content: String) {
        self.role = role
        self.content = content
    }
}

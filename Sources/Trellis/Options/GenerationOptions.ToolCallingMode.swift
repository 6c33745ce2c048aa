extension GenerationOptions {
    /// Whether a model may, must or must not call tools.
    public struct ToolCallingMode: Sendable, Hashable {
        /// The modes.
        public enum Kind: Sendable, Hashable {
            /// The model decides.
            case allowed
            /// Every answer is a call, until a tool throws or the mode changes.
            case required
            /// No calls.
            case disallowed
        }

        /// The mode.
        public var kind: Kind

        /// The model decides whether to call a tool.
        public static var allowed: ToolCallingMode { ToolCallingMode(kind: .allowed) }

        /// The model must call a tool.
        public static var required: ToolCallingMode { ToolCallingMode(kind: .required) }

        /// The model must not call a tool.
        public static var disallowed: ToolCallingMode { ToolCallingMode(kind: .disallowed) }
    }
}

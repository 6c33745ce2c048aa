/// The bounds within which a chat template is rendered.
public struct TemplateLimits: Sendable, Hashable {
    /// The largest rendered text, in bytes.
    public let outputSize: Int
    /// The most expressions, statements, loop passes and list items evaluated.
    public let steps: Int
    /// The most text made or searched along the way, in bytes.
    public let textSize: Int

    /// The deepest nesting of expressions and blocks in a template and of lists and dictionaries in a value.
    ///
    /// Fixed, as it depends on the stack: half a mebibyte must do, in debug builds too.
    static let nesting = 40
    /// The deepest nesting of evaluations, which calls of macros add to.
    static let calls = 100

    /// Makes bounds; the defaults are far above what a conversation needs and keep a hostile template to seconds.
    ///
    /// Values beyond 2^32 count as that bound.
    public init(outputSize: Int = 16 << 20, steps: Int = 4_000_000, textSize: Int = 256 << 20) {
        let most = 1 << 32
        self.outputSize = min(max(outputSize, 0), most)
        self.steps = min(max(steps, 0), most)
        self.textSize = min(max(textSize, 0), most)
    }
}

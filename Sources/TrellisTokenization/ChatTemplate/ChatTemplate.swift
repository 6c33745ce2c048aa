public import TrellisJSON

/// The text that a model expects around a conversation, as the model's authors wrote it: a Jinja template.
///
/// Covers the part of Jinja that chat templates use, and renders as the transformers library does: blocks trimmed, values
/// printed as Python prints them, JSON without HTML escapes, `raise_exception` and `strftime_now` as functions, and no way to
/// change the values that come in. What it does not know is an error when it is reached, never left out.
///
///     let template = try ChatTemplate("{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}")
///     try template.render(["messages": [["role": "user", "content": "Hi"]]])  // "<|user|>Hi"
public struct ChatTemplate: Sendable {
    private let statements: [TemplateStatement]
    private let limits: TemplateLimits
    private let clock: TemplateClock

    /// Reads a template, in time linear in its length.
    ///
    /// - Parameters:
    ///   - source: The template.
    ///   - limits: How much a rendering may take.
    ///   - clock: Where `strftime_now` takes the time from.
    /// - Throws: An error of syntax with the line.
    public init(
        _ source: String, limits: TemplateLimits = TemplateLimits(), clock: TemplateClock = .system
    ) throws(TemplateError) {
        statements = try TemplateParser.statements(of: source)
        self.limits = limits
        self.clock = clock
    }

    /// Renders the template.
    ///
    /// - Parameter variables: An object with what the template reads, usually `messages`, `tools`, `add_generation_prompt`,
    ///   `bos_token` and `eos_token`.
    /// - Throws: `raised` when the template refuses the conversation; else what went wrong, with the line.
    public func render(_ variables: JSONValue) throws(TemplateError) -> String {
        guard let object = variables.objectValue else { throw .variablesAreNoObject }
        return try TemplateInterpreter(limits: limits, clock: clock).render(statements, object)
    }
}

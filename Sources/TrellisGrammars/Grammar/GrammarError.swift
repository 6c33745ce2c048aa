/// Why a text cannot become a grammar, with the place in it.
public enum GrammarError: Error, Hashable, Sendable {
    /// The schema is not a JSON object or boolean, or a keyword's value has the wrong form.
    case malformed(pointer: String, expected: String)
    /// `type` names something that is no JSON type.
    case unknownType(pointer: String, name: String)
    /// `$ref` leads nowhere.
    case unresolvedReference(pointer: String, reference: String)
    /// A keyword that cannot be enforced exactly.
    case unsupported(pointer: String, keyword: String, reason: String)
    /// No value can satisfy the schema there.
    case unsatisfiable(pointer: String, reason: String)
    /// A regular expression that is not well-formed, or has a part that is not regular.
    case invalidPattern(pattern: String, offset: Int, reason: String)
    /// A node was set aside and never defined.
    case undefinedNode(name: String)
    /// A documented limit was hit.
    case limitExceeded(pointer: String, limit: String, value: Int)
    /// A grammar text is not well-formed.
    case malformedText(TextPlace, expected: String)
    /// A construct of a grammar text that cannot be enforced.
    case unsupportedText(TextPlace, construct: String, reason: String)
    /// A rule of a grammar text that is used and not defined.
    case undefinedRule(TextPlace, name: String)
    /// A rule of a grammar text that is defined twice.
    case repeatedRule(TextPlace, name: String)
    /// A part of a grammar text in a language of its own, such as a schema or a regular expression.
    indirect case inText(TextPlace, GrammarError)
    /// A grammar text hit a documented limit.
    case textLimitExceeded(TextPlace, limit: String, value: Int)
    /// The task that was making the grammar was cancelled.
    case cancelled

    /// Ends the work of a task that was cancelled.
    static func checkCancellation() throws(GrammarError) { if Task.isCancelled { throw .cancelled } }
}

/// What is wrong with a chat template, or with what it was given, and in which line of the template.
public enum TemplateError: Error, Sendable, Hashable {
    /// A bound that keeps a hostile template from hanging or filling the memory.
    public enum Limit: Sendable, Hashable {
        /// The bytes of the rendered text.
        case outputSize(Int)
        /// The expressions, statements, loop passes and list items evaluated.
        case steps(Int)
        /// The bytes of all texts made or searched along the way.
        case textSize(Int)
        /// The nesting of the template, of its calls and of its values.
        case depth(Int)
    }

    /// A part of the template is not what the syntax asks for.
    case unexpected(String, expected: String, line: Int)
    /// A tag, block, text or bracket that starts in that line does not end.
    case unclosed(String, line: Int)
    /// A statement that the interpreter does not know.
    case unknownTag(String, line: Int)
    /// A filter that the interpreter does not know.
    case unknownFilter(String, line: Int)
    /// A test that the interpreter does not know.
    case unknownTest(String, line: Int)
    /// A value that is not there, or a method that templates may not call, is used in a way that needs it.
    case undefined(String, line: Int)
    /// An operation that its operands do not have.
    case unsupported(String, line: Int)
    /// A function, filter, method or macro is given arguments that it does not take.
    case invalidArguments(of: String, String, line: Int)
    /// A limit is reached.
    case limitReached(Limit, line: Int)
    /// The variables to render with are not a JSON object.
    case variablesAreNoObject
    /// The template itself refused what it was given, with these words.
    case raised(String)
}

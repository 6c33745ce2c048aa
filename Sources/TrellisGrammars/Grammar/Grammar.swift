/// Rules over lexemes: the one form that JSON Schema, regexes and grammar texts are turned into.
///
/// A grammar is a graph of nodes in one array; a node refers to others by number, so that recursion is an ordinary
/// edge. The leaves are literals and lexemes (regular languages, as plain text or as the content of a JSON
/// string), the inner nodes sequences, choices and repetitions. Objects and arrays are nodes of their own, because
/// their members follow rules (each name once, counts, order) that a context-free rule could only say by unrolling.
///
/// Two things are promised by whoever builds a grammar and checked when it is compiled: every node that is referred
/// to is defined, and recursion passes through at least one byte.
public struct Grammar: Sendable {
    /// The number of a node.
    public struct NodeID: Hashable, Sendable {
        /// The index in the array of nodes.
        public let index: Int

        /// Makes a number from an index.
        package init(index: Int) { self.index = index }
    }

    /// One rule.
    public enum Node: Hashable, Sendable {
        /// These bytes.
        case literal([UInt8])
        /// A text of a regular language.
        case lexeme(Lexeme)
        /// The nodes one after the other.
        case sequence([NodeID])
        /// Any of the nodes; all stay possible until the text decides.
        case choice([NodeID])
        /// The node repeated.
        case repetition(NodeID, atLeast: Int, atMost: Int?)
        /// A JSON object.
        case object(ObjectNode)
        /// A JSON array.
        case array(ArrayNode)
    }

    /// All nodes.
    public internal(set) var nodes: [Node]
    /// The node of the whole text.
    public internal(set) var root: NodeID
    /// The white space of objects and arrays.
    public internal(set) var layout: Layout
    /// What a lenient front end left out, each with its place.
    public internal(set) var warnings: [GrammarWarning]
    /// The names of nodes that have one, for printing.
    public internal(set) var names: [NodeID: String]

    /// The node of that number.
    public subscript(id: NodeID) -> Node { nodes[id.index] }
}

/// A regular language as a leaf of a grammar.
public struct Lexeme: Hashable, Sendable {
    /// How the text of the pattern stands in the output.
    public enum Form: Hashable, Sendable {
        /// As UTF-8.
        case plain
        /// As a JSON string with its quotes; every spelling by escapes is allowed.
        case jsonString
    }

    /// The language.
    public var pattern: Pattern
    /// How it is written.
    public var form: Form

    /// Makes a lexeme.
    public init(_ pattern: Pattern, as form: Form) {
        self.pattern = pattern
        self.form = form
    }
}

/// The white space between the tokens of JSON.
public enum Layout: Hashable, Sendable {
    /// Exactly these texts after a colon and after a comma, and none elsewhere.
    case exact(afterColon: String, afterComma: String)
    /// Any JSON white space where JSON allows it, at most so many bytes in one place.
    case flexible(limit: Int)

    /// No white space.
    public static let compact = Layout.exact(afterColon: "", afterComma: "")
    /// One blank after each colon and comma.
    public static let spaced = Layout.exact(afterColon: " ", afterComma: " ")
}

/// Something that a lenient front end did not enforce.
public struct GrammarWarning: Hashable, Sendable {
    /// Where: a JSON pointer into the schema.
    public let pointer: String
    /// What is not enforced and why, in one line.
    public let message: String

    /// Makes a warning.
    public init(pointer: String, message: String) {
        self.pointer = pointer
        self.message = message
    }
}

/// Instructions and tools that are worked out anew whenever the model generates.
///
/// A type puts them together from others in its body, which can look at session properties and has no side effects, since it
/// is evaluated often:
///
///     struct Concierge: DynamicInstructions {
///         @SessionProperty(\.isGuestKnown) var isGuestKnown
///
///         var body: some DynamicInstructions {
///             Instructions("You are the concierge of a small hotel.")
///             if isGuestKnown { BookTable() } else { Instructions("Ask for the name first.") }
///         }
///     }
///
/// When what comes of it changes, the model has to read the conversation from the start: what it had read stands after the
/// instructions.
public protocol DynamicInstructions: SendableMetatype {
    /// What the body is.
    associatedtype Body: DynamicInstructions

    /// What the instructions consist of.
    @DynamicInstructionsBuilder var body: Body { get }
}

extension DynamicInstructions {
    /// A value that the session keeps.
    public typealias SessionProperty<Value> = LanguageModelSession.SessionProperty<Value>
}

/// What dynamic instructions come to.
struct ResolvedInstructions {
    /// The lines of the text.
    var parts: [String] = []
    /// The tools that the model may call.
    var tools: [any Tool] = []
}

/// Dynamic instructions that say themselves what they come to. Their body is themselves and never looked at.
protocol InstructionsLeaf {
    /// Adds what they come to.
    func add(to resolved: inout ResolvedInstructions)
}

extension DynamicInstructions {
    /// Adds what the instructions come to, evaluating bodies.
    func resolve(into resolved: inout ResolvedInstructions) {
        if let leaf = self as? any InstructionsLeaf {
            leaf.add(to: &resolved)
        } else {
            body.resolve(into: &resolved)
        }
    }
}

// Without the word `return` the builder that the requirement names would take the body apart.
extension Instructions: DynamicInstructions, InstructionsLeaf {
    /// The instructions themselves.
    public var body: Instructions { return self }

    func add(to resolved: inout ResolvedInstructions) { resolved.parts += parts }
}

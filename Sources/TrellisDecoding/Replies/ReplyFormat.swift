package import TrellisGrammars
package import TrellisJSON

/// How a family of models writes its replies: what stands around thoughts, calls of tools and the answer.
///
/// A format is data; one grammar and one reader serve them all. The texts in it may hold printed names of special tokens.
package struct ReplyFormat: Sendable, Hashable {
    /// What stands before and after something.
    package struct Frame: Sendable, Hashable {
        let open: String
        let close: String
        /// What may stand between the end of it and what follows.
        let gaps: [String]

        package init(open: String, close: String, gaps: [String]) {
            self.open = open
            self.close = close
            self.gaps = gaps
        }
    }

    /// The form of one call.
    package enum Call: Sendable, Hashable {
        /// A JSON object with the name and the arguments under these members, and for some an identity of nine characters.
        case object(name: String, arguments: String, identity: Bool)
        /// The name, a text, and the arguments as a JSON object.
        case named(between: String)
        /// The name and the arguments in the notation of Gemma, whose strings stand between these.
        case gemma(quote: String)
    }

    /// What stands around calls.
    package struct Calls: Sendable, Hashable {
        let call: Call
        /// What stands before the first call and after the last one.
        var first = ""
        var last = ""
        /// What stands before and after each call.
        var open = ""
        var close = ""
        /// What stands between two calls; nil when there can be only one.
        var separator: String?
        /// Whether text may come before the calls.
        var followText = false

        /// What a reply with calls, or its part with calls, begins with; empty when that is the call itself.
        package var mark: String { first + open }
    }

    /// What stands around thoughts; nil for models that don't think.
    package var thought: Frame?
    /// What stands before the answer.
    package var answerOpen = ""
    /// What stands around calls; nil for models that don't know how to call tools.
    package var calls: Calls?
    /// How many calls one message of the assistant may hold when it's shown to the model again; nil for any number.
    package var callsPerMessage: Int?
    /// Whether the template wants identities of calls with exactly nine letters and digits.
    package var hasShortCallIDs = false
    /// Whether the template shows the tools; else the instructions have to.
    package var showsTools = true

    /// The white space of JSON in replies.
    package var layout: Layout { if case .gemma? = calls?.call { .compact } else { .spaced } }

    /// Whether the model knows how to call tools.
    package var callsTools: Bool { calls != nil }

    /// Whether a reply without calls is nothing but the answer.
    package var isPlain: Bool { thought == nil && answerOpen.isEmpty }

    /// The text of a call as the model writes it; empty when it can't call tools, or writes arguments in a notation of its own.
    package func callText(name: String, arguments: JSONValue) -> String {
        guard let calls else { return "" }
        let json = arguments.text(.spaced)
        switch calls.call {
        case .object:
            return calls.first + calls.open + calls.call.beginning(name: name) + json + "}" + calls.close + calls.last
        case .named: return calls.open + calls.call.beginning(name: name) + json + calls.close
        case .gemma: return ""
        }
    }
}

/// The course of one turn, from the prompt to the answer, as a pure state machine.
///
/// A turn is a row of generations. One that calls tools is followed by their outputs and another generation, one that does
/// not is the last. When there were as many rounds of calls as there may be, or a model calls again exactly what it has called
/// before, the next generation must be an answer. What shows of a turn is the text of its answers, never that of calls.
package struct TurnMachine {
    /// What is to be done next.
    package enum Step: Equatable {
        /// Let the model generate.
        case generate(mayCall: Bool)
        /// Carry out calls of tools.
        case call([Transcript.ToolCall])
        /// The turn is over.
        case finish(GeneratedContent)
    }

    private let schemaName: String?
    private let roundLimit: Int
    private var rounds = 0
    private var madeCalls: [Transcript.ToolCall] = []
    private var mayCall = true
    private var draft = GenerationDraft()
    /// Whether the present generation has written text.
    private var hasText = false
    private var reader: AnswerReader
    private var shown: GeneratedContent?
    private var earlierEntries: [Transcript.Entry] = []
    private var earlierUsage = LanguageModelSession.Usage.none
    private var earlierText = ""

    /// Prepares a turn.
    ///
    /// - Parameters:
    ///   - schemaName: The name of the answer's schema; nil for free text.
    ///   - roundLimit: The greatest number of generations that call tools.
    package init(schemaName: String?, roundLimit: Int) {
        self.schemaName = schemaName
        self.roundLimit = roundLimit
        reader = AnswerReader(isValue: schemaName != nil)
    }

    /// What the turn has added to the transcript after the prompt, with what has arrived of the present generation.
    package var entries: [Transcript.Entry] {
        earlierEntries
            + draft.entries(value: shown, schemaName: schemaName)
    }

    /// Where the entries of the present generation begin among those of the turn.
    var generationStart: Int { earlierEntries.count }

    /// Whether anything of the present generation has arrived.
    var isGenerating: Bool { draft.hasBegun }

    /// The tokens that the turn has taken.
    package var usage: LanguageModelSession.Usage {
        var usage = earlierUsage
        usage.add(draft.usage)
        return usage
    }

    /// Whether the answer was cut off.
    package var isCut: Bool { draft.isCut }

    /// Begins the turn, or goes on with it.
    package mutating func begin() -> Step {
        mayCall = mayCall && rounds < roundLimit
        return .generate(mayCall: mayCall)
    }

    /// Takes an event of the present generation.
    ///
    /// - Parameter mayCall: Whether calls are allowed in this generation, as far as the caller is concerned.
    /// - Returns: What the answer shows now; nil when that is nothing new.
    /// - Throws: `GeneratedContent.ParsingError` for an answer that is no JSON where it must be;
    ///   `LanguageModelSession.ToolCallingError` for a call when none is allowed.
    package mutating func take(
        _ event: LanguageModelExecutorGenerationChannel.Event, mayCall isAllowed: Bool = true
    ) throws -> GeneratedContent? {
        let change = draft.take(event)
        if !(mayCall && isAllowed), let name = draft.calledNames.first {
            throw LanguageModelSession.ToolCallingError.callNotAllowed(name: name)
        }
        let content: GeneratedContent?
        switch change {
        case .none: return nil
        case .appended(let characters):
            let goesOn = hasText || earlierText.isEmpty
            content = try reader.take(goesOn ? characters : "\n\n" + characters)
        case .replaced: content = try reader.restart(with: wholeText)
        }
        hasText = true
        if let content { shown = content }
        return content
    }

    /// The text of all answers of the turn: a model may say something before it calls a tool.
    private var wholeText: String {
        let text = draft.text ?? ""
        return earlierText.isEmpty || text.isEmpty ? earlierText + text : earlierText + "\n\n" + text
    }

    /// Ends the present generation.
    ///
    /// - Parameter mustCall: Whether it had to call a tool: then a model may repeat itself.
    /// - Throws: `GeneratedContent.ParsingError` for a value that is not whole or arguments that are no JSON.
    package mutating func endGeneration(mustCall: Bool = false) throws -> Step {
        let calls = try draft.calls()
        if calls.isEmpty {
            let content = try reader.finish()
            shown = content
            return .finish(content)
        }
        // A model that only repeats itself has not understood what the tools returned; it would go on until the limit.
        if !mustCall, calls.allSatisfy({ call in madeCalls.contains { $0.isRepeated(by: call) } }) {
            mayCall = false
            return next()
        }
        rounds += 1
        madeCalls += calls
        return .call(calls)
    }

    /// Takes what tools returned.
    package mutating func toolsReturned(_ outputs: [Transcript.ToolOutput]) -> Step {
        if schemaName == nil { earlierText = wholeText }
        earlierEntries += draft.entries(value: nil, schemaName: nil) + outputs.map { .toolOutput($0) }
        return next()
    }

    /// Forgets the present generation and begins another.
    private mutating func next() -> Step {
        earlierUsage.add(draft.usage)
        draft = GenerationDraft()
        hasText = false
        if schemaName != nil {
            reader = AnswerReader(isValue: true)
            shown = nil
        }
        return begin()
    }
}

extension Transcript.ToolCall {
    /// Whether another call asks the same.
    fileprivate func isRepeated(by other: Transcript.ToolCall) -> Bool {
        toolName == other.toolName && arguments == other.arguments
    }
}

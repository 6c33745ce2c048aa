/// The course of one turn, from the prompt to the answer, as a pure state machine: events in, actions out.
///
/// A turn with tools begins with a decision, decoded under the grammar of tool calls and never shown. A call is carried out, its
/// output recorded, and the model decides again, until it declines, repeats itself or has decided as often as it may. Then
/// comes the answer: the only text that shows.
package struct TurnMachine {
    /// What has happened.
    package enum Event {
        /// The turn begins.
        case began
        /// The text being decoded goes on.
        case text(String)
        /// The text being decoded is at its end.
        case ended
        /// A tool has answered.
        case toolReturned(String)
    }

    /// What is to be done, in order.
    package enum Action: Equatable {
        /// Decode whether to call a tool.
        case decide(mayDecline: Bool)
        /// Decode the answer.
        case answer
        /// Record a call and carry it out.
        case call(Call)
        /// Record what a call returned.
        case recordOutput(Call, String)
        /// Show what there is of the answer.
        case show(GeneratedContent)
        /// Record the answer; the turn is over.
        case finish(GeneratedContent)
    }

    /// A call of a tool.
    package struct Call: Equatable {
        /// The name of the tool.
        package let name: String
        /// The arguments.
        package let arguments: GeneratedContent

        /// Makes a call.
        package init(name: String, arguments: GeneratedContent) {
            self.name = name
            self.arguments = arguments
        }
    }

    private enum Phase {
        case deciding(text: String)
        case calling(Call)
        case answering(AnswerReader)
        case over
    }

    private let isValue: Bool
    private let toolCalling: GenerationOptions.ToolCallingMode.Kind
    private let callLimit: Int
    private var calls: [Call] = []
    private var phase = Phase.over

    /// Prepares a turn.
    ///
    /// - Parameters:
    ///   - isValue: Whether the answer is a value rather than free text.
    ///   - toolCalling: Whether tools may, must or must not be called; `disallowed` when there are none.
    ///   - callLimit: The greatest number of calls.
    package init(isValue: Bool, toolCalling: GenerationOptions.ToolCallingMode.Kind, callLimit: Int) {
        self.isValue = isValue
        self.toolCalling = toolCalling
        self.callLimit = callLimit
    }

    /// Takes an event and says what to do.
    ///
    /// - Throws: `GeneratedContent.ParsingError` for text outside the grammar it was to be decoded under.
    package mutating func handle(_ event: Event) throws -> [Action] {
        switch (event, phase) {
        case (.began, .over): return [nextStep()]
        case (.text(let characters), .deciding(let text)):
            phase = .deciding(text: text + characters)
            return []
        case (.text(let characters), .answering(var reader)):
            phase = .over
            let content = try reader.take(characters)
            phase = .answering(reader)
            return content.map { [.show($0)] } ?? []
        case (.ended, .deciding(let text)): return [try decided(text)]
        case (.ended, .answering(var reader)):
            phase = .over
            let content = try reader.finish()
            return [.show(content), .finish(content)]
        case (.toolReturned(let output), .calling(let call)): return [.recordOutput(call, output), nextStep()]
        default: preconditionFailure("a turn has no such event in this phase")
        }
    }

    private mutating func decided(_ text: String) throws -> Action {
        guard let (name, arguments) = try ToolCallGrammar.read(text) else { return answer() }
        let call = Call(name: name, arguments: arguments)
        // A model that repeats a call has not understood its output; it would go on until the limit.
        if calls.contains(call) { return answer() }
        calls.append(call)
        phase = .calling(call)
        return .call(call)
    }

    private mutating func nextStep() -> Action {
        guard toolCalling != .disallowed, calls.count < callLimit else { return answer() }
        phase = .deciding(text: "")
        return .decide(mayDecline: toolCalling == .allowed || !calls.isEmpty)
    }

    private mutating func answer() -> Action {
        phase = .answering(AnswerReader(isValue: isValue))
        return .answer
    }
}

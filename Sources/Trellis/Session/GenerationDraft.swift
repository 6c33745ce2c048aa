/// What one generation has written so far, put together from the events of its channel.
///
/// Pure: events in, entries of a transcript out.
struct GenerationDraft {
    /// What an event did to the text of the answer.
    enum TextChange: Equatable {
        /// Nothing.
        case none
        /// Characters came to its end.
        case appended(String)
        /// It's another text now.
        case replaced
    }

    private var drafts: [DraftEntry] = []
    private var tokenCount = 0
    private var reasoningTokenCount = 0
    private var reportedUsage: LanguageModelSession.Usage?

    /// The tokens that the generation has taken: as it last said, or else as its pieces say.
    var usage: LanguageModelSession.Usage {
        if let reportedUsage { return reportedUsage }
        return LanguageModelSession.Usage(
            input: .init(totalTokenCount: 0, cachedTokenCount: 0),
            output: .init(totalTokenCount: tokenCount, reasoningTokenCount: reasoningTokenCount))
    }

    /// The text of the answer so far; nil when none has begun.
    var text: String? {
        let responses = drafts.filter { $0.kind == .response }
        return responses.isEmpty ? nil : responses.map(\.segments.text).joined(separator: "\n\n")
    }

    /// Whether anything was written.
    var hasBegun: Bool { !drafts.isEmpty }

    /// Whether the last answer says that it was cut off.
    var isCut: Bool {
        drafts.last { $0.kind == .response }?.metadata[FinishReason.key] as? String == FinishReason.length.rawValue
    }

    /// The names of the tools that were called.
    var calledNames: [String] { drafts.flatMap { $0.calls.map(\.name) } }

    /// The calls, with their arguments read.
    ///
    /// - Throws: `GeneratedContent.ParsingError` for arguments that aren't JSON.
    func calls() throws -> [Transcript.ToolCall] {
        try drafts.flatMap { try $0.calls.map { try GenerationDraft.call($0) } }
    }

    /// The entries.
    ///
    /// - Parameters:
    ///   - value: What there is of the answer, when it's a value.
    ///   - schemaName: The name of its schema, when the answer is to be a value: its entry holds that in the place of the text.
    func entries(value: GeneratedContent?, schemaName: String?) -> [Transcript.Entry] {
        let last = drafts.lastIndex { $0.kind == .response }
        return drafts.enumerated().compactMap { index, draft in
            switch draft.kind {
            case .response:
                var segments = draft.segments
                if let schemaName, index == last {
                    segments.removeAll { if case .text = $0 { true } else { false } }
                    if let value {
                        let id = draft.segments.first?.id ?? draft.id
                        segments.insert(.structure(.init(id: id, schemaName: schemaName, content: value)), at: 0)
                    }
                }
                return .response(.init(id: draft.id, metadata: draft.metadata, segments: segments))
            case .reasoning:
                return .reasoning(
                    .init(
                        id: draft.id, metadata: draft.metadata, segments: draft.segments, signature: draft.signature))
            case .toolCalls:
                // Of a call that is still arriving nothing shows.
                let calls = draft.calls.compactMap { try? GenerationDraft.call($0) }
                return calls.isEmpty ? nil : .toolCalls(.init(id: draft.id, calls))
            }
        }
    }

    private static func call(_ draft: DraftEntry.Call) throws -> Transcript.ToolCall {
        let text = draft.arguments.allSatisfy(\.isWhitespace) ? "{}" : draft.arguments
        let arguments = try GeneratedContent(json: text)
        guard arguments.isComplete else {
            throw GeneratedContent.ParsingError(
                rawContent: text, debugDescription: "the arguments of a call of “\(draft.name)” are unfinished")
        }
        return Transcript.ToolCall(id: draft.id, metadata: draft.metadata, toolName: draft.name, arguments: arguments)
    }

    // MARK: Events

    /// Takes an event.
    mutating func take(_ event: LanguageModelExecutorGenerationChannel.Event) -> TextChange {
        switch event {
        case .response(let id, let action): return take(action, entry(.response, id))
        case .reasoning(let id, let action): take(action, entry(.reasoning, id))
        case .toolCalls(let id, let action): take(action, entry(.toolCalls, id))
        }
        return .none
    }

    /// The index of an entry, which begins when it isn't there.
    private mutating func entry(_ kind: DraftEntry.Kind, _ id: String?) -> Int {
        if let index = drafts.lastIndex(where: { $0.kind == kind && (id == nil || $0.id == id) }) { return index }
        drafts.append(DraftEntry(kind: kind, id: id ?? TranscriptID.make()))
        return drafts.count - 1
    }

    private mutating func take(
        _ action: LanguageModelExecutorGenerationChannel.Response.Action, _ index: Int
    ) -> TextChange {
        switch action {
        case .appendText(let text, let segmentID, let count):
            tokenCount += max(0, count)
            let isAtEnd = index == drafts.lastIndex { $0.kind == .response }
            let isSimple = drafts[index].append(text, to: segmentID) && isAtEnd
            return isSimple ? .appended(text) : .replaced
        case .replaceTextSegment(let text, let segmentID, let count):
            tokenCount += max(0, count)
            drafts[index].replace(with: text, segmentID)
            return .replaced
        case .addAttachmentSegment(let segment): drafts[index].segments.append(.attachment(segment))
        case .removeAttachmentSegment(let id):
            drafts[index].segments.removeAll { if case .attachment = $0 { $0.id == id } else { false } }
        case .updateMetadata(let metadata): drafts[index].metadata = metadata
        case .updateUsage(let input, let output, let metadata):
            reportedUsage = LanguageModelSession.Usage(input: input, output: output, metadata: metadata)
        }
        return .none
    }

    private mutating func take(
        _ action: LanguageModelExecutorGenerationChannel.Reasoning.Action, _ index: Int
    ) {
        switch action {
        case .appendText(let text, let segmentID, let count):
            countThoughts(count)
            _ = drafts[index].append(text, to: segmentID)
        case .replaceTextSegment(let text, let segmentID, let count):
            countThoughts(count)
            drafts[index].replace(with: text, segmentID)
        case .updateSignature(let signature, let count):
            countThoughts(count)
            drafts[index].signature = signature
        case .updateMetadata(let metadata): drafts[index].metadata = metadata
        case .updateUsage(let input, let output, let metadata):
            reportedUsage = LanguageModelSession.Usage(input: input, output: output, metadata: metadata)
        }
    }

    private mutating func countThoughts(_ count: Int) {
        tokenCount += max(0, count)
        reasoningTokenCount += max(0, count)
    }

    private mutating func take(
        _ action: LanguageModelExecutorGenerationChannel.ToolCalls.Action, _ index: Int
    ) {
        switch action {
        case .toolCall(let id, let name, let change):
            var position = drafts[index].calls.firstIndex { $0.id == id }
            if position == nil {
                drafts[index].calls.append(DraftEntry.Call(id: id, name: name))
                position = drafts[index].calls.count - 1
            }
            guard let position else { return }
            switch change {
            case .appendArguments(let text, let count):
                tokenCount += max(0, count)
                drafts[index].calls[position].arguments += text
            case .updateMetadata(let metadata): drafts[index].calls[position].metadata = metadata
            }
        case .removeToolCall(let id): drafts[index].calls.removeAll { $0.id == id }
        case .updateMetadata(let metadata): drafts[index].metadata = metadata
        case .updateUsage(let input, let output, let metadata):
            reportedUsage = LanguageModelSession.Usage(input: input, output: output, metadata: metadata)
        }
    }
}

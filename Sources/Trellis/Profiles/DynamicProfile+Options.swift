/// A profile with something set on it that it left open.
struct AdjustedProfile<Content: LanguageModelSession.DynamicProfile>: LanguageModelSession.DynamicProfile, ProfileLeaf {
    let content: Content
    let adjust: (inout ProfileResolution) -> Void

    var body: AdjustedProfile { return self }

    func resolve(into resolution: inout ProfileResolution) {
        resolution.take(content)
        adjust(&resolution)
    }
}

extension LanguageModelSession.DynamicProfile {
    func adjusted(
        _ adjust: @escaping (inout ProfileResolution) -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        AdjustedProfile(content: self, adjust: adjust)
    }

    private func filling<Value>(
        _ place: WritableKeyPath<ProfileResolution, Value?>, with value: Value?
    ) -> some LanguageModelSession.DynamicProfile {
        adjusted { if $0[keyPath: place] == nil { $0[keyPath: place] = value } }
    }

    /// The profile with a model that answers.
    public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
        filling(\.model, with: model)
    }

    /// The profile with a model that answers, of any type.
    public func model(_ model: any LanguageModel) -> some LanguageModelSession.DynamicProfile {
        filling(\.model, with: model)
    }

    /// The profile with a temperature; nil leaves it open.
    public func temperature(_ temperature: Double?) -> some LanguageModelSession.DynamicProfile {
        filling(\.options.temperature, with: temperature)
    }

    /// The profile with a way of choosing tokens; nil leaves it open.
    public func samplingMode(
        _ mode: GenerationOptions.SamplingMode?
    ) -> some LanguageModelSession.DynamicProfile {
        filling(\.options.samplingMode, with: mode)
    }

    /// The profile with a greatest number of tokens of an answer; nil leaves it open.
    public func maximumResponseTokens(_ count: Int?) -> some LanguageModelSession.DynamicProfile {
        filling(\.options.maximumResponseTokens, with: count)
    }

    /// The profile with a length of reasoning; nil leaves it open.
    public func reasoningLevel(
        _ level: ContextOptions.ReasoningLevel?
    ) -> some LanguageModelSession.DynamicProfile {
        filling(\.reasoningLevel, with: level)
    }

    /// The profile with a rule about calls of tools; nil leaves it open.
    public func toolCallingMode(
        _ mode: GenerationOptions.ToolCallingMode?
    ) -> some LanguageModelSession.DynamicProfile {
        filling(\.options.toolCallingMode, with: mode)
    }

    /// The profile with a rule about the transcript of a request that fails; nil leaves it open.
    public func transcriptErrorHandlingPolicy(
        _ policy: LanguageModelSession.TranscriptErrorHandlingPolicy?
    ) -> some LanguageModelSession.DynamicProfile {
        filling(\.errorPolicy, with: policy)
    }

    /// The profile with another view of the history: the model is shown what the function makes of the entries after the
    /// instructions. The transcript of the session stays as it is. Functions of inner profiles come first.
    public func historyTransform(
        _ transform: sending @escaping ([Transcript.Entry]) -> [Transcript.Entry]
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction<[Transcript.Entry], [Transcript.Entry]> { transform($0) }
        return adjusted { $0.historyTransforms.append(action) }
    }
}

// Functions that a profile has called at the steps of a turn. They run one after another, those of inner profiles first; what one
// throws ends the request.
extension LanguageModelSession.DynamicProfile {
    /// The profile with a function that is called with each prompt, before the model is asked.
    public func onPrompt(
        perform action: nonisolated(nonsending) sending @escaping (Transcript.Prompt) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction(action)
        return adjusted { $0.actions.onPrompt.append(action) }
    }

    /// The profile with a function that is called before the model is asked.
    public func onPrompt(
        perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction<Transcript.Prompt, Void> { _ in try await action() }
        return adjusted { $0.actions.onPrompt.append(action) }
    }

    /// The profile with a function that is called with each answer, when it's complete.
    public func onResponse(
        perform action: nonisolated(nonsending) sending @escaping (Transcript.Response) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction(action)
        return adjusted { $0.actions.onResponse.append(action) }
    }

    /// The profile with a function that is called when an answer is complete.
    public func onResponse(
        perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction<Transcript.Response, Void> { _ in try await action() }
        return adjusted { $0.actions.onResponse.append(action) }
    }

    /// The profile with a function that is called with the thoughts of each generation, when it's over.
    public func onReasoning(
        perform action: nonisolated(nonsending) sending @escaping (Transcript.Reasoning) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction(action)
        return adjusted { $0.actions.onReasoning.append(action) }
    }

    /// The profile with a function that is called when a generation with thoughts is over.
    public func onReasoning(
        perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction<Transcript.Reasoning, Void> { _ in try await action() }
        return adjusted { $0.actions.onReasoning.append(action) }
    }

    /// The profile with a function that is called with each call of a tool, before it's carried out.
    ///
    /// Throwing ``ToolCallRefusal`` refuses the one call: the model is told, and the others are carried out.
    public func onToolCall(
        perform action: nonisolated(nonsending) sending @escaping (Transcript.ToolCall) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction(action)
        return adjusted { $0.actions.onToolCall.append(action) }
    }

    /// The profile with a function that is called before each call of a tool is carried out.
    public func onToolCall(
        perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction<Transcript.ToolCall, Void> { _ in try await action() }
        return adjusted { $0.actions.onToolCall.append(action) }
    }

    /// The profile with a function that is called with each call of a tool and what the tool returned.
    public func onToolOutput(
        perform action:
            nonisolated(nonsending) sending @escaping (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction<(Transcript.ToolCall, Transcript.ToolOutput), Void> { call, output in
            try await action(call, output)
        }
        return adjusted { $0.actions.onToolOutput.append(action) }
    }

    /// The profile with a function that is called when a tool has returned.
    public func onToolOutput(
        perform action: nonisolated(nonsending) sending @escaping () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction<(Transcript.ToolCall, Transcript.ToolOutput), Void> { _ in try await action() }
        return adjusted { $0.actions.onToolOutput.append(action) }
    }

    /// The profile with a function that is called when it becomes the one that holds, before the model is asked.
    public func onActivate(
        perform action: nonisolated(nonsending) sending @escaping () async -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction<Void, Void> { _ in await action() }
        return adjusted { $0.actions.onActivate.append(action) }
    }

    /// The profile with a function that is called when another becomes the one that holds, before the model is asked.
    public func onDeactivate(
        perform action: nonisolated(nonsending) sending @escaping () async -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        let action = ProfileAction<Void, Void> { _ in await action() }
        return adjusted { $0.actions.onDeactivate.append(action) }
    }
}

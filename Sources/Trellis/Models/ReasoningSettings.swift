import TrellisJSON

/// How long a model is to reason, as the variables of chat templates say it.
enum ReasoningSettings {
    /// The variables for a level: those of Qwen and Gemma, which think or not, and that of gpt-oss, which knows degrees.
    ///
    /// - Parameter level: The level. The custom levels “none” and “off” switch thinking off where the template can; others are
    ///   handed on as they are.
    static func variables(for level: ContextOptions.ReasoningLevel?) -> JSONObject {
        var variables = JSONObject()
        guard let level else { return variables }
        let name =
            switch level {
            case .light: "low"
            case .moderate: "medium"
            case .deep: "high"
            case .custom(let name): name
            }
        variables["enable_thinking"] = .bool(name != "none" && name != "off")
        variables["reasoning_effort"] = .string(name)
        return variables
    }
}

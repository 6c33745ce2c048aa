/// How tokens are chosen and how many there may be.
public struct GenerationOptions: Sendable, Equatable {
    /// How a token is chosen among the likely ones; nil leaves it to the model, which samples at random.
    public var samplingMode: SamplingMode?

    /// How far choices stray from the likeliest: from 0 to 1, more being more adventurous; nil leaves it to the model.
    public var temperature: Double?

    /// The greatest number of tokens of an answer; nil for 1,024, or as many as the shortest answer needs when that is more.
    ///
    /// Meant as a guard: text that reaches it is cut, a structured value is closed before, and so is a call of a tool, which
    /// counts as an answer here. What doesn't fit at all is an error, or for calls that are only allowed, not made.
    public var maximumResponseTokens: Int?

    /// Whether the model may, must or must not call tools; nil means it may.
    public var toolCallingMode: ToolCallingMode?

    /// Makes options.
    ///
    /// - Parameters:
    ///   - samplingMode: How a token is chosen.
    ///   - temperature: How far choices stray from the likeliest.
    ///   - maximumResponseTokens: The greatest number of tokens of an answer.
    public init(samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
        self.init(
            samplingMode: samplingMode, temperature: temperature, maximumResponseTokens: maximumResponseTokens,
            toolCallingMode: nil)
    }

    /// Makes options that say how tools are called.
    ///
    /// - Parameters:
    ///   - samplingMode: How a token is chosen.
    ///   - temperature: How far choices stray from the likeliest.
    ///   - maximumResponseTokens: The greatest number of tokens of an answer.
    ///   - toolCallingMode: Whether the model may, must or must not call tools.
    public init(
        samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
        toolCallingMode: ToolCallingMode?
    ) {
        self.samplingMode = samplingMode
        self.temperature = temperature
        self.maximumResponseTokens = maximumResponseTokens
        self.toolCallingMode = toolCallingMode
    }
}

extension GenerationOptions {
    /// The former name of the sampling mode.
    @available(*, deprecated, renamed: "samplingMode")
    public var sampling: SamplingMode? {
        get { samplingMode }
        set { samplingMode = newValue }
    }

    /// Makes options under the former name of the sampling mode.
    ///
    /// - Parameters:
    ///   - sampling: How a token is chosen.
    ///   - temperature: How far choices stray from the likeliest.
    ///   - maximumResponseTokens: The greatest number of tokens of an answer.
    @available(*, deprecated, renamed: "init(samplingMode:temperature:maximumResponseTokens:)")
    public init(sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
        self.init(
            samplingMode: sampling, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
    }
}

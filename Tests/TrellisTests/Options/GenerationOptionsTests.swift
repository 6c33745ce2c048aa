import Testing
import Trellis

/// Options under their names of both releases.
@Suite struct GenerationOptionsTests {
    @Test func everythingIsOptional() {
        let options = GenerationOptions()
        #expect(options == GenerationOptions(samplingMode: nil, temperature: nil, maximumResponseTokens: nil))
        #expect(options.toolCallingMode == nil)
        #expect(GenerationOptions(toolCallingMode: .required).toolCallingMode?.kind == .required)
        #expect(ContextOptions() == ContextOptions(includeSchemaInPrompt: nil, reasoningLevel: nil))
        #expect(ContextOptions(reasoningLevel: .custom("x")).reasoningLevel == .custom("x"))
    }

    @Test func samplingModesSayWhatTheyAre() {
        #expect(GenerationOptions.SamplingMode.greedy.kind == .greedy)
        #expect(GenerationOptions.SamplingMode.random(top: 3).kind == .randomTopK(3, seed: nil))
        #expect(
            GenerationOptions.SamplingMode.random(probabilityThreshold: 0.5, seed: 7).kind
                == .randomProbabilityThreshold(0.5, seed: 7))
    }

    @available(*, deprecated)
    @Test func formerNamesWork() {
        var options = GenerationOptions(sampling: .greedy, temperature: 0.5)
        #expect(options.sampling == .greedy && options.samplingMode == .greedy && options.temperature == 0.5)
        options.sampling = nil
        #expect(options.samplingMode == nil)
    }
}

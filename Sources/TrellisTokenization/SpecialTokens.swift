/// The tokens that frame a text, as a model was trained to see them.
public struct SpecialTokens: Sendable, Hashable {
    /// The token that begins a text.
    public var bos: TokenID?
    /// The token that ends a text.
    public var eos: TokenID?
    /// The token that fills unused places of a batch.
    public var padding: TokenID?
    /// The tokens that come before a text that no chat template has framed, usually none or the one that begins a text.
    public var prefix: [TokenID]
    /// The tokens that come after a complete text, usually none; never after a prompt that the model continues.
    public var suffix: [TokenID]

    /// Makes a description of the frame.
    ///
    /// - Parameters:
    ///   - bos: the token that begins a text.
    ///   - eos: the token that ends a text.
    ///   - padding: the token that fills unused places of a batch.
    ///   - prefix: the tokens before each text.
    ///   - suffix: the tokens after each complete text.
    public init(
        bos: TokenID? = nil, eos: TokenID? = nil, padding: TokenID? = nil, prefix: [TokenID] = [],
        suffix: [TokenID] = []
    ) {
        self.bos = bos
        self.eos = eos
        self.padding = padding
        self.prefix = prefix
        self.suffix = suffix
    }
}

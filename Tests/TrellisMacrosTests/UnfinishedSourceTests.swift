import Testing

/// An editor asks for expansions of what is being typed.
@Suite struct UnfinishedSourceTests {
    private static let source = """
        @Generable(name: "Trip", description: "A trip")
        public struct Trip: Equatable {
            @Guide(description: "Short \\(limit)", .count(1...3)) @Guide(/a+/)
            var `default`, b: [String]? = nil
            @Generable indirect enum Kind: String {
                case a = "x", b(Kind?, label: [Int])
                #if DEBUG
                case c
                #endif
            }
            let (x, y): (Int, Int) { didSet {} }
            init(_ content: GeneratedContent) throws {}
        }
        """

    @Test(arguments: Array(stride(from: 0, to: source.count, by: 5)))
    func beginningExpands(length: Int) {
        #expect(!Expansion(of: String(Self.source.prefix(length)) + " ").lines.contains { $0.contains("<#") })
    }

    @Test(arguments: Array(stride(from: 0, to: source.count - 12, by: 7)))
    func gapExpands(start: Int) {
        let text = Self.source.prefix(start) + Self.source.dropFirst(start + 12)
        #expect(!Expansion(of: String(text)).lines.isEmpty)
    }
}

import Testing

@Suite struct SessionPropertyEntryTests {
    @Test func aPropertyGetsAKey() {
        let expansion = Expansion(of: "extension V { @SessionPropertyEntry var tone: String = \"kind\" }")
        #expect(expansion.mistakes.isEmpty)
        for line in [
            "self[__Key_tone.self]", "self[__Key_tone.self] = newValue",
            "private nonisolated struct __Key_tone: Trellis.SessionPropertyKey {",
            "static let defaultValue: String = \"kind\"",
        ] { expectLine(line, in: expansion) }
    }

    @Test func typesFollowFromValuesAndOptionalsBeginAsNil() {
        let inferred = Expansion(of: "extension V { @SessionPropertyEntry var count = 3 }")
        expectLine("static let defaultValue = 3", in: inferred)
        let optional = Expansion(of: "extension V { @SessionPropertyEntry var `class`: String? }")
        expectLine("static let defaultValue: String? = nil", in: optional)
        expectLine("private nonisolated struct __Key_class: Trellis.SessionPropertyKey {", in: optional)
    }

    @Test func mistakes() {
        expectMistake(
            in: "extension V { @SessionPropertyEntry let a = 1 }", at: "1:15",
            "error: '@SessionPropertyEntry' applies to variables of 'SessionPropertyValues'")
        expectMistake(
            in: "extension V { @SessionPropertyEntry var a: Int }", at: "1:41",
            "error: '@SessionPropertyEntry' needs an initial value, which every session begins with")
        expectMistake(
            in: "extension V { @SessionPropertyEntry static var a = 1 }", at: "1:48",
            "error: '@SessionPropertyEntry' needs one variable without accessors")
    }

    private func expectLine(
        _ line: String, in expansion: Expansion, _ location: Testing.SourceLocation = #_sourceLocation
    ) {
        #expect(
            expansion.lines.contains { $0.contains(line) }, "\(expansion.lines)", sourceLocation: location)
    }
}

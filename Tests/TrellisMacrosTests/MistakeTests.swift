import Testing

@Suite struct MistakeTests {
    @Test func kindsOfDeclarations() {
        expectMistake(
            in: "@Generable final class A {}", at: "1:18",
            "error: '@Generable' applies to structures, actors and enumerations, not to the class 'A'",
            repairs: ["@Generable final struct A {}"])
        expectMistake(
            in: "@Generable protocol A {}", at: "1:12",
            "error: '@Generable' applies to structures, actors and enumerations")
        expectMistake(in: "@Generable enum A {}", at: "1:17", "error: enumeration 'A' has no case to generate")
        expectMistake(
            in: "struct Outer { @Generable private struct A {} }", at: "1:27",
            "error: nested type 'A' cannot be private to be '@Generable', because it is extended",
            repairs: ["struct Outer { @Generable fileprivate struct A {} }"])
        expectMistake(
            in: "@Generable(representNilExplicitlyInGeneratedContent: flag) struct A {}", at: "1:54",
            "error: 'representNilExplicitlyInGeneratedContent' must be 'true' or 'false' literally")
    }

    @Test func mistakeLeavesNoConformance() {
        #expect(
            Expansion(of: "@Generable struct A { var a = f() }").lines.joined(separator: " ")
                == "struct A { var a = f() }")
    }

    @Test func properties() {
        expectMistake(
            in: "@Generable struct A { var a = f() }", at: "1:27", "error: 'a' needs a written type to be generated",
            repairs: ["@Generable struct A { var a: <#Type#> = f() }"])
        expectMistake(
            in: "@Generable struct A { let a: Int = 1 }", at: "1:23",
            "warning: 'a' is not generated, because a constant keeps its initial value",
            repairs: ["@Generable struct A { var a: Int = 1 }"])
        expectMistake(
            in: "@Generable struct A { var (a, b): (Int, Int) }", at: "1:27",
            "error: declare each property of a '@Generable' type with a name and a type")
        expectMistake(
            in: "@Generable struct A { @Clamped(0...1) var a: Int }", at: "1:23",
            "error: '@Clamped(0...1)' on a property of a '@Generable' type: property wrappers cannot be generated")
        expectMistake(
            in: "@Generable actor A { var a: Int }", at: "1:22",
            "error: 'a' must be a constant: the content of a '@Generable' actor is read from outside of it",
            repairs: ["@Generable actor A { let a: Int }"])
        expectMistake(
            in: "@Generable struct A {\n#if DEBUG\nvar a: Int\n#endif\n}", at: "2:1",
            "error: stored properties and cases of a '@Generable' type cannot be under '#if'; put the condition around the type"
        )
    }

    @Test(arguments: ["(Int, Int)", "() -> Void", "any Error", "Int.Type"])
    func typesWithoutSchema(type: String) {
        expectMistake(
            in: "@Generable struct A { var a: \(type) }", at: "1:30", "error: type '\(type)' cannot be generated")
    }

    @Test func dictionary() {
        expectMistake(
            in: "@Generable struct A { var a: [String: Int] }", at: "1:30",
            "error: type '[String: Int]' cannot be generated; use an array of a '@Generable' structure")
    }

    @Test func identities() {
        let message = "error: a property with type 'GenerationID' must be named 'id' and cannot be optional"
        expectMistake(in: "@Generable struct A { var key: GenerationID }", at: "1:32", message)
        expectMistake(in: "@Generable struct A { var id: GenerationID? }", at: "1:31", message)
        expectMistake(
            in: #"@Generable struct A { @Guide(description: "d") var id: GenerationID }"#, at: "1:23",
            "error: '@Guide' has no effect on 'id', which the response sets",
            repairs: ["@Generable struct A { var id: GenerationID }"])
    }

    @Test(arguments: [
        ("static var a: Int = 1", "a type property"), ("lazy var a: Int = 1", "a lazy property"),
        ("var a: Int { 1 }", "a computed property"), ("func a() {}", "a declaration that is no property"),
    ])
    func placesOfGuides(declaration: String, place: String) {
        expectMistake(
            in: #"@Generable struct A { @Guide(description: "d") \#(declaration) }"#, at: "1:23",
            "error: '@Guide' applies to stored properties, not to \(place)",
            repairs: ["@Generable struct A { \(declaration) }"])
    }

    @Test func guideInATypeThatIsNotGenerated() {
        expectMistake(
            in: #"struct A { @Guide(description: "d") var a: Int }"#, at: "1:12",
            "warning: '@Guide' has no effect in a type that is not '@Generable'")
    }

    @Test func secondDescription() {
        expectMistake(
            in: #"@Generable struct A { @Guide(description: "a") @Guide(description: "b") var a: Int }"#, at: "1:55",
            "error: the property has a description already")
    }

    @Test(arguments: [
        ("Bool", ".constant(\"x\")", "there are no guides for 'Bool'"),
        ("Bool?", ".constant(\"x\")", "there are no guides for 'Bool'"),
        ("String", ".count(3)", "guide 'count' does not apply to type 'String'"),
        ("Int?", ".minimumCount(3)", "guide 'minimumCount' does not apply to type 'Int?'"),
        ("Double", ".anyOf(list)", "guide 'anyOf' does not apply to type 'Double'"),
        ("Swift.String", ".range(1...2)", "guide 'range' does not apply to type 'Swift.String'"),
        ("[Int]", ".anyOf(list)", "guide 'anyOf' does not apply to type '[Int]'"),
        ("[Int]", ".element(.count(3))", "guide 'count' does not apply to type '[Int]'"),
        ("Int", "/a/", "guide 'pattern' does not apply to type 'Int'"),
    ])
    func guidesOfOtherTypes(type: String, guide: String, message: String) {
        let mistakes = Expansion(of: "@Generable struct A { @Guide(\(guide)) var a: \(type) }").mistakes
        #expect(mistakes.map(\.message) == [message])
        #expect(mistakes.allSatisfy { $0.isError && $0.repairs.isEmpty })
    }

    @Test func guideForTheElements() {
        expectMistake(
            in: "@Generable struct A { @Guide(.range(1...2), .count(3)) var a: [Int] }", at: "1:30",
            "error: guide 'range' does not apply to type '[Int]'",
            repairs: ["@Generable struct A { @Guide(.element(.range(1...2)), .count(3)) var a: [Int] }"])
    }

    @Test func cases() {
        expectMistake(
            in: "@Generable enum A { case a(x: Int), a(y: Int) }", at: "1:37",
            "error: case 'a' of a '@Generable' enumeration needs a name of its own")
        expectMistake(
            in: "@Generable enum A { case a(type: Int) }", at: "1:28",
            "error: the name 'type' is taken in the content of this case; label the value differently")
        expectMistake(
            in: "@Generable enum A { case a(Int, value: Int) }", at: "1:33",
            "error: the name 'value' is taken in the content of this case; label the value differently")
        expectMistake(
            in: "@Generable enum A { case a([Int: Int]) }", at: "1:28",
            "error: type '[Int: Int]' cannot be generated; use an array of a '@Generable' structure")
    }
}

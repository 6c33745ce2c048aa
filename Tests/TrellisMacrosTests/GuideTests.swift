import Testing

@Suite struct GuideTests {
    private func expectProperty(
        _ attributes: String, type: String = "String", is arguments: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        expectExpansion(
            of: """
                @Generable struct Guided {
                    \(attributes)
                    var a: \(type)
                }
                """,
            contains: ["Trellis.GenerationSchema.Property(name: \"a\", \(arguments)),"], location)
    }

    @Test func descriptionsOfAnyForm() {
        expectProperty(
            #"@Guide(description: "a \"b\" \\ \u{e9}")"#, is: #"description: "a \"b\" \\ é", type: String.self"#)
        expectProperty(##"@Guide(description: #"a "b" \"#)"##, is: #"description: "a \"b\" \\", type: String.self"#)
        expectProperty(
            #"""
            @Guide(description: """
                first
                  second \
                continued
                """)
            """#, is: #"description: "first\n  second continued", type: String.self"#)
        expectProperty(
            #"@Guide(description: "at most \(limit)")"#, is: #"description: "at most \(limit)", type: String.self"#)
        expectProperty("@Guide(description: Texts.title)", is: "description: Texts.title, type: String.self")
        expectProperty(
            "@Guide(description: nil, .constant(\"x\"))", is: #"type: String.self, guides: [.constant("x")]"#)
    }

    @Test func interpolatedLinesStayAsWritten() {
        expectExpansion(
            of: #"""
                @Generable struct Guided {
                    @Guide(description: """
                        up to \(limit)
                          of them
                        """) var a: Int
                }
                """#,
            contains: [
                #"Trellis.GenerationSchema.Property(name: "a", description: """"#, #"up to \(limit)"#, "of them",
                #"""", type: Int.self),"#,
            ])
    }

    @Test func guidesStayUnevaluated() {
        expectProperty("@Guide(.anyOf(choices))", is: "type: String.self, guides: [.anyOf(choices)]")
        expectProperty(
            "@Guide(.range(low...high), .minimum(low + 1))", type: "Int?",
            is: "type: Swift.Optional<Int>.self, guides: [.range(low...high), .minimum(low + 1)]")
        expectProperty(
            "@Guide(GenerationGuide.percent)", type: "Int", is: "type: Int.self, guides: [GenerationGuide.percent]")
        expectProperty(
            "@Guide(.element(.anyOf(choices)))", type: "Array<Swift.String>",
            is: "type: Array<Swift.String>.self, guides: [.element(.anyOf(choices))]")
    }

    @Test func attributesAddUp() {
        expectProperty(
            """
            @Guide(.minimumCount(1))
            @Guide(description: "Names")
            @Trellis.Guide(.maximumCount(3))
            """, type: "[String]",
            is: #"description: "Names", type: [String].self, guides: [.minimumCount(1), .maximumCount(3)]"#)
    }

    @Test func regularExpressions() {
        expectProperty("@Guide(/a+/)", is: "type: String.self, guides: [/a+/]")
        expectProperty("@Guide(#/a/b/#)", is: "type: String.self, guides: [#/a/b/#]")
        expectProperty(
            "@Guide(description: \"d\", Regex { OneOrMore(.digit) })",
            is: "description: \"d\", type: String.self, guides: [Regex { OneOrMore(.digit) }]")
        expectProperty(
            "@Guide(/a+/) @Guide(.anyOf(choices))", is: "type: String.self, guides: [.pattern(/a+/), .anyOf(choices)]")
    }
}

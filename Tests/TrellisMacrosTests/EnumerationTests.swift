import Testing

@Suite struct EnumerationTests {
    @Test func casesWithoutPayloadsAreTexts() {
        expectExpansion(
            of: "@Generable enum Mood { case good, `default` }",
            is: """
                enum Mood { case good, `default`
                    nonisolated static var generationSchema: Trellis.GenerationSchema {
                        Trellis.GenerationSchema(
                            type: Self.self,
                            anyOf: ["good", "default"]
                        )
                    }
                    nonisolated var generatedContent: Trellis.GeneratedContent {
                        switch self {
                        case .good:
                            return Trellis.GeneratedContent("good")
                        case .`default`:
                            return Trellis.GeneratedContent("default")
                        }
                    }
                    nonisolated init(_ content: Trellis.GeneratedContent) throws {
                        let choice = content
                        let name = try choice.value(Swift.String.self)
                        guard choice.isComplete else {
                            throw Trellis.GeneratedContent.ParsingError(
                                rawContent: content.jsonString,
                                debugDescription: "the name '\\(name)' is unfinished"
                            )
                        }
                        switch name {
                        case "good":
                            self = .good
                        case "default":
                            self = .`default`
                        default:
                            throw Trellis.GeneratedContent.ParsingError(
                                rawContent: content.jsonString,
                                debugDescription: "'\\(name)' is not a case of \\(Self.self)"
                            )
                        }
                    }
                }
                extension Mood: nonisolated Trellis.Generable {
                }
                """)
    }

    @Test func rawValuesStandForTheCases() {
        let source = ##"String, CaseIterable { case a = "A-1", b, `in`, c = #"c"d"# }"##
        expectExpansion(
            of: "@Generable enum Raw: \(source)",
            contains: [
                #"anyOf: ["A-1", "b", "in", "c\"d"]"#, "case .a:", #"return Trellis.GeneratedContent("A-1")"#,
                #"case "A-1":"#, "self = .a",
            ])
        expectExpansion(
            of: "@Generable enum Raw: Swift.\(source)", contains: [#"anyOf: ["A-1", "b", "in", "c\"d"]"#])
        expectExpansion(of: #"@Generable enum Raw: Text { case a = "A", b }"#, contains: [#"anyOf: ["A", "b"]"#])
        expectExpansion(of: "@Generable enum Stars: Int { case one = 1, two }", contains: [#"anyOf: ["one", "two"]"#])
    }

    @Test func payloadsAreObjectsUnderTheNameOfTheCase() {
        expectExpansion(
            of: """
                @Generable(description: "Where") indirect enum Place {
                    case nowhere
                    case at(Int)
                    case both(Place, Place, note: String?)
                    case `default`(`in`: [String])
                }
                """,
            is: """
                indirect enum Place {
                    case nowhere
                    case at(Int)
                    case both(Place, Place, note: String?)
                    case `default`(`in`: [String])
                    nonisolated static var generationSchema: Trellis.GenerationSchema {
                        Trellis.GenerationSchema(
                            type: Self.self,
                            description: "Where",
                            cases: [
                                Trellis.GenerationSchema.Case(name: "nowhere"),
                                Trellis.GenerationSchema.Case(name: "at", properties: [Trellis.GenerationSchema.Property(name: "value", type: Int.self)]),
                                Trellis.GenerationSchema.Case(name: "both", properties: [Trellis.GenerationSchema.Property(name: "value", type: Place.self), Trellis.GenerationSchema.Property(name: "value1", type: Place.self), Trellis.GenerationSchema.Property(name: "note", type: Swift.Optional<String>.self)]),
                                Trellis.GenerationSchema.Case(name: "default", properties: [Trellis.GenerationSchema.Property(name: "in", type: [String].self)]),
                            ]
                        )
                    }
                    nonisolated var generatedContent: Trellis.GeneratedContent {
                        switch self {
                        case .nowhere:
                            return Trellis.GeneratedContent(
                                properties: [
                                    "type": "nowhere",
                                ]
                            )
                        case .at(let value0):
                            return Trellis.GeneratedContent(
                                properties: [
                                    "type": "at",
                                    "value": value0,
                                ]
                            )
                        case .both(let value0, let value1, let value2):
                            var properties: [(Swift.String, any Trellis.ConvertibleToGeneratedContent)] = []
                            properties.append(("type", "both"))
                            properties.append(("value", value0))
                            properties.append(("value1", value1))
                            if let value = value2 {
                                properties.append(("note", value))
                            }
                            return Trellis.GeneratedContent(properties: properties, uniquingKeysWith: { first, _ in first })
                        case .`default`(let value0):
                            return Trellis.GeneratedContent(
                                properties: [
                                    "type": "default",
                                    "in": value0,
                                ]
                            )
                        }
                    }
                    nonisolated init(_ content: Trellis.GeneratedContent) throws {
                        let choice = try content.value(Trellis.GeneratedContent.self, forProperty: "type")
                        let name = try choice.value(Swift.String.self)
                        guard choice.isComplete else {
                            throw Trellis.GeneratedContent.ParsingError(
                                rawContent: content.jsonString,
                                debugDescription: "the name '\\(name)' is unfinished"
                            )
                        }
                        switch name {
                        case "nowhere":
                            self = .nowhere
                        case "at":
                            self = try .at(content.value(Int.self, forProperty: "value"))
                        case "both":
                            self = try .both(content.value(Place.self, forProperty: "value"), content.value(Place.self, forProperty: "value1"), note: content.value(Swift.Optional<String>.self, forProperty: "note"))
                        case "default":
                            self = try .`default`(in: content.value([String].self, forProperty: "in"))
                        default:
                            throw Trellis.GeneratedContent.ParsingError(
                                rawContent: content.jsonString,
                                debugDescription: "'\\(name)' is not a case of \\(Self.self)"
                            )
                        }
                    }
                }
                extension Place: nonisolated Trellis.Generable {
                }
                """)
    }

    @Test func nilPayloadIsWrittenWhereTheAttributeSaysSo() {
        expectExpansion(
            of: "@Generable(representNilExplicitlyInGeneratedContent: true) public enum A { case a(Int?) }",
            contains: [
                "public nonisolated static var generationSchema: Trellis.GenerationSchema {",
                "representNilExplicitlyInGeneratedContent: true,", "cases: [", #""value": value0,"#,
            ],
            lacks: ["if let"])
    }
}

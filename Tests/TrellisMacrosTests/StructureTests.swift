import Testing

@Suite struct StructureTests {
    @Test func propertiesBecomeSchemaContentAndPartialType() {
        expectExpansion(
            of: """
                @Generable(description: "A trip")
                struct Trip {
                    @Guide(description: "Short")
                    var title: String
                    @Guide(description: "Days", .range(1...limit)) @Guide(.minimum(2))
                    let days: Int?
                }
                """,
            is: """
                struct Trip {
                    var title: String
                    let days: Int?
                    nonisolated static var generationSchema: Trellis.GenerationSchema {
                        Trellis.GenerationSchema(
                            type: Self.self,
                            description: "A trip",
                            properties: [
                                Trellis.GenerationSchema.Property(name: "title", description: "Short", type: String.self),
                                Trellis.GenerationSchema.Property(name: "days", description: "Days", type: Swift.Optional<Int>.self, guides: [.range(1...limit), .minimum(2)]),
                            ]
                        )
                    }
                    nonisolated var generatedContent: Trellis.GeneratedContent {
                        var properties: [(Swift.String, any Trellis.ConvertibleToGeneratedContent)] = []
                        properties.append(("title", self.title))
                        if let value = self.days {
                            properties.append(("days", value))
                        }
                        return Trellis.GeneratedContent(properties: properties, uniquingKeysWith: { first, _ in first })
                    }
                    nonisolated struct PartiallyGenerated: Swift.Identifiable, Trellis.ConvertibleFromGeneratedContent {
                        var id: Trellis.GenerationID
                        var title: String.PartiallyGenerated?
                        var days: Int.PartiallyGenerated?
                        init(_ content: Trellis.GeneratedContent) throws {
                            self.id = content.id ?? Trellis.GenerationID()
                            self.title = try content.value(Swift.Optional<String.PartiallyGenerated>.self, forProperty: "title")
                            self.days = try content.value(Swift.Optional<Int.PartiallyGenerated>.self, forProperty: "days")
                        }
                    }
                }
                extension Trip: nonisolated Trellis.Generable {
                    nonisolated init(_ content: Trellis.GeneratedContent) throws {
                        self.title = try content.value(forProperty: "title")
                        self.days = try content.value(forProperty: "days")
                    }
                }
                """)
    }

    @Test func emptyStructure() {
        expectExpansion(
            of: "@Generable struct None {}",
            contains: [
                "properties: [", "]", "return Trellis.GeneratedContent(properties: [:])",
                "var id: Trellis.GenerationID",
                "nonisolated init(_ content: Trellis.GeneratedContent) throws {",
            ])
    }

    @Test func onlyStoredPropertiesTakePart() {
        expectExpansion(
            of: """
                @Generable struct Mixed {
                    static let shared = 1
                    lazy var slow: Int = 2
                    var doubled: Int { stored * 2 }
                    var accessed: Int { get { 1 } set {} }
                    var stored: Int { didSet {} }
                }
                """,
            contains: [
                "properties: [",
                #"Trellis.GenerationSchema.Property(name: "stored", type: Int.self),"#,
                "]",
                "var stored: Int.PartiallyGenerated?",
            ],
            lacks: [#""shared""#, #""slow""#, #""doubled""#, #""accessed""#])
    }

    @Test func bindingsOfOneDeclarationShareTheTypeThatFollows() {
        expectExpansion(
            of: "@Generable struct Point { var x, y: Double, name: String }",
            contains: [
                #"Trellis.GenerationSchema.Property(name: "x", type: Double.self),"#,
                #"Trellis.GenerationSchema.Property(name: "y", type: Double.self),"#,
                #"Trellis.GenerationSchema.Property(name: "name", type: String.self),"#,
            ])
    }

    @Test func literalsGiveTheTypeOfAVariable() {
        expectExpansion(
            of: #"@Generable struct Defaults { var a = 1, b = -1.5, c = "x", d = true }"#,
            contains: ["Int", "Double", "String", "Bool"].enumerated().map { index, type in
                #"Trellis.GenerationSchema.Property(name: "\#(["a", "b", "c", "d"][index])", type: Swift.\#(type).self),"#
            })
    }

    @Test func namesInBackticks() {
        expectExpansion(
            of: "@Generable struct Keywords { var `default`: Int; var `two words`: Int? }",
            contains: [
                #"Trellis.GenerationSchema.Property(name: "default", type: Int.self),"#,
                #"Trellis.GenerationSchema.Property(name: "two words", type: Swift.Optional<Int>.self),"#,
                #"properties.append(("default", self.`default`))"#,
                "if let value = self.`two words` {",
                "var `default`: Int.PartiallyGenerated?",
                #"self.`default` = try content.value(forProperty: "default")"#,
            ])
    }

    @Test(arguments: ["Int?", "Optional<Int>", "Swift.Optional<Int>", "Int!", "(Int?)", "Int??"])
    func formsOfOptionals(type: String) {
        expectExpansion(
            of: "@Generable struct Maybe { var a: \(type) }",
            contains: [
                #"Trellis.GenerationSchema.Property(name: "a", type: Swift.Optional<Int>.self),"#,
                "if let value = self.a {",
                "var a: Int.PartiallyGenerated?",
            ])
    }

    @Test func nilIsWrittenWhereTheAttributeSaysSo() {
        expectExpansion(
            of: "@Generable(representNilExplicitlyInGeneratedContent: true) struct Maybe { var a: Int? }",
            contains: [
                "type: Self.self,", "representNilExplicitlyInGeneratedContent: true,",
                "return Trellis.GeneratedContent(", "properties: [", #""a": self.a,"#,
            ],
            lacks: ["if let"])
        expectExpansion(
            of: #"@Generable(name: "M", representNilExplicitlyInGeneratedContent: false) struct Maybe { var a: Int? }"#,
            contains: ["type: Self.self,", #"name: "M","#, "properties: [", "if let value = self.a {"],
            lacks: ["representNil"])
    }

    @Test func identityIsNotGenerated() {
        expectExpansion(
            of: "@Generable struct Item { let id: GenerationID; var a: Int }",
            contains: [
                "properties: [", #"Trellis.GenerationSchema.Property(name: "a", type: Int.self),"#, "]",
                #""a": self.a,"#, "], id: self.id",
                "var id: Trellis.GenerationID", "var a: Int.PartiallyGenerated?",
                "self.id = content.id ?? Trellis.GenerationID()",
                "nonisolated init(_ content: Trellis.GeneratedContent) throws {",
                "self.id = content.id ?? Trellis.GenerationID()",
            ],
            lacks: [#""id""#])
    }

    @Test func ownIdentifierTakesThePlaceOfTheIdentity() {
        expectExpansion(
            of: "@Generable struct Item { let id: String }",
            contains: [
                #"Trellis.GenerationSchema.Property(name: "id", type: String.self),"#,
                "nonisolated struct PartiallyGenerated: Swift.Identifiable, Trellis.ConvertibleFromGeneratedContent {",
                "var id: String.PartiallyGenerated?",
            ],
            lacks: ["Trellis.GenerationID"])
        expectExpansion(
            of: "@Generable struct Item { let id: Key }",
            contains: [
                "nonisolated struct PartiallyGenerated: Trellis.ConvertibleFromGeneratedContent {",
                "var id: Key.PartiallyGenerated?",
            ])
    }

    @Test func accessOfTheType() {
        expectExpansion(
            of: "@Generable public struct Shown { public private(set) var a: Int; var b: Int; private var c: Int }",
            contains: [
                "public nonisolated static var generationSchema: Trellis.GenerationSchema {",
                "public nonisolated var generatedContent: Trellis.GeneratedContent {",
                "public nonisolated struct PartiallyGenerated: Swift.Identifiable, Trellis.ConvertibleFromGeneratedContent {",
                "public var id: Trellis.GenerationID",
                "public var a: Int.PartiallyGenerated?",
                "var b: Int.PartiallyGenerated?",
                "private var c: Int.PartiallyGenerated?",
                "public init(_ content: Trellis.GeneratedContent) throws {",
                "public nonisolated init(_ content: Trellis.GeneratedContent) throws {",
            ])
        expectExpansion(
            of: "public extension Outer { @Generable struct Shown { var a: Int } }",
            contains: [
                "public nonisolated static var generationSchema: Trellis.GenerationSchema {",
                "var a: Int.PartiallyGenerated?",
                "extension Outer.Shown: nonisolated Trellis.Generable {",
            ])
    }

    @Test func partialTypeHasTheConformancesOfTheType() {
        let head = "nonisolated struct PartiallyGenerated: Swift.Identifiable, Trellis.ConvertibleFromGeneratedContent"
        expectExpansion(
            of: "@Generable struct A: Hashable, Sendable { var a: Int }",
            contains: ["\(head), Swift.Equatable, Swift.Sendable {"])
        expectExpansion(
            of: "@Generable struct A<T: Generable & Equatable>: Equatable { var a: T }", contains: ["\(head) {"])
    }

    @Test func membersWrittenByHandAreLeftAlone() {
        expectExpansion(
            of: """
                @Generable struct Manual {
                    var a: Int
                    static var generationSchema: GenerationSchema { handmade }
                    init(_ content: GeneratedContent) throws { a = 1 }
                }
                """,
            contains: [
                "nonisolated var generatedContent: Trellis.GeneratedContent {",
                "extension Manual: nonisolated Trellis.Generable {", "}",
            ],
            lacks: ["nonisolated static var generationSchema", "nonisolated init"])
        expectExpansion(
            of: """
                @Generable struct Manual: Generable {
                    var generatedContent: GeneratedContent { handmade }
                    struct PartiallyGenerated: ConvertibleFromGeneratedContent {}
                }
                """, conformance: false,
            is: """
                struct Manual: Generable {
                    var generatedContent: GeneratedContent { handmade }
                    struct PartiallyGenerated: ConvertibleFromGeneratedContent {}
                    nonisolated static var generationSchema: Trellis.GenerationSchema {
                        Trellis.GenerationSchema(
                            type: Self.self,
                            properties: [
                            ]
                        )
                    }
                }
                extension Manual {
                    nonisolated init(_ content: Trellis.GeneratedContent) throws {
                    }
                }
                """)
    }

    @Test func partialTypeNamesTheTypeForSelf() {
        expectExpansion(
            of: "@Generable struct Tree { var children: [Self]? }",
            contains: [
                #"Trellis.GenerationSchema.Property(name: "children", type: Swift.Optional<[Self]>.self),"#,
                "var children: [Tree].PartiallyGenerated?",
            ])
    }

    @Test func extensionRepeatsAvailability() {
        expectExpansion(
            of: "@available(macOS 26, *) struct Outer { @available(iOS 27, *) @Generable struct New {} }",
            contains: [
                "@available(iOS 27, *)", "@available(macOS 26, *)",
                "extension Outer.New: nonisolated Trellis.Generable {",
            ])
    }

    @Test func actorHasTheInitializerAsMember() {
        expectExpansion(
            of: "@Generable actor Counter { let start: Int }",
            contains: [
                "actor Counter { let start: Int",
                "nonisolated var generatedContent: Trellis.GeneratedContent {",
                "init(_ content: Trellis.GeneratedContent) throws {",
                #"self.start = try content.value(forProperty: "start")"#,
                "extension Counter: nonisolated Trellis.Generable {",
                "}",
            ])
    }
}

import Foundation
import RegexBuilder
import Testing
import Trellis
import TrellisJSON

private let choices = ["a", "b"]
private let limit = 9

@Generable(description: "Guides of \(choices.count) kinds")
private struct Guided: Equatable {
    @Guide(
        description: """
            Two
              lines
            """)
    @Guide(.count(1...4))
    var names: [String]
    @Guide(description: "n", .range(1...limit)) var number: Int  // a comment
    @Guide(.anyOf(choices)) let choice: String
    @Guide(description: "r", #/[a-c]+\d/#) var literal: String
    @Guide(Regex { OneOrMore("x") }) var built: Swift.String?
    @Guide(.element(.minimum(0.5)), .minimumCount(2)) var numbers: [Double]?
    @Guide(
        description: """
            up to \(limit)
              of them
            """) var many: Int
}

@Generable private struct Forms: Equatable {
    var `default` = 3
    var a, b: Int
    var observed: Bool { didSet { changes += 1 } }
    private var hidden: Optional<String>
    let constant: Inner
    lazy var slow = 4
    static let shared = 5
    var changes: Int {
        get { 0 }
        set {}
    }

    @Generable struct Inner: Equatable {
        let id: Int
        var kind: Kind

        @Generable enum Kind { case `init`, other }
    }

    init(a: Int, b: Int, observed: Bool, hidden: String?, constant: Inner) {
        (self.a, self.b, self.observed, self.hidden, self.constant) = (a, b, observed, hidden, constant)
    }
}

@Generable private struct Tree: Equatable {
    var value: Int
    var children: [Tree]
    var more: [Self]?
}

@Generable private struct Box<Value: Generable> {
    var value: Value
    var values: [Value]
    var optional: Value?
}

@Generable private struct Identified {
    var id: GenerationID
    var title: String
    var parts: [Part]

    @Generable struct Part: Identifiable {
        let id: GenerationID
        var name: String
    }
}

@Generable(name: "Note", description: "A note", representNilExplicitlyInGeneratedContent: true)
private struct Explicit {
    var text: String?
    var number: Int
}

@Generable private struct Empty {}

@Generable private actor Counter {
    let start: Int
    let name: String?
}

@Generable private struct Handmade {
    var value: Int

    static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, properties: [.init(name: "value", type: Int.self, guides: [.constantly])])
    }
}

extension GenerationGuide where Value == Int {
    fileprivate static var constantly: GenerationGuide<Int> { .range(3...3) }
}

@Suite struct MacroStructureTests {
    @Test func schema() throws {
        let schema = try Guided.generationSchema.jsonSchema
        #expect(
            try schema
                == JSONValue(
                    parsing: #"""
                        {"title": "Guided", "type": "object", "description": "Guides of 2 kinds",
                         "additionalProperties": false,
                         "properties": {
                            "names": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 4, "description": "Two\n  lines"},
                            "number": {"type": "integer", "minimum": 1, "maximum": 9, "description": "n"},
                            "choice": {"type": "string", "enum": ["a", "b"]},
                            "literal": {"type": "string", "pattern": "[a-c]+\\d", "description": "r"},
                            "built": {"type": "string", "pattern": "x+"},
                            "numbers": {"type": "array", "items": {"type": "number", "minimum": 0.5}, "minItems": 2},
                            "many": {"type": "integer", "description": "up to 9\n  of them"}},
                         "required": ["names", "number", "choice", "literal", "many"],
                         "x-order": ["names", "number", "choice", "literal", "built", "numbers", "many"]}
                        """#))
    }

    @Test func valueComesFromContentAndBack() throws {
        let json = #"{"names": ["x"], "number": 3, "choice": "a", "literal": "b1", "numbers": [0.5, 2], "many": 1}"#
        let value = try Guided(GeneratedContent(json: json))
        #expect(
            value
                == Guided(
                    names: ["x"], number: 3, choice: "a", literal: "b1", built: nil, numbers: [0.5, 2], many: 1))
        #expect(value.generatedContent.jsonString == json)
        #expect(throws: GeneratedContent.ParsingError.self) {
            try Guided(GeneratedContent(json: #"{"names": ["x"], "number": "three"}"#))
        }
    }

    @Test func formsOfProperties() throws {
        let schema = try Forms.generationSchema.jsonSchema
        let names = ["default", "a", "b", "observed", "hidden", "constant"]
        #expect(schema["properties"]?.objectValue?.names == names)
        #expect(schema["required"]?.arrayValue?.compactMap(\.stringValue) == names.filter { $0 != "hidden" })
        let value = Forms(
            a: 1, b: 2, observed: true, hidden: "h", constant: Forms.Inner(id: 7, kind: .`init`))
        let json =
            #"{"default": 3, "a": 1, "b": 2, "observed": true, "hidden": "h", "constant": {"id": 7, "kind": "init"}}"#
        #expect(value.generatedContent.jsonString == json)
        #expect(try Forms(GeneratedContent(json: json)) == value)
    }

    @Test func partialValueFillsUp() throws {
        typealias Partial = Forms.PartiallyGenerated
        let start = try Partial(GeneratedContent(json: #"{"#))
        #expect(start.a == nil && start.constant == nil)
        let middle = try Partial(GeneratedContent(json: #"{"default": 3, "a": 1, "b": 24"#))
        #expect(middle.`default` == 3 && middle.a == 1 && middle.b == nil)
        let nested = try Partial(GeneratedContent(json: #"{"a": 1, "constant": {"id": 7, "kind": "ini"#))
        #expect(nested.constant?.id == 7 && nested.constant?.kind == nil)
        let whole = Forms.Inner(id: 7, kind: .other).asPartiallyGenerated()
        #expect(whole.id == 7 && whole.kind == .other)
    }

    @Test func recursion() throws {
        let schema = try Tree.generationSchema.jsonSchema
        #expect(schema["properties"]?["children"]?["items"]?["$ref"]?.stringValue == "#")
        #expect(schema["properties"]?["more"]?["items"]?["$ref"]?.stringValue == "#")
        let json = #"{"value": 1, "children": [{"value": 2, "children": []}], "more": [{"value": 3, "children": []}]}"#
        let tree = try Tree(GeneratedContent(json: json))
        let leaves = [2, 3].map { Tree(value: $0, children: [], more: nil) }
        #expect(tree == Tree(value: 1, children: [leaves[0]], more: [leaves[1]]))
        #expect(tree.generatedContent.jsonString == json)
        let partial = try Tree.PartiallyGenerated(
            GeneratedContent(json: #"{"value": 1, "children": [{"value": 2, "children": [{"val"#))
        #expect(partial.children?.first?.value == 2)
        #expect(partial.children?.first?.children?.count == 1)
    }

    @Test func genericType() throws {
        let schema = try Box<Int>.generationSchema.jsonSchema
        #expect(schema["properties"]?["values"]?["items"]?["type"]?.stringValue == "integer")
        let json = #"{"value": {"value": 1, "children": []}, "values": []}"#
        let box = try Box<Tree>(GeneratedContent(json: json))
        #expect(box.value == Tree(value: 1, children: [], more: nil))
        #expect(box.generatedContent.jsonString == json)
        #expect(
            try Box<Tree>.PartiallyGenerated(GeneratedContent(json: #"{"value": {"value": 1"#)).value?.children == nil)
    }

    @Test func identity() throws {
        let schema = try Identified.generationSchema.jsonSchema
        #expect(schema["properties"]?.objectValue?.names == ["title", "parts"])
        let id = GenerationID()
        let content = GeneratedContent(properties: ["title": "t", "parts": [String]()], id: id)
        #expect(try Identified(content).id == id)
        #expect(try Identified.PartiallyGenerated(content).id == id)
        #expect(try Identified(content).generatedContent.id == id)
        let fresh = try Identified.Part(GeneratedContent(json: #"{"name": "n"}"#))
        #expect(fresh.generatedContent.jsonString == #"{"name": "n"}"#)
    }

    @Test func nilCanBeExplicit() throws {
        #expect(Explicit.generationSchema.name == "Note")
        #expect(try Explicit.generationSchema.jsonSchema["title"]?.stringValue == "Note")
        #expect(Explicit(text: nil, number: 1).generatedContent.jsonString == #"{"text": null, "number": 1}"#)
        #expect(try Explicit(GeneratedContent(json: #"{"text": null, "number": 1}"#)).text == nil)
    }

    @Test func emptyStructure() throws {
        #expect(Empty().generatedContent.jsonString == "{}")
        #expect(try Empty.generationSchema.jsonSchema["properties"]?.objectValue?.names == [])
        _ = try Empty(GeneratedContent(json: "{}"))
    }

    @Test func actor() throws {
        let counter = try Counter(GeneratedContent(json: #"{"start": 3}"#))
        #expect(counter.start == 3 && counter.name == nil)
        #expect(counter.generatedContent.jsonString == #"{"start": 3}"#)
    }

    @Test func schemaByHandStandsBesideTheMacro() throws {
        let property = try Handmade.generationSchema.jsonSchema["properties"]?["value"]
        #expect(property?["minimum"]?.numberValue?.integerValue == 3)
        #expect(Handmade(value: 3).generatedContent.jsonString == #"{"value": 3}"#)
    }
}

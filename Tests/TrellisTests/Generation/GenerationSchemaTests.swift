import Foundation
import Testing
import Trellis
import TrellisJSON

/// How schemas of types are joined to one.
@Suite struct GenerationSchemaTests {
    struct Node: SchemaOnly {
        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self,
                properties: [
                    .init(name: "left", type: Node?.self), .init(name: "branches", type: [Branch].self),
                    .init(name: "mood", type: Mood.self),
                ])
        }
    }

    struct Branch: SchemaOnly {
        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self,
                properties: [.init(name: "node", type: Node.self), .init(name: "twig", type: Branch?.self)])
        }
    }

    struct Mood: SchemaOnly {
        static let generationSchema = GenerationSchema(
            type: Self.self, description: "How it is", anyOf: ["fine", "not so fine"])
    }

    @Test func recursionIsReference() throws {
        let schema = try Node.generationSchema.jsonSchema
        #expect(schema["properties"]?["left"] == ["$ref": "#"])
        #expect(schema["properties"]?["branches"]?["items"] == ["$ref": "#/$defs/Branch"])
        #expect(
            schema["properties"]?["mood"]
                == ["type": "string", "enum": ["fine", "not so fine"], "description": "How it is"])
        #expect(schema["$defs"]?.objectValue?.names == ["Branch"])
        #expect(schema["$defs"]?["Branch"]?["properties"]?["node"] == ["$ref": "#"])
        #expect(schema["$defs"]?["Branch"]?["properties"]?["twig"] == ["$ref": "#/$defs/Branch"])
        let array = try [Node].generationSchema.jsonSchema
        #expect(array["items"] == ["$ref": "#/$defs/Node"])
        #expect(array["$defs"]?.objectValue?.names == ["Node", "Branch"])
    }

    @Test func rootsOfAllKindsWork() throws {
        #expect(try Int.generationSchema.jsonSchema == ["type": "integer"])
        #expect(try Bool.generationSchema.jsonSchema == ["type": "boolean"])
        #expect(try String.generationSchema.jsonSchema == ["type": "string"])
        #expect(try Float.generationSchema.jsonSchema == ["type": "number"])
        #expect(try Decimal.generationSchema.jsonSchema == ["type": "number"])
        #expect(try [Double].generationSchema.jsonSchema == ["type": "array", "items": ["type": "number"]])
        #expect(try GeneratedContent.generationSchema.jsonSchema == [:])
        #expect(
            try Mood.generationSchema.jsonSchema
                == ["type": "string", "enum": ["fine", "not so fine"], "title": "Mood", "description": "How it is"])
        #expect(throws: GenerationSchema.SchemaError.self) { try Never.generationSchema.jsonSchema }
        #expect(throws: GenerationSchema.SchemaError.self) { try [Never].generationSchema.jsonSchema }
        #expect(Int.generationSchema.name == "Int")
        #expect([Int].generationSchema.name == "Array<Int>")
    }

    struct Named: SchemaOnly {
        static let generationSchema = GenerationSchema(
            type: Self.self, name: "Other", representNilExplicitlyInGeneratedContent: true,
            properties: [
                .init(name: "a", description: "An a", type: Int?.self, guides: [.minimum(1)]),
                .init(name: "b", type: String.self),
            ])
    }

    @Test func nilMayBeExplicit() throws {
        let schema = Named.generationSchema
        #expect(schema.name == "Other")
        #expect(
            try schema.jsonSchema
                == [
                    "type": "object", "title": "Other",
                    "properties": [
                        "a": ["anyOf": [["type": "integer", "minimum": 1], ["type": "null"]], "description": "An a"],
                        "b": ["type": "string"],
                    ],
                    "required": ["a", "b"], "x-order": ["a", "b"], "additionalProperties": false,
                ])
    }

    struct Shape: SchemaOnly {
        static let generationSchema = GenerationSchema(
            type: Self.self, description: "A shape",
            cases: [
                .init(name: "point"), .init(name: "circle", properties: [.init(name: "value", type: Double.self)]),
                .init(
                    name: "box",
                    properties: [.init(name: "width", type: Int.self), .init(name: "height", type: Int?.self)]),
                .init(name: "group", properties: [.init(name: "value", type: [Shape].self)]),
            ])
    }

    struct Letter: SchemaOnly {
        static let generationSchema = GenerationSchema(
            type: Self.self,
            cases: [
                .init(name: "point", properties: []), .init(name: "circle", properties: []),
            ])
    }

    struct Drawing: SchemaOnly {
        static let generationSchema = GenerationSchema(
            type: Self.self,
            properties: [.init(name: "shape", type: Shape.self), .init(name: "letter", type: Letter?.self)])
    }

    @Test func casesAreDiscriminated() throws {
        let schema = try Shape.generationSchema.jsonSchema
        #expect(schema["type"] == nil)
        #expect(schema["title"] == "Shape")
        #expect(
            schema["anyOf"]
                == [
                    ["$ref": "#/$defs/DiscriminatedPoint"], ["$ref": "#/$defs/DiscriminatedCircle"],
                    ["$ref": "#/$defs/DiscriminatedBox"], ["$ref": "#/$defs/DiscriminatedGroup"],
                ])
        #expect(
            schema["$defs"]?["DiscriminatedBox"]
                == [
                    "type": "object", "title": "DiscriminatedBox", "description": "A shape",
                    "properties": [
                        "type": ["const": "box"], "width": ["type": "integer"], "height": ["type": "integer"],
                    ],
                    "required": ["type", "width"], "x-order": ["type", "width", "height"],
                    "additionalProperties": false,
                ])
        #expect(schema["$defs"]?["DiscriminatedGroup"]?["properties"]?["value"]?["items"] == ["$ref": "#"])
    }

    /// Cases of one name in two enumerations: the second is qualified, since it differs by its description or payload.
    @Test func casesOfOneNameAreTold() throws {
        let schema = try Drawing.generationSchema.jsonSchema
        #expect(
            schema["$defs"]?["Letter"]?["anyOf"]
                == [
                    ["$ref": "#/$defs/DiscriminatedLetterPoint"], ["$ref": "#/$defs/DiscriminatedLetterCircle"],
                ])
        #expect(schema["$defs"]?["Shape"]?["anyOf"]?.arrayValue?.first == ["$ref": "#/$defs/DiscriminatedPoint"])
        #expect(schema["$defs"]?["DiscriminatedLetterPoint"]?["title"] == "DiscriminatedLetterPoint")
        #expect(try schema.references.allSatisfy { try isDefined($0, in: schema) })
    }

    private func isDefined(_ reference: String, in schema: JSONValue) throws -> Bool {
        reference == "#" || schema["$defs"]?[String(reference.dropFirst("#/$defs/".count))] != nil
    }

    enum A {
        struct Item: SchemaOnly {
            static let generationSchema = GenerationSchema(
                type: Self.self, properties: [.init(name: "x", type: Int.self)])
        }
    }
    enum B {
        struct Item: SchemaOnly {
            static let generationSchema = GenerationSchema(
                type: Self.self, properties: [.init(name: "x", type: Int.self)])
        }
    }
    enum C {
        struct Item: SchemaOnly {
            static let generationSchema = GenerationSchema(
                type: Self.self, properties: [.init(name: "x", type: String.self)])
        }
    }

    private static func pair(_ left: GenerationSchema.Property, _ right: GenerationSchema.Property) -> GenerationSchema
    {
        GenerationSchema(type: Dialect.Cat.self, properties: [left, right])
    }

    @Test func equalDefinitionsMerge() throws {
        let schema = try Self.pair(.init(name: "a", type: A.Item.self), .init(name: "b", type: B.Item.self)).jsonSchema
        #expect(schema["$defs"]?.objectValue?.names == ["Item"])
        #expect(schema["properties"]?["a"] == schema["properties"]?["b"])
    }

    @Test func differingDefinitionsAreAnError() {
        let schema = Self.pair(.init(name: "a", type: A.Item.self), .init(name: "c", type: C.Item.self))
        do {
            _ = try schema.jsonSchema
            Issue.record("expected an error")
        } catch GenerationSchema.SchemaError.duplicateType(let name, let type, _) {
            #expect(name == "Cat" && type == "Item")
        } catch {
            Issue.record(error)
        }
    }

    @Test func propertiesOfOneNameAreAnError() {
        let schema = Self.pair(.init(name: "a", type: Int.self), .init(name: "a", type: Int.self))
        do {
            _ = try schema.jsonSchema
            Issue.record("expected an error")
        } catch GenerationSchema.SchemaError.duplicateProperty(let name, let property, let context) {
            #expect(name == "Cat" && property == "a")
            #expect(context.debugDescription == "schema “Cat” has two properties “a”")
        } catch {
            Issue.record(error)
        }
    }

    struct Wrapper<Content: Generable>: SchemaOnly {
        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self,
                properties: [
                    .init(name: "content", type: Content.self), .init(name: "deeper", type: Wrapper<[Content]>?.self),
                ])
        }
    }

    struct Pair<Left: Generable>: SchemaOnly {
        static var generationSchema: GenerationSchema {
            GenerationSchema(type: Self.self, properties: [.init(name: "left", type: Left.self)])
        }
    }

    struct Endless: SchemaOnly {
        static var generationSchema: GenerationSchema { [Endless].generationSchema }
    }

    @Test func genericTypesAreTold() throws {
        let schema = try Self.pair(.init(name: "a", type: Pair<Int>.self), .init(name: "b", type: Pair<String>.self))
            .jsonSchema
        #expect(schema["$defs"]?.objectValue?.names == ["Pair<Int>", "Pair<String>"])
        #expect(schema["properties"]?["b"] == ["$ref": "#/$defs/Pair<String>"])
    }

    @Test func endlessTypesAreAnError() {
        #expect(throws: SchemaFault.self) { try Endless.generationSchema.jsonSchema }
        #expect(throws: SchemaFault.self) { try Wrapper<Int>.generationSchema.jsonSchema }
    }

    struct Decoded: SchemaOnly {
        static var generationSchema: GenerationSchema {
            let text = #"""
                {"title": "Decoded", "type": "object", "properties": {"b": {"$ref": "#/$defs/Item"}, "a": {"$ref": "#"}},
                 "required": ["b"], "x-order": ["a", "b"], "additionalProperties": false,
                 "$defs": {"Item": {"title": "Item", "type": "object", "properties": {"y": {"$ref": "#/$defs/Item"}},
                                    "required": [], "x-order": ["y"], "additionalProperties": false}}}
                """#
            return (try? JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))) ?? Int.generationSchema
        }
    }

    @Test func decodedSchemasAreEmbedded() throws {
        let schema = try Self.pair(.init(name: "a", type: Decoded.self), .init(name: "b", type: [Decoded].self))
            .jsonSchema
        #expect(schema["properties"]?["a"] == ["$ref": "#/$defs/Decoded"])
        #expect(schema["properties"]?["b"]?["items"] == ["$ref": "#/$defs/Decoded"])
        #expect(schema["$defs"]?["Decoded"]?["properties"]?["a"] == ["$ref": "#/$defs/Decoded"])
        #expect(schema["$defs"]?["Decoded"]?["properties"]?.objectValue?.names == ["a", "b"])
        #expect(schema["$defs"]?["Item"]?["properties"]?["y"] == ["$ref": "#/$defs/Item"])
        #expect(schema["$defs"]?.objectValue?.count == 2)
        #expect(throws: GenerationSchema.SchemaError.self) {
            try Self.pair(.init(name: "a", type: Decoded.self), .init(name: "b", type: A.Item.self)).jsonSchema
        }
    }

    @Test(arguments: ["[]", "3", ##"{"$ref": "#/$defs/X"}"##, ##"{"$defs": {}, "items": {"$ref": "#/$defs/X"}}"##])
    func brokenSchemasAreNotDecoded(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8)) }
    }
}

extension JSONValue {
    /// The references in a schema.
    fileprivate var references: [String] {
        switch self {
        case .object(let object):
            object.flatMap { $0.name == "$ref" ? [$0.value.stringValue ?? ""] : $0.value.references }
        case .array(let elements): elements.flatMap(\.references)
        default: []
        }
    }
}

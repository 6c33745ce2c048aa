import Testing
import Trellis
import TrellisJSON

/// Schemas that are put together at run time.
@Suite struct DynamicGenerationSchemaTests {
    private typealias Dynamic = DynamicGenerationSchema

    @Test func objectsAreJoined() throws {
        let menu = Dynamic(
            name: "Menu", description: "A menu",
            properties: [
                .init(
                    name: "soup", description: "The soup",
                    schema: Dynamic(name: "Soup", anyOf: ["tomato", "pea"])),
                .init(
                    name: "dishes",
                    schema: Dynamic(arrayOf: .init(referenceTo: "Dish"), minimumElements: 1, maximumElements: 3)),
                .init(name: "price", schema: .init(type: Int.self, guides: [.range(1...9)]), isOptional: true),
                .init(name: "age", schema: .init(type: Dialect.Age.self)),
                .init(name: "second", schema: .init(referenceTo: "Soup")),
                .init(name: "next", schema: .init(referenceTo: "Menu"), isOptional: true),
            ])
        let dish = Dynamic(
            name: "Dish",
            properties: [
                .init(name: "side", schema: .init(referenceTo: "Dish"), isOptional: true),
                .init(name: "none", schema: .null),
            ])
        let unused = Dynamic(name: "Unused", properties: [])
        let schema = try GenerationSchema(root: menu, dependencies: [dish, unused])
        #expect(schema.name == "Menu")
        let json = try schema.jsonSchema
        #expect(json["description"] == "A menu")
        #expect(json["x-order"] == ["soup", "dishes", "price", "age", "second", "next"])
        #expect(json["required"] == ["soup", "dishes", "age", "second"])
        #expect(
            json["properties"]
                == [
                    "soup": ["type": "string", "enum": ["tomato", "pea"], "description": "The soup"],
                    "dishes": ["type": "array", "items": ["$ref": "#/$defs/Dish"], "minItems": 1, "maxItems": 3],
                    "price": ["type": "integer", "minimum": 1, "maximum": 9],
                    "age": ["$ref": "#/$defs/Age"],
                    "second": ["type": "string", "enum": ["tomato", "pea"]],
                    "next": ["$ref": "#"],
                ])
        #expect(json["$defs"]?["Dish"]?["properties"]?["none"] == ["type": "null"])
        #expect(json["$defs"]?["Dish"]?["properties"]?["side"] == ["$ref": "#/$defs/Dish"])
        #expect(json["$defs"]?.objectValue?.names.sorted() == ["Age", "Dish"])
    }

    @Test func rootsOfAllKindsWork() throws {
        func json(_ root: Dynamic, _ dependencies: [Dynamic] = []) throws -> JSONValue {
            try GenerationSchema(root: root, dependencies: dependencies).jsonSchema
        }
        let dish = Dynamic(name: "Dish", properties: [.init(name: "x", schema: .init(referenceTo: "Dish"))])
        #expect(try json(.init(type: Int.self)) == ["type": "integer"])
        #expect(try json(.init(type: Int.self, guides: [.minimum(2)])) == ["type": "integer", "minimum": 2])
        #expect(try json(.init(type: Dialect.Age.self)) == Dialect.Age.generationSchema.jsonSchema)
        #expect(
            try json(.init(name: "C", anyOf: ["a"])) == ["type": "string", "enum": ["a"], "title": "C"])
        #expect(try json(.init(referenceTo: "Dish"), [dish])["$ref"] == "#/$defs/Dish")
        #expect(try json(.init(arrayOf: dish))["$defs"]?["Dish"]?["properties"]?["x"] == ["$ref": "#/$defs/Dish"])
        let union = try json(
            .init(name: "U", anyOf: [dish, .init(type: String.self), .init(name: "C", anyOf: ["a"]), .null]))
        #expect(
            union["anyOf"]
                == [
                    ["$ref": "#/$defs/Dish"], ["type": "string"], ["type": "string", "enum": ["a"]], ["type": "null"],
                ])
        #expect(union["title"] == "U")
    }

    @Test func faultsAreThrownAtOnce() throws {
        func error(_ root: Dynamic, _ dependencies: [Dynamic] = []) -> GenerationSchema.SchemaError? {
            do {
                _ = try GenerationSchema(root: root, dependencies: dependencies)
                return nil
            } catch {
                return error as? GenerationSchema.SchemaError
            }
        }
        let empty = Dynamic(name: "A", properties: [])
        let other = Dynamic(name: "A", properties: [.init(name: "x", schema: .null)])
        guard case .duplicateType(_, "A", _) = error(empty, [other]) else {
            Issue.record("expected a duplicate type")
            return
        }
        #expect(error(empty, [empty]) == nil)
        guard case .duplicateType(_, "A", _) = error(empty, [Dynamic(name: "A", anyOf: ["x"])]) else {
            Issue.record("expected a duplicate type")
            return
        }
        let missing = Dynamic(
            name: "B",
            properties: [
                .init(name: "x", schema: .init(referenceTo: "No")), .init(name: "y", schema: .init(referenceTo: "Nil")),
                .init(name: "z", schema: .init(referenceTo: "No")),
            ])
        guard case .undefinedReferences("B", ["No", "Nil"], _) = error(missing) else {
            Issue.record("expected undefined references")
            return
        }
        guard case .undefinedReferences = error(empty, [missing]) else {
            Issue.record("expected undefined references in a dependency")
            return
        }
        guard case .emptyTypeChoices("E", _) = error(.init(name: "E", anyOf: [String]())) else {
            Issue.record("expected empty choices")
            return
        }
        guard case .emptyTypeChoices("E", _) = error(.init(name: "E", anyOf: [Dynamic]())) else {
            Issue.record("expected empty choices")
            return
        }
        let twice = Dynamic(
            name: "T", properties: [.init(name: "x", schema: .null), .init(name: "x", schema: .null)])
        guard case .duplicateProperty("T", "x", _) = error(twice) else {
            Issue.record("expected a duplicate property")
            return
        }
    }
}

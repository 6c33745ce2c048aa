import Foundation
import TestSupport
import Testing

/// Printing grammars and what can't be enforced.
@Suite struct SchemaCommandTests {
    let tool = Tool()

    @Test("A grammar is printed with a rule for what is used more than once")
    func printing() throws {
        let schema = """
            {"type": "object", "additionalProperties": false, "required": ["a"],
             "properties": {"a": {"enum": [1, "x"]}, "b": {"type": "array", "items": {"$ref": "#"}, "maxItems": 2}}}
            """
        let result = try tool.run(["schema", "-"], input: schema)
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            result.output == """
                layout: " " after a colon, " " after a comma
                root = {
                  "a": string /x/ | /1/,
                  "b"?: [root…]{0,2}
                }

                """)
    }

    @Test("All example schemas are enforced as a whole")
    func examples() throws {
        let folder = Checkout.root.appendingPathComponent("Schemas/examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        #expect(names.count == 10)
        for name in names {
            let result = try tool.run(["schema", folder.appendingPathComponent(name).path])
            #expect(result.status == 0, "\(name)")
            #expect(result.errors == "", "\(name)")
            #expect(result.output.contains("root = "), "\(name)")
        }
    }

    @Test("What can't be enforced is named, and the status says so")
    func notEnforceable() throws {
        let schema = #"{"type": "array", "items": {"type": "object"}, "uniqueItems": true}"#
        let result = try tool.run(["schema", "-"], input: schema)
        #expect(result.status == 1)
        #expect(result.output.contains("root = "))
        #expect(result.errors.contains("standard input: schema"))
        #expect(result.errors.contains("uniqueItems"))
    }

    @Test("An explanation says which places are forced, limited and free, and what is forced of a shortest value")
    func explanation() throws {
        let schema = """
            {"type": "object", "additionalProperties": false, "required": ["kind", "name"],
             "properties": {"kind": {"const": "tree"}, "name": {"type": "string"}, "age": {"type": "integer"},
              "parts": {"type": "array", "items": {"anyOf": [{"enum": ["a", "b"]}, {"$ref": "#"}]}, "minItems": 2}}}
            """
        let result = try tool.run(["schema", "--explain", "-"], input: schema)
        #expect(result.status == 0)
        #expect(result.errors == "")
        let grammar = try tool.run(["schema", "-"], input: schema).output
        #expect(
            result.output == grammar + """

                places, forced to one value, limited, or free within a type:
                  (whole)         limited  object
                  /kind           forced   "tree"
                  /name           free     any string
                  /age            free     any integer (may be absent)
                  /parts          limited  array of at least 2 (may be absent)
                  /parts/*        limited  object or one of 2: "a", "b"
                  /parts/*/kind   forced   "tree"
                  /parts/*/name   free     any string
                  /parts/*/age    free     any integer (may be absent)
                  /parts/*/parts  limited  as /parts (may be absent)

                shortest value, 22 of 28 bytes forced (^):
                  {"kind": "tree", "name": ""}
                  ^^^^^^^^^^    ^^^^^^^^^^^^

                warnings: none, all of the schema is enforced

                """)
    }

    @Test("An explanation lists what can't be enforced, and the status says so")
    func explanationOfWarnings() throws {
        let schema = #"{"type": "array", "items": {"type": "object"}, "uniqueItems": true}"#
        let result = try tool.run(["schema", "--explain", "-"], input: schema)
        #expect(result.status == 1)
        #expect(result.output.contains("\nwarnings:\n  schema"))
        #expect(result.output.contains("uniqueItems"))
    }

    @Test("The automaton is written for Graphviz, and what is left out of it is said")
    func automaton() throws {
        let result = try tool.run(["schema", "--dot", "-"], input: #"{"enum": ["a\"b", true]}"#)
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.hasPrefix("digraph grammar {\n") && result.output.hasSuffix("\n}\n"))
        #expect(result.output.contains("    start -> 0\n"))
        #expect(result.output.contains("    1 [shape=doublecircle]\n"))
        let edges = result.output.split(separator: "\n").filter { $0.contains("0 -> ") }
        #expect(edges == [#"    0 -> 1 [label="string /a\"b/\l\"true\"\l"]"#])
        let nested = try tool.run(["schema", "--dot", "-"], input: ##"{"type": "array", "items": {"$ref": "#"}}"##)
        #expect(nested.status == 0)
        #expect(nested.errors == "trellis: standard input: only the first 400 states are written\n")
        #expect(nested.output.contains("style=dashed"))
        #expect(try tool.run(["schema", "--dot", "--explain", "-"]).status == 2)
    }

    @Test("Bad schemas are named with the place of the fault")
    func badSchemas() throws {
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent("absent-schema.json").path
        #expect(try tool.failure(["schema", missing]) == "cannot read \(missing): No such file or directory")
        #expect(
            try tool.failure(["schema", "-"], input: Data("{\"type\": }".utf8))
                == "standard input: invalid JSON at byte 9: unexpected “}”")
        #expect(
            try tool.failure(["schema", "-"], input: Data([0x22, 0xFF, 0x22])) == "standard input: not UTF-8 at byte 1")
        #expect(
            try tool.failure(["schema", "-"], input: Data(#"{"properties": {"a": {"type": "strng"}}}"#.utf8))
                == "standard input: schema at /properties/a/type: unknown type “strng”")
        let dangling = try tool.failure(["schema", "-"], input: Data(##"{"$ref": "#/$defs/none"}"##.utf8))
        #expect(dangling.hasPrefix("standard input: schema"))
        #expect(dangling.contains("#/$defs/none"))
        let deep = String(repeating: "[", count: 100_000)
        #expect(try tool.failure(["schema", "-"], input: Data(deep.utf8)).contains("nested deeper than"))
    }
}

import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON

/// The reading of schemas: what is accepted, in which order, and which errors are given where.
struct JSONSchemaTests {
    private func grammar(_ text: String, _ options: JSONSchemaOptions = .init()) throws -> Grammar {
        try Grammar(jsonSchema: JSONValue(parsing: text), options: options)
    }

    private func accepts(_ schema: String, _ value: String) throws -> Bool {
        try GrammarAcceptor(grammar(schema)).accepts(JSONValue(parsing: value))
    }

    @Test(arguments: [
        // Order: x-order before the text, required names that are not declared after it, others last.
        (##"{"properties":{"a":{},"b":{}},"x-order":["b","a"]}"##, ##"{"b":1,"a":2}"##, true),
        (##"{"properties":{"a":{},"b":{}},"x-order":["b","a"]}"##, ##"{"a":1,"b":2}"##, false),
        (##"{"properties":{"a":{}},"required":["z"]}"##, ##"{"a":1,"z":2,"y":3}"##, true),
        (##"{"properties":{"a":{}},"required":["z"]}"##, ##"{"a":1}"##, false),
        (##"{"allOf":[{"properties":{"a":{}}}],"properties":{"b":{}}}"##, ##"{"a":1,"b":1}"##, true),
        // Names and patterns.
        (
            ##"{"properties":{"a":{"type":"string"}},"patternProperties":{"^a":{"minLength":2}}}"##, ##"{"a":"x"}"##,
            false
        ),
        (
            ##"{"properties":{"a":{"type":"string"}},"patternProperties":{"^a":{"minLength":2}}}"##,
            ##"{"a":"xy","ab":3,"ac":"12"}"##, true
        ),
        (
            ##"{"patternProperties":{"a":{"minimum":1},"b":{"maximum":3}},"additionalProperties":false}"##,
            ##"{"ab":2,"a":9,"b":-1}"##, true
        ),
        (
            ##"{"patternProperties":{"a":{"minimum":1},"b":{"maximum":3}},"additionalProperties":false}"##,
            ##"{"ab":4}"##, false
        ),
        (
            ##"{"patternProperties":{"a":{"minimum":1},"b":{"maximum":3}},"additionalProperties":false}"##,
            ##"{"c":4}"##, false
        ),
        (##"{"propertyNames":{"maxLength":2},"properties":{"abc":{}}}"##, ##"{"abc":1}"##, false),
        (##"{"properties":{"a":false,"b":{"not":{}}}}"##, ##"{"a":1}"##, false),
        (##"{"properties":{"a":false,"b":{"not":{}}}}"##, ##"{"b":1}"##, false),
        (##"{"minProperties":2,"maxProperties":3}"##, ##"{"a":1,"b":1}"##, true),
        (##"{"minProperties":2,"maxProperties":3}"##, ##"{"a":1}"##, false),
        (##"{"dependentRequired":{"a":["b"]}}"##, ##"{"a":1}"##, false),
        (##"{"dependentRequired":{"a":["b"]}}"##, ##"{"c":1}"##, true),
        (##"{"dependencies":{"a":{"properties":{"b":{"type":"null"}}}}}"##, ##"{"a":1,"b":2}"##, false),
        // Names that only Unicode normalization makes equal are two.
        (
            "{\"properties\":{\"\u{E9}\":{\"type\":\"null\"}},\"additionalProperties\":{\"type\":\"boolean\"}}",
            "{\"e\u{301}\":true}", true
        ),
        // Values.
        (##"{"enum":["a",1,null,{"x":[1]}]}"##, ##"{"x":[1]}"##, true),
        (##"{"enum":["a",1,null,{"x":[1]}]}"##, ##"{"x":[2]}"##, false),
        (##"{"enum":["a","bb",3],"minLength":2}"##, ##""a""##, false),
        (##"{"enum":["a","bb",3],"minLength":2}"##, "3", true),
        (##"{"const":1e2}"##, "100", true), (##"{"const":1.50}"##, "1.5", true),
        (##"{"type":["integer","null"]}"##, "null", true),
        (##"{"prefixItems":[{"type":"null"}],"items":{"type":"integer"},"minItems":2}"##, "[null,1]", true),
        (##"{"prefixItems":[{"type":"null"}],"items":{"type":"integer"},"minItems":2}"##, "[null]", false),
        (##"{"prefixItems":[{"type":"null"}],"items":false}"##, "[null,1]", false),
        (##"{"items":[{"type":"null"}],"additionalItems":{"type":"integer"}}"##, "[null,1]", true),
        (##"{"contains":{"type":"null"},"maxItems":3}"##, "[1,null,2]", true),
        (##"{"contains":{"type":"null"},"maxItems":3}"##, "[1,2]", false),
        // Logic.
        (##"{"oneOf":[{"multipleOf":2},{"multipleOf":3}],"type":"integer"}"##, "6", false),
        (##"{"oneOf":[{"multipleOf":2},{"multipleOf":3}],"type":"integer"}"##, "9", true),
        (##"{"oneOf":[{"required":["a"]},{"required":["b"]}],"type":"object"}"##, ##"{"a":1,"b":1}"##, false),
        (##"{"oneOf":[{"required":["a"]},{"required":["b"]}],"type":"object"}"##, ##"{"b":1}"##, true),
        (
            ##"{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"required":["x"]},"else":{"required":["y"]}}"##,
            ##"{"k":1,"x":0}"##, true
        ),
        (
            ##"{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"required":["x"]},"else":{"required":["y"]}}"##,
            ##"{"k":1,"y":0}"##, false
        ),
        (
            ##"{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"required":["x"]},"else":{"required":["y"]}}"##,
            ##"{"y":0}"##, true
        ),
        (##"{"not":{"type":"object","required":["a"]}}"##, ##"{"a":1}"##, false),
        (##"{"not":{"enum":[1,"a"]}}"##, "2", true),
        (##"{"type":"string","not":{"pattern":"^a"}}"##, ##""ba""##, true),
        (##"{"type":"string","not":{"pattern":"^a"}}"##, ##""ab""##, false),
        (##"{"type":"string","pattern":"^[a-z]+$","maxLength":2,"allOf":[{"pattern":"b"}]}"##, ##""ab""##, true),
        (##"{"type":"string","pattern":"^[a-z]+$","maxLength":2,"allOf":[{"pattern":"b"}]}"##, ##""aa""##, false),
        // References.
        (
            ##"{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"additionalProperties":false}}}"##,
            ##"{"n":{"n":{}}}"##, true
        ),
        (##"{"$defs":{"a":{"type":"string"}},"$ref":"#/$defs/a","maxLength":1}"##, ##""xy""##, false),
        (
            ##"{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"type":"string"}},"$ref":"#/definitions/a","maxLength":1}"##,
            ##""xy""##, true
        ),
        (
            ##"{"$id":"http://x.y/r","$defs":{"a":{"$id":"t","$defs":{"b":{"type":"null"}},"$ref":"#/$defs/b"}},"$ref":"t"}"##,
            "null", true
        ),
        (##"{"$defs":{"a":{"$anchor":"q","type":"null"}},"$ref":"#q"}"##, "null", true),
        (##"{"properties":{"a/b":{"type":"null"},"c":{"$ref":"#/properties/a~1b"}}}"##, ##"{"c":null}"##, true),
    ])
    func verdict(_ schema: String, _ value: String, _ expected: Bool) throws {
        #expect(try accepts(schema, value) == expected)
    }

    @Test(arguments: [
        (##"{"type":"strnig"}"##, "schema at /type: unknown type “strnig”"),
        (##"{"properties":{"a":{"$ref":"#/$defs/x"}}}"##, "schema at /properties/a/$ref: “#/$defs/x” leads nowhere"),
        (
            ##"{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":1}"##,
            "schema: no value is possible: its keywords contradict each other"
        ),
        (
            ##"{"type":"object","properties":{"a":{"type":"string","minLength":3,"maxLength":2}},"required":["a"]}"##,
            "schema at /properties/a: no value is possible: its keywords contradict each other"
        ),
        (
            ##"{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}"##,
            "schema: no value is possible: every value would have to contain itself"
        ),
        (
            ##"{"type":"integer","multipleOf":7,"minimum":1,"maximum":6}"##,
            "schema: no value is possible: its keywords contradict each other"
        ),
        (
            ##"{"properties":{"a":{"uniqueItems":true}}}"##,
            "schema at /properties/a: “uniqueItems” cannot be enforced: elements that are arrays or objects are not compared"
        ),
        (
            ##"{"allOf":[{"$ref":"#"}]}"##,
            "schema: expected a reference that comes back only through a property or an element"
        ),
        (##"{"minLength":"3"}"##, "schema at /minLength: expected a whole number from 0 to 1000000000"),
        (##"{"anyOf":[]}"##, "schema at /anyOf: expected a list of schemas"),
        (
            ##"{"pattern":"(a)\\1"}"##,
            "schema: “pattern” cannot be enforced: “(a)\\1”, character 3: back-references are not regular"
        ),
        (##"{"items":3}"##, "schema at /items: expected a schema: an object or a boolean"),
        (##"3"##, "schema: expected a schema: an object or a boolean"),
        (##"{"type":"number","minimum":1e999999999}"##, "schema at /minimum: over the limit of 400 digits"),
        (##"{"type":"number","multipleOf":1e12}"##, "schema at /multipleOf: over the limit of 1000000 divisor"),
    ])
    func error(_ schema: String, _ message: String) throws {
        let schema = try JSONValue(parsing: schema)
        let error = #expect(throws: GrammarError.self) { try Grammar(jsonSchema: schema) }
        #expect(error?.description == message)
    }

    @Test func lenientReadingWarns() throws {
        var options = JSONSchemaOptions()
        options.strictness = .lenient
        let grammar = try grammar(##"{"items":{"type":"array","uniqueItems":true},"pattern":"(a)\\1"}"##, options)
        #expect(grammar.warnings.map(\.pointer).sorted() == ["/items/uniqueItems", "/pattern"])
        #expect(GrammarAcceptor(grammar).accepts([[1, 1]]))
    }

    @Test func hostileSchemasHitLimits() throws {
        var deep: JSONValue = ["type": "null"]
        for _ in 0..<400 { deep = ["anyOf": [deep, ["type": "string"]]] }
        #expect(throws: GrammarError.self) { try Grammar(jsonSchema: deep) }
        var nested: JSONValue = ["type": "null"]
        for _ in 0..<5_000 { nested = ["properties": ["a": nested]] }
        _ = try Grammar(jsonSchema: nested)
        let choices = (0..<20).map { index in
            ["anyOf": [["required": [.string("a\(index)")]], ["required": [.string("b\(index)")]]]] as JSONValue
        }
        #expect(throws: GrammarError.self) { try Grammar(jsonSchema: ["allOf": .array(choices)]) }
        var members = JSONObject()
        for index in 0..<40 { members["\(index).*\(index * 7)"] = ["minimum": .number(JSONNumber(index))] }
        #expect(throws: GrammarError.self) { try Grammar(jsonSchema: ["patternProperties": .object(members)]) }
    }

    @Test func prints() throws {
        let grammar = try grammar(
            ##"{"type":"object","properties":{"id":{"type":"integer","minimum":0},"tags":{"type":"array","items":{"enum":["a","b"]},"maxItems":3},"next":{"$ref":"#"}},"required":["id"],"additionalProperties":false}"##
        )
        #expect(
            grammar.description == """
                root = {
                  "id": /0|[1-9][0-9]*/
                  "tags"?: tags
                  "next"?: root
                }
                tags = [string(/"a"|"b"/)…]{0,3}
                """)
    }
}

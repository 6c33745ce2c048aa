import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON

/// Random schemas and values: grammars against the plain validator.
struct RandomSchemaTests {
    @Test func agreesWithTheValidator() throws {
        var random = SeededGenerator(seed: 20_261_130)
        var options = JSONSchemaOptions()
        options.propertyOrder = .any
        var compiled = 0
        var decided = 0
        var refused: [String] = []
        for _ in 0..<1_500 {
            let schema = random.schema(depth: 3)
            let validator = SchemaValidator(schema)
            let values = (0..<30).map { _ in random.value(depth: 3) }
            let grammar: Grammar
            do throws(GrammarError) {
                grammar = try Grammar(jsonSchema: schema, options: options)
            } catch {
                guard case .unsatisfiable = error else {
                    if case .unsupported(_, "uniqueItems", _) = error { continue }
                    refused.append("\(error): \(schema.text())")
                    continue
                }
                for value in values {
                    #expect(try !validator.isValid(value), "unsatisfiable? \(schema.text()): \(value.text())")
                }
                continue
            }
            compiled += 1
            let acceptor = GrammarAcceptor(grammar)
            for value in values {
                let expected = try validator.isValid(value)
                if expected { decided += 1 }
                #expect(acceptor.accepts(value) == expected, "\(schema.text()): \(value.text())")
            }
        }
        #expect(compiled > 1_000 && decided > 5_000, "\(compiled) compiled, \(decided) valid values")
        #expect(refused.isEmpty)
    }
}

/// A small generator with a seed, so that a failure can be repeated.
private struct SeededGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func name() -> String { pick(["a", "b", "ab", "c"]) }

    mutating func value(depth: Int) -> JSONValue {
        switch below(depth > 0 ? 9 : 6) {
        case 0: return .null
        case 1: return .bool(below(2) == 0)
        case 2, 3: return .number(JSONNumber(checked: pick(["0", "1", "2", "3", "4", "6", "-1", "1.5", "0.25", "12"])))
        case 4, 5: return .string(pick(["", "a", "b", "ab", "abc", "ba", "bb", "x"]))
        case 6: return .array((0..<below(4)).map { _ in value(depth: depth - 1) })
        default:
            var object = JSONObject()
            for _ in 0..<below(4) { object[name()] = value(depth: depth - 1) }
            return .object(object)
        }
    }

    mutating func schema(depth: Int) -> JSONValue {
        if below(12) == 0 { return .bool(below(4) > 0) }
        var keywords = JSONObject()
        for _ in 0..<(1 + below(3)) { addKeyword(to: &keywords, depth: depth) }
        return .object(keywords)
    }

    private mutating func schemas(depth: Int) -> JSONValue {
        .array((0..<(1 + below(3))).map { _ in schema(depth: depth - 1) })
    }

    private mutating func addKeyword(to keywords: inout JSONObject, depth: Int) {
        switch below(depth > 0 ? 28 : 12) {
        case 0, 1:
            keywords["type"] = .string(pick(["null", "boolean", "integer", "number", "string", "array", "object"]))
        case 2:
            keywords["type"] = .array([
                .string(pick(["null", "integer"])), .string(pick(["string", "object", "array"])),
            ])
        case 3: keywords["enum"] = .array((0..<(1 + below(4))).map { _ in value(depth: 1) })
        case 4: keywords["const"] = value(depth: 1)
        case 5: keywords["minLength"] = .number(JSONNumber(below(3)))
        case 6: keywords["maxLength"] = .number(JSONNumber(below(4)))
        case 7: keywords["pattern"] = .string(pick(["^a", "b$", "^a|b", "a.", "^[ab]*$", "^(?!a)"]))
        case 8: keywords[pick(["minimum", "exclusiveMinimum"])] = .number(JSONNumber(below(5) - 1))
        case 9: keywords[pick(["maximum", "exclusiveMaximum"])] = .number(JSONNumber(below(7)))
        case 10: keywords["multipleOf"] = .number(JSONNumber(checked: pick(["2", "3", "0.5", "1"])))
        case 11: keywords["required"] = .array([.string(name())])
        case 12, 13, 14:
            var properties = JSONObject()
            for _ in 0..<(1 + below(3)) { properties[name()] = schema(depth: depth - 1) }
            keywords["properties"] = .object(properties)
        case 15: keywords["additionalProperties"] = below(2) == 0 ? .bool(false) : schema(depth: depth - 1)
        case 16:
            var patterns = JSONObject()
            for _ in 0..<(1 + below(2)) { patterns[pick(["^a", "b", "c$"])] = schema(depth: depth - 1) }
            keywords["patternProperties"] = .object(patterns)
        case 17: keywords[pick(["anyOf", "allOf", "oneOf"])] = schemas(depth: depth)
        case 18: keywords[pick(["anyOf", "allOf", "oneOf"])] = schemas(depth: depth)
        case 19: keywords["not"] = schema(depth: depth - 1)
        case 20: keywords["items"] = schema(depth: depth - 1)
        case 21: keywords["prefixItems"] = schemas(depth: depth)
        case 22:
            keywords[pick(["minItems", "maxItems", "minProperties", "maxProperties"])] = .number(JSONNumber(below(4)))
        case 23, 24:
            keywords["contains"] = schema(depth: depth - 1)
            if below(2) == 0 { keywords["minContains"] = .number(JSONNumber(below(3))) }
            if below(3) == 0 { keywords["maxContains"] = .number(JSONNumber(below(3))) }
        case 25: keywords["uniqueItems"] = .bool(below(4) > 0)
        case 26:
            if below(2) == 0 {
                let (trigger, dependent) = (name(), schema(depth: depth - 1))
                keywords["dependentSchemas"] = [trigger: dependent]
            } else {
                keywords["propertyNames"] = schema(depth: depth - 1)
            }
        default:
            if below(2) == 0 {
                keywords["if"] = schema(depth: depth - 1)
                keywords[pick(["then", "else"])] = schema(depth: depth - 1)
            } else {
                keywords["dependentRequired"] = ["a": [.string(name())]]
            }
        }
    }
}

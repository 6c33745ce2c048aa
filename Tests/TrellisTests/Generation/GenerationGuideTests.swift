import Foundation
import Testing
import Trellis
import TrellisJSON

/// How guides are written, combine, and fail.
@Suite struct GenerationGuideTests {
    private static func property<Value: Generable>(
        _ type: Value.Type, _ guides: [GenerationGuide<Value>]
    ) throws -> JSONValue? {
        let schema = GenerationSchema(
            type: Dialect.Cat.self, properties: [.init(name: "it", type: type, guides: guides)])
        return try schema.jsonSchema["properties"]?["it"]
    }

    private static func fault<Value: Generable>(
        _ type: Value.Type, _ guides: [GenerationGuide<Value>]
    ) throws -> String {
        do {
            _ = try property(type, guides)
            return "no fault"
        } catch {
            return "\(error)"
        }
    }

    @Test func stringsAreGuided() throws {
        #expect(try Self.property(String.self, [.anyOf(["a", "b", "a"])]) == ["type": "string", "enum": ["a", "b"]])
        #expect(try Self.property(String.self, [.constant("a")]) == ["const": "a"])
        #expect(try Self.property(String.self, [.pattern(/a+/)]) == ["type": "string", "pattern": "a+"])
    }

    @Test func constantsBeatChoices() throws {
        #expect(try Self.property(String.self, [.constant("x"), .anyOf(["a", "b"])]) == ["const": "x"])
        #expect(try Self.property(String.self, [.anyOf(["a", "b"]), .constant("x")]) == ["const": "x"])
        #expect(try Self.property(String.self, [.anyOf([]), .constant("x")]) == ["const": "x"])
    }

    @Test func laterGuidesReplaceEarlier() throws {
        #expect(try Self.property(String.self, [.constant("x"), .constant("y")]) == ["const": "y"])
        #expect(try Self.property(String.self, [.anyOf(["a"]), .anyOf(["b"])]) == ["type": "string", "enum": ["b"]])
        #expect(try Self.property(String.self, [.pattern(/a/), .pattern(/b/)]) == ["type": "string", "pattern": "b"])
        #expect(
            try Self.property(Int.self, [.range(1...9), .minimum(3)])
                == ["type": "integer", "minimum": 3, "maximum": 9])
        #expect(
            try Self.property([Int].self, [.count(2), .maximumCount(5)])
                == ["type": "array", "items": ["type": "integer"], "minItems": 2, "maxItems": 5])
    }

    @Test func boundsCombine() throws {
        #expect(
            try Self.property(Int.self, [.minimum(-3), .maximum(.max)])
                == ["type": "integer", "minimum": -3, "maximum": 9_223_372_036_854_775_807])
        #expect(
            try Self.property([String].self, [.minimumCount(1), .maximumCount(2), .element(.anyOf(["a"]))])
                == ["type": "array", "items": ["type": "string", "enum": ["a"]], "minItems": 1, "maxItems": 2])
        #expect(
            try Self.property([[Int]].self, [.element(.element(.minimum(0))), .element(.count(3))])
                == [
                    "type": "array",
                    "items": [
                        "type": "array", "items": ["type": "integer", "minimum": 0], "minItems": 3, "maxItems": 3,
                    ],
                ])
    }

    @Test func boundsAreExact() throws {
        func bounds(_ value: JSONValue?) -> [String?] {
            ["minimum", "maximum"].map { value?[$0]?.numberValue?.text }
        }
        #expect(bounds(try Self.property(Float.self, [.range(0.1...1)])) == ["0.1", "1"])
        #expect(bounds(try Self.property(Double.self, [.range(-0.3...1e300)])) == ["-0.3", "1e+300"])
        let long = try #require(Decimal(string: "0.12345678901234567890123456789"))
        #expect(bounds(try Self.property(Decimal.self, [.minimum(long)])) == ["0.12345678901234567890123456789", nil])
        #expect(bounds(try Self.property(Double.self, [.range(0...Double.infinity)])) == ["0", nil])
    }

    @Test func faultsNameSchemaAndProperty() throws {
        let place = "schema “Cat”, property “it”: "
        #expect(
            try Self.fault(Int.self, [.minimum(3), .maximum(2)])
                == place + "guide “minimum” 3 is greater than the maximum, 2")
        #expect(try Self.fault([Int].self, [.count(-1)]) == place + "guide “minimumCount” is negative: -1")
        #expect(
            try Self.fault([Int].self, [.minimumCount(4), .maximumCount(3)])
                == place + "guide “minimumCount” 4 is greater than the maximum, 3")
        #expect(try Self.fault(Double.self, [.minimum(.nan)]) == place + "guide “minimum” is not a number")
        #expect(
            try Self.fault(Double.self, [.maximum(-.infinity)])
                == place + "guide “maximum” is infinite, so that no number satisfies it")
        #expect(
            try Self.fault([[Double]].self, [.element(.element(.minimum(.nan)))])
                == place + "guide “element(element(minimum))” is not a number")
        #expect(try Self.fault(String.self, [.anyOf([])]) == place + "a choice between nothing")
        #expect(try Self.fault([String].self, [.element(.anyOf([]))]) == place + "a choice between nothing")
    }

    @Test func faultsAreKeptUntilUse() {
        let schema = GenerationSchema(
            type: Dialect.Cat.self,
            properties: [.init(name: "it", type: Int.self, guides: [.range(1...2), .minimum(3)])])
        #expect(schema.name == "Cat")
        #expect(throws: SchemaFault.self) { try JSONEncoder().encode(schema) }
        #expect(schema.debugDescription.contains("“minimum”"))
    }

    /// The comparison of bounds by digits against that of doubles.
    @Test func boundsCompareAsNumbers() throws {
        let texts = [
            "0", "-0", "1", "-1", "10", "9", "0.5", "-0.5", "0.50", "1e2", "100", "99.9", "-1e2", "-99", "1e-3",
        ]
        for low in texts {
            for high in texts {
                let (lowValue, highValue) = (try #require(Decimal(string: low)), try #require(Decimal(string: high)))
                let fails = try Self.fault(Decimal.self, [.minimum(lowValue), .maximum(highValue)]) != "no fault"
                #expect(fails == (lowValue > highValue), "\(low)...\(high)")
            }
        }
    }
}

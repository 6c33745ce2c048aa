import Foundation
import Testing
import Trellis
import TrellisJSON

/// Content keeps what it is made of, and reads back as what it is.
@Suite struct GeneratedContentTests {
    @Test func textKeepsOrderAndSpacing() throws {
        let content = GeneratedContent(properties: [
            "z": 1, "a": [1.5, 2], "url": "https://a/b\"\n", "n": Int?.none,
            "nested": GeneratedContent(properties: [:]),
        ])
        #expect(
            content.jsonString
                == #"{"z": 1, "a": [1.5, 2], "url": "https://a/b\"\n", "n": null, "nested": {}}"#)
        #expect(try GeneratedContent(json: content.jsonString).jsonString == content.jsonString)
        #expect(content.debugDescription == content.jsonString)
    }

    @Test func lastOfSeveralValuesStays() throws {
        #expect(GeneratedContent(properties: ["a": 1, "b": 2, "a": 3]).jsonString == #"{"a": 3, "b": 2}"#)
        let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("b", 2), ("a", 3)]
        let summed = try GeneratedContent(properties: pairs) { try $0.value(Int.self) + $1.value(Int.self) }
        #expect(summed.jsonString == #"{"a": 4, "b": 2}"#)
        let elements: [any ConvertibleToGeneratedContent] = [1, "x", true]
        #expect(GeneratedContent(elements: elements).jsonString == #"[1, "x", true]"#)
    }

    @Test func kindsRoundTrip() throws {
        let text = #"{"a": [null, true, 2.5, "x"], "b": {}}"#
        let content = try GeneratedContent(json: text)
        #expect(GeneratedContent(kind: content.kind).jsonString == text)
        guard case .structure(let properties, let keys) = content.kind else {
            Issue.record("expected a structure")
            return
        }
        #expect(keys == ["a", "b"])
        #expect(
            properties["a"]?.kind
                == .array([
                    GeneratedContent(kind: .null), GeneratedContent(kind: .bool(true)),
                    GeneratedContent(kind: .number(2.5)), GeneratedContent(kind: .string("x")),
                ]))
        #expect(GeneratedContent(kind: .number(.nan)).kind == .null)
        #expect(
            GeneratedContent(kind: .structure(properties: ["b": content, "a": content], orderedKeys: ["c", "b", "b"]))
                .jsonString == "{\"b\": \(text), \"a\": \(text)}")
    }

    @Test func equalityLeavesOutOrderAndIdentity() throws {
        let left = try GeneratedContent(json: #"{"a": 1, "b": [1.0]}"#)
        let right = GeneratedContent(try GeneratedContent(json: #"{"b": [1], "a": 1e0}"#), id: GenerationID())
        #expect(left == right)
        #expect(left.id == nil && right.id != nil)
        #expect(left.kind == right.kind)
        #expect(try left != GeneratedContent(json: #"{"a": 1, "b": [2]}"#))
        #expect(try GeneratedContent(json: "null") != GeneratedContent(json: "{}"))
    }

    // MARK: Numbers

    @Test(arguments: [
        "9007199254740993", "-9223372036854775808", "9223372036854775807", "0", "1.0", "1e3", "-2.50e1",
    ])
    func integersAreExact(_ text: String) throws {
        let value = try GeneratedContent(json: text).value(Int.self)
        #expect(Decimal(value) == Decimal(string: text))
        #expect(try GeneratedContent(json: text).jsonString == text)
    }

    @Test(arguments: ["9223372036854775808", "1.5", "1e400", "-9223372036854775809", "\"1\"", "true", "null"])
    func othersAreNoIntegers(_ text: String) throws {
        let content = try GeneratedContent(json: text)
        #expect(throws: GeneratedContent.ParsingError.self) { try content.value(Int.self) }
    }

    @Test(arguments: [
        "0.1", "12345678901234567890.123456789012345678", "-1e-100", "99999999999999999999999999999999999999", "1e127",
        "0.30000000000000000000000000000000000001",
    ])
    func decimalsAreExact(_ text: String) throws {
        let value = try GeneratedContent(json: text).value(Decimal.self)
        #expect(value == Decimal(string: text))
        #expect(try GeneratedContent(json: text) == value.generatedContent)
    }

    @Test func decimalsRound() throws {
        func decimal(_ text: String) throws -> Decimal { try GeneratedContent(json: text).value() }
        #expect(
            try decimal("0." + String(repeating: "3", count: 60)) == decimal("0." + String(repeating: "3", count: 38)))
        #expect(try decimal(String(repeating: "9", count: 39)) == decimal("1e39"))
        #expect(try decimal("1e-500") == 0)
        #expect(throws: GeneratedContent.ParsingError.self) { try decimal("1e500") }
        #expect(throws: GeneratedContent.ParsingError.self) { try decimal("1e99999999999999999999") }
    }

    @Test func floatsAreNearest() throws {
        #expect(try GeneratedContent(json: "0.1").value(Float.self) == 0.1)
        #expect(try GeneratedContent(json: "16777217.0000001").value(Float.self) == 16_777_218)
        #expect(try GeneratedContent(json: "1e-400").value(Double.self) == 0)
        #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: "1e39").value(Float.self) }
        #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: "1e309").value(Double.self) }
        for value in [0.1, -0.0, 1e23, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123456789.5, 1e15, 1e16] {
            #expect(try value.generatedContent.value(Double.self) == value)
        }
        for value: Float in [0.1, 16_777_216, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 3e7] {
            #expect(try value.generatedContent.value(Float.self) == value)
            #expect(try GeneratedContent(json: value.generatedContent.jsonString).value(Float.self) == value)
        }
        #expect(Double.nan.generatedContent.kind == .null)
        #expect(Float.infinity.generatedContent.kind == .null)
        #expect(Decimal.nan.generatedContent.kind == .null)
    }

    // MARK: Reading

    @Test func propertiesAreRead() throws {
        let content = try GeneratedContent(json: #"{"name": "Mia", "age": 7, "pets": ["cat", "dog"], "none": null}"#)
        #expect(try content.value(String.self, forProperty: "name") == "Mia")
        #expect(try content.value([String].self, forProperty: "pets") == ["cat", "dog"])
        #expect(try content.value(Int?.self, forProperty: "age") == 7)
        #expect(try content.value(Int?.self, forProperty: "none") == nil)
        #expect(try content.value(Int?.self, forProperty: "missing") == nil)
        let age: Int = try content.value(forProperty: "age")
        #expect(age == 7)
        #expect(try content.value(GeneratedContent.self, forProperty: "pets").jsonString == #"["cat", "dog"]"#)
    }

    @Test func faultsNameThePlace() throws {
        let content = try GeneratedContent(json: #"{"a": {"b": [1, "x"]}, "c": 1.5}"#)
        func fault(_ body: () throws -> Any) -> String {
            do {
                _ = try body()
                return "no fault"
            } catch let error as GeneratedContent.ParsingError {
                return error.debugDescription
            } catch {
                return "another error: \(error)"
            }
        }
        #expect(fault { try content.value(String.self, forProperty: "x") } == "no property “x”")
        #expect(
            fault { try content.value(Int.self, forProperty: "c") }
                == "property “c”: expected an integer of 64 bits, found the number 1.5")
        #expect(
            fault { try content.value(Int?.self, forProperty: "a") as Any }
                == "property “a”: expected an integer of 64 bits, found a structure")
        #expect(
            fault { try content.value(GeneratedContent.self, forProperty: "a").value([Int].self, forProperty: "b") }
                == "property “b”: element 1: expected an integer of 64 bits, found a string")
        #expect(fault { try content.value(Bool.self) } == "expected a boolean, found a structure")
        #expect(
            fault { try "x".generatedContent.value(Int.self, forProperty: "c") }
                == "expected a structure with “c”, found a string")
        #expect(fault { try content.value(Never.self) } == "expected no value, found a structure")
        #expect(fault { try GeneratedContent(json: "{]") } == "invalid JSON at byte 1: unexpected “]”")
    }

    // MARK: Coding

    @Test func codingKeepsNumbers() throws {
        let text =
            #"{"a": [9007199254740993, 18446744073709551615, 0.1, 12345678901234567890.123456789, -1e-7], "b": true}"#
        let content = try GeneratedContent(json: text)
        let data = try JSONEncoder().encode(content)
        #expect(try JSONDecoder().decode(GeneratedContent.self, from: data) == content)
        #expect(try GeneratedContent(json: String(decoding: data, as: UTF8.self)) == content)
    }
}

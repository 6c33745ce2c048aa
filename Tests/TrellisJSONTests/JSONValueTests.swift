import Testing
import TrellisJSON

@Suite struct JSONValueTests {
    static let composed = "\u{E9}"
    static let decomposed = "e\u{301}"

    @Test func `strings are equal by code points`() {
        #expect(JSONValue.string(Self.composed) != .string(Self.decomposed))
        #expect(JSONValue.string(Self.composed) == .string("\u{E9}"))
        // Canonically equal with the same number of bytes.
        #expect(JSONValue.string(Self.composed + Self.decomposed) != .string(Self.decomposed + Self.composed))
        #expect(Set<JSONValue>([.string(Self.composed), .string(Self.decomposed)]).count == 2)
    }

    @Test(arguments: [0, 40]) func `names are different by code points`(others: Int) throws {
        let more = (0..<others).map { ",\"n\($0)\":0" }.joined()
        let object = try #require(
            JSONValue(parsing: "{\"\(Self.composed)\":1,\"\(Self.decomposed)\":2\(more)}").objectValue)
        #expect(object[Self.composed] == 1)
        #expect(object[Self.decomposed] == 2)
        #expect(object.count == others + 2)
        #expect(JSONValue.object(object) != JSONValue(dictionaryLiteral: (Self.composed, 2), (Self.decomposed, 1)))
    }

    @Test func `objects are equal in any order`() {
        let one: JSONValue = ["a": 1, "b": [1, 2]]
        #expect(one == ["b": [1, 2], "a": 1])
        #expect(one.hashValue == (["b": [1, 2], "a": 1] as JSONValue).hashValue)
        #expect(one != ["a": 1, "b": [2, 1]])
        #expect(one != ["a": 1])
        #expect(one != ["a": 1, "c": [1, 2]])
    }

    @Test(arguments: [3, 16, 17, 18, 100]) func `members are set, kept in order and removed`(count: Int) {
        var object = JSONObject()
        for index in 0..<count { object["n\(index)"] = .number(JSONNumber(index)) }
        object["n1"] = "new"
        object["absent"] = nil
        #expect(object.names == (0..<count).map { "n\($0)" })
        #expect(object["n1"] == "new")
        object["n1"] = nil
        #expect(object["n1"] == nil)
        #expect(object.count == count - 1)
        for index in 2..<count { #expect(object["n\(index)"] == .number(JSONNumber(index))) }
        object["n1"] = true
        #expect(object.names.last == "n1")
        #expect(object.map(\.value).last == true)
        for name in object.names { object[name] = nil }
        #expect(object.isEmpty)
    }

    @Test(arguments: [
        ("1", "1.0"), ("100", "1e2"), ("0", "-0"), ("0.5", "5e-1"), ("1.50", "1.5"), ("0e999999999999999999999", "0"),
        ("123456789012345678901234567890", "12345678901234567890123456789.0e1"),
    ])
    func `numbers are equal by value`(left: String, right: String) throws {
        let (left, right) = (try #require(JSONNumber(left)), try #require(JSONNumber(right)))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
    }

    @Test func `exponents of any size are safe`() throws {
        let huge = try #require(JSONNumber("1e99999999999999999999999"))
        let tiny = try #require(JSONNumber("0.1e-9223372036854775808"))
        #expect(huge.integerValue == nil && tiny.integerValue == nil)
        #expect(huge.isWhole && !tiny.isWhole)
        #expect(huge.doubleValue == .infinity && tiny.doubleValue == 0)
        #expect(huge != tiny && huge == huge)
        #expect(try #require(JSONNumber("1.0e9223372036854775807")).integerValue == nil)
    }

    @Test(
        arguments: [
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9223372036854775808", nil),
            ("1e18", 1_000_000_000_000_000_000), ("1e19", nil), ("1.0", 1), ("1.5", nil), ("-12e1", -120), ("0.0", 0),
            ("92233720368547758.07e2", Int.max),
        ] as [(String, Int?)])
    func `integers are exact or absent`(text: String, value: Int?) throws {
        #expect(try #require(JSONNumber(text)).integerValue == value)
    }

    @Test(arguments: ["", "-", "01", "1.", ".5", "1e", "+1", "1 ", "0x1", "1e+", "١"])
    func `other texts are not numbers`(text: String) { #expect(JSONNumber(text) == nil) }

    @Test(arguments: [
        (0.1, "0.1"), (-0.0, "0"), (1e14, "100000000000000"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
    ])
    func `doubles are written with the fewest digits`(value: Double, text: String) throws {
        #expect(try #require(JSONNumber(value)).text == text)
        #expect(JSONNumber(text)?.doubleValue == value)
        #expect(JSONNumber(Double.nan) == nil && JSONNumber(-Double.infinity) == nil)
    }

    @Test func `the formats lay out alike values`() {
        let value: JSONValue = ["a": [1, [], ["b": nil]], "c": [:]]
        #expect(value.text() == #"{"a": [1, [], {"b": null}], "c": {}}"#)
        #expect(value.text(.compact) == #"{"a":[1,[],{"b":null}],"c":{}}"#)
        let pretty = """
            {
              "a": [
                1,
                [],
                {
                  "b": null
                }
              ],
              "c": {}
            }
            """
        #expect(value.text(.pretty) == pretty)
    }
}

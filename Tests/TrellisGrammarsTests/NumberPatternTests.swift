import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON

/// Spellings of numbers under bounds and divisors, against arithmetic over many spellings.
struct NumberPatternTests {
    /// All decimals with up to three digits before and two after the point, some with exponents, each with both signs.
    private static let spellings: [String] = {
        var plain = (0...120).map(String.init) + ["200", "255", "256", "500", "999", "1000", "1001", "12345"]
        for whole in ["0", "1", "2", "5", "9", "10", "11", "99", "100", "101"] {
            for fraction in ["0", "00", "5", "50", "05", "25", "09", "1", "10", "99", "001", "250"] {
                plain.append("\(whole).\(fraction)")
            }
        }
        for mantissa in ["1", "2.5", "9.99", "5.0"] {
            for exponent in ["e0", "e1", "E+2", "e-1", "e-07", "e2", "e003", "e20", "e-300"] {
                plain.append(mantissa + exponent)
            }
        }
        return plain + plain.map { "-" + $0 }
    }()

    @Test(arguments: [
        #"{"minimum":0}"#, #"{"minimum":5}"#, #"{"minimum":-5}"#, #"{"maximum":10}"#, #"{"maximum":-10}"#,
        #"{"exclusiveMinimum":0}"#, #"{"exclusiveMaximum":0}"#, #"{"maximum":0}"#, #"{"minimum":9.9}"#,
        #"{"maximum":10.05}"#,
        #"{"exclusiveMinimum":1.25}"#, #"{"exclusiveMaximum":1.25}"#, #"{"exclusiveMaximum":100}"#,
        #"{"exclusiveMinimum":99}"#,
        #"{"minimum":0.1,"maximum":1.0}"#, #"{"minimum":-1.5,"exclusiveMaximum":2.5}"#,
        #"{"minimum":-100,"maximum":-10}"#,
        #"{"minimum":0.001,"maximum":255}"#, #"{"multipleOf":5}"#, #"{"multipleOf":0.25}"#, #"{"multipleOf":0.1}"#,
        #"{"multipleOf":0.01,"minimum":0.5,"maximum":10}"#, #"{"multipleOf":1.5}"#,
        #"{"multipleOf":50,"exclusiveMinimum":0}"#,
        #"{"multipleOf":1}"#, #"{"multipleOf":3,"minimum":-12,"maximum":100}"#, #"{"not":{"multipleOf":5}}"#,
        #"{"not":{"enum":[0,5,1.5]}}"#, #"{"not":{"type":"integer"}}"#, #"{"not":{"minimum":1,"maximum":10}}"#,
        #"{"minimum":1e-300}"#, #"{"maximum":1e300}"#, #"{"minimum":-1.5e2,"maximum":2.5e1}"#,
    ])
    func agreesWithArithmetic(_ text: String) throws {
        let conditions = try JSONValue(parsing: text)
        for type in ["number", "integer"] {
            var schema = conditions.objectValue ?? JSONObject()
            schema["type"] = .string(type)
            guard let grammar = try? Grammar(jsonSchema: .object(schema)) else {
                #expect(text.contains("not") && type == "integer" || text.contains("0.001"), "\(text)")
                continue
            }
            let acceptor = GrammarAcceptor(grammar)
            let validator = SchemaValidator(.object(schema))
            let hasDivisor = text.contains("multipleOf") || text.contains("not")
            for spelling in Self.spellings {
                let number = try #require(JSONNumber(spelling))
                let accepted = acceptor.accepts(.number(number))
                let isPlain = !spelling.lowercased().contains("e")
                // What is written otherwise than the grammar writes numbers may be refused, never taken wrongly.
                let isSpelled =
                    type == "integer"
                    ? isPlain && !spelling.contains(".") && spelling != "-0"
                    : isPlain || !hasDivisor && (text == "{\"minimum\":0}" || !spelling.contains("0e"))
                let isValid = try validator.isValid(.number(number))
                #expect(accepted == isValid || !accepted && !isSpelled, "\(type) \(text): \(spelling)")
            }
        }
    }

    @Test func shortestSpellingsOfDoublesAreAccepted() throws {
        var generator = SystemRandomNumberGenerator()
        let grammars = try [
            #"{"type":"number"}"#,
            #"{"type":"number","minimum":-1.7976931348623157e308,"maximum":1.7976931348623157e308}"#,
        ].map { GrammarAcceptor(try Grammar(jsonSchema: JSONValue(parsing: $0))) }
        for _ in 0..<500 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite, let number = JSONNumber("\(value)") else { continue }
            for acceptor in grammars { #expect(acceptor.accepts(.number(number)), "\(value)") }
        }
        for text in ["0", "-0.0", "1e-07", "5e-324", "1.7976931348623157e+308", "0.1", "123456789012345680.0"] {
            for acceptor in grammars { #expect(acceptor.accepts(.number(try #require(JSONNumber(text)))), "\(text)") }
        }
    }
}

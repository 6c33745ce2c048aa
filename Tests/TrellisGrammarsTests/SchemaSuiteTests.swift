import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON

/// The JSON Schema Test Suite: grammars and the plain validator against its verdicts.
///
/// What differs is on record, a ratchet: an outcome that differs from the record fails, for better as for worse, until it is
/// written anew with `TRELLIS_RECORD=1`. Numbers are spelled as grammars spell them: `1.0` as `1`.
@Suite(.enabled(if: Checkout.shared != nil, "needs the shared folder beside the checkout"))
struct SchemaSuiteTests {
    private static let record = Checkout.root.appendingPathComponent(
        "Tests/TrellisGrammarsTests/Fixtures/suite-outcomes.json")
    private static let isRecording = ProcessInfo.processInfo.environment["TRELLIS_RECORD"] != nil

    @Test func verdictsAreRight() throws {
        let shared = try #require(Checkout.shared)
        let recorded = (try? JSONValue(parsing: Array(Data(contentsOf: Self.record)))) ?? .object(JSONObject())
        var outcomes = JSONObject()
        var groups = 0
        var refused = 0
        for draft in ["draft7", "draft2020-12"] {
            let folder = shared.appendingPathComponent("data/json-schema-test-suite/tests/\(draft)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                $0.hasSuffix(".json")
            }
            let formats = try FileManager.default.contentsOfDirectory(
                atPath: folder.appendingPathComponent("optional/format").path)
            for name in names.sorted() + formats.sorted().map({ "optional/format/\($0)" }) {
                let file = try JSONValue(parsing: Array(Data(contentsOf: folder.appendingPathComponent(name))))
                for group in file.arrayValue ?? [] {
                    let outcome = try outcome(of: group, draft: draft, isFormat: name.contains("format"))
                    let key = "\(draft)/\(name): \(group["description"]?.stringValue ?? "")"
                    groups += 1
                    if outcome.hasPrefix("refused") { refused += 1 }
                    if outcome != "right" { outcomes[key] = .string(outcome) }
                    if !Self.isRecording {
                        #expect(outcome == recorded[key]?.stringValue ?? "right", "\(key)")
                    }
                }
            }
        }
        if Self.isRecording {
            try Data((JSONValue.object(outcomes).text(.pretty) + "\n").utf8).write(to: Self.record)
            print("suite: \(groups) groups, \(refused) refused, \(outcomes.count - refused) wrong")
        }
    }

    private func outcome(of group: JSONValue, draft: String, isFormat: Bool) throws -> String {
        var schema = group["schema"] ?? .null
        if draft == "draft7", case .object(var object) = schema, object["$schema"] == nil {
            object["$schema"] = "http://json-schema.org/draft-07/schema#"
            schema = .object(object)
        }
        let tests = group["tests"]?.arrayValue ?? []
        if !isFormat, let wrong = judgeValidator(schema, tests) { return wrong }
        var options = JSONSchemaOptions()
        options.propertyOrder = .any
        let acceptor: GrammarAcceptor
        do {
            acceptor = GrammarAcceptor(try Grammar(jsonSchema: schema, options: options))
        } catch GrammarError.unsatisfiable {
            let valid = tests.first { $0["valid"] == .bool(true) }
            return valid.map { "unsatisfiable, but: \($0["description"]?.stringValue ?? "")" } ?? "right"
        } catch {
            return "refused: \(error)"
        }
        for test in tests {
            let accepts = acceptor.accepts(spelled(test["data"] ?? .null))
            if .bool(accepts) != test["valid"] {
                return "\(accepts ? "accepts" : "refuses"): \(test["description"]?.stringValue ?? "")"
            }
        }
        return "right"
    }

    /// What the validator gets wrong: it has to be right wherever it has an answer.
    private func judgeValidator(_ schema: JSONValue, _ tests: [JSONValue]) -> String? {
        let validator = SchemaValidator(schema)
        for test in tests {
            guard let verdict = try? validator.isValid(test["data"] ?? .null) else { return nil }
            if .bool(verdict) != test["valid"] { return "validator: \(test["description"]?.stringValue ?? "")" }
        }
        return nil
    }

    private func spelled(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let number):
            return number.isWhole ? number.integerValue.map { .number(JSONNumber($0)) } ?? value : value
        case .array(let elements): return .array(elements.map(spelled))
        case .object(let object):
            var result = JSONObject()
            for (name, value) in object { result[name] = spelled(value) }
            return .object(result)
        default: return value
        }
    }
}

import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// The JSON Schema Test Suite, drafts 7 and 2020-12: matchers and the plain validator against its verdicts.
///
/// A value is judged as its text. What differs is on record in `Schemas/Expected`. Numbers are spelled as grammars spell
/// them: `1.0` as `1`.
@Suite(.enabled(if: Checkout.shared != nil, "needs the shared folder beside the checkout"))
struct SchemaSuiteTests {
    private struct Group {
        var key: String
        var draft: String
        var file: String
        var schema: JSONValue
        var tests: [JSONValue]
    }

    @Test func verdictsAreRight() throws {
        let shared = try #require(Checkout.shared).appendingPathComponent("data/json-schema-test-suite")
        let documents = try remoteDocuments(in: shared.appendingPathComponent("remotes"))
        let bytes = (0..<256).map { [UInt8($0)] } + [Array("</s>".utf8)]
        let vocabulary = MatchingVocabulary(Vocabulary(tokens: bytes, special: [256], endTokens: [256]))
        var expectations = try Expectations("json-schema-test-suite.json")
        for group in try groups(in: shared) {
            let outcome = try outcome(of: group, documents, vocabulary)
            expectations.note(outcome, for: group.key)
            if !Expectations.isRecording { #expect(outcome == expectations.outcome(for: group.key), "\(group.key)") }
        }
        if Expectations.isRecording { try expectations.write() } else { #expect(expectations.unexplained.isEmpty) }
    }

    /// The validator has to be right wherever it has an answer, or comparing with it proves nothing.
    @Test func validatorIsRight() throws {
        let shared = try #require(Checkout.shared).appendingPathComponent("data/json-schema-test-suite")
        for group in try groups(in: shared) where !group.file.contains("format") && !group.file.contains("optional") {
            let validator = SchemaValidator(group.schema)
            for test in group.tests {
                guard let verdict = try? validator.isValid(test["data"] ?? .null) else { continue }
                #expect(.bool(verdict) == test["valid"], "\(group.key): \(test["description"]?.stringValue ?? "")")
            }
        }
    }

    private func groups(in shared: URL) throws -> [Group] {
        var groups: [Group] = []
        for draft in ["draft7", "draft2020-12"] {
            let folder = shared.appendingPathComponent("tests/\(draft)")
            for name in try files(in: folder) {
                let file = try JSONValue(parsing: Array(Data(contentsOf: folder.appendingPathComponent(name))))
                for group in file.arrayValue ?? [] {
                    var schema = group["schema"] ?? .null
                    if draft == "draft7", case .object(var object) = schema, object["$schema"] == nil {
                        object["$schema"] = "http://json-schema.org/draft-07/schema#"
                        schema = .object(object)
                    }
                    groups.append(
                        Group(
                            key: "\(draft)/\(name): \(group["description"]?.stringValue ?? "")", draft: draft,
                            file: name,
                            schema: schema, tests: group["tests"]?.arrayValue ?? []))
                }
            }
        }
        return groups
    }

    /// The files of tests, those of optional behaviour too.
    private func files(in folder: URL) throws -> [String] {
        let enumerator = FileManager.default.enumerator(atPath: folder.path)
        return (enumerator?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }

    /// The documents that the suite expects at a server on this machine.
    private func remoteDocuments(in folder: URL) throws -> [String: JSONValue] {
        var documents: [String: JSONValue] = [:]
        for name in try files(in: folder) {
            let content = try Data(contentsOf: folder.appendingPathComponent(name))
            documents["http://localhost:1234/\(name)"] = try JSONValue(parsing: Array(content))
        }
        return documents
    }

    private func outcome(
        of group: Group, _ documents: [String: JSONValue], _ vocabulary: MatchingVocabulary
    ) throws -> String {
        var options = JSONSchemaOptions()
        options.propertyOrder = .any
        options.documents = documents
        // This file asks for the reading of 2020-12's own metaschema.
        if group.draft == "draft2020-12", group.file == "format.json" { options.formats = .annotation }
        let compiled: CompiledGrammar
        do {
            compiled = try CompiledGrammar(Grammar(jsonSchema: group.schema, options: options), for: vocabulary)
        } catch GrammarError.unsatisfiable {
            let valid = group.tests.first { $0["valid"] == .bool(true) }
            return valid.map { "unsatisfiable, but: \($0["description"]?.stringValue ?? "")" } ?? "right"
        } catch {
            return "refused: \(error)"
        }
        for test in group.tests {
            let accepts = try compiled.matches(spelled(test["data"] ?? .null).text(.spaced).utf8)
            if .bool(accepts) != test["valid"] {
                return "\(accepts ? "accepts" : "refuses"): \(test["description"]?.stringValue ?? "")"
            }
        }
        return "right"
    }

    private func spelled(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let number):
            guard number.isWhole else { return value }
            let (isNegative, digits, exponent) = number.decimal
            let sign = isNegative && digits != "0" ? "-" : ""
            return .number(JSONNumber(checked: sign + digits + String(repeating: "0", count: max(0, exponent))))
        case .array(let elements): return .array(elements.map(spelled))
        case .object(let object):
            var result = JSONObject()
            for (name, value) in object { result[name] = spelled(value) }
            return .object(result)
        default: return value
        }
    }
}

import TrellisJSON
import TrellisTokenization

/// A schema or regex with instances as tokens.
struct BenchmarkCase {
    struct Instance {
        var isValid: Bool
        var tokens: [TokenID]
    }

    var id: String
    var schema: JSONValue?
    var regex: String?
    /// `error`: compiling must fail; `match-or-error`: it may.
    var expectation: String?
    var instances: [Instance]

    init(_ line: Substring) throws {
        let value = try JSONValue(parsing: String(line))
        id = value["id"]?.stringValue ?? ""
        schema = value["schema"]
        regex = value["regex"]?.stringValue
        expectation = value["expect"]?.stringValue
        instances = (value["tests"]?.arrayValue ?? []).map { test in
            Instance(
                isValid: test["valid"]?.boolValue ?? true,
                tokens: (test["tokens"]?.arrayValue ?? []).compactMap { token in
                    token.numberValue?.integerValue.map { TokenID($0) }
                })
        }
    }
}

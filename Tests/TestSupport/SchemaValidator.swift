import Foundation
package import TrellisJSON

/// Whether a JSON value satisfies a JSON Schema, evaluated keyword by keyword as the specification words it.
///
/// Independent of the package's own reading of schemas and made to be read, not to be fast. Covers drafts 7 and 2020-12
/// but for formats, dynamic references and other documents. Regular expressions are left to Foundation.
package struct SchemaValidator {
    /// Why a schema cannot be evaluated.
    package enum Failure: Error {
        case unresolved(String)
        case notASchema
        case tooDeep
        case notSupported(String)
    }

    /// What a schema says about a value, with the places it has evaluated.
    private struct Outcome {
        var isValid = true
        var names: Set<JSONName> = []
        var indices: Set<Int> = []

        mutating func merge(_ other: Outcome) {
            names.formUnion(other.names)
            indices.formUnion(other.indices)
        }
    }

    private let root: JSONValue
    private let isOld: Bool
    private var resources: [String: (schema: JSONValue, base: String)] = [:]

    /// Makes a validator for a schema document.
    package init(_ schema: JSONValue) {
        root = schema
        isOld = ["draft-04", "draft-06", "draft-07"].contains { schema["$schema"]?.stringValue?.contains($0) ?? false }
        resources[""] = (schema, "")
        collect(schema, base: "")
    }

    /// Whether the value satisfies the schema.
    package func isValid(_ value: JSONValue) throws -> Bool { try evaluate(value, root, base: "", depth: 0).isValid }

    // MARK: - References

    private func absolute(_ reference: String, _ base: String) -> String {
        if base.isEmpty { return reference }
        if reference.hasPrefix("#") { return String(base.prefix { $0 != "#" }) + reference }
        return URL(string: reference, relativeTo: URL(string: base))?.absoluteString ?? reference
    }

    private func base(of schema: JSONValue, _ base: String) -> String {
        guard let id = schema["$id"]?.stringValue, !(isOld && schema["$ref"] != nil), !id.hasPrefix("#") else {
            return base
        }
        return String(absolute(id, base).prefix { $0 != "#" })
    }

    private mutating func collect(_ value: JSONValue, base outer: String) {
        if case .array(let elements) = value { for element in elements { collect(element, base: outer) } }
        guard case .object(let object) = value else { return }
        let base = base(of: value, outer)
        if let id = object["$id"]?.stringValue {
            resources[id.hasPrefix("#") ? absolute(id, base) : base] = (value, base)
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let name = object[keyword]?.stringValue { resources["\(base)#\(name)"] = (value, base) }
        }
        for (name, member) in object where !["enum", "const"].contains(name) { collect(member, base: base) }
    }

    private func resolve(_ reference: String, _ base: String) throws -> (JSONValue, String) {
        var target = absolute(reference, base)
        if target.hasSuffix("#") { target.removeLast() }
        if let found = resources[target] { return found }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts[1].hasPrefix("/"), let pointer = parts[1].removingPercentEncoding,
            var (schema, base) = resources[parts[0]] ?? (parts[0] == self.base(of: root, "") ? (root, parts[0]) : nil)
        else { throw Failure.unresolved(reference) }
        for token in pointer.dropFirst().components(separatedBy: "/") {
            base = self.base(of: schema, base)
            let name = token.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
            let next =
                schema[name]
                ?? Int(name).flatMap { index in
                    schema.arrayValue.flatMap { $0.indices.contains(index) ? $0[index] : nil }
                }
            guard let next else { throw Failure.unresolved(reference) }
            schema = next
        }
        return (schema, base)
    }

    // MARK: - Evaluation

    private func evaluate(_ value: JSONValue, _ schema: JSONValue, base outer: String, depth: Int) throws -> Outcome {
        guard depth < 100 else { throw Failure.tooDeep }
        if case .bool(let accepts) = schema { return Outcome(isValid: accepts) }
        guard case .object(let keywords) = schema else { throw Failure.notASchema }
        if let name = keywords["$schema"]?.stringValue, !name.contains("json-schema.org/") {
            throw Failure.notSupported("$schema")
        }
        let base = base(of: schema, outer)
        var outcome = Outcome()
        func apply(_ schema: JSONValue, to value: JSONValue) throws -> Outcome {
            try evaluate(value, schema, base: base, depth: depth + 1)
        }
        func require(_ condition: Bool) { outcome.isValid = outcome.isValid && condition }
        func require(_ other: Outcome) {
            require(other.isValid)
            if other.isValid { outcome.merge(other) }
        }
        if let reference = keywords["$ref"]?.stringValue {
            let (target, base) = try resolve(reference, base)
            let other = try evaluate(value, target, base: base, depth: depth + 1)
            if isOld { return other }
            require(other)
        }
        for keyword in ["$dynamicRef", "$recursiveRef"] where keywords[keyword] != nil {
            throw Failure.notSupported(keyword)
        }
        if let type = keywords["type"] {
            require((type.arrayValue ?? [type]).contains { $0.stringValue.map { isOf($0, value) } ?? false })
        }
        if let expected = keywords["const"] { require(expected == value) }
        if let values = keywords["enum"]?.arrayValue { require(values.contains(value)) }
        for part in keywords["allOf"]?.arrayValue ?? [] { require(try apply(part, to: value)) }
        if let parts = keywords["anyOf"]?.arrayValue {
            let valid = try parts.map { try apply($0, to: value) }.filter(\.isValid)
            require(!valid.isEmpty)
            for other in valid { outcome.merge(other) }
        }
        if let parts = keywords["oneOf"]?.arrayValue {
            let valid = try parts.map { try apply($0, to: value) }.filter(\.isValid)
            require(valid.count == 1)
            for other in valid { outcome.merge(other) }
        }
        if let part = keywords["not"] { require(try !apply(part, to: value).isValid) }
        if let condition = keywords["if"] {
            let test = try apply(condition, to: value)
            if test.isValid { outcome.merge(test) }
            if let branch = keywords[test.isValid ? "then" : "else"] { require(try apply(branch, to: value)) }
        }
        switch value {
        case .number(let number): require(try isValid(number, keywords))
        case .string(let text): require(try isValid(text, keywords))
        case .array(let elements): try evaluate(elements, keywords, &outcome, apply)
        case .object(let object): try evaluate(object, keywords, &outcome, apply)
        default: break
        }
        return outcome
    }

    private func isOf(_ type: String, _ value: JSONValue) -> Bool {
        type == "integer" ? value.numberValue?.isWhole ?? false : type == value.typeName
    }

    private func isValid(_ number: JSONNumber, _ keywords: JSONObject) throws -> Bool {
        func bound(_ keyword: String) -> Double? { keywords[keyword]?.numberValue?.doubleValue }
        let value = number.doubleValue
        if let minimum = bound("minimum"), value < minimum { return false }
        if let maximum = bound("maximum"), value > maximum { return false }
        if let minimum = bound("exclusiveMinimum"), value <= minimum { return false }
        if let maximum = bound("exclusiveMaximum"), value >= maximum { return false }
        if let divisor = keywords["multipleOf"]?.numberValue { return try isMultiple(number, of: divisor) }
        return true
    }

    /// Whether a number is a multiple of another, by long division of their digits.
    private func isMultiple(_ number: JSONNumber, of divisor: JSONNumber) throws -> Bool {
        let (value, unit) = (number.decimal, divisor.decimal)
        if value.digits == "0" { return true }
        // A multiple has no digit below the last one of the divisor.
        if value.exponent < unit.exponent { return false }
        let zeros = value.exponent - unit.exponent
        guard zeros < 1_000, let modulus = Int(unit.digits), modulus < 1 << 56 else {
            throw Failure.notSupported("multipleOf")
        }
        let digits = value.digits.compactMap(\.wholeNumberValue) + Array(repeating: 0, count: zeros)
        return digits.reduce(0) { ($0 * 10 + $1) % modulus } == 0
    }

    private func isValid(_ text: String, _ keywords: JSONObject) throws -> Bool {
        let length = text.unicodeScalars.count
        if let minimum = keywords["minLength"]?.numberValue?.doubleValue, Double(length) < minimum { return false }
        if let maximum = keywords["maxLength"]?.numberValue?.doubleValue, Double(length) > maximum { return false }
        guard let pattern = keywords["pattern"]?.stringValue else { return true }
        return try find(pattern, in: text)
    }

    private func find(_ pattern: String, in text: String) throws -> Bool {
        let expression = try NSRegularExpression(pattern: pattern)
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    private func evaluate(
        _ elements: [JSONValue], _ keywords: JSONObject, _ outcome: inout Outcome,
        _ apply: (JSONValue, JSONValue) throws -> Outcome
    ) throws {
        func check(_ condition: Bool) { outcome.isValid = outcome.isValid && condition }
        if let minimum = keywords["minItems"]?.numberValue?.doubleValue { check(Double(elements.count) >= minimum) }
        if let maximum = keywords["maxItems"]?.numberValue?.doubleValue { check(Double(elements.count) <= maximum) }
        if keywords["uniqueItems"] == .bool(true) { check(Set(elements).count == elements.count) }
        let list = keywords["items"]?.arrayValue ?? keywords["prefixItems"]?.arrayValue ?? []
        let rest = keywords["items"]?.arrayValue == nil ? keywords["items"] : keywords["additionalItems"]
        for (index, element) in elements.enumerated() {
            guard let schema = index < list.count ? list[index] : rest else { continue }
            check(try apply(schema, element).isValid)
            outcome.indices.insert(index)
        }
        if let schema = keywords["contains"] {
            let found = try elements.indices.filter { try apply(schema, elements[$0]).isValid }
            let least = keywords["minContains"]?.numberValue?.integerValue ?? 1
            check(found.count >= least && found.count <= keywords["maxContains"]?.numberValue?.integerValue ?? .max)
            outcome.indices.formUnion(found)
        }
        if let schema = keywords["unevaluatedItems"] {
            for (index, element) in elements.enumerated() where !outcome.indices.contains(index) {
                check(try apply(schema, element).isValid)
                outcome.indices.insert(index)
            }
        }
    }

    private func evaluate(
        _ object: JSONObject, _ keywords: JSONObject, _ outcome: inout Outcome,
        _ apply: (JSONValue, JSONValue) throws -> Outcome
    ) throws {
        func check(_ condition: Bool) { outcome.isValid = outcome.isValid && condition }
        if let minimum = keywords["minProperties"]?.numberValue?.doubleValue { check(Double(object.count) >= minimum) }
        if let maximum = keywords["maxProperties"]?.numberValue?.doubleValue { check(Double(object.count) <= maximum) }
        for name in keywords["required"]?.arrayValue ?? [] { check(name.stringValue.map { object[$0] != nil } ?? true) }
        var own: Set<JSONName> = []
        for (name, value) in object {
            if let schema = keywords["properties"]?[name] {
                check(try apply(schema, value).isValid)
                own.insert(JSONName(name))
            }
            for (pattern, schema) in keywords["patternProperties"]?.objectValue ?? JSONObject()
            where try find(pattern, in: name) {
                check(try apply(schema, value).isValid)
                own.insert(JSONName(name))
            }
            if let schema = keywords["additionalProperties"], !own.contains(JSONName(name)) {
                check(try apply(schema, value).isValid)
                own.insert(JSONName(name))
            }
            if let schema = keywords["propertyNames"] { check(try apply(schema, .string(name)).isValid) }
        }
        outcome.names.formUnion(own)
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            for (name, dependency) in keywords[keyword]?.objectValue ?? JSONObject() where object[name] != nil {
                if let names = dependency.arrayValue {
                    check(names.allSatisfy { $0.stringValue.map { object[$0] != nil } ?? false })
                } else {
                    let other = try apply(dependency, .object(object))
                    check(other.isValid)
                    if other.isValid { outcome.merge(other) }
                }
            }
        }
        if let schema = keywords["unevaluatedProperties"] {
            for (name, value) in object where !outcome.names.contains(JSONName(name)) {
                check(try apply(schema, value).isValid)
                outcome.names.insert(JSONName(name))
            }
        }
    }
}

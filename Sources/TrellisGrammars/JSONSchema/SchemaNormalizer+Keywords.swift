import TrellisJSON

/// Reading one schema: its own assertions, then the schemas that apply to the same value.
extension SchemaNormalizer {
    /// The normal form of the schema at a place.
    mutating func read(_ location: SchemaDocument.Location, _ isTracking: Bool) throws(GrammarError) -> NormalForm {
        switch document.schema(at: location) {
        case .bool(let accepts): return accepts ? .all : .none
        case .object(let schema): return try read(schema, at: location, isTracking)
        default: throw .malformed(pointer: document.pointer(of: location), expected: "a schema: an object or a boolean")
        }
    }

    private mutating func read(
        _ schema: JSONObject, at location: SchemaDocument.Location, _ isOuterTracking: Bool
    ) throws(GrammarError) -> NormalForm {
        let dialect = document.dialect(at: location)
        if dialect.isOld, let reference = schema["$ref"] {
            return try referenced(reference, "$ref", at: location, isOuterTracking)
        }
        let unevaluated =
            dialect.isOld ? [] : ["unevaluatedItems", "unevaluatedProperties"].filter { schema[$0] != nil }
        let isTracking = isOuterTracking || !unevaluated.isEmpty
        var form = NormalForm.all
        var needsAssertions = dialect.hasValidation || schema.contains { Self.applicators.contains($0.name) }
        // In the order of the text, for it is the order of properties.
        for (keyword, value) in schema {
            switch keyword {
            case "allOf":
                for part in try subschemas(value, keyword, at: location) {
                    form = try intersection(form, normalForm(of: part, tracking: isTracking), at: location)
                }
            case "anyOf":
                let parts = try subschemas(value, keyword, at: location)
                form = try intersection(form, normalForm(of: .any(parts), tracking: isTracking), at: location)
            case "$ref", "$dynamicRef", "$recursiveRef":
                if keyword == "$dynamicRef" && dialect.draft != .twenty { continue }
                if keyword == "$recursiveRef" && dialect.draft != .nineteen { continue }
                form = try intersection(form, referenced(value, keyword, at: location, isTracking), at: location)
            case "properties", "required", "additionalProperties", "patternProperties":
                if needsAssertions {
                    form = try intersection(form, assertions(of: schema, at: location, isTracking), at: location)
                }
                needsAssertions = false
            default: break
            }
        }
        if needsAssertions {
            form = try intersection(form, assertions(of: schema, at: location, isTracking), at: location)
        }
        form = try applyConditions(of: schema, to: form, at: location, isTracking)
        for keyword in unevaluated {
            guard let value = schema[keyword] else { continue }
            form = try applyUnevaluated(value, keyword, to: form, at: location)
        }
        return isOuterTracking || !isTracking ? form : .union([form.withoutEvaluated])
    }

    /// The keywords that are easier to decide once the rest is known.
    private mutating func applyConditions(
        of schema: JSONObject, to form: NormalForm, at location: SchemaDocument.Location, _ isTracking: Bool
    ) throws(GrammarError) -> NormalForm {
        var form = form
        if let value = schema["oneOf"] {
            form = try exactlyOne(of: subschemas(value, "oneOf", at: location), within: form, at: location, isTracking)
        }
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            guard let value = schema[keyword] else { continue }
            for condition in try dependencies(value, keyword, at: location) {
                form = try intersection(form, normalForm(of: condition, tracking: isTracking), at: location)
            }
        }
        if let value = schema["if"] {
            let condition = Formula.schema(try document.child(value, of: location, "if"))
            form = try conditional(condition, of: schema, within: form, at: location, isTracking)
        }
        if let value = schema["not"] {
            let refused = Formula.schema(try document.child(value, of: location, "not"))
            form = try difference(form, normalForm(of: refused), at: location)
        }
        return form
    }

    /// The values within a form that meet `then` where the condition holds, and `else` where it doesn't.
    private mutating func conditional(
        _ condition: Formula, of schema: JSONObject, within form: NormalForm, at location: SchemaDocument.Location,
        _ isTracking: Bool
    ) throws(GrammarError) -> NormalForm {
        guard schema["then"] != nil || schema["else"] != nil else {
            // The condition alone says nothing about values, but it evaluates.
            guard isTracking else { return form }
            let test = try normalForm(of: condition, tracking: true)
            return try .union([form, intersection(form, test, at: location)], merging: false)
        }
        var branches: [NormalForm] = []
        for (keyword, isMet) in [("then", true), ("else", false)] {
            var branch =
                try isMet
                ? intersection(form, normalForm(of: condition, tracking: isTracking), at: location)
                : difference(form, normalForm(of: condition), at: location)
            if let value = schema[keyword] {
                let consequence = Formula.schema(try document.child(value, of: location, keyword))
                branch = try intersection(branch, normalForm(of: consequence, tracking: isTracking), at: location)
            }
            branches.append(branch)
        }
        return .union(branches, merging: !isTracking)
    }

    private mutating func referenced(
        _ value: JSONValue, _ keyword: String, at location: SchemaDocument.Location, _ isTracking: Bool
    ) throws(GrammarError) -> NormalForm {
        guard let reference = value.stringValue else {
            throw .malformed(pointer: "\(document.pointer(of: location))/\(keyword)", expected: "a reference")
        }
        let target = try document.resolve(reference, from: location, keyword: keyword)
        return try normalForm(of: .schema(target), tracking: isTracking)
    }

    /// The schemas in a list under a keyword.
    private mutating func subschemas(
        _ value: JSONValue, _ keyword: String, at location: SchemaDocument.Location
    ) throws(GrammarError) -> [Formula] {
        guard let elements = value.arrayValue, !elements.isEmpty else {
            throw .malformed(pointer: "\(document.pointer(of: location))/\(keyword)", expected: "a list of schemas")
        }
        var result: [Formula] = []
        for (index, element) in elements.enumerated() {
            result.append(.schema(try document.child(element, of: location, keyword, String(index))))
        }
        return result
    }

    /// The values within a form that meet one of the conditions and no other.
    private mutating func exactlyOne(
        of parts: [Formula], within form: NormalForm, at location: SchemaDocument.Location, _ isTracking: Bool
    ) throws(GrammarError) -> NormalForm {
        var branches: [NormalForm] = []
        for part in parts {
            branches.append(try intersection(form, normalForm(of: part, tracking: isTracking), at: location))
        }
        // Most lists are tagged unions: there is nothing to take away.
        var overlapping = [[Int]](repeating: [], count: branches.count)
        for index in branches.indices {
            for other in branches.indices.dropFirst(index + 1)
            where try !areDisjoint(branches[index], branches[other]) {
                overlapping[index].append(other)
                overlapping[other].append(index)
            }
        }
        var result: [NormalForm] = []
        for index in branches.indices {
            var branch = branches[index]
            for other in overlapping[index] {
                branch = try difference(branch, branches[other], at: parts[other].location)
            }
            result.append(branch)
        }
        return .union(result, merging: !isTracking)
    }

    /// For each name in `dependentRequired` and its like: it is absent, or what depends on it holds.
    private mutating func dependencies(
        _ value: JSONValue, _ keyword: String, at location: SchemaDocument.Location
    ) throws(GrammarError) -> [Formula] {
        let pointer = "\(document.pointer(of: location))/\(keyword)"
        guard let members = value.objectValue else { throw .malformed(pointer: pointer, expected: "an object") }
        var result: [Formula] = []
        for (name, dependency) in members {
            let trigger = JSONName(name)
            var consequence: [Formula] = [.requires(trigger)]
            if let names = dependency.arrayValue, keyword != "dependentSchemas" {
                for name in names {
                    guard let name = name.stringValue else { throw .malformed(pointer: pointer, expected: "names") }
                    consequence.append(.requires(JSONName(name)))
                }
            } else if let name = dependency.stringValue, keyword == "dependencies" {
                consequence.append(.requires(JSONName(name)))
            } else if keyword != "dependentRequired" {
                consequence.append(.schema(try document.child(dependency, of: location, keyword, name)))
            } else {
                throw .malformed(pointer: "\(pointer)/\(SchemaDocument.escaped(name))", expected: "a list of names")
            }
            result.append(.any([.forbids(trigger), .all(consequence)]))
        }
        return result
    }

    // MARK: - Assertions

    /// Keywords of `assertions` that are no part of the vocabulary of assertions.
    private static let applicators: Set<String> = [
        "additionalItems", "additionalProperties", "contains", "format", "items", "patternProperties", "prefixItems",
        "properties", "propertyNames",
    ]

    /// The values that meet the schema's own assertions.
    private mutating func assertions(
        of schema: JSONObject, at location: SchemaDocument.Location, _ isTracking: Bool
    ) throws(GrammarError) -> NormalForm {
        var schema = schema
        if !document.dialect(at: location).hasValidation {
            for (name, _) in schema where !Self.applicators.contains(name) { schema[name] = nil }
        }
        var form = NormalForm.all
        if let type = schema["type"] { form = try typed(type, at: location) }
        if !form.numbers.isEmpty { form.numbers = try numbers(of: schema, form.numbers, at: location) }
        if form.strings != .nothing { form.strings = try strings(of: schema, at: location) }
        if !form.arrays.isEmpty { form.arrays = try arrays(of: schema, at: location) }
        if !form.objects.isEmpty { form.objects = try objects(of: schema, at: location) }
        if let value = schema["const"] { form = try intersection(form, self.form(ofValues: [value]), at: location) }
        if let value = schema["enum"] {
            guard let values = value.arrayValue else {
                throw .malformed(pointer: "\(document.pointer(of: location))/enum", expected: "a list of values")
            }
            form = try intersection(form, self.form(ofValues: values), at: location)
        }
        return isTracking ? form : form.withoutEvaluated
    }

    private func typed(_ value: JSONValue, at location: SchemaDocument.Location) throws(GrammarError) -> NormalForm {
        var form = NormalForm.none
        var isInteger = false
        for name in value.arrayValue ?? [value] {
            let pointer = document.pointer(of: location) + "/type"
            guard let name = name.stringValue else {
                throw .malformed(pointer: pointer, expected: "the name of a type")
            }
            switch name {
            case "null": form.hasNull = true
            case "boolean":
                form.hasFalse = true
                form.hasTrue = true
            case "number": form.numbers = [.all]
            case "integer": isInteger = true
            case "string": form.strings = .anything
            case "array": form.arrays = [.all]
            case "object": form.objects = [.all]
            default: throw .unknownType(pointer: pointer, name: name)
            }
        }
        if isInteger, form.numbers.isEmpty { form.numbers = [NumberShape(isInteger: true)] }
        return form
    }

    // MARK: - Values of keywords

    /// A whole number that is not negative.
    func count(_ keyword: String, of schema: JSONObject, at location: SchemaDocument.Location) throws(GrammarError)
        -> Int?
    {
        guard let value = schema[keyword] else { return nil }
        guard let count = value.numberValue?.integerValue, count >= 0, count <= 1_000_000_000 else {
            throw .malformed(
                pointer: "\(document.pointer(of: location))/\(keyword)", expected: "a whole number from 0 to 1000000000"
            )
        }
        return count
    }

    /// Leaves a keyword out: an error in strict mode, else a warning.
    mutating func refuse(_ keyword: String, at location: SchemaDocument.Location, _ reason: String) throws(GrammarError)
    {
        guard options.strictness == .lenient else { throw unsupported(keyword, at: location, reason) }
        warn(keyword, at: location, "“\(keyword)” is not enforced: \(reason)")
    }

    mutating func warn(_ keyword: String, at location: SchemaDocument.Location, _ message: String) {
        let warning = GrammarWarning(pointer: "\(document.pointer(of: location))/\(keyword)", message: message)
        if !warnings.contains(warning) { warnings.append(warning) }
    }
}

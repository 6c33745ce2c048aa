import TrellisJSON

/// Reading one schema: its own assertions, then the schemas that apply to the same value.
extension SchemaNormalizer {
    /// The normal form of the schema at a place.
    mutating func read(_ location: SchemaDocument.Location) throws(GrammarError) -> NormalForm {
        switch document.schema(at: location) {
        case .bool(let accepts): return accepts ? .all : .none
        case .object(let schema): return try read(schema, at: location)
        default: throw .malformed(pointer: document.pointer(of: location), expected: "a schema: an object or a boolean")
        }
    }

    private mutating func read(_ schema: JSONObject, at location: SchemaDocument.Location) throws(GrammarError)
        -> NormalForm
    {
        if document.draft == .seven, let reference = schema["$ref"] {
            return try referenced(reference, "$ref", at: location)
        }
        var form = NormalForm.all
        var needsAssertions = true
        // In the order of the text, for it is the order of properties.
        for (keyword, value) in schema {
            switch keyword {
            case "allOf":
                for part in try subschemas(value, keyword, at: location) {
                    form = try intersection(form, normalForm(of: part), at: location)
                }
            case "anyOf":
                form = try intersection(
                    form, normalForm(of: .any(subschemas(value, keyword, at: location))), at: location)
            case "$ref", "$dynamicRef", "$recursiveRef":
                form = try intersection(form, referenced(value, keyword, at: location), at: location)
            case "properties", "required", "additionalProperties", "patternProperties":
                if needsAssertions { form = try intersection(form, assertions(of: schema, at: location), at: location) }
                needsAssertions = false
            default: break
            }
        }
        if needsAssertions { form = try intersection(form, assertions(of: schema, at: location), at: location) }
        return try applyConditions(of: schema, to: form, at: location)
    }

    /// The keywords that are easier to decide once the rest is known.
    private mutating func applyConditions(
        of schema: JSONObject, to form: NormalForm, at location: SchemaDocument.Location
    ) throws(GrammarError) -> NormalForm {
        var form = form
        if let value = schema["oneOf"] {
            form = try exactlyOne(of: subschemas(value, "oneOf", at: location), within: form, at: location)
        }
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            guard let value = schema[keyword] else { continue }
            for condition in try dependencies(value, keyword, at: location) {
                form = try intersection(form, normalForm(of: condition), at: location)
            }
        }
        if let value = schema["if"], schema["then"] != nil || schema["else"] != nil {
            let condition = Formula.schema(try document.child(value, of: location, "if"))
            var branches: [NormalForm] = []
            for (keyword, isMet) in [("then", true), ("else", false)] {
                let test = try normalForm(of: condition)
                var branch = try isMet ? intersection(form, test, at: location) : difference(form, test, at: location)
                if let value = schema[keyword] {
                    let consequence = Formula.schema(try document.child(value, of: location, keyword))
                    branch = try intersection(branch, normalForm(of: consequence), at: location)
                }
                branches.append(branch)
            }
            form = .union(branches)
        }
        if let value = schema["not"] {
            let refused = Formula.schema(try document.child(value, of: location, "not"))
            form = try difference(form, normalForm(of: refused), at: location)
        }
        return form
    }

    private mutating func referenced(
        _ value: JSONValue, _ keyword: String, at location: SchemaDocument.Location
    ) throws(GrammarError) -> NormalForm {
        guard let reference = value.stringValue else {
            throw .malformed(pointer: "\(document.pointer(of: location))/\(keyword)", expected: "a reference")
        }
        guard keyword != "$recursiveRef" else {
            throw unsupported(keyword, at: location, "dynamic references are not resolved")
        }
        let target = try document.resolve(reference, from: location, keyword: keyword)
        if keyword == "$dynamicRef", reference.contains("#"), !reference.contains("#/"), document.isDynamic(target) {
            throw unsupported(keyword, at: location, "the schema it leads to depends on the way to it")
        }
        return try normalForm(of: .schema(target))
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
        of parts: [Formula], within form: NormalForm, at location: SchemaDocument.Location
    ) throws(GrammarError) -> NormalForm {
        var branches: [NormalForm] = []
        for part in parts { branches.append(try intersection(form, normalForm(of: part), at: location)) }
        var result: [NormalForm] = []
        for index in branches.indices {
            var branch = branches[index]
            for other in branches.indices where other != index {
                // Most lists are tagged unions: there is nothing to take away.
                if try areDisjoint(branches[index], branches[other], at: location) { continue }
                branch = try difference(branch, branches[other], at: parts[other].location)
            }
            result.append(branch)
        }
        return .union(result)
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

    /// The values that meet the schema's own assertions.
    private mutating func assertions(of schema: JSONObject, at location: SchemaDocument.Location) throws(GrammarError)
        -> NormalForm
    {
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
        return form
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

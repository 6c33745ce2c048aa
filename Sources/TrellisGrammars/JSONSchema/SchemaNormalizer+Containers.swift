import TrellisJSON

/// The assertions about arrays and objects.
extension SchemaNormalizer {
    /// The greatest number of disjoint sets of names that pattern properties may cut names into.
    private static let cellLimit = 256

    mutating func arrays(of schema: JSONObject, at location: SchemaDocument.Location) throws(GrammarError)
        -> [ArrayShape]
    {
        var shape = ArrayShape()
        shape.minimumCount = try count("minItems", of: schema, at: location) ?? 0
        shape.maximumCount = try count("maxItems", of: schema, at: location)
        if let maximum = shape.maximumCount, maximum < shape.minimumCount { return [] }
        // Until 2019-09 the list stood in `items`.
        let isList = schema["items"]?.arrayValue != nil
        let hasPrefix = document.dialect(at: location).draft == .twenty && !isList
        let (listKeyword, rest) = isList ? ("items", "additionalItems") : ("prefixItems", "items")
        if let value = schema[listKeyword], isList || hasPrefix {
            guard let elements = value.arrayValue else {
                throw .malformed(
                    pointer: "\(document.pointer(of: location))/\(listKeyword)", expected: "a list of schemas")
            }
            for (index, element) in elements.enumerated() {
                shape.prefix.append(try formula(element, listKeyword, String(index), at: location))
            }
            shape.evaluated.count = elements.count
        }
        if let value = schema[rest] {
            shape.items = try formula(value, rest, at: location)
            shape.evaluated = .all
        }
        shape.isUnique = schema["uniqueItems"] == .bool(true)
        guard let value = schema["contains"] else { return [shape] }
        return try containing(value, schema, shape, at: location)
    }

    /// The shape with what `contains` asks for.
    private mutating func containing(
        _ value: JSONValue, _ schema: JSONObject, _ shape: ArrayShape, at location: SchemaDocument.Location
    ) throws(GrammarError) -> [ArrayShape] {
        var shape = shape
        var tally = ArrayShape.Tally(formula: try formula(value, "contains", at: location))
        if document.dialect(at: location).draft == .twenty {
            shape.evaluated = shape.evaluated.union(.init(formulas: [tally.formula]))
        }
        tally.minimumCount = try count("minContains", of: schema, at: location) ?? 1
        tally.maximumCount = try count("maxContains", of: schema, at: location)
        if tally.minimumCount == 0, tally.maximumCount == nil { return [shape] }
        let counted =
            tally.formula == .always
            ? ArrayShape(minimumCount: tally.minimumCount, maximumCount: tally.maximumCount)
            : ArrayShape(tallies: [tally])
        return try intersection(shape, counted).map { [$0] } ?? []
    }

    /// The formula of the schema under a keyword; the trivial ones are known as such.
    mutating func formula(
        _ value: JSONValue, _ path: String..., at location: SchemaDocument.Location
    ) throws(GrammarError) -> Formula {
        switch value {
        case .bool(true): return .always
        case .bool(false): return .never
        case .object(let object) where object.isEmpty: return .always
        default: break
        }
        let child =
            try path.count > 1
            ? document.child(value, of: location, path[0], path[1]) : document.child(value, of: location, path[0])
        return .schema(try target(of: child))
    }

    /// Where a schema that is only a reference leads, so that what refers to one schema is one formula.
    mutating func target(of location: SchemaDocument.Location) throws(GrammarError) -> SchemaDocument.Location {
        var target = location
        for _ in 0..<options.limits.nesting {
            guard case .object(let schema) = document.schema(at: target), let reference = schema["$ref"]?.stringValue,
                document.dialect(at: target).isOld
                    || schema.allSatisfy({ $0.name == "$ref" || Self.annotations.contains($0.name) })
            else { break }
            target = try document.resolve(reference, from: target, keyword: "$ref")
        }
        return target
    }

    /// Keywords that say nothing about values.
    private static let annotations: Set<String> = [
        "title", "description", "default", "examples", "$comment", "deprecated", "readOnly", "writeOnly",
    ]

    mutating func objects(of schema: JSONObject, at location: SchemaDocument.Location) throws(GrammarError)
        -> [ObjectShape]
    {
        let cells = try cells(of: schema, at: location)
        var shape = ObjectShape(
            cells: cells.map { .init(names: $0.names, formula: $0.formula) }.filter { $0.formula != .never },
            minimumCount: try count("minProperties", of: schema, at: location) ?? 0,
            maximumCount: try count("maxProperties", of: schema, at: location))
        let pointer = document.pointer(of: location)
        var required: [JSONName] = []
        if let value = schema["required"] {
            // Before draft 4 a boolean stood in the property itself.
            guard let names = value.arrayValue else {
                throw .malformed(pointer: pointer + "/required", expected: "a list of names")
            }
            for name in names {
                guard let name = name.stringValue else {
                    throw .malformed(pointer: pointer + "/required", expected: "names")
                }
                required.append(JSONName(name))
            }
        }
        let needed = Set(required)
        let names = try namePattern(of: schema, at: location).map { questions.state(for: $0) }
        if let value = schema["properties"] {
            guard let properties = value.objectValue else {
                throw .malformed(pointer: pointer + "/properties", expected: "an object")
            }
            for (name, value) in properties {
                var parts = [try formula(value, "properties", name, at: location)]
                if let names, !questions.matches(names, name) { parts = [.never] }
                for cell in cells where questions.matches(cell.state, name) { parts += cell.matched }
                shape.set(
                    JSONName(name),
                    .init(formula: .all(parts), isRequired: needed.contains(JSONName(name)), isDeclared: true))
            }
        }
        for name in required where shape.members[name] == nil {
            let condition = self.formula(for: name, in: shape)
            shape.set(name, .init(formula: condition, isRequired: true, isDeclared: false))
        }
        if let order = schema["x-order"]?.arrayValue {
            shape.sortNames(first: order.compactMap(\.stringValue).map { JSONName($0) })
        }
        if schema["additionalProperties"] != nil {
            shape.evaluated = .anything
        } else {
            let listed = Pattern.any(of: [.texts((schema["properties"]?.objectValue ?? JSONObject()).map(\.name))])
            shape.evaluated = .any(of: [listed] + cells.filter { !$0.matched.isEmpty }.map(\.names))
        }
        if let maximum = shape.maximumCount, maximum < max(shape.minimumCount, shape.requiredCount) { return [] }
        return [shape]
    }

    /// Names that one set of patterns matches, what these ask of their members, and what is asked when no name is declared.
    private struct NameCell {
        var names: Pattern
        var state: PatternPool.State
        var matched: [Formula]
        var formula: Formula
    }

    /// Cuts all names into those that the same patterns match.
    private mutating func cells(of schema: JSONObject, at location: SchemaDocument.Location) throws(GrammarError)
        -> [NameCell]
    {
        var rest = Formula.always
        if let value = schema["additionalProperties"] {
            rest = try formula(value, "additionalProperties", at: location)
        }
        var cells = [(names: Pattern.anything, matched: [Formula]())]
        if let value = schema["patternProperties"] {
            guard let members = value.objectValue else {
                throw .malformed(pointer: "\(document.pointer(of: location))/patternProperties", expected: "an object")
            }
            for (text, value) in members {
                guard let pattern = try regex(text, "patternProperties", at: location) else { continue }
                let condition = try formula(value, "patternProperties", text, at: location)
                var next: [(names: Pattern, matched: [Formula])] = []
                for cell in cells {
                    let inside = Pattern.all(of: [cell.names, pattern])
                    let outside = Pattern.all(of: [cell.names, .not(pattern)])
                    if try !questions.isEmpty(inside) { next.append((inside, cell.matched + [condition])) }
                    if try !questions.isEmpty(outside) { next.append((outside, cell.matched)) }
                }
                cells = next
                guard cells.count <= Self.cellLimit else {
                    throw .limitExceeded(
                        pointer: "\(document.pointer(of: location))/patternProperties", limit: "kinds of names",
                        value: Self.cellLimit)
                }
            }
        }
        let allowed = try namePattern(of: schema, at: location)
        var result: [NameCell] = []
        for cell in cells {
            let names = Pattern.all(of: [cell.names, allowed ?? .anything])
            let formula = cell.matched.isEmpty ? rest : .all(cell.matched)
            if try questions.isEmpty(names) { continue }
            result.append(
                NameCell(names: names, state: questions.state(for: names), matched: cell.matched, formula: formula))
        }
        return result
    }

    /// The names that `propertyNames` allows; nil when it allows all.
    private mutating func namePattern(of schema: JSONObject, at location: SchemaDocument.Location) throws(GrammarError)
        -> Pattern?
    {
        guard let value = schema["propertyNames"] else { return nil }
        return try normalForm(of: formula(value, "propertyNames", at: location)).strings
    }
}

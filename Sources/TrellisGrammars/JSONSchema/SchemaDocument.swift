import TrellisJSON

/// A schema document: its subschemas by number, and where references lead.
///
/// References are resolved by RFC 3986 against the base that `$id` sets, within the document only: nothing is
/// fetched. A fragment is a JSON pointer or the name of an `$anchor`.
struct SchemaDocument {
    /// The number of a schema.
    struct Location: Hashable, Sendable {
        let index: Int
    }

    /// A place in the document that stands for a schema.
    private struct Place {
        let pointer: String
        let schema: JSONValue
        let base: String
    }

    /// The drafts that differ in what this package reads.
    enum Draft: Comparable {
        /// Draft 7 and before: nothing beside `$ref` counts.
        case seven
        /// 2019-09 and later.
        case modern
    }

    /// The draft that `$schema` names, the newest when it names none.
    let draft: Draft
    private let limits: JSONSchemaOptions.Limits
    private var places: [Place] = []
    private var byPointer: [String: Location] = [:]
    /// The schemas with an identifier, and anchors, by absolute reference.
    private var identified: [String: (pointer: String, schema: JSONValue)] = [:]
    /// How often each name of a `$dynamicAnchor` is given.
    private var dynamicAnchors: [String: Int] = [:]

    init(_ root: JSONValue, limits: JSONSchemaOptions.Limits) throws(GrammarError) {
        self.limits = limits
        draft = SchemaDocument.draft(named: root["$schema"]?.stringValue)
        identified[""] = ("", root)
        try collectIdentifiers(root)
        _ = try location(pointer: "", schema: root, base: rootBase(root))
    }

    private static func draft(named name: String?) -> Draft {
        guard let name else { return .modern }
        return ["draft-03", "draft-04", "draft-05", "draft-06", "draft-07"].contains { name.contains($0) }
            ? .seven : .modern
    }

    private func rootBase(_ root: JSONValue) -> String {
        URIReference.withoutFragment((root["$id"] ?? root["id"])?.stringValue ?? "")
    }

    /// The schema of the whole document.
    var root: Location { Location(index: 0) }

    /// The JSON pointer of a schema.
    func pointer(of location: Location) -> String { places[location.index].pointer }

    /// The schema itself.
    func schema(at location: Location) -> JSONValue { places[location.index].schema }

    /// The number of the schema under a keyword, or under a member or element of its value.
    mutating func child(_ schema: JSONValue, of parent: Location, _ path: String...) throws(GrammarError) -> Location {
        let place = places[parent.index]
        let pointer = path.reduce(place.pointer) { $0 + "/" + SchemaDocument.escaped($1) }
        return try location(pointer: pointer, schema: schema, base: place.base)
    }

    private mutating func location(pointer: String, schema: JSONValue, base: String) throws(GrammarError) -> Location {
        if let known = byPointer[pointer] { return known }
        guard places.count < limits.schemas else {
            throw .limitExceeded(pointer: pointer, limit: "schemas in a document", value: limits.schemas)
        }
        var base = base
        if let id = schema["$id"]?.stringValue, !(draft == .seven && schema["$ref"] != nil) {
            base = URIReference.withoutFragment(URIReference.resolve(id, against: base))
        }
        let location = Location(index: places.count)
        places.append(Place(pointer: pointer, schema: schema, base: base))
        byPointer[pointer] = location
        return location
    }

    // MARK: - References

    /// Where a reference in a schema leads.
    mutating func resolve(_ reference: String, from location: Location, keyword: String) throws(GrammarError)
        -> Location
    {
        let place = places[location.index]
        let error = GrammarError.unresolvedReference(pointer: place.pointer + "/" + keyword, reference: reference)
        let target = URIReference.resolve(reference, against: place.base)
        if let found = identified[target] { return try self.location(found, base: target) }
        let resource = URIReference.withoutFragment(target)
        let fragment = String(target.dropFirst(resource.count + 1))
        guard let start = identified[resource] ?? (resource == places[0].base ? identified[""] : nil) else {
            throw error
        }
        guard !fragment.isEmpty else { return try self.location(start, base: resource) }
        guard fragment.hasPrefix("/"), let decoded = URIReference.percentDecoded(fragment) else { throw error }
        return try walk(decoded, from: start, base: resource, error)
    }

    /// Whether a dynamic reference with that target may lead to another schema, depending on the way to it.
    func isDynamic(_ target: Location) -> Bool {
        schema(at: target)["$dynamicAnchor"]?.stringValue.map { dynamicAnchors[$0, default: 0] > 1 } ?? false
    }

    private mutating func location(
        _ found: (pointer: String, schema: JSONValue), base: String
    ) throws(GrammarError) -> Location {
        try location(pointer: found.pointer, schema: found.schema, base: URIReference.withoutFragment(base))
    }

    private mutating func walk(
        _ pointer: String, from start: (pointer: String, schema: JSONValue), base: String, _ error: GrammarError
    ) throws(GrammarError) -> Location {
        var value = start.schema
        var base = base
        for token in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let name = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
            if let member = value[name] {
                value = member
            } else if let elements = value.arrayValue, let index = Int(name), elements.indices.contains(index) {
                value = elements[index]
            } else {
                throw error
            }
            if let id = value["$id"]?.stringValue {
                base = URIReference.withoutFragment(URIReference.resolve(id, against: base))
            }
        }
        return try location(pointer: start.pointer + pointer, schema: value, base: base)
    }

    /// Finds `$id` and `$anchor` everywhere but in values that are data.
    private mutating func collectIdentifiers(_ root: JSONValue) throws(GrammarError) {
        var pending: [(value: JSONValue, pointer: String, base: String, isSchema: Bool)] = [
            (root, "", rootBase(root), true)
        ]
        var visited = 0
        while let (value, pointer, base, isSchema) = pending.popLast() {
            visited += 1
            guard visited <= limits.schemas else {
                throw .limitExceeded(pointer: pointer, limit: "schemas in a document", value: limits.schemas)
            }
            if let elements = value.arrayValue {
                for (index, element) in elements.enumerated() where element.isContainer {
                    pending.append((element, "\(pointer)/\(index)", base, true))
                }
            }
            guard let object = value.objectValue else { continue }
            var base = base
            if isSchema {
                if let id = value["$id"]?.stringValue ?? (draft == .seven ? value["id"]?.stringValue : nil) {
                    let absolute = URIReference.resolve(id, against: base)
                    identified[absolute.hasSuffix("#") ? String(absolute.dropLast()) : absolute] = (pointer, value)
                    if value["$id"] != nil { base = URIReference.withoutFragment(absolute) }
                }
                if let name = value["$dynamicAnchor"]?.stringValue { dynamicAnchors[name, default: 0] += 1 }
                for keyword in ["$anchor", "$dynamicAnchor"] {
                    if let name = value[keyword]?.stringValue { identified["\(base)#\(name)"] = (pointer, value) }
                }
            }
            for (name, member) in object where member.isContainer {
                if isSchema, ["enum", "const", "default", "examples"].contains(name) { continue }
                let isMap = isSchema && SchemaDocument.mapsOfSchemas.contains(name)
                pending.append((member, pointer + "/" + SchemaDocument.escaped(name), base, !isMap))
            }
        }
    }

    /// The keywords whose members are schemas with names of their own.
    private static let mapsOfSchemas: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies",
    ]

    /// A name as a token of a JSON pointer.
    static func escaped(_ name: String) -> String {
        name.contains("~") || name.contains("/") ? name.replacing("~", with: "~0").replacing("/", with: "~1") : name
    }
}

extension JSONValue {
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}

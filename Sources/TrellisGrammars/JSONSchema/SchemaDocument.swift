import TrellisJSON

/// A schema document and those it refers to: subschemas by number, and where references lead.
///
/// References are resolved by RFC 3986 against the base that `$id` sets, within the document, the documents that the
/// caller gives and the metaschemas: nothing is fetched. A fragment is a JSON pointer or the name of an anchor.
///
/// A dynamic reference leads to the first schema with its anchor on the way to it. So what is reached in ways with different
/// anchors is different schemas: a location has, beside its place, the anchors that are bound on the way.
struct SchemaDocument {
    /// The number of a schema.
    struct Location: Hashable, Sendable {
        /// The number of its place.
        let index: Int
        /// The number of the set of dynamic anchors that are bound on the way.
        let scope: Int
    }

    private let options: JSONSchemaOptions
    private var places: [SchemaPlace] = []
    private var byPointer: [String: Int] = [:]
    private var identifiers = SchemaIdentifiers()
    private var loaded: Set<String> = []
    /// Where references lead that were followed before.
    private var targets: [Reference: SchemaPlace] = [:]

    private struct Reference: Hashable {
        var text: String
        var base: String
    }
    /// Sets of bound anchors: names, each with the resource that has it.
    private var scopes: [[String: String]] = [[:]]
    private var scopeNumbers: [[String: String]: Int] = [[:]: 0]
    /// The schema of the whole document.
    private(set) var root = Location(index: 0, scope: 0)

    init(_ document: JSONValue, options: JSONSchemaOptions) throws(GrammarError) {
        self.options = options
        let place = SchemaPlace(
            document: document, pointer: "", base: "", dialect: SchemaDialect(), documents: options.documents)
        try identifiers.collect(place, knownAs: "", documents: options.documents, limit: options.limits.schemas)
        root = try location(of: place, scope: 0)
    }

    /// The JSON pointer of a schema.
    func pointer(of location: Location) -> String { places[location.index].pointer }

    /// The schema itself.
    func schema(at location: Location) -> JSONValue { places[location.index].schema }

    /// How a schema is read.
    func dialect(at location: Location) -> SchemaDialect { places[location.index].dialect }

    /// The number of the schema under a keyword, or under a member or element of its value.
    mutating func child(_ schema: JSONValue, of parent: Location, _ path: String...) throws(GrammarError) -> Location {
        let place = places[parent.index]
        let pointer = path.reduce(place.pointer) { $0 + "/" + Self.escaped($1) }
        if let index = byPointer[pointer] {
            return Location(index: index, scope: scope(parent.scope, entering: places[index].base))
        }
        return try location(
            of: SchemaPlace(schema, pointer: pointer, in: place, documents: options.documents), scope: parent.scope)
    }

    private mutating func location(of place: SchemaPlace, scope: Int) throws(GrammarError) -> Location {
        let scope = self.scope(scope, entering: place.base)
        if let index = byPointer[place.pointer] { return Location(index: index, scope: scope) }
        guard places.count < options.limits.schemas else {
            throw .limitExceeded(
                pointer: place.pointer, limit: "schemas in a document", value: options.limits.schemas)
        }
        places.append(place)
        byPointer[place.pointer] = places.count - 1
        return Location(index: places.count - 1, scope: scope)
    }

    /// The bound anchors in a resource: those from before, then its own.
    private mutating func scope(_ scope: Int, entering resource: String) -> Int {
        guard let anchors = identifiers.dynamicAnchors[resource] else { return scope }
        let bound = scopes[scope].merging(anchors.mapValues { _ in resource }) { first, _ in first }
        if let number = scopeNumbers[bound] { return number }
        scopes.append(bound)
        scopeNumbers[bound] = scopes.count - 1
        return scopes.count - 1
    }

    /// A name as a token of a JSON pointer.
    static func escaped(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "/") }
        return isPlain ? name : name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// The name that a token of a JSON pointer stands for.
    private static func unescaped(_ token: Substring) -> String {
        guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
        return String(token).replacing("~1", with: "/").replacing("~0", with: "~")
    }
}

// MARK: - References

extension SchemaDocument {
    /// Where a reference in a schema leads.
    mutating func resolve(_ reference: String, from location: Location, keyword: String) throws(GrammarError)
        -> Location
    {
        let place = places[location.index]
        guard let target = try self.place(of: reference, from: place) else {
            throw .unresolvedReference(pointer: "\(place.pointer)/\(keyword)", reference: reference)
        }
        if let name = dynamicAnchor(of: target, reference, keyword),
            let resource = scopes[location.scope][name], let first = identifiers.dynamicAnchors[resource]?[name]
        {
            return try self.location(of: first, scope: location.scope)
        }
        return try self.location(of: target, scope: location.scope)
    }

    /// The anchor of a target that a reference follows dynamically; nil when it leads to the target itself.
    private func dynamicAnchor(of target: SchemaPlace, _ reference: String, _ keyword: String) -> String? {
        switch keyword {
        case "$dynamicRef":
            guard let name = target.schema["$dynamicAnchor"]?.stringValue, reference.hasSuffix("#\(name)") else {
                return nil
            }
            return name
        case "$recursiveRef":
            return target.schema["$recursiveAnchor"] == .bool(true) ? SchemaIdentifiers.recursiveAnchor : nil
        default: return nil
        }
    }

    /// The place that a reference names, without regard to the way.
    private mutating func place(of reference: String, from place: SchemaPlace) throws(GrammarError) -> SchemaPlace? {
        let key = Reference(text: reference, base: place.base)
        if let known = targets[key] { return known }
        let found = try find(reference, from: place)
        targets[key] = found
        return found
    }

    private mutating func find(_ reference: String, from place: SchemaPlace) throws(GrammarError) -> SchemaPlace? {
        var target = URIReference.resolve(reference, against: place.base)
        if target.hasSuffix("#") { target.removeLast() }
        if let found = identifiers.places[target] { return found }
        let resource = URIReference.withoutFragment(target)
        if identifiers.places[resource] == nil {
            try load(resource, for: place)
            if let found = identifiers.places[target] { return found }
        }
        let fragment = String(target.dropFirst(resource.count + 1))
        guard let start = identifiers.places[resource], fragment.hasPrefix("/"),
            let pointer = URIReference.percentDecoded(fragment)
        else { return nil }
        return walk(pointer, from: start)
    }

    /// Adds the names of another document, when there is one of that name.
    private mutating func load(_ name: String, for place: SchemaPlace) throws(GrammarError) {
        guard loaded.insert(name).inserted,
            let document =
                options.documents[name] ?? options.documents["\(name)#"] ?? MetaSchemas.document(named: name)
        else { return }
        let root = SchemaPlace(
            document: document, pointer: "\(name)#", base: name, dialect: place.dialect, documents: options.documents)
        try identifiers.collect(root, knownAs: name, documents: options.documents, limit: options.limits.schemas)
    }

    private func walk(_ pointer: String, from start: SchemaPlace) -> SchemaPlace? {
        var place = start
        var position = SchemaPosition.schema
        for token in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let name = Self.unescaped(token)
            let value: JSONValue
            if let member = place.schema[name] {
                value = member
            } else if let elements = place.schema.arrayValue, let index = Int(name), elements.indices.contains(index) {
                value = elements[index]
            } else {
                return nil
            }
            position = position.member(name, value)
            place = SchemaPlace(
                value, pointer: "\(place.pointer)/\(Self.escaped(name))", in: place, at: position,
                documents: options.documents)
        }
        return place
    }
}

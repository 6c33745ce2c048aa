import TrellisJSON

/// The pass that follows the references of a schema and writes it in the JSON dialect.
///
/// Every named form (object, union) becomes a node, found by the type it belongs to; the forms of types not seen before
/// wait in a queue, so that recursion through types needs no recursion here. References between nodes are written as
/// placeholders until all nodes are known. Then names are given out: nodes of one name must have equal definitions, or
/// another name to go by; equal ones merge.
struct SchemaResolver {
    /// The limits of a schema.
    enum Limit {
        static let types = 4096
        static let nesting = 64
    }

    private struct Node {
        var name: String
        var alternativeName: String?
        var content: Content
        var fragment = JSONObject()

        /// Whether the node is something that can be referred to by name.
        var isDefinition: Bool {
            if case .form(let form) = content { return form.isNamed }
            return true
        }
    }

    private enum Content {
        case form(SchemaForm)
        case json(JSONObject, document: Int)
    }

    /// A finished schema that is embedded in this one.
    private struct Document {
        let definitions: JSONObject
        var rootNode: Int?
        var nodes: [String: Int] = [:]
    }

    private let rootName: String
    private var nodes: [Node] = []
    private var nodesByType: [ObjectIdentifier: Int] = [:]
    private var documents: [Document] = []
    private let choices: [String: SchemaForm]
    /// Whether numbers are bounded by what their types can hold.
    private let boundsNumbers: Bool
    private var namesReferredTo: [String] = []
    private var expandedCount = 0

    private init(rootName: String, choices: [String: SchemaForm], boundsNumbers: Bool) {
        self.rootName = rootName
        self.choices = choices
        self.boundsNumbers = boundsNumbers
    }

    /// Writes a schema in the JSON dialect, all definitions at its root.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - boundsNumbers: Whether numbers are bounded by what their types can hold.
    /// - Throws: `GenerationSchema.SchemaError` or `SchemaFault`.
    static func resolve(_ schema: GenerationSchema, boundsNumbers: Bool = false) throws -> JSONValue {
        if case .json(let value) = schema.form { return value }
        let parts = schema.namedParts
        var resolver = SchemaResolver(
            rootName: schema.name, choices: parts?.choices ?? [:], boundsNumbers: boundsNumbers)
        return try resolver.resolveRoot(schema, dependencies: parts?.dependencies ?? [])
    }

    private mutating func resolveRoot(_ schema: GenerationSchema, dependencies: [SchemaReference]) throws -> JSONValue {
        nodes.append(Node(name: rootName, content: .form(schema.form)))
        if schema.form.isNamed, let type = schema.type { nodesByType[ObjectIdentifier(type)] = 0 }
        for dependency in dependencies {
            _ = try fragment(of: dependency, guides: [], schema: rootName, property: nil, depth: 0)
        }
        while expandedCount < nodes.count {
            let node = nodes[expandedCount]
            switch node.content {
            case .form(let form): nodes[expandedCount].fragment = try expandNamed(form, node: node)
            case .json(let object, let document):
                nodes[expandedCount].fragment = rewriteReferences(of: object, in: document)
            }
            expandedCount += 1
        }
        return try assemble()
    }

    // MARK: Expanding

    private mutating func expandNamed(_ form: SchemaForm, node: Node) throws -> JSONObject {
        switch form {
        case .object(let object): return try expand(object, title: node.name)
        case .union(let name, let description, let choices):
            guard !choices.isEmpty else { throw SchemaResolver.emptyChoices(schema: name, property: nil) }
            var fragment = JSONObject()
            fragment["anyOf"] = .array(
                try choices.map {
                    .object(try self.fragment(of: $0, guides: [], schema: name, property: nil, depth: 0))
                })
            fragment["title"] = .string(name)
            fragment["description"] = description.map { .string($0) }
            return fragment
        default:
            var fragment = try expandInline(form, schema: node.name, property: nil, depth: 0)
            if case .choices(let name, _, _) = form { fragment["title"] = .string(name) }
            return fragment
        }
    }

    private mutating func expand(_ object: SchemaForm.Object, title: String) throws -> JSONObject {
        var properties = JSONObject()
        var required: [JSONValue] = []
        for property in object.properties {
            guard properties[property.name] == nil else {
                throw GenerationSchema.SchemaError.duplicateProperty(
                    schema: title, property: property.name,
                    context: .init(debugDescription: "schema “\(title)” has two properties “\(property.name)”"))
            }
            var fragment = try fragment(
                of: property.value, guides: property.guides, schema: title, property: property.name, depth: 0)
            let isNullable = property.isOptional && object.representsNilExplicitly
            if isNullable {
                var nullable = JSONObject()
                nullable["anyOf"] = [.object(fragment), ["type": "null"]]
                fragment = nullable
            }
            if let description = property.description { fragment["description"] = .string(description) }
            properties[property.name] = .object(fragment)
            if !property.isOptional || isNullable { required.append(.string(property.name)) }
        }
        var fragment = JSONObject()
        fragment["type"] = "object"
        fragment["title"] = .string(title)
        fragment["description"] = object.description.map { .string($0) }
        fragment["properties"] = .object(properties)
        fragment["required"] = .array(required)
        fragment["x-order"] = .array(properties.names.map { .string($0) })
        fragment["additionalProperties"] = false
        return fragment
    }

    private mutating func expandInline(
        _ form: SchemaForm, schema: String, property: String?, depth: Int
    ) throws -> JSONObject {
        var fragment = JSONObject()
        switch form {
        case .any, .object, .union, .json: break
        case .guided(let reference, let guides):
            fragment = try self.fragment(
                of: reference, guides: guides, schema: schema, property: property, depth: depth + 1)
        case .null: fragment["type"] = "null"
        case .boolean: fragment["type"] = "boolean"
        case .integer:
            fragment["type"] = "integer"
            if boundsNumbers {
                fragment["minimum"] = .number(JSONNumber(Int.min))
                fragment["maximum"] = .number(JSONNumber(Int.max))
            }
        case .double, .float, .decimal:
            fragment["type"] = "number"
            if boundsNumbers, let limit = form.numberLimit {
                fragment["minimum"] = JSONNumber("-" + limit.text).map { .number($0) }
                fragment["maximum"] = .number(limit)
            }
        case .string: fragment["type"] = "string"
        case .choices(let name, let description, let choices):
            guard !choices.isEmpty else { throw SchemaResolver.emptyChoices(schema: name, property: nil) }
            fragment["type"] = "string"
            fragment["enum"] = .array(choices.map { JSONValue.string($0) }.uniqued())
            fragment["description"] = description.map { .string($0) }
        case .array(let item, let itemGuides, let minimum, let maximum):
            fragment["type"] = "array"
            fragment["items"] = .object(
                try self.fragment(of: item, guides: itemGuides, schema: schema, property: property, depth: depth + 1))
            let bounds = [minimum.map { Guide.minimumCount($0) }, maximum.map { Guide.maximumCount($0) }]
            try apply(bounds.compactMap(\.self), to: &fragment, schema: schema, property: property)
        }
        return fragment
    }

    /// What stands for a reference: the definition of a form without a name, or a placeholder for a node.
    private mutating func fragment(
        of reference: SchemaReference, guides: [Guide], schema: String, property: String?, depth: Int
    ) throws -> JSONObject {
        guard depth < Limit.nesting else { throw SchemaFault.nestedTooDeep(schema: rootName, limit: Limit.nesting) }
        var fragment: JSONObject
        switch reference {
        case .type(let type):
            fragment = try self.fragment(of: type, schema: schema, property: property, depth: depth)
        case .guidedType(let type, let typeGuides):
            fragment = try self.fragment(of: type, schema: schema, property: property, depth: depth)
            try apply(typeGuides, to: &fragment, schema: schema, property: property)
        case .form(let form):
            fragment = try self.fragment(of: form, type: nil, schema: schema, property: property, depth: depth)
        case .name(let name):
            if let form = choices[name] {
                fragment = try expandInline(form, schema: schema, property: property, depth: depth)
            } else {
                fragment = JSONObject()
                fragment["$ref"] = .string(Placeholder.name(name).text)
                namesReferredTo.append(name)
            }
        }
        try apply(guides, to: &fragment, schema: schema, property: property)
        return fragment
    }

    private mutating func fragment(
        of type: any Generable.Type, schema: String, property: String?, depth: Int
    ) throws -> JSONObject {
        if let node = nodesByType[ObjectIdentifier(type)] { return SchemaResolver.reference(to: node) }
        let nested = type.generationSchema
        if nested.namedParts != nil {
            return try embed(try SchemaResolver.resolve(nested, boundsNumbers: boundsNumbers), of: type)
        }
        return try fragment(of: nested.form, type: type, schema: schema, property: property, depth: depth)
    }

    private mutating func fragment(
        of form: SchemaForm, type: (any Generable.Type)?, schema: String, property: String?, depth: Int
    ) throws -> JSONObject {
        if case .json(let value) = form { return try embed(value, of: type) }
        guard form.isNamed, let name = form.name else {
            return try expandInline(form, schema: schema, property: property, depth: depth)
        }
        let node = try addNode(name, form: form)
        if let type { nodesByType[ObjectIdentifier(type)] = node }
        return SchemaResolver.reference(to: node)
    }

    private mutating func addNode(_ name: String, form: SchemaForm) throws -> Int {
        var node = Node(name: name, content: .form(form))
        if case .object(let object) = form { node.alternativeName = object.alternativeName }
        return try addNode(node)
    }

    private mutating func addNode(_ node: Node) throws -> Int {
        guard nodes.count < Limit.types else { throw SchemaFault.tooManyTypes(schema: rootName, limit: Limit.types) }
        nodes.append(node)
        return nodes.count - 1
    }

    private func apply(_ guides: [Guide], to fragment: inout JSONObject, schema: String, property: String?) throws {
        let set = GuideSet(guides)
        if set.isChoiceOfNothing { throw SchemaResolver.emptyChoices(schema: schema, property: property) }
        do throws(GuideSet.Misfit) {
            try set.apply(to: &fragment)
        } catch {
            throw SchemaFault.unsupportedGuide(
                schema: schema, property: property, guide: error.guide, reason: error.reason)
        }
    }

    private static func emptyChoices(schema: String, property: String?) -> GenerationSchema.SchemaError {
        let place = property.map { ", property “\($0)”" } ?? ""
        return .emptyTypeChoices(
            schema: schema, context: .init(debugDescription: "schema “\(schema)”\(place): a choice between nothing"))
    }

    // MARK: Embedding finished schemas

    /// Places a finished schema inside this one: its definitions become nodes, its references point to them.
    private mutating func embed(_ value: JSONValue, of type: (any Generable.Type)?) throws -> JSONObject {
        guard var object = value.objectValue else { return JSONObject() }
        let definitions = object["$defs"]?.objectValue ?? JSONObject()
        object["$defs"] = nil
        let index = documents.count
        documents.append(Document(definitions: definitions))
        let isNamed = object["properties"] != nil || object["anyOf"] != nil || value.refersToItself
        guard isNamed, let name = object["title"]?.stringValue ?? type.map({ String(describing: $0) }) else {
            object["title"] = nil
            return try rewriteAndQueue(object, in: index)
        }
        let node = try addNode(Node(name: name, content: .json(object, document: index)))
        documents[index].rootNode = node
        if let type { nodesByType[ObjectIdentifier(type)] = node }
        try queueDefinitions(of: index)
        return SchemaResolver.reference(to: node)
    }

    private mutating func rewriteAndQueue(_ object: JSONObject, in document: Int) throws -> JSONObject {
        try queueDefinitions(of: document)
        return rewriteReferences(of: object, in: document)
    }

    private mutating func queueDefinitions(of document: Int) throws {
        for (name, value) in documents[document].definitions {
            guard let object = value.objectValue else { continue }
            documents[document].nodes[name] = try addNode(Node(name: name, content: .json(object, document: document)))
        }
    }

    private func rewriteReferences(of object: JSONObject, in document: Int) -> JSONObject {
        object.rewritingReferences { reference in
            let document = documents[document]
            if reference.hasPrefix("#/$defs/") {
                let rest = reference.dropFirst("#/$defs/".count)
                let name = String(rest.prefix { $0 != "/" })
                guard let node = document.nodes[JSONPointer.unescape(name)] else { return nil }
                return Placeholder.node(node, pointer: String(rest.dropFirst(name.count))).text
            }
            guard reference == "#" || reference.hasPrefix("#/"), let root = document.rootNode else { return nil }
            return Placeholder.node(root, pointer: String(reference.dropFirst())).text
        }
    }

    // MARK: Naming

    private static func reference(to node: Int) -> JSONObject {
        var fragment = JSONObject()
        fragment["$ref"] = .string(Placeholder.node(node, pointer: "").text)
        return fragment
    }

    /// Gives out names and joins the definitions.
    private mutating func assemble() throws -> JSONValue {
        var firstByName: [String: Int] = [:]
        var finished: [JSONObject] = []
        var isSettled = false
        while !isSettled {
            isSettled = true
            finished = nodes.map { naming($0) }
            firstByName = [:]
            for index in nodes.indices where index > 0 || nodes[0].isDefinition {
                guard let first = firstByName[nodes[index].name] else {
                    firstByName[nodes[index].name] = index
                    continue
                }
                if finished[first] == finished[index] { continue }
                guard let name = nodes[index].alternativeName, name != nodes[index].name else {
                    throw duplicateType(nodes[index].name)
                }
                nodes[index].name = name
                isSettled = false
            }
        }
        for name in choices.keys.sorted() where firstByName[name] != nil { throw duplicateType(name) }
        let missing = namesReferredTo.filter { firstByName[$0] == nil }.uniqued()
        guard missing.isEmpty else {
            let list = missing.map { "“\($0)”" }.joined(separator: ", ")
            throw GenerationSchema.SchemaError.undefinedReferences(
                schema: rootName, references: missing,
                context: .init(debugDescription: "schema “\(rootName)” refers to \(list), which no schema is named"))
        }
        var root = finished[0]
        var definitions = JSONObject()
        let reached = nodesReached(firstByName)
        for index in nodes.indices where reached.contains(index) && index > 0 {
            definitions[nodes[index].name] = .object(finished[index])
        }
        if !definitions.isEmpty { root["$defs"] = .object(definitions) }
        return .object(root)
    }

    private func duplicateType(_ name: String) -> GenerationSchema.SchemaError {
        .duplicateType(
            schema: rootName, type: name,
            context: .init(debugDescription: "schema “\(rootName)”: two different types are named “\(name)”"))
    }

    /// The nodes that references lead to from the root, each name once.
    private func nodesReached(_ firstByName: [String: Int]) -> Set<Int> {
        var reached: Set<Int> = [0]
        var pending = [0]
        while let index = pending.popLast() {
            _ = nodes[index].fragment.rewritingReferences { reference in
                let target: Int? =
                    switch Placeholder(reference) {
                    case .node(let index, _): firstByName[nodes[index].name]
                    case .name(let name): firstByName[name]
                    case nil: nil
                    }
                if let target, reached.insert(target).inserted { pending.append(target) }
                return nil
            }
        }
        return reached
    }

    /// The fragment of a node under the names that its title and references have now.
    private func naming(_ node: Node) -> JSONObject {
        var fragment = node.fragment
        if node.alternativeName != nil { fragment["title"] = .string(node.name) }
        let rootDefinition = nodes[0].isDefinition ? nodes[0].name : nil
        return fragment.rewritingReferences { reference in
            guard let placeholder = Placeholder(reference) else { return nil }
            let (name, pointer) =
                switch placeholder {
                case .node(let index, let pointer): (nodes[index].name, pointer)
                case .name(let name): (name, "")
                }
            return name == rootDefinition ? "#" + pointer : "#/$defs/" + JSONPointer.escape(name) + pointer
        }
    }
}

extension SchemaForm {
    /// Whether the form stands by itself as a definition rather than in the place of its use.
    var isNamed: Bool {
        switch self {
        case .object, .union: true
        default: false
        }
    }
}

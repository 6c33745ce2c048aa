import TrellisJSON

/// The schemas that documents give names to.
struct SchemaIdentifiers {
    /// The schemas with an identifier and those with an anchor, by absolute reference.
    private(set) var places: [String: SchemaPlace] = [:]
    /// The schemas with a dynamic anchor, by the URI of their resource and the anchor's name.
    private(set) var dynamicAnchors: [String: [String: SchemaPlace]] = [:]
    private var visited = 0

    /// The name that stands for `$recursiveAnchor`, which has none.
    static let recursiveAnchor = "#"

    /// Adds the names that a document gives, and the one it is known by.
    mutating func collect(
        _ document: SchemaPlace, knownAs name: String, documents: [String: JSONValue], limit: Int
    ) throws(GrammarError) {
        places[name] = document
        places[document.base] = document
        guard Self.mayHaveNames(below: document.schema, limit: limit) else { return addNames(of: document) }
        var pending: [(place: SchemaPlace, position: SchemaPosition)] = [(document, .schema)]
        while let (place, position) = pending.popLast() {
            visited += 1
            guard visited <= limit else {
                throw .limitExceeded(pointer: place.pointer, limit: "schemas in a document", value: limit)
            }
            if position == .schema { addNames(of: place) }
            func add(_ member: JSONValue, _ name: String) {
                let position = position.member(name, member)
                if position == .data { return }
                let pointer = "\(place.pointer)/\(SchemaDocument.escaped(name))"
                let place = SchemaPlace(member, pointer: pointer, in: place, at: position, documents: documents)
                pending.append((place, position))
            }
            switch place.schema {
            case .array(let elements): for (index, element) in elements.enumerated() { add(element, String(index)) }
            case .object(let object): for (name, member) in object { add(member, name) }
            default: break
            }
        }
    }

    /// Whether some value below a document looks like a schema with a name: in most documents none does. So may one that is
    /// larger than the limit.
    private static func mayHaveNames(below document: JSONValue, limit: Int) -> Bool {
        var pending = [document]
        var isRoot = true
        var visited = 0
        while let value = pending.popLast() {
            visited += 1
            if visited > limit { return true }
            switch value {
            case .array(let elements): pending.append(contentsOf: elements)
            case .object(let object):
                for (name, member) in object {
                    switch member {
                    case .array, .object: pending.append(member)
                    case .string, .bool: if !isRoot, isName(name) { return true }
                    default: break
                    }
                }
            default: break
            }
            isRoot = false
        }
        return false
    }

    private static func isName(_ keyword: String) -> Bool {
        guard keyword.utf8.first == UInt8(ascii: "$") else { return keyword == "id" }
        return ["$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"].contains(keyword)
    }

    private mutating func addNames(of place: SchemaPlace) {
        guard case .object(let schema) = place.schema else { return }
        let isIgnored = place.dialect.isOld && schema["$ref"] != nil
        let keyword = place.dialect.draft == .four && schema["$id"] == nil ? "id" : "$id"
        if let identifier = schema[keyword]?.stringValue, !isIgnored {
            // The base of a place is that of its own identifier already.
            let isBase = keyword == "$id" && !identifier.hasPrefix("#")
            let name =
                isBase
                ? place.base + identifier.dropFirst(URIReference.withoutFragment(identifier).count)
                : URIReference.resolve(identifier, against: place.base)
            places[name.hasSuffix("#") ? String(name.dropLast()) : name] = place
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            guard let name = schema[keyword]?.stringValue, !place.dialect.isOld else { continue }
            places["\(place.base)#\(name)"] = place
            if keyword == "$dynamicAnchor" { dynamicAnchors[place.base, default: [:]][name] = place }
        }
        if schema["$recursiveAnchor"] == .bool(true), place.dialect.draft == .nineteen {
            dynamicAnchors[place.base, default: [:]][Self.recursiveAnchor] = place
        }
    }
}

import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// What a grammar forces and what it leaves free, place by place, as text for people.
///
/// First each place of a value that can be told apart by its JSON pointer (`*` stands for any element or name): *forced* when
/// there is only one value, *limited* when there are some, *free* when anything of its type can stand there. Then a shortest
/// text, in which the bytes are marked that the model is never asked about. Of a string that is forced the model may still choose
/// the escapes.
struct FreedomText {
    /// The text.
    let text: String

    /// Describes a grammar that has been compiled for some vocabulary.
    init(_ compiled: CompiledGrammar) {
        var writer = PlaceWriter(compiled.grammar)
        writer.describe(compiled.grammar.root, at: "", isOptional: false)
        text =
            "places, forced to one value, limited, or free within a type:\n" + Self.table(writer.rows) + "\n"
            + Self.shortest(compiled)
    }

    private static func table(_ rows: [PlaceWriter.Row]) -> String {
        let width = rows.map(\.place.count).max() ?? 0
        return rows.map { row in
            "  " + row.place.padding(to: width) + "  " + row.freedom.rawValue.padding(to: 7)
                + "  \(row.text)\(row.isOptional ? " (may be absent)" : "")\n"
        }.joined()
    }

    /// Writes a shortest value with marks below its forced bytes.
    private static func shortest(_ compiled: CompiledGrammar) -> String {
        var matcher = Matcher(compiled)
        guard let tokens = matcher.shortestCompletion else { return "" }
        let bytes = tokens.flatMap { compiled.vocabulary.vocabulary.bytes(of: $0) }
        var isForced: [Bool] = []
        while isForced.count < bytes.count {
            let forced = min(matcher.forcedBytes.count, bytes.count - isForced.count)
            let step = max(1, forced)
            isForced += [Bool](repeating: forced > 0, count: step)
            guard matcher.accept(bytes: bytes[(isForced.count - step)..<isForced.count]) else { return "" }
        }
        var lines = [("", "")]
        var offset = 0
        for character in String(decoding: bytes, as: UTF8.self) {
            if lines[lines.count - 1].0.count == 100 { lines.append(("", "")) }
            let isVisible = character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            lines[lines.count - 1].0.append(isVisible ? character : "·")
            lines[lines.count - 1].1.append(isForced[offset] ? "^" : " ")
            offset += character.utf8.count
        }
        let share = isForced.filter(\.self).count
        let body = lines.map { text, marks in
            "  \(text)\n" + (marks.contains("^") ? "  \(marks.trimmedEnd)\n" : "")
        }.joined()
        return "shortest value, \(share) of \(bytes.count) bytes forced (^):\n\(body)"
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate var trimmedEnd: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}

/// Goes through the places of a grammar's values.
private struct PlaceWriter {
    /// How much a place leaves to the model.
    enum Freedom: String {
        case forced
        case limited
        case free
    }

    struct Row {
        var place: String
        var freedom: Freedom
        var text: String
        var isOptional: Bool
    }

    private let grammar: Grammar
    private(set) var rows: [Row] = []
    /// Where each container was described.
    private var seen: [Grammar.NodeID: String] = [:]
    private static let textLimit = 60

    init(_ grammar: Grammar) { self.grammar = grammar }

    /// Describes a node, and the places within it.
    mutating func describe(_ id: Grammar.NodeID, at place: String, isOptional: Bool) {
        let shown = place.isEmpty ? "(whole)" : place
        if let first = seen[id] {
            rows.append(Row(place: shown, freedom: .limited, text: "as \(first)", isOptional: isOptional))
            return
        }
        let parts = alternatives(of: id)
        let containers = parts.filter { if case .leaf = $0 { false } else { true } }
        let leaves = parts.compactMap { if case .leaf(let freedom, let text) = $0 { (freedom, text) } else { nil } }
        if !containers.isEmpty { seen[id] = shown }
        let texts = containers.map(\.summary) + leaves.map(\.1)
        let freedom: Freedom =
            parts.count == 1 ? leaves.first?.0 ?? .limited : leaves.contains { $0.0 == .free } ? .free : .limited
        rows.append(
            Row(
                place: shown, freedom: freedom,
                text: texts.isEmpty ? "nothing" : texts.joined(separator: " or ").shortened(to: 200),
                isOptional: isOptional))
        for container in containers { describe(container, at: place) }
    }

    private mutating func describe(_ container: Alternative, at place: String) {
        switch container {
        case .object(let object):
            for property in object.properties {
                let name = property.name.replacing("~", with: "~0").replacing("/", with: "~1")
                describe(
                    property.value, at: place + "/" + JSONValue.string(name).text().dropFirst().dropLast(),
                    isOptional: !property.isRequired)
            }
            for property in object.openProperties {
                let names = PatternText(property.names).text
                describe(
                    property.value, at: place + (property.names == .anything ? "/*" : "/<\(names)>"), isOptional: true)
            }
        case .array(let array):
            for (index, element) in array.prefix.enumerated() {
                describe(element, at: "\(place)/\(index)", isOptional: index >= array.minimumCount)
            }
            if let items = array.items {
                describe(items, at: "\(place)/*", isOptional: array.minimumCount <= array.prefix.count)
            }
        case .leaf: break
        }
    }

    /// One of the ways in which a value can be written.
    private enum Alternative {
        case object(ObjectNode)
        case array(ArrayNode)
        case leaf(Freedom, String)

        var summary: String {
            switch self {
            case .object(let object):
                "object" + counts(object.minimumCount, object.maximumCount)
                    + (object.order == .any && object.properties.count > 1 ? ", members in any order" : "")
            case .array(let array): "array" + counts(array.minimumCount, array.maximumCount)
            case .leaf(_, let text): text
            }
        }

        private func counts(_ least: Int, _ most: Int?) -> String {
            switch (least, most) {
            case (0, nil): ""
            case (let least, nil): " of at least \(least)"
            case (0, let most?): " of at most \(most)"
            case (let least, let most?): least == most ? " of \(least)" : " of \(least) to \(most)"
            }
        }
    }

    /// The alternatives of a node, those of choices within it among them.
    private func alternatives(of id: Grammar.NodeID) -> [Alternative] {
        var found: [Alternative] = []
        var pending = [id]
        var visited: Set<Grammar.NodeID> = []
        while let id = pending.popLast() {
            guard visited.insert(id).inserted else { continue }
            switch grammar[id] {
            case .choice(let nodes): pending += nodes.reversed()
            case .object(let object): found.append(.object(object))
            case .array(let array): found.append(.array(array))
            case .literal(let bytes): found.append(.leaf(.forced, String(decoding: bytes, as: UTF8.self)))
            case .lexeme(let lexeme): found.append(leaf(lexeme))
            case .sequence, .repetition: found.append(.leaf(.limited, "text of a rule"))
            }
        }
        return found
    }

    private func leaf(_ lexeme: Lexeme) -> Alternative {
        let isString = lexeme.form == .jsonString
        switch lexeme.pattern {
        case .anything where isString: return .leaf(.free, "any string")
        case .texts(let texts):
            let shown = texts.map { isString ? JSONValue.string($0).text() : $0 }
            if shown.count == 1 { return .leaf(.forced, shown[0]) }
            return .leaf(.limited, "one of \(shown.count): \(shown.joined(separator: ", "))")
        case Self.number where !isString: return .leaf(.free, "any number")
        case Self.integer where !isString: return .leaf(.free, "any integer")
        default:
            let pattern = "/\(PatternText(lexeme.pattern).text.shortened(to: Self.textLimit))/"
            return .leaf(.limited, (isString ? "string " : "") + pattern)
        }
    }

    private static let number = pattern(ofType: "number")
    private static let integer = pattern(ofType: "integer")

    /// The pattern of all values of a type of numbers.
    private static func pattern(ofType name: String) -> Pattern {
        guard let grammar = try? Grammar(jsonSchema: ["type": .string(name)]),
            case .lexeme(let lexeme) = grammar[grammar.root]
        else { return .nothing }
        return lexeme.pattern
    }
}

extension String {
    /// The text, or its beginning with a mark behind.
    fileprivate func shortened(to limit: Int) -> String { count > limit ? prefix(limit - 1) + "…" : self }
}

import TrellisGrammars
import TrellisJSON

/// The notation in which Gemma writes the arguments of a call: JSON with bare names of members, without blanks, and with strings
/// between tags, in which nothing is escaped.
enum GemmaNotation {
    /// The grammar of the values of a JSON grammar in this notation.
    ///
    /// - Parameters:
    ///   - json: The grammar of the JSON texts.
    ///   - quote: The tag before and after strings.
    ///   - quoteBytes: The bytes that stand for the tag in a grammar.
    /// - Throws: `GrammarError.unsupported` for objects whose names are open or counted, which the notation can't be bound to.
    static func grammar(
        of json: Grammar, quote: String, _ quoteBytes: [UInt8]
    ) throws(GrammarError) -> Grammar {
        var writer = Writer(json: json, quote: quote, quoteBytes: quoteBytes)
        return try writer.grammar()
    }

    private struct Writer {
        let json: Grammar
        let quote: String
        let quoteBytes: [UInt8]
        var builder = GrammarBuilder()

        mutating func grammar() throws(GrammarError) -> Grammar {
            let ids = json.nodes.map { _ in builder.reserve() }
            for (id, node) in zip(ids, json.nodes) {
                builder.define(id, as: try notation(of: node.mappingReferences { ids[$0.index] }))
            }
            return try builder.build(root: ids[json.root.index], layout: .compact)
        }

        private mutating func notation(of node: Grammar.Node) throws(GrammarError) -> Grammar.Node {
            switch node {
            case .literal(let bytes):
                guard bytes.first == UInt8(ascii: "\""), case .string(let text)? = try? JSONValue(parsing: bytes) else {
                    return node
                }
                return .literal(quoteBytes + Array(text.utf8) + quoteBytes)
            case .lexeme(let lexeme) where lexeme.form == .jsonString:
                let mark = builder.add(.literal(quoteBytes))
                let text = Pattern.all(of: [lexeme.pattern, .not(.containing(.text(quote)))])
                return .sequence([mark, builder.lexeme(text, as: .plain), mark])
            case .object(let object): return .sequence([builder.literal("{"), try members(of: object)])
            case .lexeme, .sequence, .choice, .repetition, .array: return node
            }
        }

        /// The members of an object and the brace after them.
        private mutating func members(of object: ObjectNode) throws(GrammarError) -> Grammar.NodeID {
            let required = object.properties.count { $0.isRequired }
            guard object.openProperties.isEmpty, object.minimumCount <= required,
                object.maximumCount.map({ $0 >= object.properties.count }) ?? true
            else {
                throw .unsupported(
                    pointer: "", keyword: "additionalProperties",
                    reason: "arguments in the notation of Gemma have declared members only, in any number")
            }
            let end = builder.literal("}")
            // From the last member to the first: what may follow with and without a member before it.
            var (after, first) = (end, end)
            for property in object.properties.reversed() {
                let value = builder.add(.sequence([builder.literal("\(property.name):"), property.value]))
                let comma = builder.literal(",")
                let present = builder.add(.sequence([value, after]))
                let presentAfter = builder.add(.sequence([comma, value, after]))
                first = property.isRequired ? present : builder.add(.choice([present, first]))
                after = property.isRequired ? presentAfter : builder.add(.choice([presentAfter, after]))
            }
            return first
        }
    }

    // MARK: Reading

    /// Reads a value that the text begins with.
    ///
    /// - Returns: The value and the number of bytes it takes; nil when the text ends before the value does.
    /// - Throws: `JSONError` for a text that is no value.
    static func read(_ text: ArraySlice<UInt8>, quote: [UInt8]) throws(JSONError) -> (JSONValue, Int)? {
        var reader = Reader(text: text, position: text.startIndex, quote: quote)
        do {
            let value = try reader.value(depth: 0)
            return (value, reader.position - text.startIndex)
        } catch {
            switch error {
            case .unfinished: return nil
            case .invalid(let kind): throw JSONError(kind, at: reader.position - text.startIndex)
            }
        }
    }

    private enum Fault: Error {
        case unfinished
        case invalid(JSONError.Kind)
    }

    private struct Reader {
        let text: ArraySlice<UInt8>
        var position: Int
        let quote: [UInt8]

        mutating func value(depth: Int) throws(Fault) -> JSONValue {
            guard depth < JSONValue.defaultDepthLimit else {
                throw .invalid(.tooDeep(limit: JSONValue.defaultDepthLimit))
            }
            switch try next() {
            case UInt8(ascii: "{"): return try object(depth: depth)
            case UInt8(ascii: "["): return try array(depth: depth)
            default: break
            }
            if text[position...].starts(with: quote) { return try string() }
            // A number or word that ends with the text may go on.
            guard let end = text[position...].firstIndex(where: { ",]}".utf8.contains($0) }) else {
                throw .unfinished
            }
            do throws(JSONError) {
                let value = try JSONValue(parsing: Array(text[position..<end]))
                position = end
                return value
            } catch {
                throw .invalid(error.kind)
            }
        }

        private func next() throws(Fault) -> UInt8 {
            guard position < text.endIndex else { throw .unfinished }
            return text[position]
        }

        private mutating func string() throws(Fault) -> JSONValue {
            position += quote.count
            let start = position
            while position < text.endIndex {
                if text[position...].starts(with: quote) {
                    defer { position += quote.count }
                    return .string(String(decoding: text[start..<position], as: UTF8.self))
                }
                position += 1
            }
            throw .unfinished
        }

        private mutating func array(depth: Int) throws(Fault) -> JSONValue {
            position += 1
            var elements: [JSONValue] = []
            while try next() != UInt8(ascii: "]") {
                elements.append(try value(depth: depth + 1))
                try skipComma(before: UInt8(ascii: "]"))
            }
            position += 1
            return .array(elements)
        }

        private mutating func object(depth: Int) throws(Fault) -> JSONValue {
            position += 1
            var object = JSONObject()
            while try next() != UInt8(ascii: "}") {
                guard let colon = text[position...].firstIndex(of: UInt8(ascii: ":")) else { throw .unfinished }
                let name = String(decoding: text[position..<colon], as: UTF8.self)
                position = colon + 1
                object[name] = try value(depth: depth + 1)
                try skipComma(before: UInt8(ascii: "}"))
            }
            position += 1
            return .object(object)
        }

        private mutating func skipComma(before end: UInt8) throws(Fault) {
            switch try next() {
            case UInt8(ascii: ","): position += 1
            case end: return
            case let byte: throw .invalid(.unexpectedByte(byte))
            }
        }
    }
}

import TrellisGrammars
import TrellisJSON

/// A grammar matched in the most literal way: a set of to-do stacks, no sharing, no numbers.
///
/// Written from the description of the grammar alone, to compare masks with.
struct NaiveMatcher {
    enum Item: Hashable {
        case node(Int)
        case bytes([UInt8])
        /// A lexeme: what remains, and the bytes of a scalar that is not complete. `isOpen`: after the opening quote.
        case lexeme(Pattern, Lexeme.Form, pending: [UInt8], isOpen: Bool)
        case sequence(Int, from: Int)
        case repetition(Int, done: Int)
        /// In an object: after its members so far, or after a comma.
        case object(Int, NaiveEnds.Members)
        case member(Int, NaiveEnds.Members)
        /// In an array: after its elements so far, or after a comma.
        case array(Int, NaiveEnds.Elements)
        case element(Int, NaiveEnds.Elements)
        /// A node whose value must not be one of some.
        case compared(Int, Set<JSONValue>)
        /// The bytes of a name that is being written and compared.
        case name([UInt8])
    }

    typealias Stack = [Item]

    let grammar: Grammar
    private(set) var stacks: Set<Stack> = []
    private let ends: NaiveEnds

    init(_ grammar: Grammar) {
        self.grammar = grammar
        ends = NaiveEnds(grammar)
        stacks = expand([[.node(grammar.root.index)]])
    }

    var isComplete: Bool { stacks.contains([]) }
    var isDead: Bool { stacks.isEmpty }

    mutating func step(_ byte: UInt8) {
        stacks = expand(stacks.compactMap { Self.consume($0, byte).map { Self.record(byte, in: $0) } })
    }

    // MARK: One byte

    /// Adds a byte to the texts that are being written and compared; a text ends where its item is on top.
    private static func record(_ byte: UInt8, in stack: Stack) -> Stack {
        stack.map { item in
            switch item {
            case .array(let index, var elements):
                elements.text?.append(byte)
                return .array(index, elements)
            case .name(let text): return .name(text + [byte])
            default: return item
            }
        }
    }

    private static func consume(_ stack: Stack, _ byte: UInt8) -> Stack? {
        guard let top = stack.last else { return nil }
        let rest = stack.dropLast()
        switch top {
        case .bytes(let bytes):
            return bytes.first == byte ? rest + [.bytes(Array(bytes.dropFirst()))] : nil
        case .lexeme(let pattern, let form, let pending, let isOpen):
            return consume(pattern, form, pending, isOpen, byte).map { rest + $0 }
        default: return nil
        }
    }

    private static func consume(
        _ pattern: Pattern, _ form: Lexeme.Form, _ pending: [UInt8], _ isOpen: Bool, _ byte: UInt8
    ) -> [Item]? {
        if form == .jsonString, !isOpen {
            return byte == 0x22 ? [.lexeme(pattern, form, pending: [], isOpen: true)] : nil
        }
        if form == .jsonString, pending.isEmpty, byte == 0x22 { return pattern.matchesEmpty ? [] : nil }
        let spelling = pending + [byte]
        switch scalars(spelledBy: spelling, form) {
        case .none: return nil
        case .one(let scalar):
            let rest = pattern.after(scalar)
            return rest.matchesSomething ? [.lexeme(rest, form, pending: [], isOpen: isOpen)] : nil
        case .ranges(let ranges):
            let candidates = pattern.representatives
            let isPossible = ranges.contains { range in
                (candidates.filter(range.contains) + [range.lowerBound, range.upperBound]).contains { scalar in
                    Unicode.Scalar(scalar) != nil && pattern.after(scalar).matchesSomething
                }
            }
            return isPossible ? [.lexeme(pattern, form, pending: spelling, isOpen: isOpen)] : nil
        }
    }

    private enum Spelled {
        case none
        case one(UInt32)
        case ranges([ClosedRange<UInt32>])
    }

    /// The scalars whose spelling begins with the bytes, or the one whose spelling they are.
    private static func scalars(spelledBy bytes: [UInt8], _ form: Lexeme.Form) -> Spelled {
        if form == .jsonString, bytes[0] == 0x5C { return escaped(bytes) }
        if form == .jsonString, bytes[0] < 0x20 { return .none }
        let length: Int
        switch bytes[0] {
        case 0..<0x80: return .one(UInt32(bytes[0]))
        case 0xC0..<0xE0: length = 2
        case 0xE0..<0xF0: length = 3
        case 0xF0..<0xF8: length = 4
        default: return .none
        }
        if bytes.dropFirst().contains(where: { $0 >> 6 != 2 }) { return .none }
        func decoded(_ filler: UInt8) -> UInt32 {
            (bytes + Array(repeating: filler, count: length - bytes.count)).enumerated().reduce(0) { value, next in
                next.offset == 0
                    ? UInt32(next.element) & (0x7F >> UInt32(length)) : value << 6 | UInt32(next.element & 0x3F)
            }
        }
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        let greatest: UInt32 = length == 2 ? 0x7FF : length == 3 ? 0xFFFF : 0x10FFFF
        let (low, high) = (max(decoded(0x80), least), min(decoded(0xBF), greatest))
        if low > high { return .none }
        if bytes.count == length {
            return Unicode.Scalar(low) == nil ? .none : .one(low)
        }
        return .ranges(withoutSurrogates(low, high))
    }

    private static func withoutSurrogates(_ low: UInt32, _ high: UInt32) -> [ClosedRange<UInt32>] {
        var ranges: [ClosedRange<UInt32>] = []
        if low <= min(high, 0xD7FF) { ranges.append(low...min(high, 0xD7FF)) }
        if max(low, 0xE000) <= high { ranges.append(max(low, 0xE000)...high) }
        return ranges
    }

    private static func escaped(_ bytes: [UInt8]) -> Spelled {
        guard bytes.count > 1 else { return .ranges([0...0xD7FF, 0xE000...0x10FFFF]) }
        let short: [UInt8: UInt32] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
        ]
        if let scalar = short[bytes[1]] { return bytes.count == 2 ? .one(scalar) : .none }
        guard bytes[1] == 0x75, let text = String(validating: bytes.dropFirst(2), as: UTF8.self) else { return .none }
        func range(_ digits: Substring) -> ClosedRange<UInt32>? {
            guard digits.allSatisfy({ $0.isHexDigit && $0.isASCII }) else { return nil }
            let filled = { (filler: Character) in
                UInt32(digits + String(repeating: filler, count: 4 - digits.count), radix: 16)
            }
            guard let low = filled("0"), let high = filled("f") else { return nil }
            return low...high
        }
        guard let first = range(text.prefix(4)) else { return .none }
        if text.count <= 4 {
            if text.count == 4, Unicode.Scalar(first.lowerBound) != nil { return .one(first.lowerBound) }
            var ranges = withoutSurrogates(first.lowerBound, first.upperBound)
            let halves = (max(first.lowerBound, 0xD800), min(first.upperBound, 0xDBFF))
            if halves.0 <= halves.1 {
                ranges.append((0x10000 + (halves.0 - 0xD800) << 10)...(0x10000 + (halves.1 - 0xD800) << 10 + 0x3FF))
            }
            return ranges.isEmpty ? .none : .ranges(ranges)
        }
        guard (0xD800...0xDBFF).contains(first.lowerBound) else { return .none }
        let start = 0x10000 + (first.lowerBound - 0xD800) << 10
        let tail = text.dropFirst(4)
        if tail == "\\" || tail == "\\u" { return .ranges([start...(start + 0x3FF)]) }
        guard tail.hasPrefix("\\u"), let second = range(tail.dropFirst(2)) else { return .none }
        let low = max(second.lowerBound, 0xDC00)
        let high = min(second.upperBound, 0xDFFF)
        if low > high { return .none }
        return tail.count == 6
            ? .one(start + low - 0xDC00) : .ranges([(start + low - 0xDC00)...(start + high - 0xDC00)])
    }

    // MARK: What may come

    /// Replaces tops until each stack is empty or waits for a byte.
    private func expand(_ stacks: [Stack]) -> Set<Stack> {
        var seen = Set(stacks)
        var waiting = stacks
        var result: Set<Stack> = []
        while let stack = waiting.popLast() {
            var next: [Stack] = []
            guard let top = stack.last else {
                result.insert(stack)
                continue
            }
            let rest = Array(stack.dropLast())
            switch top {
            case .bytes(let bytes): if bytes.isEmpty { next = [rest] } else { result.insert(stack) }
            case .lexeme(let pattern, let form, let pending, _):
                result.insert(stack)
                if form == .plain, pending.isEmpty, pattern.matchesEmpty { next = [rest] }
            case .array(let index, var elements) where elements.text.map({ !$0.isEmpty }) ?? false:
                guard let text = elements.text, let value = try? JSONValue(parsing: text) else { continue }
                guard elements.used.insert(value).inserted else { continue }
                elements.text = nil
                next = [rest + [.array(index, elements)]]
            case .name(let text): next = Self.noting(text, in: rest).map { [$0] } ?? []
            default: next = replacements(top).map { rest + $0 }
            }
            for stack in next where seen.insert(stack).inserted { waiting.append(stack) }
        }
        return result
    }

    /// The stack with a name noted in its topmost object; nil when the object has it already.
    private static func noting(_ text: [UInt8], in stack: Stack) -> Stack? {
        guard let name = try? JSONValue(parsing: text).stringValue else { return nil }
        for index in stack.indices.reversed() {
            guard case .object(let node, var members) = stack[index] else { continue }
            guard members.names.insert(name).inserted else { return nil }
            var result = stack
            result[index] = .object(node, members)
            return result
        }
        return nil
    }

    private var gap: Item? {
        guard case .flexible(let limit) = grammar.layout else { return nil }
        let blank = Pattern.scalars(ScalarSet([0x20, 0x0A, 0x0D, 0x09].map { UInt32($0)...UInt32($0) }))
        return .lexeme(.repetition(blank, atLeast: 0, atMost: limit), .plain, pending: [], isOpen: true)
    }

    private func text(_ text: String) -> Item { .bytes(Array(text.utf8)) }
    private var comma: [Item] {
        if case .exact(_, let afterComma) = grammar.layout { return [text("," + afterComma)] }
        return [gap, text(","), gap].compactMap { $0 }.reversed()
    }
    private var colon: [Item] {
        if case .exact(let afterColon, _) = grammar.layout { return [text(":" + afterColon)] }
        return [gap, text(":"), gap].compactMap { $0 }.reversed()
    }
    private func closing(_ bracket: String) -> [Item] { [text(bracket)] + (gap.map { [$0] } ?? []) }

    /// What an item stands for; in each list the last comes first.
    private func replacements(_ item: Item) -> [[Item]] {
        switch item {
        case .node(let index): return ends.live[index] ? replacements(ofNode: index) : []
        case .sequence(let index, let from):
            guard case .sequence(let parts) = grammar.nodes[index] else { return [] }
            return from == parts.count ? [[]] : [[.sequence(index, from: from + 1), .node(parts[from].index)]]
        case .repetition(let index, let done):
            guard case .repetition(let body, let minimum, let maximum) = grammar.nodes[index] else { return [] }
            var all: [[Item]] = done >= minimum ? [[]] : []
            if done < maximum ?? .max {
                let next = maximum == nil ? min(done + 1, minimum) : done + 1
                all.append([.repetition(index, done: next), .node(body.index)])
            }
            return all
        case .object(let index, let members):
            guard case .object(let object) = grammar.nodes[index] else { return [] }
            var all: [[Item]] = ends.mayEnd(object, members) ? [closing("}")] : []
            if !replacements(.member(index, members)).isEmpty {
                all.append([.member(index, members)] + (members.count == 0 ? gap.map { [$0] } ?? [] : comma))
            }
            return all
        case .member(let index, let members):
            guard case .object(let object) = grammar.nodes[index] else { return [] }
            return self.members(object, index, members)
        case .array(let index, let elements):
            guard case .array(let array) = grammar.nodes[index] else { return [] }
            var all: [[Item]] = ends.mayEnd(array, elements) ? [closing("]")] : []
            if !replacements(.element(index, elements)).isEmpty {
                all.append([.element(index, elements)] + (elements.count == 0 ? gap.map { [$0] } ?? [] : comma))
            }
            return all
        case .element(let index, let elements):
            guard case .array(let array) = grammar.nodes[index] else { return [] }
            if array.isUnique {
                return ends.next(array, elements).compactMap { node, after in
                    let refused = ends.refused(array, elements, after: after)
                    return ends.values(of: node).isSubset(of: refused)
                        ? nil : [.array(index, after), .compared(node, refused)]
                }
            }
            return ends.next(array, elements).filter { ends.canFinish(array, $0.after) }.map { node, after in
                [.array(index, after), .node(node)]
            }
        case .compared(let index, let refused): return replacements(ofNode: index, without: refused)
        case .bytes, .lexeme, .name: return []
        }
    }

    private func replacements(ofNode index: Int, without refused: Set<JSONValue>) -> [[Item]] {
        switch grammar.nodes[index] {
        case .literal(let bytes):
            return (try? JSONValue(parsing: bytes)).map { !refused.contains($0) } ?? false ? [[.bytes(bytes)]] : []
        case .lexeme(let lexeme):
            let pattern = ends.pattern(of: lexeme, without: refused)
            guard pattern.matchesSomething else { return [] }
            return [[.lexeme(pattern, lexeme.form, pending: [], isOpen: lexeme.form == .plain)]]
        case .choice(let nodes): return nodes.map { [.compared($0.index, refused)] }
        case .sequence, .repetition, .object, .array: return []
        }
    }

    private func members(_ object: ObjectNode, _ index: Int, _ members: NaiveEnds.Members) -> [[Item]] {
        var all: [[Item]] = []
        for next in object.properties.indices.dropFirst(members.position) {
            let property = object.properties[next]
            let after = ends.after(property: next, members)
            if ends.live[property.value.index], ends.canFinish(object, after) {
                let name = Item.bytes(Array(spelled(property.name).utf8))
                all.append([.object(index, after), .node(property.value.index)] + colon + [name])
            }
            if property.isRequired { return all }
        }
        for (next, open) in object.openProperties.enumerated() {
            let after = ends.after(open: next, object, members)
            guard ends.live[open.value.index], open.names.matchesSomething, ends.canFinish(object, after) else {
                continue
            }
            let value = [Item.object(index, after), .node(open.value.index)] + colon
            guard object.hasDistinctNames else {
                all.append(value + [.lexeme(open.names, .jsonString, pending: [], isOpen: false)])
                continue
            }
            let names =
                members.names.isEmpty
                ? open.names : .intersection([open.names, .complement(.texts(Array(members.names)))])
            all.append(value + [.name([]), .lexeme(names, .jsonString, pending: [], isOpen: false)])
        }
        return all
    }

    /// A name as JSON; the names of the tests need no escapes but for quotes and backslashes.
    private func spelled(_ name: String) -> String {
        "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private func replacements(ofNode index: Int) -> [[Item]] {
        switch grammar.nodes[index] {
        case .literal(let bytes): [[.bytes(bytes)]]
        case .lexeme(let lexeme): [[.lexeme(lexeme.pattern, lexeme.form, pending: [], isOpen: lexeme.form == .plain)]]
        case .sequence: [[.sequence(index, from: 0)]]
        case .choice(let nodes): nodes.map { [.node($0.index)] }
        case .repetition: [[.repetition(index, done: 0)]]
        case .object: [[.object(index, NaiveEnds.Members()), text("{")]]
        case .array(let array): [[.array(index, .init(tallies: array.tallies.map { _ in 0 })), text("[")]]
        }
    }
}

/// Sets of stacks, shared and numbered: what may follow the lexeme that is being read.
///
/// A stack set is a sorted list of top frames, no two alike, each with the set of stacks below it. So a grammar that
/// leaves several readings open keeps one entry for all that agree from the top down, the work of a step is bounded
/// by the number of different tops, and equal situations have equal numbers however they were reached.
struct StackTable {
    /// The number of a set of stacks.
    typealias Stack = Int32

    /// No stack: what lies under the bottom frame.
    static let none: Stack = 0

    /// The numbers of each frame: kind, node, first, names, count, needs, record, parent.
    private var table = SequenceTable()
    private static let width = 8
    /// The known unions, by both numbers, the lower one first.
    private var unions: [UInt64: Stack] = [:]

    /// Makes a table with the empty set.
    init() { _ = table.intern([]) }

    /// The number of different sets.
    var count: Int { table.count }

    /// The number of numbers in all sets.
    var elementCount: Int { table.elements.count }

    /// The set of the one stack with that frame on top.
    mutating func push(_ frame: Frame) -> Stack {
        table.intern { fields in
            fields.append(frame.kind.rawValue)
            fields.append(frame.node)
            fields.append(frame.first)
            fields.append(frame.names)
            fields.append(frame.count)
            fields.append(frame.needs)
            fields.append(frame.record)
            fields.append(frame.parent)
        }
    }

    /// The top frames of a set.
    func frames(_ stack: Stack) -> [Frame] {
        let numbers = table[stack]
        return stride(from: numbers.startIndex, to: numbers.endIndex, by: Self.width).compactMap { index in
            Frame.Kind(rawValue: numbers[index]).map { kind in
                Frame(
                    kind: kind, node: numbers[index + 1], first: numbers[index + 2], names: numbers[index + 3],
                    count: numbers[index + 4], needs: numbers[index + 5], record: numbers[index + 6],
                    parent: numbers[index + 7])
            }
        }
    }

    /// The stacks of either set; frames that agree share one set below.
    mutating func union(_ left: Stack, _ right: Stack) -> Stack {
        if let known = knownUnion(left, right) { return known }
        // Sets below that must be united first lie above on this list: stacks may be deep.
        var pending = [(left, right)]
        while let (left, right) = pending.last {
            if knownUnion(left, right) == nil, let stack = merged(left, right, &pending) {
                unions[Self.key(left, right)] = stack
            }
            if knownUnion(left, right) != nil { pending.removeLast() }
        }
        return knownUnion(left, right) ?? left
    }

    private static func key(_ left: Stack, _ right: Stack) -> UInt64 {
        UInt64(UInt32(bitPattern: min(left, right))) << 32 | UInt64(UInt32(bitPattern: max(left, right)))
    }

    private func knownUnion(_ left: Stack, _ right: Stack) -> Stack? {
        if left == right || right == Self.none { return left }
        if left == Self.none { return right }
        return unions[Self.key(left, right)]
    }

    /// Merges two sorted lists of frames; nil, with what is missing added to the list, when sets below are not united yet.
    private mutating func merged(_ left: Stack, _ right: Stack, _ pending: inout [(Stack, Stack)]) -> Stack? {
        // Copies: while a slice of the table is held, adding to it would copy all of it.
        let (first, second) = (Array(table[left]), Array(table[right]))
        var (one, other) = (first.startIndex, second.startIndex)
        var result: [Int32] = []
        result.reserveCapacity(first.count + second.count)
        var isComplete = true
        while one < first.endIndex || other < second.endIndex {
            let order =
                one == first.endIndex ? 1 : other == second.endIndex ? -1 : Self.compare(first, one, second, other)
            if order < 0 {
                result += first[one..<one + Self.width]
                one += Self.width
            } else if order > 0 {
                result += second[other..<other + Self.width]
                other += Self.width
            } else {
                let below = (first[one + Self.width - 1], second[other + Self.width - 1])
                if let stack = knownUnion(below.0, below.1) {
                    result += first[one..<one + Self.width - 1]
                    result.append(stack)
                } else {
                    isComplete = false
                    pending.append(below)
                }
                one += Self.width
                other += Self.width
            }
        }
        return isComplete ? table.intern(result) : nil
    }

    /// How the frames at two places compare, what is below them left out.
    private static func compare(_ first: [Int32], _ one: Int, _ second: [Int32], _ other: Int)
        -> Int
    {
        for offset in 0..<width - 1 where first[one + offset] != second[other + offset] {
            return first[one + offset] < second[other + offset] ? -1 : 1
        }
        return 0
    }
}

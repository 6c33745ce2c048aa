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

    /// Seven numbers a frame: kind, node, first, names, count, needs, parent.
    private var table = SequenceTable()
    private static let width = 7

    /// Makes a table with the empty set.
    init() { _ = table.intern([]) }

    /// The number of different sets.
    var count: Int { table.count }

    /// The set of the one stack with that frame on top.
    mutating func push(_ frame: Frame) -> Stack {
        table.intern { fields in
            fields.append(frame.kind.rawValue)
            fields.append(frame.node)
            fields.append(frame.first)
            fields.append(frame.names)
            fields.append(frame.count)
            fields.append(frame.needs)
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
                    count: numbers[index + 4], needs: numbers[index + 5], parent: numbers[index + 6])
            }
        }
    }

    /// The stacks of either set; frames that agree share one set below.
    mutating func union(_ left: Stack, _ right: Stack) -> Stack {
        if left == right || right == Self.none { return left }
        if left == Self.none { return right }
        var merged: [[Int32]: Stack] = [:]
        for stack in [left, right] {
            let numbers = Array(table[stack])
            for index in stride(from: 0, to: numbers.count, by: Self.width) {
                let top = Array(numbers[index..<index + Self.width - 1])
                let parent = numbers[index + Self.width - 1]
                merged[top] = merged[top].map { union($0, parent) } ?? parent
            }
        }
        let sorted = merged.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return table.intern(sorted.flatMap { $0.key + [$0.value] })
    }
}

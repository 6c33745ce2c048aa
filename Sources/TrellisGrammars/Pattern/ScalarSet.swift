/// A set of Unicode scalar values as sorted, disjoint, non-adjacent ranges.
public struct ScalarSet: Hashable, Sendable {
    /// A closed range of scalar values; never touches the surrogates.
    public typealias Range = ClosedRange<UInt32>

    /// The ranges in ascending order.
    public let ranges: [Range]

    /// The greatest scalar value.
    public static let maximum: UInt32 = 0x10FFFF
    /// The values that are no scalars: halves of surrogate pairs.
    public static let surrogates: Range = 0xD800...0xDFFF
    /// No scalar.
    public static let none = ScalarSet(normalized: [])
    /// Every scalar.
    public static let all = ScalarSet(normalized: [0...0xD7FF, 0xE000...maximum])

    private init(normalized ranges: [Range]) { self.ranges = ranges }

    /// Makes a set from ranges in any order; parts outside the scalar values are left out.
    public init(_ ranges: some Sequence<Range>) {
        var result: [Range] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            for part in ScalarSet.withoutSurrogates(range) {
                if let last = result.last, part.lowerBound <= last.upperBound &+ 1 {
                    result[result.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
                } else {
                    result.append(part)
                }
            }
        }
        self.ranges = result
    }

    /// Makes a set of the given scalars.
    public init(_ scalars: some Sequence<Unicode.Scalar>) {
        self.init(scalars.map { $0.value...$0.value })
    }

    private static func withoutSurrogates(_ range: Range) -> [Range] {
        guard range.lowerBound <= maximum else { return [] }
        let upper = min(range.upperBound, maximum)
        var parts: [Range] = []
        if range.lowerBound < surrogates.lowerBound {
            parts.append(range.lowerBound...min(upper, surrogates.lowerBound - 1))
        }
        if upper > surrogates.upperBound {
            parts.append(max(range.lowerBound, surrogates.upperBound + 1)...upper)
        }
        return parts
    }

    /// Whether the set has no scalar.
    public var isEmpty: Bool { ranges.isEmpty }

    /// The number of scalars.
    public var count: Int { ranges.reduce(0) { $0 + Int($1.upperBound - $1.lowerBound) + 1 } }

    /// Whether the scalar is in the set.
    public func contains(_ scalar: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(scalar)
    }

    /// The scalars in either set.
    public func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

    /// The scalars in both sets.
    public func intersection(_ other: ScalarSet) -> ScalarSet {
        var result: [Range] = []
        var left = ranges[...]
        var right = other.ranges[...]
        while let first = left.first, let second = right.first {
            let low = max(first.lowerBound, second.lowerBound)
            let high = min(first.upperBound, second.upperBound)
            if low <= high { result.append(low...high) }
            if first.upperBound < second.upperBound { left.removeFirst() } else { right.removeFirst() }
        }
        return ScalarSet(result)
    }

    /// The scalars that are not in the set.
    public var complement: ScalarSet {
        var result: [Range] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= ScalarSet.maximum { result.append(next...ScalarSet.maximum) }
        return ScalarSet(result)
    }

    /// Whether every scalar of the other set is in this one.
    public func isSuperset(of other: ScalarSet) -> Bool { other.subtracting(self).isEmpty }

    /// The scalars that are in this set and not in the other.
    public func subtracting(_ other: ScalarSet) -> ScalarSet { intersection(other.complement) }
}

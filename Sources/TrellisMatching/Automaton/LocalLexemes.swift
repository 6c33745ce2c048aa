/// Lexemes that only one grammar has: literals, and the declared names of its objects.
///
/// Their states are numbers above those of the shared automaton, and need no table of successors: a literal's state
/// is a place in an array of bytes, a name's state a range of a sorted list.
///
/// Not synchronised: used under the lock of its vocabulary.
final class LocalLexemes {
    /// The least number of a literal's state.
    static let literalBase: Int32 = 1 << 29
    /// The least number of a name's state.
    static let nameBase: Int32 = 1 << 30

    // Invariant of the unchecked properties: as in `GrammarAutomaton`.
    /// The bytes of all literals; 256 ends each.
    @exclusivity(unchecked)
    private var literals: [UInt16] = []
    private var literalStarts: [[UInt8]: Int32] = [:]

    /// A sorted list of spelled names with the property each stands for.
    struct NameList {
        var names: [(bytes: [UInt8], property: Int32)]
    }
    @exclusivity(unchecked)
    private(set) var nameLists: [NameList] = []
    /// Name states: list, low, high, depth, set of allowed properties.
    @exclusivity(unchecked)
    private var nameStates = SequenceTable()
    /// Sets of properties as 32-bit words.
    @exclusivity(unchecked)
    private var propertySets = SequenceTable()

    // MARK: Literals

    /// The state before a literal.
    func literal(_ bytes: [UInt8]) -> Int32 {
        if let known = literalStarts[bytes] { return known }
        let start = unsafe Self.literalBase + Int32(literals.count)
        unsafe literals.append(contentsOf: bytes.map(UInt16.init))
        unsafe literals.append(256)
        literalStarts[bytes] = start
        return start
    }

    /// The byte of a literal that a state is before; nil at its end.
    func literalByte(_ state: Int32) -> UInt8? { unsafe UInt8(exactly: literals[Int(state - Self.literalBase)]) }

    // MARK: Names

    /// A range of a list's names that agree in their first `depth` bytes.
    struct NameRange {
        var list: Int32
        var low: Int32
        var high: Int32
        var depth: Int32
        /// The set of the properties whose names count.
        var allowed: Int32
    }

    /// The names that a state leaves open.
    func range(of state: Int32) -> NameRange {
        let start = unsafe Int(nameStates.starts[Int(state - Self.nameBase)])
        return unsafe NameRange(
            list: nameStates.elements[start], low: nameStates.elements[start + 1], high: nameStates.elements[start + 2],
            depth: nameStates.elements[start + 3], allowed: nameStates.elements[start + 4])
    }

    /// Calls a body for each byte that leads on from a range, with the range it leads to, and gives the property whose name
    /// ends here.
    func eachBranch(of range: NameRange, _ body: (UInt8, NameRange) -> Void) -> Int32? {
        var ended: Int32?
        var next = range.low
        while next < range.high {
            let (bytes, property) = unsafe nameLists[Int(range.list)].names[Int(next)]
            if !contains(range.allowed, property) {
                next += 1
            } else if bytes.count == Int(range.depth) {
                ended = property
                next += 1
            } else {
                let byte = bytes[Int(range.depth)]
                let end = firstName(range.list, next, range.high, range.depth, notBelow: UInt16(byte) + 1)
                var branch = range
                (branch.low, branch.high, branch.depth) = (next, end, range.depth + 1)
                body(byte, branch)
                next = end
            }
        }
        return ended
    }

    /// Adds the list of an object's spelled names, in the order of its properties.
    func addNames(_ names: [[UInt8]]) -> Int32 {
        let sorted = names.enumerated().map { (bytes: $0.element, property: Int32($0.offset)) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        unsafe nameLists.append(NameList(names: sorted))
        return unsafe Int32(nameLists.count - 1)
    }

    /// The number of a set of properties.
    func propertySet(_ words: [Int32]) -> Int32 { unsafe propertySets.intern(words) }

    /// Whether a set has a property.
    func contains(_ set: Int32, _ property: Int32) -> Bool {
        let word = unsafe Int(propertySets.starts[Int(set)]) + Int(property >> 5)
        return unsafe propertySets.elements[word] >> (property & 31) & 1 == 1
    }

    /// The words of a set of properties.
    func words(ofSet set: Int32) -> [Int32] { unsafe Array(propertySets[set]) }

    /// The state before one of the allowed names; nil when the set is empty.
    func names(list: Int32, allowed: Int32) -> Int32? {
        unsafe narrowed(list: list, low: 0, high: Int32(nameLists[Int(list)].names.count), depth: 0, allowed: allowed)
    }

    /// The state of the allowed names within a range, with the range drawn in to them.
    private func narrowed(list: Int32, low: Int32, high: Int32, depth: Int32, allowed: Int32) -> Int32? {
        var (low, high) = (low, high)
        while low < high, unsafe !contains(allowed, nameLists[Int(list)].names[Int(low)].property) { low += 1 }
        while low < high, unsafe !contains(allowed, nameLists[Int(list)].names[Int(high - 1)].property) { high -= 1 }
        guard low < high else { return nil }
        return unsafe Self.nameBase
            + nameStates.intern { fields in
                fields.append(list)
                fields.append(low)
                fields.append(high)
                fields.append(depth)
                fields.append(allowed)
            }
    }

    // MARK: Steps

    /// The state after a byte, or nil.
    func step(_ state: Int32, _ byte: UInt8) -> Int32? {
        if state < Self.nameBase {
            return unsafe literals[Int(state - Self.literalBase)] == UInt16(byte) ? state + 1 : nil
        }
        let range = range(of: state)
        let first = firstName(range.list, range.low, range.high, range.depth, notBelow: UInt16(byte))
        let last = firstName(range.list, first, range.high, range.depth, notBelow: UInt16(byte) + 1)
        guard first < last else { return nil }
        return narrowed(list: range.list, low: first, high: last, depth: range.depth + 1, allowed: range.allowed)
    }

    /// The first name of a range whose byte at a depth is not below a bound; names that have ended come first.
    private func firstName(
        _ list: Int32, _ low: Int32, _ high: Int32, _ depth: Int32, notBelow bound: UInt16
    ) -> Int32 {
        var (first, last) = (low, high)
        while first < last {
            let middle = (first + last) / 2
            let bytes = unsafe nameLists[Int(list)].names[Int(middle)].bytes
            let isBefore = Int(depth) >= bytes.count || UInt16(bytes[Int(depth)]) < bound
            if isBefore { first = middle + 1 } else { last = middle }
        }
        return first
    }

    /// The property whose name ends here.
    func acceptedProperty(_ state: Int32) -> Int32? {
        guard state >= Self.nameBase else { return nil }
        let fields = unsafe nameStates[state - Self.nameBase]
        let name = unsafe nameLists[Int(fields[fields.startIndex])].names[Int(fields[fields.startIndex + 1])]
        return name.bytes.count == Int(fields[fields.startIndex + 3]) ? name.property : nil
    }

    /// Whether the lexeme ends here; literals and names that end do not go on.
    func isAccepting(_ state: Int32) -> Bool {
        unsafe state < Self.nameBase ? literals[Int(state - Self.literalBase)] == 256 : acceptedProperty(state) != nil
    }

    /// The bytes that lead on.
    func byteSet(of state: Int32) -> ByteSet {
        var set = ByteSet()
        if state < Self.nameBase {
            let byte = unsafe literals[Int(state - Self.literalBase)]
            if byte < 256 { set.insert(UInt8(byte)) }
            return set
        }
        let fields = unsafe Array(nameStates[state - Self.nameBase])
        for name in unsafe nameLists[Int(fields[0])].names[Int(fields[1])..<Int(fields[2])]
        where Int(fields[3]) < name.bytes.count && contains(fields[4], name.property) {
            set.insert(name.bytes[Int(fields[3])])
        }
        return set
    }

    /// The bytes from here to the end of a literal, or of the cheapest name by the given costs of properties.
    func rest(of state: Int32, cost: (Int32) -> Int) -> ArraySlice<UInt8> {
        if state < Self.nameBase {
            return unsafe literals[Int(state - Self.literalBase)...].prefix { $0 < 256 }.map {
                UInt8(truncatingIfNeeded: $0)
            }[
                ...]
        }
        let fields = unsafe Array(nameStates[state - Self.nameBase])
        let candidates = unsafe nameLists[Int(fields[0])].names[Int(fields[1])..<Int(fields[2])]
            .filter { contains(fields[4], $0.property) }
        let best = candidates.min { left, right in
            left.bytes.count + cost(left.property) < right.bytes.count + cost(right.property)
        }
        return best?.bytes.dropFirst(Int(fields[3])) ?? []
    }
}

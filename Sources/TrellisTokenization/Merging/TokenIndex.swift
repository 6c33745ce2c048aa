/// A hash table from the bytes of a token to its ID.
///
/// Texts are compared byte for byte: Swift's strings are equal when they are canonically equivalent, and a vocabulary
/// may well have a token for each spelling of an accented letter.
struct TokenIndex: Sendable {
    /// The bytes of all tokens, one after the other.
    private let bytes: [UInt8]
    /// Where each token's bytes start, with one more entry for the end.
    private let offsets: [UInt32]
    /// For each slot the ID plus one, zero for an empty slot; a power of two of slots, at most half of them taken.
    private var slots: [UInt32]
    /// The length of the longest token.
    private(set) var longest = 0
    /// Two IDs with the same bytes, when there are such.
    private(set) var duplicate: (first: Int, second: Int)?

    /// Makes an index of tokens in a list; of two with the same bytes the first is found.
    ///
    /// - Parameters:
    ///   - ids: the IDs to be found.
    ///   - bytes: the bytes of all IDs, one after the other.
    ///   - offsets: where each ID's bytes start, with one more entry for the end.
    init(_ ids: some Collection<Int>, bytes: [UInt8], offsets: [UInt32]) {
        self.bytes = bytes
        self.offsets = offsets
        var capacity = 16
        while capacity < offsets.count * 2 { capacity *= 2 }
        slots = [UInt32](repeating: 0, count: capacity)
        for id in ids { insert(id) }
    }

    /// The bytes of a list of tokens one after the other, and where each starts, with one more entry for the end.
    static func flatten(_ tokens: [[UInt8]]) -> (bytes: [UInt8], offsets: [UInt32]) {
        var bytes: [UInt8] = []
        var offsets: [UInt32] = [0]
        bytes.reserveCapacity(tokens.reduce(0) { $0 + $1.count })
        offsets.reserveCapacity(tokens.count + 1)
        for token in tokens {
            bytes.append(contentsOf: token)
            offsets.append(UInt32(bytes.count))
        }
        return (bytes, offsets)
    }

    /// Makes one more token of the list be found, unless one with the same bytes already is.
    mutating func insert(_ id: Int) {
        guard offsets[id] < offsets[id + 1] else { return }
        let range = Int(offsets[id])..<Int(offsets[id + 1])
        var slot = Self.hash(bytes, range) & (slots.count - 1)
        while slots[slot] != 0 {
            let other = Int(slots[slot]) - 1
            if matches(other, bytes, range) {
                if duplicate == nil { duplicate = (other, id) }
                return
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = UInt32(id) + 1
        longest = max(longest, range.count)
    }

    /// The ID of the token with the bytes in a range of a text.
    func token(_ text: [UInt8], _ range: Range<Int>) -> UInt32? {
        guard range.count <= longest else { return nil }
        var slot = Self.hash(text, range) & (slots.count - 1)
        while slots[slot] != 0 {
            let id = slots[slot] - 1
            if matches(Int(id), text, range) { return id }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The ID of the token with these bytes.
    func token(_ text: [UInt8]) -> UInt32? { token(text, 0..<text.count) }

    private func matches(_ id: Int, _ text: [UInt8], _ range: Range<Int>) -> Bool {
        let start = Int(offsets[id])
        guard Int(offsets[id + 1]) - start == range.count else { return false }
        for index in 0..<range.count where bytes[start + index] != text[range.lowerBound + index] { return false }
        return true
    }

    /// FNV-1a with a final mix, so that the low bits depend on all bytes.
    private static func hash(_ text: [UInt8], _ range: Range<Int>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in range { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3 }
        hash ^= hash >> 32
        return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 20)
    }
}

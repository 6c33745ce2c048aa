/// A text that is compared by its UTF-8 bytes, as JSON compares member names.
///
/// Swift's strings compare by canonical equivalence: “é” as one scalar and as “e” with a combining accent are one
/// string to Swift and two different names to JSON (RFC 8259, section 8.3).
package struct JSONName: Sendable {
    /// The text itself.
    package let text: String

    /// Makes a name.
    package init(_ text: String) { self.text = text }
}

extension JSONName: Hashable {
    /// Equal when the UTF-8 bytes are equal.
    package static func == (left: JSONName, right: JSONName) -> Bool {
        guard left.text.utf8.count == right.text.utf8.count else { return false }
        // Safe: the buffers are read inside the closures and nothing of them is kept.
        let isEqual = unsafe left.text.utf8.withContiguousStorageIfAvailable { first in
            unsafe right.text.utf8.withContiguousStorageIfAvailable { second in unsafe first.elementsEqual(second) }
        }
        return isEqual.flatMap { $0 } ?? left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the UTF-8 bytes, so that names that only Swift thinks equal do not fall together.
    package func hash(into hasher: inout Hasher) {
        var copy = text
        // Safe: the hasher reads the buffer inside the closure and keeps nothing of it.
        copy.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
        hasher.combine(UInt8(0xFF))
    }
}

extension JSONName: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Makes a name from a literal.
    package init(stringLiteral value: String) { text = value }

    /// The text itself.
    package var description: String { text }
}

/// The reader of a stream of server-sent events (WHATWG HTML, section 9.2): bytes in, the data of events out.
///
/// Pure. Names, identities and retry times of events mean nothing here and are left out.
package struct ServerSentEvents {
    /// An event that is longer than it may be.
    package struct TooLong: Error {}

    /// The greatest number of bytes of one event.
    static let sizeLimit = 1 << 24

    private var line: [UInt8] = []
    private var data: [UInt8]?
    private var endsInReturn = false
    private var isAtStart = true

    /// Makes a reader of a stream of which nothing has arrived.
    package init() {}

    /// Takes the next bytes.
    ///
    /// - Returns: The data of the events that they complete.
    /// - Throws: `TooLong`.
    package mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [String] {
        var events: [String] = []
        for byte in bytes {
            defer { endsInReturn = byte == UInt8(ascii: "\r") }
            switch byte {
            // The second half of an end of line.
            case UInt8(ascii: "\n") where endsInReturn: continue
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = endLine() { events.append(event) }
            default:
                guard line.count + (data?.count ?? 0) < Self.sizeLimit else { throw TooLong() }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> String? {
        defer { line.removeAll(keepingCapacity: true) }
        if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isAtStart = false
        guard !line.isEmpty else {
            defer { data = nil }
            return data.map { String(decoding: $0, as: UTF8.self) }
        }
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        guard name.elementsEqual("data".utf8) else { return nil }
        var value = line[name.endIndex...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        data = data.map { $0 + [UInt8(ascii: "\n")] + value } ?? Array(value)
        return nil
    }
}

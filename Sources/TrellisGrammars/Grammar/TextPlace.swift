/// A place in a grammar text, as editors count: both from one, columns in Unicode scalars.
public struct TextPlace: Hashable, Sendable, CustomStringConvertible {
    /// The line.
    public let line: Int
    /// The column.
    public let column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place in words.
    public var description: String { "line \(line), column \(column)" }
}

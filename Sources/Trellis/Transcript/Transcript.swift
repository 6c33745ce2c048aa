/// What was said in a session: instructions, prompts, calls of tools with their outputs, and responses, in order.
///
/// A transcript is the whole state of a conversation: a session made from one goes on where it ended. Its JSON form is
/// that of Foundation Models.
public struct Transcript: Sendable, Equatable {
    private var entries: [Entry]

    /// Makes a transcript of entries.
    ///
    /// - Parameter entries: The entries in order.
    public init(entries: some Sequence<Entry> = []) { self.entries = Array(entries) }

    /// The entries after the instructions it begins with.
    public var history: ArraySlice<Entry> {
        get { entries[instructionCount...] }
        set { entries = Array(entries[..<instructionCount]) + newValue }
    }

    /// The tools that the instructions it begins with describe.
    var toolDefinitions: [ToolDefinition] {
        var definitions: [ToolDefinition] = []
        for case .instructions(let instructions) in entries[..<instructionCount] {
            definitions += instructions.toolDefinitions
        }
        return definitions
    }

    /// The number of instructions that the transcript begins with.
    private var instructionCount: Int {
        entries.prefix {
            if case .instructions = $0 { true } else { false }
        }.count
    }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// Makes an empty transcript.
    public init() { entries = [] }

    /// The position of the first entry.
    public var startIndex: Int { entries.startIndex }

    /// The position after the last entry.
    public var endIndex: Int { entries.endIndex }

    /// The entry at a position, which must be one of the transcript.
    public subscript(position: Int) -> Entry {
        get { entries[position] }
        set { entries[position] = newValue }
    }

    /// Replaces the entries in a range by others.
    public mutating func replaceSubrange(_ range: Range<Int>, with newEntries: some Collection<Entry>) {
        entries.replaceSubrange(range, with: newEntries)
    }
}

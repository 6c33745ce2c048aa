/// Lexemes whose text is remembered: a state of a shared lexeme, and the bytes that led there.
///
/// Only what must be compared with something written later is read this way, for every text makes states of its own. Texts
/// share their beginnings: each is another text and a byte.
struct RecordedLexemes {
    /// The least number of a recorded lexeme's state.
    static let base: Int32 = LocalLexemes.nameBase + 1 << 29

    private var texts: [(parent: Int32, byte: UInt8)] = [(0, 0)]
    private var textNumbers: [UInt64: Int32] = [:]
    private var states: [(lexeme: LexemeAutomaton.State, text: Int32)] = []
    private var stateNumbers: [UInt64: Int32] = [:]

    /// About the size of the tables in bytes.
    var bytes: Int { (texts.count + states.count) * 32 }

    /// The state at the start of a lexeme.
    mutating func start(_ lexeme: LexemeAutomaton.State) -> Int32 { intern(lexeme, 0) }

    private mutating func intern(_ lexeme: LexemeAutomaton.State, _ text: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: lexeme)) << 32 | UInt64(UInt32(bitPattern: text))
        if let known = stateNumbers[key] { return known }
        let number = Self.base + Int32(states.count)
        states.append((lexeme, text))
        stateNumbers[key] = number
        return number
    }

    /// The state of the lexeme itself.
    func lexeme(of state: Int32) -> LexemeAutomaton.State { states[Int(state - Self.base)].lexeme }

    /// The state after a byte that leads the lexeme to another state.
    mutating func step(_ state: Int32, _ byte: UInt8, to lexeme: LexemeAutomaton.State) -> Int32 {
        let parent = states[Int(state - Self.base)].text
        let key = UInt64(UInt32(bitPattern: parent)) << 8 | UInt64(byte)
        let text: Int32
        if let known = textNumbers[key] {
            text = known
        } else {
            text = Int32(texts.count)
            texts.append((parent, byte))
            textNumbers[key] = text
        }
        return intern(lexeme, text)
    }

    /// The bytes that led to a state.
    func text(of state: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var text = states[Int(state - Self.base)].text
        while text != 0 {
            bytes.append(texts[Int(text)].byte)
            text = texts[Int(text)].parent
        }
        return bytes.reversed()
    }
}

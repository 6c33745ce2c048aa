/// Steps by the bytes of a whole token.
///
/// As long as no lexeme may end and no two come to be the same, only lexemes move: the states between need no number.
extension GrammarAutomaton {
    /// The number of configurations beyond which it pays to look up successors that are known.
    private static let few = 8

    /// The state after the bytes of a token, or `dead`.
    func step(_ state: State, over bytes: ArraySlice<UInt8>, of token: Int32?) -> State {
        guard let token, bytes.count > 1 else { return step(state, over: bytes) }
        if let known = unsafe tokenSuccessors.find(state, UInt32(bitPattern: token)) { return known }
        let next = step(state, over: bytes)
        if next != Self.dead { unsafe tokenSuccessors.insert(state, UInt32(bitPattern: token), next) }
        return next
    }

    /// The state after some bytes, or `dead`.
    func step(_ state: State, over bytes: ArraySlice<UInt8>) -> State {
        var state = state
        var place = bytes.startIndex
        while place < bytes.endIndex, state != Self.dead {
            let start = unsafe Int(table.starts[Int(state)])
            let count = unsafe Int(table.starts[Int(state) + 1]) - start
            if unsafe table.elements[start] == 0 {
                if count == 3 {
                    state = moveOne(state, start, bytes, &place)
                } else if count <= 1 + 2 * Self.few {
                    state = moveSeveral(state, start..<start + count, bytes, &place)
                }
            }
            if state != Self.dead, place < bytes.endIndex {
                state = step(state, bytes[place])
                place += 1
            }
        }
        return state
    }

    /// Moves the lexeme of a state with one configuration until it may end.
    private func moveOne(_ state: State, _ start: Int, _ bytes: ArraySlice<UInt8>, _ place: inout Int) -> State {
        let before = unsafe table.elements[start + 1]
        var lexeme = before
        while place < bytes.endIndex {
            let next = lexemeStep(lexeme, bytes[place])
            if next == LexemeAutomaton.dead { return Self.dead }
            if next != lexeme, lexemeIsAccepting(next) { break }
            lexeme = next
            place += 1
        }
        guard lexeme != before else { return state }
        let stack = unsafe table.elements[start + 2]
        return unsafe table.intern { numbers in
            numbers.append(0)
            numbers.append(lexeme)
            numbers.append(stack)
        }
    }

    /// Moves the lexemes of a state until one may end or two would be the same.
    private func moveSeveral(
        _ state: State, _ range: Range<Int>, _ bytes: ArraySlice<UInt8>, _ place: inout Int
    ) -> State {
        let first = place
        unsafe scratch.removeAll(keepingCapacity: true)
        unsafe scratch.append(contentsOf: table.elements[range])
        while place < bytes.endIndex, moveScratch(by: bytes[place]) {
            place += 1
            if unsafe scratch.count == 1 { return Self.dead }
        }
        return unsafe place == first ? state : table.intern(scratch)
    }

    /// Moves the configurations of the state under construction by a byte; false, and nothing changes, where a lexeme may end
    /// or two come to be the same.
    func moveScratch(by byte: UInt8) -> Bool {
        unsafe nextScratch.removeAll(keepingCapacity: true)
        unsafe nextScratch.append(0)
        var place = 1
        while unsafe place < scratch.count {
            let next = unsafe lexemeStep(scratch[place], byte)
            let stack = unsafe scratch[place + 1]
            place += 2
            if next == LexemeAutomaton.dead { continue }
            if lexemeIsAccepting(next) { return false }
            // Configurations are sorted by their lexeme.
            var index = unsafe nextScratch.count
            while index > 1, unsafe nextScratch[index - 2] >= next {
                if unsafe nextScratch[index - 2] == next { return false }
                index -= 2
            }
            unsafe nextScratch.insert(stack, at: index)
            unsafe nextScratch.insert(next, at: index)
        }
        unsafe swap(&scratch, &nextScratch)
        return true
    }
}

import CPCRE2

/// A regular expression that finds where to split a text, compiled to machine code where PCRE2 can.
///
/// The only unsafe code of this module. Invariants: `code` is compiled in the initialiser, never changed afterwards (so
/// that it may be shared between threads) and freed with the object; match data and match context live as long as the
/// call that makes them; the subject is a borrowed buffer of valid UTF-8, and every piece of it starts and ends between
/// characters, which is why PCRE2 need not check it again for each match.
@safe final class SplitPattern: @unchecked Sendable {
    /// The expression as the tokenizer's description has it.
    let source: String
    private let code: OpaquePointer

    /// How much work one match may take before it is given up.
    private static let matchLimit: UInt32 = 10_000_000
    /// How much memory one match may take, in KiB.
    private static let heapLimit: UInt32 = 256 << 10
    /// The length that an expression may have.
    private static let lengthLimit = 1 << 16

    /// Compiles an expression in the syntax of Oniguruma, which most descriptions of tokenizers use, or another.
    init(_ source: String, syntax: PatternTranslation.Syntax = .oniguruma) throws(TokenizerError) {
        self.source = source
        let translated = try Array(PatternTranslation.translate(source, from: syntax).utf8)
        var errorCode: Int32 = 0
        var errorOffset = 0
        let ends = syntax == .oniguruma ? PCRE2_MULTILINE : PCRE2_DOLLAR_ENDONLY
        let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | ends
        let context = unsafe pcre2_compile_context_create_8(nil)
        defer { unsafe pcre2_compile_context_free_8(context) }
        if unsafe context != nil {
            unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_LF))
            unsafe pcre2_set_max_pattern_length_8(context, Self.lengthLimit)
        }
        let compiled = unsafe translated.withUnsafeBufferPointer { buffer in
            unsafe pcre2_compile_8(buffer.baseAddress, buffer.count, options, &errorCode, &errorOffset, context)
        }
        guard let compiled = unsafe compiled else {
            throw .invalidPattern(pattern: source, offset: errorOffset, reason: Self.message(errorCode))
        }
        // Where there is no compiler to machine code, matching interprets.
        _ = unsafe pcre2_jit_compile_8(compiled, PCRE2_JIT_COMPLETE)
        unsafe code = compiled
    }

    deinit { unsafe pcre2_code_free_8(code) }

    /// Calls a function with every piece of a text and the places of its matches, which are not empty and do not overlap.
    ///
    /// Each piece is searched as if it were the whole text. A piece in which a match exceeds the limits of work or memory
    /// has no matches from there on, so that no text can hang or crash the caller; the expressions of real tokenizers
    /// stay far below.
    func forEachPiece(_ pieces: [Range<Int>], of text: [UInt8], _ body: (Range<Int>, [Range<Int>]) -> Void) {
        let data = unsafe pcre2_match_data_create_8(1, nil)
        let context = unsafe pcre2_match_context_create_8(nil)
        defer {
            unsafe pcre2_match_data_free_8(data)
            unsafe pcre2_match_context_free_8(context)
        }
        if unsafe context != nil {
            unsafe pcre2_set_match_limit_8(context, Self.matchLimit)
            unsafe pcre2_set_heap_limit_8(context, Self.heapLimit)
        }
        var matches: [Range<Int>] = []
        for piece in pieces {
            matches.removeAll(keepingCapacity: true)
            if unsafe data != nil {
                unsafe text.withUnsafeBufferPointer { buffer in
                    let subject = unsafe UnsafeBufferPointer(rebasing: buffer[piece])
                    unsafe findMatches(in: subject, offset: piece.lowerBound, data, context, &matches)
                }
            }
            body(piece, matches)
        }
    }

    private func findMatches(
        in subject: UnsafeBufferPointer<UInt8>, offset: Int, _ data: OpaquePointer?, _ context: OpaquePointer?,
        _ matches: inout [Range<Int>]
    ) {
        guard unsafe data != nil, let base = subject.baseAddress else { return }
        var position = 0
        while position < subject.count {
            var options = PCRE2_NO_UTF_CHECK
            var result = unsafe pcre2_match_8(code, base, subject.count, position, options, data, context)
            if result == PCRE2_ERROR_JIT_STACKLIMIT {
                options |= PCRE2_NO_JIT
                result = unsafe pcre2_match_8(code, base, subject.count, position, options, data, context)
            }
            guard result >= 0, let ends = unsafe pcre2_get_ovector_pointer_8(data) else { return }
            let (start, end) = unsafe (Int(ends[0]), Int(ends[1]))
            if start >= position, start < end, end <= subject.count {
                matches.append(offset + start..<offset + end)
                position = end
            } else {
                // An empty match: go on after the next character.
                let next = max(position, min(start, subject.count))
                guard next < subject.count else { return }
                position = next + UTF8Length.ofCharacter(startingWith: unsafe subject[next])
            }
        }
    }

    private static func message(_ code: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            unsafe pcre2_get_error_message_8(code, buffer.baseAddress, buffer.count)
        }
        return length > 0 ? String(decoding: buffer.prefix(Int(length)), as: UTF8.self) : "error \(code)"
    }
}

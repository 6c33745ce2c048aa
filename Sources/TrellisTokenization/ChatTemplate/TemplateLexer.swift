/// Cuts a template into text, tags and the words inside tags.
///
/// White space around tags follows Jinja with `trim_blocks` and `lstrip_blocks`, as chat templates expect: the line break
/// after a block or comment goes, and so do the blanks before one that is the first in its line. A minus sign inside a tag takes
/// all white space on that side, a plus sign keeps it.
struct TemplateLexer {
    let source: [Unicode.Scalar]
    var position = 0
    var line = 1
    var tokens: [TemplateToken] = []
    /// Whether the text at the position starts a line, as far as tags before it are concerned.
    private var isLineStart = true

    /// The tokens of a template.
    static func tokens(of source: String) throws(TemplateError) -> [TemplateToken] {
        var lexer = TemplateLexer(source)
        try lexer.readTemplate()
        return lexer.tokens
    }

    /// Line breaks become line feeds, and one at the end of the template goes.
    private init(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        var afterReturn = false
        for scalar in text.unicodeScalars {
            if scalar == "\r" {
                scalars.append("\n")
            } else if scalar != "\n" || !afterReturn {
                scalars.append(scalar)
            }
            afterReturn = scalar == "\r"
        }
        if scalars.last == "\n" { scalars.removeLast() }
        source = scalars
    }

    private mutating func readTemplate() throws(TemplateError) {
        while position < source.count {
            let start = position
            let tag = findTag()
            let text = start..<position
            guard let tag else {
                append(text: text, upTo: text.upperBound)
                break
            }
            let sign = position + 2 < source.count ? source[position + 2] : " "
            append(text: text, upTo: endOfText(text, before: tag, sign: sign))
            let line = line
            position += 2
            switch tag {
            case "#": try readComment(line)
            case "{":
                skipSign()
                tokens.append(TemplateToken(kind: .outputStart, line: line))
                try readWords(until: "}", opened: line)
            default:
                skipSign()
                if try readRaw(line) { continue }
                tokens.append(TemplateToken(kind: .blockStart, line: line))
                try readWords(until: "%", opened: line)
            }
        }
        tokens.append(TemplateToken(kind: .end, line: line))
    }

    /// Moves to the next tag and says its second character; nil at the end.
    private mutating func findTag() -> Unicode.Scalar? {
        while position < source.count {
            if source[position] == "{", position + 1 < source.count {
                let next = source[position + 1]
                if next == "{" || next == "%" || next == "#" { return next }
            }
            position += 1
        }
        return nil
    }

    /// The place where the text before a tag ends once its white space is taken.
    private func endOfText(_ text: Range<Int>, before tag: Unicode.Scalar, sign: Unicode.Scalar) -> Int {
        var end = text.upperBound
        if sign == "-" {
            while end > text.lowerBound, source[end - 1].isPythonSpace { end -= 1 }
        } else if sign != "+", tag != "{" {
            while end > text.lowerBound, source[end - 1].isPythonSpace, source[end - 1] != "\n" { end -= 1 }
            let isFirstInLine = end > text.lowerBound ? source[end - 1] == "\n" : isLineStart
            if !isFirstInLine { end = text.upperBound }
        }
        return end
    }

    private mutating func append(text: Range<Int>, upTo end: Int) {
        if end > text.lowerBound {
            var content = String.UnicodeScalarView()
            content.append(contentsOf: source[text.lowerBound..<end])
            tokens.append(TemplateToken(kind: .text(String(content)), line: line))
        }
        line += source[text].count { $0 == "\n" }
    }

    private mutating func skipSign() {
        if position < source.count, source[position] == "-" || source[position] == "+" { position += 1 }
    }

    private mutating func readComment(_ opened: Int) throws(TemplateError) {
        while position < source.count {
            if readTagEnd("#") { return }
            if source[position] == "\n" { line += 1 }
            position += 1
        }
        throw .unclosed("the comment", line: opened)
    }

    /// Reads the end of a tag, when it is here, with the white space that goes with it.
    mutating func readTagEnd(_ mark: Unicode.Scalar) -> Bool {
        var end = position
        let sign = source[end]
        if sign == "-" || (sign == "+" && mark != "}") { end += 1 }
        guard end + 1 < source.count, source[end] == mark, source[end + 1] == "}" else { return false }
        end += 2
        if sign == "-" {
            while end < source.count, source[end].isPythonSpace { end += 1 }
        } else if sign != "+", mark != "}", end < source.count, source[end] == "\n" {
            end += 1
        }
        line += source[position..<end].count { $0 == "\n" }
        isLineStart = source[end - 1] == "\n"
        position = end
        return true
    }

    /// Reads a whole raw block, when one starts here; the position is behind the mark and sign of its tag.
    private mutating func readRaw(_ opened: Int) throws(TemplateError) -> Bool {
        guard let afterWord = position(after: "raw", from: position) else { return false }
        var start = afterWord
        let isStripped = source[start] == "-"
        if isStripped { start += 1 }
        guard matches("%}", at: start) else { return false }
        start += 2
        while isStripped, start < source.count, source[start].isPythonSpace { start += 1 }
        line += source[position..<start].count { $0 == "\n" }
        isLineStart = source[start - 1] == "\n"
        for index in start..<source.count where matches("{%", at: index) {
            let sign = index + 2 < source.count ? source[index + 2] : " "
            let word = sign == "-" || sign == "+" ? index + 3 : index + 2
            guard let end = position(after: "endraw", from: word) else { continue }
            append(text: start..<index, upTo: endOfText(start..<index, before: "%", sign: sign))
            position = end
            if readTagEnd("%") { return true }
            throw .unexpected("more words", expected: "the end of the tag", line: line)
        }
        throw .unclosed("the raw block", line: opened)
    }

    /// The place behind a word with white space around it, nil when something else is there or nothing follows.
    private func position(after word: String, from start: Int) -> Int? {
        var index = start
        while index < source.count, source[index].isPythonSpace { index += 1 }
        guard matches(word, at: index) else { return nil }
        index += word.unicodeScalars.count
        while index < source.count, source[index].isPythonSpace { index += 1 }
        return index < source.count ? index : nil
    }

    func matches(_ text: String, at index: Int) -> Bool {
        source[min(index, source.count)...].starts(with: text.unicodeScalars)
    }
}

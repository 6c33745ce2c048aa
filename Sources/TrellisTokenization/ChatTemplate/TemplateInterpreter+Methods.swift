internal import TrellisJSON

extension TemplateInterpreter {
    private static let textMethods: Set<String> = [
        "capitalize", "casefold", "center", "count", "endswith", "find", "format", "index", "isalnum", "isalpha",
        "isascii",
        "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "isupper", "join", "ljust", "lower", "lstrip",
        "partition", "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit",
        "rstrip",
        "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper", "zfill",
    ]
    private static let dictionaryMethods: Set<String> = ["get", "items", "keys", "values", "copy"]
    private static let listMethods: Set<String> = ["count", "index", "copy"]
    /// Methods that Python has and that would change a list or dictionary.
    private static let listChanges: Set<String> = [
        "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort",
    ]
    private static let dictionaryChanges: Set<String> = ["clear", "pop", "popitem", "setdefault", "update"]

    /// Whether a value has a method of that name.
    static func hasMethod(_ name: String, _ value: TemplateValue) -> Bool {
        switch value {
        case .string: textMethods.contains(name)
        case .dictionary: dictionaryMethods.contains(name)
        case .list: listMethods.contains(name)
        case .tuple, .view(.range, _): name == "count" || name == "index"
        default: false
        }
    }

    /// Whether a value has a method of that name in Python that would change it.
    static func changes(_ name: String, _ value: TemplateValue) -> Bool {
        switch value {
        case .dictionary: dictionaryChanges.contains(name)
        case .list: listChanges.contains(name)
        default: false
        }
    }

    func call(_ name: String, of receiver: TemplateValue, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        switch receiver {
        case .string(let text): return try self.call(name, of: text, call)
        case .loop(let loop): return try self.call(name, of: loop, call)
        default: break
        }
        switch (receiver, name) {
        case (.dictionary(let dictionary), "get"):
            let arguments = try bind(["key", "default"], call, of: "dict.get")
            guard let key = arguments[0].flatMap(TemplateKey.init) else {
                throw .invalidArguments(of: "dict.get", "takes a key", line: line)
            }
            return dictionary[key] ?? arguments[1] ?? .none
        case (.dictionary(let dictionary), _):
            _ = try bind([], call, of: "dict.\(name)")
            switch name {
            case "items": return .view(.items, try make(dictionary.items))
            case "keys": return .view(.keys, try make(dictionary.keys))
            case "values": return .view(.values, try make(dictionary.values))
            default: return receiver
            }
        case (.list, "copy"): return receiver
        case (.list, _), (.tuple, _), (.view, _):
            guard let wanted = try bind(["value"], call, of: "\(receiver.typeName).\(name)")[0] else {
                throw .invalidArguments(of: "\(receiver.typeName).\(name)", "takes a value", line: line)
            }
            return try place(of: wanted, in: items(of: receiver), counting: name == "count")
        default: throw unsupported("a \(receiver.typeName) has no method “\(name)”")
        }
    }

    private func place(
        of wanted: TemplateValue, in items: [TemplateValue], counting: Bool
    ) throws(TemplateError) -> TemplateValue {
        var count = 0
        for (position, item) in items.enumerated() where try areEqual(item, wanted) {
            if !counting { return .integer(position) }
            count += 1
        }
        guard counting else { throw unsupported("the value whose index is asked is not in the list") }
        return .integer(count)
    }

    private func call(_ name: String, of loop: TemplateLoop, _ call: TemplateCall) throws(TemplateError)
        -> TemplateValue
    {
        if name == "cycle" {
            guard !call.positional.isEmpty else {
                throw .invalidArguments(of: "loop.cycle", "takes one value at least", line: line)
            }
            return call.positional[loop.index % call.positional.count]
        }
        var isSame = loop.lastAsked?.count == call.positional.count
        for (old, new) in zip(loop.lastAsked ?? [], call.positional) where isSame { isSame = try areEqual(old, new) }
        loop.lastAsked = call.positional
        return .bool(!isSame)
    }

    // MARK: Texts

    private func call(_ name: String, of text: String, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        try handle(text.utf8.count)
        switch name {
        case "upper", "lower", "casefold", "capitalize", "title", "swapcase":
            _ = try bind([], call, of: "str.\(name)")
            return try make(TemplateInterpreter.cased(text, name))
        case "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isnumeric", "isspace", "islower", "isupper":
            _ = try bind([], call, of: "str.\(name)")
            return .bool(TemplateInterpreter.isAll(text, name))
        case "strip", "lstrip", "rstrip":
            let characters = try optionalText(bind(["chars"], call, of: "str.\(name)")[0], of: "str.\(name)")
            return try stripped(text, characters, start: name != "rstrip", end: name != "lstrip")
        case "split", "rsplit":
            let arguments = try bind(["sep", "maxsplit"], call, of: "str.\(name)")
            let separator = try optionalText(arguments[0], of: "str.\(name)")
            let limit = try integer(arguments[1], else: -1, of: "str.\(name)")
            let most = limit < 0 ? Int.max : limit
            guard let separator else {
                return .list(try make(splitAtSpaces(text, limit: most, fromEnd: name == "rsplit")))
            }
            return .list(try make(split(text, by: separator, limit: most, fromEnd: name == "rsplit")))
        case "partition", "rpartition": return try partition(text, call, name)
        case "splitlines":
            _ = try bind([], call, of: "str.splitlines")
            return .list(try make(lines(of: text).map(TemplateValue.string)))
        case "startswith", "endswith":
            return .bool(try hasAffix(text, bind(["affix"], call, of: "str.\(name)")[0], atStart: name == "startswith"))
        case "removeprefix", "removesuffix":
            let affix = try self.text(bind(["affix"], call, of: "str.\(name)")[0], of: "str.\(name)")
            let isPrefix = name == "removeprefix"
            guard
                isPrefix ? text.utf8.starts(with: affix.utf8) : text.utf8.reversed().starts(with: affix.utf8.reversed())
            else { return .string(text) }
            let bytes = isPrefix ? text.utf8.dropFirst(affix.utf8.count) : text.utf8.dropLast(affix.utf8.count)
            return .string(String(decoding: bytes, as: UTF8.self))
        case "replace":
            let arguments = try bind(["old", "new", "count"], call, of: "str.replace")
            let count = try integer(arguments[2], else: -1, of: "str.replace")
            return try replacing(
                self.text(arguments[0], of: "str.replace"), in: text, with: self.text(arguments[1], of: "str.replace"),
                limit: count < 0 ? .max : count)
        case "find", "rfind", "index", "rindex", "count": return try position(in: text, call, name)
        case "join":
            guard let items = try bind(["iterable"], call, of: "str.join")[0] else {
                throw .invalidArguments(of: "str.join", "takes a list", line: line)
            }
            var parts: [String] = []
            for item in try self.items(of: items) { parts.append(try self.text(item, of: "str.join")) }
            return try joined(parts, by: text)
        case "center", "ljust", "rjust", "zfill": return try padded(text, call, name)
        default: return try formatted(text, call)
        }
    }

    private func hasAffix(_ text: String, _ affix: TemplateValue?, atStart: Bool) throws(TemplateError) -> Bool {
        if case .tuple(let list)? = affix {
            for item in list.items where try hasAffix(text, item, atStart: atStart) { return true }
            return false
        }
        let affix = try self.text(affix, of: atStart ? "str.startswith" : "str.endswith").utf8
        return atStart ? text.utf8.starts(with: affix) : text.utf8.reversed().starts(with: affix.reversed())
    }

    private func partition(_ text: String, _ call: TemplateCall, _ name: String) throws(TemplateError) -> TemplateValue
    {
        let separator = try self.text(bind(["sep"], call, of: "str.\(name)")[0], of: "str.\(name)")
        let parts = try split(text, by: separator, limit: 1, fromEnd: name == "rpartition")
        if parts.count == 2 { return .tuple(try make([parts[0], .string(separator), parts[1]])) }
        let empty = TemplateValue.string("")
        return .tuple(try make(name == "partition" ? [parts[0], empty, empty] : [empty, empty, parts[0]]))
    }

    private func position(in text: String, _ call: TemplateCall, _ name: String) throws(TemplateError) -> TemplateValue
    {
        let part = Array(try self.text(bind(["sub"], call, of: "str.\(name)")[0], of: "str.\(name)").utf8)
        let bytes = Array(text.utf8)
        if name == "count" {
            if part.isEmpty { return .integer(text.unicodeScalars.count + 1) }
            return .integer(try places(of: part, in: bytes, limit: .max).count)
        }
        let place =
            name.hasPrefix("r")
            ? try findLast(part, in: bytes, before: bytes.count) : try find(part, in: bytes, from: 0)
        if let place { return .integer(bytes[..<place].count { $0 & 0xC0 != 0x80 }) }
        guard name.hasSuffix("find") else { throw unsupported("the text whose index is asked is not in the text") }
        return .integer(-1)
    }

    private func padded(_ text: String, _ call: TemplateCall, _ name: String) throws(TemplateError) -> TemplateValue {
        let arguments = try bind(name == "zfill" ? ["width"] : ["width", "fillchar"], call, of: "str.\(name)")
        let width = try integer(arguments[0], else: 0, of: "str.\(name)")
        let fill = name == "zfill" ? "0" : try optionalText(arguments.last ?? nil, of: "str.\(name)") ?? " "
        return try padded(text, width: width, fill: fill, name)
    }

    /// The text with a fill around it up to a width.
    func padded(_ text: String, width: Int, fill: String, _ name: String) throws(TemplateError) -> TemplateValue {
        let missing = width - text.unicodeScalars.count
        guard missing > 0 else { return .string(text) }
        guard fill.unicodeScalars.count == 1 else { throw unsupported("a text is filled with one character") }
        try handle(missing)
        func filling(_ count: Int) -> String { String(repeating: fill, count: count) }
        switch name {
        case "ljust": return .string(text + filling(missing))
        case "center":
            // Python gives the odd character to the left when the width is odd.
            let left = missing / 2 + (missing & width & 1)
            return .string(filling(left) + text + filling(missing - left))
        case "zfill" where text.hasPrefix("-") || text.hasPrefix("+"):
            return .string(text.prefix(1) + filling(missing) + text.dropFirst())
        default: return .string(filling(missing) + text)
        }
    }

    // MARK: Arguments

    func optionalText(_ value: TemplateValue?, of function: String) throws(TemplateError) -> String? {
        guard let value else { return nil }
        if case .none = value { return nil }
        return try text(value, of: function)
    }

    func text(_ value: TemplateValue?, of function: String) throws(TemplateError) -> String {
        guard case .string(let text)? = value else {
            throw .invalidArguments(
                of: function, "takes a text, not a \(value?.typeName ?? "missing value")", line: line)
        }
        return text
    }

    func integer(_ value: TemplateValue?, else standard: Int, of function: String) throws(TemplateError) -> Int {
        guard let value else { return standard }
        guard let number = value.integerValue else {
            throw .invalidArguments(of: function, "takes an integer, not a \(value.typeName)", line: line)
        }
        return number
    }

    /// The parts with a separator between them.
    func joined(_ parts: [String], by separator: String) throws(TemplateError) -> TemplateValue {
        var output = ""
        for (position, part) in parts.enumerated() {
            try handle(part.utf8.count + separator.utf8.count)
            if position > 0 { output += separator }
            output += part
        }
        return .string(output)
    }
}

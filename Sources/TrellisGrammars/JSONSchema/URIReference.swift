/// URI references by RFC 3986, as far as identifiers of schemas need them.
enum URIReference {
    /// The reference up to its fragment.
    static func withoutFragment(_ reference: String) -> String {
        reference.firstIndex(of: "#").map { String(reference[..<$0]) } ?? reference
    }

    /// The absolute form of a reference (RFC 3986, section 5.2), its fragment kept.
    static func resolve(_ reference: String, against base: String) -> String {
        if reference.isEmpty { return base }
        if reference.hasPrefix("#") { return withoutFragment(base) + (reference == "#" ? "" : reference) }
        if hasScheme(reference) { return reference }
        let (scheme, authority, path) = parts(of: withoutFragment(base))
        if reference.hasPrefix("//") { return scheme + reference }
        let target = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = target.count > 1 && !target[1].isEmpty ? "#" + target[1] : ""
        if reference.hasPrefix("/") { return scheme + authority + withoutDots(String(target[0])) + fragment }
        if reference.hasPrefix("?") { return scheme + authority + path + reference }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? (authority.isEmpty ? "" : "/")
        return scheme + authority + withoutDots(folder + target[0]) + fragment
    }

    private static func hasScheme(_ reference: String) -> Bool {
        guard let colon = reference.firstIndex(of: ":"), let first = reference.first, first.isASCII, first.isLetter
        else {
            return false
        }
        return reference[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    private static func parts(of base: String) -> (scheme: String, authority: String, path: String) {
        var rest = base[...]
        var scheme = ""
        if hasScheme(base), let colon = rest.firstIndex(of: ":") {
            scheme = String(rest[...colon])
            rest = rest[rest.index(after: colon)...]
        }
        var authority = ""
        if rest.hasPrefix("//") {
            let end = rest.dropFirst(2).firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        return (scheme, authority, String(rest.prefix { $0 != "?" }))
    }

    private static func withoutDots(_ path: String) -> String {
        var result: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { result.append("") }
            case "..":
                if result.count > 1 { result.removeLast() }
                if isLast { result.append("") }
            default: result.append(segment)
            }
        }
        return result.joined(separator: "/")
    }

    /// The text with its percent escapes replaced; nil when they are no UTF-8.
    static func percentDecoded(_ text: String) -> String? {
        guard text.contains("%") else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

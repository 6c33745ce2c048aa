import Synchronization

/// The values of `format` as patterns, each by its RFC.
enum Formats {
    /// The texts of a format; nil when the name is not known.
    static func pattern(named name: String) throws(GrammarError) -> Pattern? {
        if let known = made.withLock({ $0[name] }) { return known }
        guard let pattern = try builders[name]?() else { return nil }
        made.withLock { $0[name] = pattern }
        return pattern
    }

    /// The patterns that were asked for.
    private static let made = Mutex<[String: Pattern]>([:])

    /// Formats that are defined but no regular language.
    static let notRegular: Set<String> = ["idn-hostname"]

    private typealias Builder = @Sendable () throws(GrammarError) -> Pattern

    private static let builders: [String: Builder] = [
        "date": { () throws(GrammarError) in try Pattern(matching: date) },
        "time": { () throws(GrammarError) in try time() },
        "date-time": { () throws(GrammarError) in
            .joining([try Pattern(matching: date), .scalars(ScalarSet([0x54...0x54, 0x74...0x74])), try time()])
        },
        "duration": { () throws(GrammarError) in try Pattern(matching: duration) },
        "email": { () throws(GrammarError) in try email(isInternational: false) },
        "idn-email": { () throws(GrammarError) in try email(isInternational: true) },
        "hostname": { () throws(GrammarError) in try hostname() },
        "ipv4": { () throws(GrammarError) in try Pattern(matching: ipv4) },
        "ipv6": { () throws(GrammarError) in try Pattern(matching: ipv6) },
        "uri": { () throws(GrammarError) in try Pattern(matching: uri(isRelative: false, unreserved: ascii)) },
        "uri-reference": { () throws(GrammarError) in try Pattern(matching: uri(isRelative: true, unreserved: ascii)) },
        "iri": { () throws(GrammarError) in try Pattern(matching: uri(isRelative: false, unreserved: international)) },
        "iri-reference": { () throws(GrammarError) in
            try Pattern(matching: uri(isRelative: true, unreserved: international))
        },
        "uuid": { () throws(GrammarError) in try Pattern(matching: "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
        },
        "json-pointer": { () throws(GrammarError) in try Pattern(matching: pointer) },
        "relative-json-pointer": { () throws(GrammarError) in try Pattern(matching: "(0|[1-9][0-9]*)(#|\(pointer))") },
        "uri-template": { () throws(GrammarError) in try Pattern(matching: uriTemplate) },
        "regex": { () throws(GrammarError) in try Pattern(matching: regex(depth: 3)) },
    ]

    // MARK: - Dates and times: RFC 3339

    private static let date: String = {
        let leapYear = "([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)"
        let days =
            "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"
        return "([0-9]{4}-\(days)|\(leapYear)-02-29)"
    }()

    private static func time() throws(GrammarError) -> Pattern {
        let fraction = #"(\.[0-9]+)?"#
        let offset = "([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
        let ordinary = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\(fraction)\(offset)"
        var forms = [try Pattern(matching: ordinary)]
        let parts = try Pattern(matching: fraction)
        for (time, offsets) in leapSeconds { forms.append(.joining([.text(time), parts, .texts(offsets)])) }
        return .any(of: forms)
    }

    /// 23:59:60 UTC in the time zones that are quarters of an hour from it: the local time, and the offsets that have it.
    private static let leapSeconds: [(time: String, offsets: [String])] = {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        func clock(_ minutes: Int) -> String { "\(two(minutes / 60)):\(two(minutes % 60))" }
        let day = 24 * 60
        return stride(from: 0, to: day, by: 15).map { offset in
            let time = clock((day - 1 + offset) % day) + ":60"
            let opposite = offset == 0 ? "-00:00" : "-" + clock(day - offset)
            return (time, ["+" + clock(offset), opposite] + (offset == 0 ? ["Z", "z"] : []))
        }
    }()

    private static let duration: String = {
        let time = "T([0-9]+H([0-9]+M([0-9]+S)?)?|[0-9]+M([0-9]+S)?|[0-9]+S)"
        let day = "[0-9]+D"
        let month = "[0-9]+M(\(day))?"
        return "P((\(day)|\(month)|[0-9]+Y(\(month))?)(\(time))?|\(time)|[0-9]+W)"
    }()

    // MARK: - Internet names: RFC 1123, 2673, 4291, 5321, 6531

    /// Labels with two hyphens in the third place are left out: whether one encodes a name is no matter of form.
    private static func hostname() throws(GrammarError) -> Pattern {
        let plain = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
        return .all(of: [
            try Pattern(matching: #"\#(plain)(\.\#(plain))*"#), .length(atLeast: 1, atMost: 253),
            .not(try Pattern(matching: #"([^.]*\.)*[^.]{2}--[^.]*(\.[^.]*)*"#)),
        ])
    }

    private static let octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    private static let ipv4 = #"(\#(octet)\.){3}\#(octet)"#

    private static let ipv6: String = {
        let group = "[0-9A-Fa-f]{1,4}"
        let last = "(\(group):\(group)|\(ipv4))"
        var forms = ["(\(group):){6}\(last)", "::(\(group):){5}\(last)"]
        for before in 1...5 {
            forms.append("((\(group):){0,\(before - 1)}\(group))?::(\(group):){\(5 - before)}\(last)")
        }
        forms.append("((\(group):){0,5}\(group))?::\(group)")
        forms.append("((\(group):){0,6}\(group))?::")
        return forms.joined(separator: "|")
    }()

    private static func email(isInternational: Bool) throws(GrammarError) -> Pattern {
        let other = isInternational ? #"\u0080-\u{10FFFF}"# : ""
        let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\(other)]+"
        let quoted = #""([ !#-\[\]-~\#(other)]|\\[ -~])*""#
        let label = "[A-Za-z0-9\(other)]([A-Za-z0-9\\-\(other)]{0,61}[A-Za-z0-9\(other)])?"
        let local = Pattern.all(of: [
            try Pattern(matching: #"\#(atom)(\.\#(atom))*|\#(quoted)"#), .length(atLeast: 1, atMost: 64),
        ])
        let domain = Pattern.all(of: [
            try Pattern(matching: #"\#(label)(\.\#(label))*"#), .length(atLeast: 1, atMost: 255),
        ])
        let literal = try Pattern(matching: #"\[(\#(ipv4)|IPv6:(\#(ipv6)))\]"#)
        return .joining([local, .text("@"), .any(of: [domain, literal])])
    }

    // MARK: - Identifiers: RFC 3986, 3987, 6570, 6901

    private static let ascii = #"A-Za-z0-9\-._~"#
    private static let international: String = {
        let planes = (1...14).map { plane in
            let low = String(plane * 0x10000 + (plane == 14 ? 0x1000 : 0), radix: 16)
            return #"\u{\#(low)}-\u{\#(String(plane * 0x10000 + 0xFFFD, radix: 16))}"#
        }
        return ascii + #"\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF"# + planes.joined()
    }()

    private static func uri(isRelative: Bool, unreserved: String) -> String {
        let delimiters = "!$&'()*+,;="
        let escape = "%[0-9A-Fa-f]{2}"
        let character = "([\(unreserved)\(delimiters):@]|\(escape))"
        let isInternational = unreserved != ascii
        let user = "([\(unreserved)\(delimiters):]|\(escape))*@"
        let name = "([\(unreserved)\(delimiters)]|\(escape))*"
        let literal = #"\[(\#(ipv6)|[Vv][0-9A-Fa-f]+\.[A-Za-z0-9\-._~\#(delimiters):]+)\]"#
        let authority = "(\(user))?(\(literal)|\(name))(:[0-9]*)?"
        let tail = "(/\(character)*)*"
        let privateUse = isInternational ? #"\uE000-\uF8FF\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}"# : ""
        let query = #"(\?(\#(character)|[/?\#(privateUse)])*)?"#
        let fragment = "(#(\(character)|[/?])*)?"
        let rooted = "//\(authority)\(tail)|/(\(character)+\(tail))?"
        let absolute = "[A-Za-z][A-Za-z0-9+.\\-]*:(\(rooted)|\(character)+\(tail)|)\(query)\(fragment)"
        guard isRelative else { return absolute }
        let first = "([\(unreserved)\(delimiters)@]|\(escape))+"
        return "\(absolute)|(\(rooted)|\(first)\(tail)|)\(query)\(fragment)"
    }

    private static let pointer = "(/([^/~]|~[01])*)*"

    private static let uriTemplate: String = {
        let character = "([A-Za-z0-9_]|%[0-9A-Fa-f]{2})"
        let variable = #"\#(character)(\.?\#(character))*(:[1-9][0-9]{0,3}|\*)?"#
        let expression = #"\{[+#./;?&=,!@|]?\#(variable)(,\#(variable))*\}"#
        return #"([^\u0000-\u0020"%<>\\^`{|}\u007F]|%[0-9A-Fa-f]{2}|\#(expression))*"#
    }()

    // MARK: - Regular expressions: ECMA-262

    /// Well-formed expressions with groups nested to a depth; deeper ones are no regular language.
    private static func regex(depth: Int) -> String {
        let quantifier = #"([*+?]|\{[0-9]{1,4}(,)?\})\??"#
        let escape =
            #"\\([dDwWsSfnrtv^$\\.*+?()\[\]{}|/]|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[pP]\{(L|Lu|Ll|N|Nd|P|S|Z)\})"#
        // Ranges whose ends are surely in order.
        let range = "[0-4]-[4-9]|[a-m]-[m-z]|[A-M]-[M-Z]|a-f|A-F|1-3"
        let member = #"([^\\\]\-]|\#(escape)|\#(range))"#
        let classes = #"\[\^?\#(member)*-?\]"#
        var atom = #"([^\^$\\.*+?()\[\]{}|/]|\.|\#(escape)|\#(classes))"#
        var assertion = #"(\^|\$|\\[bB])"#
        var expression = ""
        for level in 0...depth {
            let term = "(\(assertion)|\(atom)(\(quantifier))?)"
            expression = #"(\#(term)|\|)*"#
            guard level < depth else { break }
            atom = #"(\#(atom)|\((\?:|\?<[A-Za-z]{1,16}>)?\#(expression)\))"#
            assertion = #"(\#(assertion)|\(\?<?[=!]\#(expression)\))"#
        }
        return expression
    }
}

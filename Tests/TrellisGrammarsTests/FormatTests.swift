import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON

/// Formats against texts of their RFCs and of the JSON Schema Test Suite.
struct FormatTests {
    private func acceptor(_ format: String) throws -> GrammarAcceptor {
        GrammarAcceptor(try Grammar(jsonSchema: ["type": "string", "format": .string(format)]))
    }

    @Test(arguments: [
        ("date", "2024-02-29", true), ("date", "2023-02-29", false), ("date", "2000-02-29", true),
        ("date", "1900-02-29", false),
        ("date", "2024-04-31", false), ("date", "2024-12-31", true), ("date", "2024-1-01", false),
        ("time", "23:59:60Z", true), ("time", "15:59:60-08:00", true), ("time", "09:29:60.5+09:30", true),
        ("time", "09:30:60+09:30", false), ("time", "22:59:60Z", false),
        ("time", "08:30:06.28z", true),
        ("time", "08:30:06", false), ("time", "24:00:00Z", false),
        ("date-time", "1990-12-31T15:59:60-08:00", true), ("date-time", "2020-06-01t00:00:00+01:30", true),
        ("date-time", "2020-06-01 00:00:00Z", false), ("duration", "P4DT12H30M5S", true), ("duration", "P1Y2W", false),
        ("duration", "PT", false), ("duration", "P3W", true), ("duration", "P1D2H", false),
        ("email", "joe.bloggs@example.com", true), ("email", ".test@example.com", false),
        ("email", "te..st@example.com", false),
        ("email", #""joe bloggs"@example.com"#, true), ("email", "joe@[127.0.0.1]", true),
        ("email", "joe@[IPv6:::1]", true),
        ("email", "2962", false), ("email", "a@-b.c", false), ("idn-email", "실례@실례.테스트", true),
        ("email", "실례@실례.테스트", false),
        ("hostname", "www.example.com", true), ("hostname", "-a.b", false), ("hostname", "a_b", false),
        ("hostname", "a.", false),
        ("hostname", String(repeating: "a", count: 63) + ".com", true),
        ("hostname", String(repeating: "a", count: 64) + ".com", false),
        ("ipv4", "192.168.0.1", true), ("ipv4", "256.1.1.1", false), ("ipv4", "01.1.1.1", false),
        ("ipv4", "1.1.1", false),
        ("ipv6", "::1", true), ("ipv6", "::", true), ("ipv6", "1:2:3:4:5:6:7:8", true), ("ipv6", "1::8", true),
        ("ipv6", "1:2:3:4:5:6:7::", true),
        ("ipv6", "::ffff:192.168.0.1", true), ("ipv6", "1:2:3:4:5:6:7:8:9", false), ("ipv6", "12345::", false),
        ("ipv6", "1::2::3", false),
        ("ipv6", "::2:3:4:5:6:7:8", true), ("ipv6", "1:2:3:4:5:6::8", true), ("ipv6", "fe80::a%eth1", false),
        ("ipv6", "1::2:192.168.256.1", false),
        ("uri", "http://foo.bar/?q=Test%20URL-encoded%20stuff", true), ("uri", "//foo.bar/?baz=qux#quux", false),
        ("uri", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", true), ("uri", "http:// shouldfail.com", false),
        ("uri", "bar,baz:foo", false), ("uri", "ldap://[2001:db8::7]/c=GB?objectClass?one", true),
        ("uri", "http://ƒøø.ßår/", false),
        ("uri-reference", "/abc", true), ("uri-reference", "abc", true), ("uri-reference", "#frag", true),
        ("uri-reference", "\\\\W\\f", false),
        ("uri-reference", "a:b", true), ("uri-reference", "1:b", false), ("iri", "http://ƒøø.ßår/?∂éœ=πîx#πîüx", true),
        ("uuid", "2EB8AA08-aa98-11ea-b4aa-73b441d16380", true), ("uuid", "2eb8aa08aa9811eab4aa73b441d16380", false),
        ("json-pointer", "/foo/bar~0/baz~1/%a", true), ("json-pointer", "/foo/bar~", false), ("json-pointer", "", true),
        ("json-pointer", "a", false),
        ("relative-json-pointer", "1/foo", true), ("relative-json-pointer", "0#", true),
        ("relative-json-pointer", "01/a", false),
        ("uri-template", "http://example.com/dictionary/{term:1}/{term}", true),
        ("uri-template", "http://example.com/{term", false),
        ("regex", "^([a-z]+|\\d{2,})?$", true), ("regex", "^(abc]", false), ("regex", "a(b(c(d)))", true),
        ("regex", "(", false),
    ])
    func format(_ name: String, _ text: String, _ expected: Bool) throws {
        #expect(try acceptor(name).accepts(.string(text)) == expected)
    }

    @Test func unknownFormatsAreAnnotationsOrErrors() throws {
        let schema: JSONValue = ["type": "string", "format": "no-such"]
        let grammar = try Grammar(jsonSchema: schema)
        #expect(grammar.warnings.map(\.pointer) == ["/format"])
        #expect(GrammarAcceptor(grammar).accepts("anything"))
        var options = JSONSchemaOptions()
        options.unknownFormats = .error
        #expect(throws: GrammarError.self) { try Grammar(jsonSchema: schema, options: options) }
    }
}

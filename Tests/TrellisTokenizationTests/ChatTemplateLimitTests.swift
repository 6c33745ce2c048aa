import Foundation
import Testing
import TrellisJSON
import TrellisTokenization

@Suite struct ChatTemplateLimitTests {
    static let limits = TemplateLimits(outputSize: 100_000, steps: 200_000, textSize: 1_000_000)

    static func limit(of template: String, _ variables: JSONValue = [:]) -> TemplateError.Limit? {
        do throws(TemplateError) {
            _ = try ChatTemplate(template, limits: limits).render(variables)
            return nil
        } catch {
            if case .limitReached(let limit, _) = error { return limit }
            Issue.record(error)
            return nil
        }
    }

    @Test(arguments: [
        "{% for a in range(1000000000000) %}{% endfor %}",
        "{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}",
        "{{ [0] * 1000000000000 }}", "{{ [0] * 9223372036854775807 * 2 }}",
        "{% set ns = namespace(l=[0]) %}{% for i in range(100) %}{% set ns.l = ns.l + ns.l %}{% endfor %}",
        "{% set ns = namespace(l=[0]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l }}",
        "{% set ns = namespace(l=[0]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l == ns.l }}",
        "{% set ns = namespace(l=[0]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l | tojson }}",
        "{% macro m(n) %}{% for i in range(10) %}{{ m(n) if n else '' }}{% endfor %}{% endmacro %}{% for i in range(99999) %}{{ m(0) }}{% endfor %}",
        "{% for i in range(100000) %}{{ [1, 2, 3] | batch(9999, 0) | list | length }}{% endfor %}",
        "{% for i in range(100000) %}{{ dict(d, x=i) | length }}{% endfor %}",
    ]) func `steps are limited`(template: String) {
        let members = (0..<200).map { ("n\($0)", JSONValue.null) }
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        #expect(Self.limit(of: template, ["d": .object(object)]) == .steps(200_000))
    }

    @Test(arguments: [
        "{{ 'x' * 1000000000000 }}", "{{ 'xx' * 9223372036854775807 }}",
        "{% set ns = namespace(s='x') %}{% for i in range(100) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
        "{% set ns = namespace(s='x') %}{% for i in range(100) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
        "{{ ('a' * 100000).replace('a', 'b' * 100000) }}", "{{ ('a' * 100000).replace('', 'b' * 100000) }}",
        "{{ 'x'.center(1000000000000) }}", "{{ 'x' | center(1000000000000) }}", "{{ '%1000000000000d' % 1 }}",
        "{{ '%99999999999999999999d' % 1 }}", "{{ 'x' | indent(1000000000000) }}",
        "{{ [1] | tojson(indent=1000000000000) }}",
        "{{ ('a' * 100000 ~ 'b') in ('a' * 400000) }}", "{{ ('a' * 400000).find('a' * 200000 ~ 'b') }}",
        "{{ (['x'] * 1000) | join('y' * 100000) }}", "{{ ('y' * 100000).join(['x'] * 1000) }}",
        "{% for i in range(1000) %}{{ ('y' * 10000) == 'x' }}{% endfor %}", "{{ 'x'.zfill(10000000) }}",
        "{{ [1, 2, 3] | tojson(separators=('x' * 400000, 'y')) }}",
    ]) func `text is limited`(template: String) {
        #expect(Self.limit(of: template) == .textSize(1_000_000))
    }

    @Test func `output is limited`() {
        #expect(Self.limit(of: "{% for i in range(2000) %}{{ 'x' * 100 }}{% endfor %}") == .outputSize(100_000))
    }

    static func nested(_ open: String, _ inner: String, _ close: String, _ count: Int) -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }

    @Test(arguments: [
        "{{ " + nested("(", "1", ")", 5_000) + " }}", "{{ " + nested("[", "1", "]", 5_000) + " }}",
        "{{ " + nested("not ", "1", "", 5_000) + " }}", "{{ " + nested("-", "1", "", 5_000) + " }}",
        "{{ " + nested("{1:", "1", "}", 5_000) + " }}", "{{ a" + nested("", "", ".b", 5_000) + " }}",
        "{{ a" + nested("", "", "|trim", 5_000) + " }}", "{{ a" + nested("", "", "()", 5_000) + " }}",
        "{{ " + nested("a(", "1", ")", 5_000) + " }}", "{{ " + nested("a[", "1", "]", 5_000) + " }}",
        "{{ 1" + nested(" if 1 else 2", "", "", 5_000) + " }}",
        nested("{% if 1 %}", "", "{% endif %}", 5_000), nested("{% for a in b %}", "", "{% endfor %}", 5_000),
        "{% set " + nested("(", "a", ")", 5_000) + " = 1 %}", "{{ 1" + nested(" if 1", "", "", 5_000) + " }}",
    ]) func `nested syntax is limited`(template: String) {
        #expect(Self.limit(of: template) == .depth(40))
    }

    @Test func `recursive macros are limited`() {
        #expect(Self.limit(of: "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}") == .depth(100))
        #expect(
            Self.limit(of: "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}")
                == .depth(100))
    }

    @Test(arguments: [
        "{% set ns = namespace(l=[0]) %}{% for i in range(9999) %}{% set ns.l = [ns.l] %}{% endfor %}{{ ns.l }}",
        "{% set ns = namespace(l={}) %}{% for i in range(9999) %}{% set ns.l = {'a': ns.l} %}{% endfor %}{{ ns.l }}",
        "{% set ns = namespace(l=1) %}{% for i in range(9999) %}{% for x in [ns.l] %}{% set ns.l = loop %}{% endfor %}{% endfor %}",
        "{% set ns = namespace(l=1) %}{% for i in range(9999) %}{% set ns.l = ([ns.l] | map('list')) if 0 else [ns.l] | reverse %}{% endfor %}",
    ]) func `nested values are limited`(template: String) {
        #expect(Self.limit(of: template) == .depth(128))
    }

    @Test func `values that hold themselves are freed`() throws {
        let chain = "{% set ns = namespace() %}{% for i in range(9999) %}{% set ns.x = namespace(y=ns.x) %}{% endfor %}"
        let circle = "{% set ns.self = ns %}{% macro m() %}{{ m }}{% endmacro %}ok"
        #expect(try ChatTemplate(chain + circle).render([:]) == "ok")
    }

    @Test func `wide templates are not nested ones`() throws {
        let sum = "{{ 1" + String(repeating: " + 1", count: 10_000) + " }}"
        #expect(try ChatTemplate(sum).render([:]) == "10001")
        let choice = "{% if 0 %}" + String(repeating: "{% elif 0 %}", count: 10_000) + "{% else %}x{% endif %}"
        #expect(try ChatTemplate(choice).render([:]) == "x")
        let text = "{{ 'a'" + String(repeating: " ~ 'a'", count: 10_000) + " }}"
        #expect(try ChatTemplate(text).render([:]).utf8.count == 10_001)
    }

    @Test func `the deepest nesting fits a small stack`() async {
        let levels = 36
        let expression = "{{ " + Self.nested("(1 if 1 else [", "1", "][0])", 12) + " }}"
        let blocks = Self.nested("{% if 1 %}", "x", "{% endif %}", levels)
        let recursion = "{% macro m(n) %}{% if n %}{{ m(n - 1) | trim }}{% endif %}{% endmacro %}{{ m(99) }}"
        // Half a mebibyte is what a thread other than the main one gets on Apple systems.
        let results = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    returning: [expression, blocks, recursion].map { template in
                        Result { () throws(TemplateError) in try ChatTemplate(template).render([:]) }
                    })
            }
            thread.stackSize = 1 << 19
            thread.start()
        }
        #expect(results[0] == .success("1"))
        #expect(results[1] == .success("x"))
        #expect(throws: TemplateError.limitReached(.depth(100), line: 1)) { try results[2].get() }
    }

    @Test func `errors name the thing and the line`() {
        func message(_ template: String) -> String {
            do throws(TemplateError) { return try ChatTemplate(template).render([:]) } catch { return "\(error)" }
        }
        #expect(message("\n{{ 1 | nope }}") == "chat template, line 2: unknown filter “nope”")
        #expect(message("\n\n{{ 1 is nope }}") == "chat template, line 3: unknown test “nope”")
        #expect(message("{% nope %}") == "chat template, line 1: unknown tag “nope”")
        #expect(message("a\n{{ nope(1) }}") == "chat template, line 2: “nope” is undefined")
        #expect(message("a\n{% if x %}\n") == "chat template, line 2: the condition is not closed")
        #expect(message("{{ 'a' + 1 }}") == "chat template, line 1: “+” is not defined for str and int")
        #expect(message("{{ raise_exception('No.') }}") == "the chat template refuses the conversation: No.")
        #expect(throws: TemplateError.variablesAreNoObject) { try ChatTemplate("").render([]) }
    }
}

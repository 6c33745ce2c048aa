"""Short templates with variables, one or two features each, for make_template_expectations.py."""

PEOPLE = [{"name": "Bo", "age": 3, "tags": ["x"]}, {"name": "al", "age": 20, "tags": []}, {"name": "Cy", "age": 3}]
DATA = {
    "people": PEOPLE, "n": 7, "f": 2.5, "s": "  Hello, World\n", "t": True, "z": None, "l": [3, 1, 2],
    "d": {"b": 1, "a": [1, {"k": "v"}], "items": "mine"}, "e": "é😀ß", "q": "it's \"q\"\t<&>",
}

TEMPLATES = """
plain text
{{ n }} {{ f }} {{ t }} {{ z }} {{ l }} {{ d }} {{ e }} {{ q }}
{{ missing }}|{{ d.missing }}|{{ l[9] }}
{{ missing.deeper }}
{{ missing + 1 }}
{{ [missing] is defined }} {{ missing == missing }} {{ missing is defined }} {{ missing is undefined }}
{{ 1 + 2 * 3 ** 2 - 4 / 2 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 7 % -3 }} {{ 7.5 // 2 }} {{ -7.5 % 2 }}
{{ 2 ** 10 }} {{ 2 ** -1 }} {{ 2 ** 0.5 }} {{ 10 / 4 }} {{ 4 / 2 }} {{ -2 ** 2 }}
{{ 1 / 0 }}
{{ 1 // 0 }}
{{ 1 % 0 }}
{{ "a" + 1 }}
{{ "a" + "b" ~ 1 ~ none ~ true ~ 2.0 ~ [1] }}
{{ "ab" * 3 }} {{ 2 * "x" }} {{ [1, 2] * 2 }} {{ "a" * -1 }}|{{ true + true }} {{ (1, 2) + (3,) }} {{ [1] + [2] }}
{{ 1 < 2 < 3 }} {{ 1 < 2 > 3 }} {{ 1 == 1.0 }} {{ "a" < "b" }} {{ [1, 2] < [1, 3] }} {{ (1,) == [1] }} {{ 1 == true }} {{ "1" == 1 }}
{{ 1 < "a" }}
{{ none < 1 }}
{{ not true }} {{ true and 0 }} {{ "" or "x" }} {{ 0 or none }} {{ 1 and 2 }} {{ not missing }}
{{ 1 in l }} {{ 9 not in l }} {{ "ell" in s }} {{ "b" in d }} {{ "" in "" }} {{ 1 in missing }} {{ 2 in (1, 2) }}
{{ 1 in "a" }}
{{ 1 in 5 }}
{{ "yes" if n > 5 else "no" }}|{{ "yes" if n > 50 }}|{{ 1 if 0 else 2 if 0 else 3 }}
{{ s.strip() }}|{{ s.lstrip() }}|{{ s.rstrip() }}|{{ "xxaxx".strip("x") }}|{{ "abcba".lstrip("ab") }}
{{ "a,b,,c".split(",") }} {{ " a  b ".split() }} {{ "a b c".split(" ", 1) }} {{ "a b c d".split(None, 2) }} {{ "a b c".rsplit(" ", 1) }} {{ "".split() }} {{ "".split(",") }} {{ " a b c ".rsplit(maxsplit=1) }}
{{ "a".split("") }}
{{ "a-b-c".partition("-") }} {{ "a-b-c".rpartition("-") }} {{ "abc".partition("-") }} {{ "abc".rpartition("-") }}
{{ "Hello".startswith("He") }} {{ "Hello".endswith(("x", "lo")) }} {{ "é".startswith("e") }}
{{ "Hello".upper() }} {{ "HeLLo".lower() }} {{ "hello world's".title() }} {{ "hELLO wORLD".capitalize() }} {{ "aB".swapcase() }}
{{ "aXbXc".replace("X", "--") }} {{ "aXbXc".replace("X", "", 1) }} {{ "abc".replace("", ".") }} {{ "aaa".replace("aa", "b") }}
{{ "hello".find("l") }} {{ "hello".rfind("l") }} {{ "hello".find("z") }} {{ "hello".index("e") }} {{ "hello".count("l") }} {{ "éa".find("a") }}
{{ "hello".index("z") }}
{{ "-".join(["a", "b"]) }} {{ "".join(e) }}
{{ "-".join([1]) }}
{{ "5".zfill(3) }} {{ "-5".zfill(4) }} {{ "ab".center(5) }}| {{ "abc".center(6, "*") }} {{ "a".ljust(3, ".") }} {{ "a".rjust(3) }}
{{ "a1".isalnum() }} {{ "ab".isalpha() }} {{ "12".isdigit() }} {{ " ".isspace() }} {{ "".isdigit() }} {{ "aB".islower() }} {{ "A1".isupper() }}
{{ "a\\nb\\r\\nc".splitlines() }} {{ "prefix-x".removeprefix("prefix-") }} {{ "x.py".removesuffix(".py") }}
{{ "{} and {}".format(1, "x") }} {{ "{1}{0}{k}".format("a", "b", k=3) }} {{ "%s-%05d-%.2f%%" % ("a", 42, 3.14159) }} {{ "%s" % n }}
{{ "abc"[0] }} {{ "abc"[-1] }} {{ e[1] }} {{ e[::-1] }} {{ "abcdef"[1:4] }} {{ "abcdef"[::2] }} {{ "abcdef"[-2:] }} {{ "abc"[5:] }}|{{ "abc"[9] }}
{{ l[0] }} {{ l[-1] }} {{ l[1:] }} {{ l[::-1] }} {{ l[:-1] }} {{ l[5:1:-2] }} {{ l[-9:2] }} {{ (1, 2, 3)[1:] }} {{ (1,)[:0] }}
{{ l[::0] }}
{{ l["a"] }}|{{ n[0] }}
{{ z[1:] }}
{{ missing[1:] }}
{{ n | indent }}
{{ 'x' % [1] }} {{ '%s' % [1] }}
{{ d.a[1].k }} {{ d["b"] }} {{ d.get("b") }} {{ d.get("x") }} {{ d.get("x", 5) }} {{ d["items"] }}
{{ d.items() | list }} {{ d.keys() | list }} {{ d.values() | list }} {{ d | items | list }} {{ d.items() }} {{ d.keys() }}
{{ {"a": 1, 2: "b", none: true, 1.5: ()} }} {{ {} }} {{ {1: 1, true: 2, 1.0: 3} }}
{{ {[1]: 2} }}
{{ [1, "a", none, 1.0, [], {}, (), (1,)] }}
{{ 'it\\'s' }} {{ ["it's", 'say "x"', 'both \\' "', "n\\nt\\tb\\\\", "é\\u200b\\x00\\x7f😀"] }}
{{ "\\x41\\u00e9\\U0001F600\\101\\q\\"" }} {{ 'a' 'b' "c" }}
{{ 1e3 }} {{ 1.5e-7 }} {{ 1e16 }} {{ 123456789012345.0 }} {{ 0.1 + 0.2 }} {{ 1e-5 }} {{ 0.0001 }} {{ -0.0 }} {{ 1_000 }} {{ 0x1F }} {{ 0b101 }} {{ 0o17 }} {{ 1e22 }} {{ 1.7976931348623157e308 }}
{% for x in l %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }} {{ x }};{% endfor %}
{% for x in l %}{{ loop.previtem }}<{{ x }}>{{ loop.nextitem }} {% endfor %}
{% for x in l %}{{ loop.cycle("a", "b") }}{{ loop.changed(x > 2) }}{% for y in l %}{{ loop.depth }}{% endfor %}{% endfor %}
{% for x in [] %}x{% else %}none{% endfor %}{% for x in missing %}x{% else %}missing{% endfor %}
{% for x in none %}x{% endfor %}
{% for x in 5 %}x{% endfor %}
{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}{% for k in d %}{{ k }}{% endfor %}{% for c in e %}[{{ c }}]{% endfor %}
{% for a, b in [[1, 2], "xy", (3, 4)] %}{{ a }}{{ b }} {% endfor %}
{% for a, b in [[1, 2, 3]] %}{{ a }}{% endfor %}
{% for a, (b, c) in [[1, [2, 3]]] %}{{ a }}{{ b }}{{ c }}{% endfor %}
{% for p in people if p.age == 3 %}{{ loop.index }}/{{ loop.length }} {{ p.name }} {% endfor %}
{% for p in people if p.age > 99 %}x{% else %}nobody{% endfor %}
{% for x in l %}{% if x == 1 %}{% continue %}{% endif %}{{ x }}{% endfor %}|{% for x in l %}{% if x == 1 %}{% break %}{% endif %}{{ x }}{% endfor %}
{% for x in l %}{% set y = x %}{% endfor %}{{ y }}|{% set y = 1 %}{% for x in l %}{{ y }}{% set y = x %}{{ y }} {% endfor %}{{ y }}
{% set ns = namespace(found=false, n=0) %}{% for x in l %}{% set ns.n = ns.n + x %}{% if x == 2 %}{% set ns.found = true %}{% endif %}{% endfor %}{{ ns.n }} {{ ns.found }} {{ ns.other }} {{ ns["n"] }}
{% set ns = namespace({"a": 1}, b=2) %}{{ ns.a }}{{ ns.b }}{% set ns.c = [1] %}{{ ns.c }}
{% set x.y = 1 %}
{% set d.y = 1 %}
{% set a, b = 1, 2 %}{{ a }}{{ b }}{% set t = 1, %}{{ t }}{% set (p, q) = "xy" %}{{ p }}{{ q }}
{% set block %}in {{ n }}{% endset %}[{{ block }}]{% set up | upper | trim %} shout {% endset %}[{{ up }}]
{% if n > 10 %}a{% elif n > 5 %}b{% elif n > 6 %}c{% else %}d{% endif %}{% if z %}e{% endif %}{% if [] %}f{% else %}g{% endif %}{% if d and l %}h{% endif %}
{% macro m(a, b=2, c=a) %}[{{ a }}{{ b }}{{ c }}]{% endmacro %}{{ m(1) }}{{ m(1, c=3) }}{{ m(b=5, a=4) }}{{ m() }}{{ m.name }}
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }}
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(b=2) }}
{% macro m(a) %}{{ a }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, 3, k=4) }}{{ m() }}
{% macro m(a, b) %}{{ a }}-{{ b }}{% endmacro %}{{ m(*[1, 2]) }} {{ m(**{"a": 3, "b": 4}) }} {{ m(5, **{"b": 6}) }}
{% macro fact(n) %}{% if n <= 1 %}1{% else %}{{ n * (fact(n - 1) | int) }}{% endif %}{% endmacro %}{{ fact(10) }}
{% macro m() %}{% set x = 5 %}{{ x }}{{ n }}{{ outer }}{% endmacro %}{% set outer = "o" %}{{ m() }}{{ x }}
{% macro m() %}{{ x }}{% endmacro %}{% for x in l %}{{ m() }}{% endfor %}|{% for x in l %}{% macro k() %}{{ x }}{% endmacro %}{{ k() }}{% endfor %}
{% macro list(items) %}{% for i in items %}{{ caller(i) }}{% endfor %}{% endmacro %}{% call(x) list(l) %}<{{ x }}>{% endcall %}
{% macro box() %}[{{ caller() }}]{% endmacro %}{% call box() %}in {{ n }}{% endcall %}
{% macro box() %}[{{ caller() }}]{% endmacro %}{{ box() }}
{% filter upper %}shout {{ n }}{% endfilter %}{% filter replace("a", "b") | upper %}banana{% endfilter %}
{% with a = 1, b = n %}{{ a }}{{ b }}{% endwith %}{{ a }}{% with %}{% set q = 1 %}{{ q }}{% endwith %}
{% generation %}kept {{ n }}{% set g = 1 %}{% endgeneration %}{{ g }}
{% raw %}{{ not }} {% for %}{# kept #}{% endraw %}|{%- raw -%}  x  {%- endraw -%}  y
a {# comment {{ x }} #} b {#- c -#} d
{{ "%}" }}{{ "}}" }}{{ {"a": {"b": 1}}.a.b }}{{ {"a": {"b": 1}} }}
{{ raise_exception("Stop: " ~ n) }}
{% if false %}{{ raise_exception("never") }}{% endif %}fine
{{ strftime_now("%Y-%m-%d %H:%M:%S %B %b %A %a %j %p %I %y %% %d %-d %e %-m %F %T %w %u") }}
{{ range(3) | list }} {{ range(1, 10, 3) | list }} {{ range(3, 0, -1) | list }} {{ range(5)[1] }} {{ range(3) | length }} {{ range(0) | list }} {% for i in range(2) %}{{ i }}{% endfor %} {{ range(4) }}
{{ range(1, 2, 0) }}
{{ dict(a=1, b=2) }} {{ dict([("x", 1)]) }} {{ dict(d, z=3).z }}
{{ l | length }} {{ l | count }} {{ e | length }} {{ d | length }} {{ missing | length }} {{ "" | length }}
{{ n | length }}
{{ l | first }} {{ l | last }} {{ [] | first }}|{{ [] | last }}|{{ e | first }} {{ e | last }} {{ d | first }}
{{ l | join }} {{ l | join(", ") }} {{ people | join("+", attribute="name") }} {{ [] | join("x") }}|{{ "abc" | join("-") }} {{ [none, true] | join("/") }}
{{ l | sort }} {{ l | sort(reverse=true) }} {{ ["b", "A", "c"] | sort }} {{ ["b", "A", "c"] | sort(case_sensitive=true) }} {{ people | sort(attribute="age") | map(attribute="name") | list }} {{ people | sort(true, attribute="age") | map(attribute="name") | list }}
{{ [1, "a"] | sort }}
{{ l | reverse | list }} {{ "abc" | reverse }} {{ l | sum }} {{ people | sum(attribute="age") }} {{ l | min }} {{ l | max }} {{ [] | max }}|{{ ["b", "A"] | min }} {{ people | max(attribute="age") }}
{{ ["a", "A", "b", "a"] | unique | list }} {{ ["a", "A"] | unique(true) | list }} {{ people | unique(attribute="age") | map(attribute="name") | join }}
{{ people | map(attribute="name") | list }} {{ people | map(attribute="tags.0", default="-") | list }} {{ ["a", "b"] | map("upper") | list }} {{ ["aXb"] | map("replace", "X", "-") | join }} {{ l | map("string") | list }}
{{ people | map(attribute="name.0.x") | list }}
{{ people | selectattr("age", "equalto", 3) | map(attribute="name") | list }} {{ people | rejectattr("age", "gt", 5) | list | length }} {{ people | selectattr("tags") | list | length }} {{ people | selectattr("tags", "defined") | list | length }}
{{ l | select("odd") | list }} {{ l | reject("odd") | list }} {{ [0, 1, "", "a", none] | select | list }} {{ [0, 1] | reject | list }} {{ l | select("in", [1, 2]) | list }} {{ l | select(">", 1) | list }}
{{ "x" if (l | select("gt", 99)) else "y" }} {{ l | select("odd") | first }}
{{ missing | default("d") }} {{ "" | default("d") }}|{{ "" | default("d", true) }} {{ none | default("d") }} {{ none | d("x", boolean=true) }} {{ missing | default }}|{{ 0 | default(5, true) }}
{{ s | trim }}|{{ "xax" | trim("x") }}|{{ none | trim }}|{{ 5 | trim }}|{{ missing | trim }}
{{ "aB" | upper }} {{ "aB" | lower }} {{ "hello wORLD-x (y" | title }} {{ "hELLO" | capitalize }} {{ none | upper }} {{ "ß" | upper }}
{{ "banana" | replace("a", "o") }} {{ "banana" | replace("a", "o", 2) }} {{ 5 | replace("5", "6") }}
{{ "a\\nb\\n\\nc" | indent }}|{{ "a\\nb" | indent(2, true) }}|{{ "a\\n\\nb" | indent(1, blank=true) }}|{{ "a\\nb" | indent(">") }}|{{ "" | indent }}|{{ "a\\n" | indent }}|
{{ "42" | int }} {{ "4.7" | int }} {{ "x" | int }} {{ "x" | int(default=-1) }} {{ 3.9 | int }} {{ -3.9 | int }} {{ "0x1F" | int(base=16) }} {{ none | int }} {{ " 5 " | int }} {{ true | int }} {{ [] | int }} {{ "1e3" | int }}
{{ "1.5" | float }} {{ "x" | float }} {{ 2 | float }} {{ "x" | float(1.5) }} {{ "1e3" | float }} {{ none | float }}
{{ 2.5 | round }} {{ 3.5 | round }} {{ 2.675 | round(2) }} {{ 2.1 | round(0, "ceil") }} {{ 2.9 | round(method="floor") }} {{ 5 | round }} {{ 1234.5678 | round(-2) }} {{ -2.5 | round }}
{{ -5 | abs }} {{ (-5) | abs }} {{ -2.5 | abs }} {{ true | abs }}
{{ "a" | abs }}
{{ 5 | string }} {{ [1] | string | length }} {{ "x" | safe }} {{ "abc" | list }} {{ d | list }} {{ missing | list }}
{{ none | list }}
{{ d | dictsort }} {{ {"B": 1, "a": 2} | dictsort }} {{ {"B": 1, "a": 2} | dictsort(true) }} {{ {"x": 2, "y": 1} | dictsort(by="value") }} {{ {"a": 1, "b": 2} | dictsort(reverse=true) }}
{{ [1, 2, 3, 4, 5] | batch(2) | list }} {{ [1, 2, 3] | batch(2, "-") | list }}
{{ "one two three" | wordcount }} {{ "a b/ü" | urlencode }} {{ "hello world again and again" | truncate(12) }} {{ "hello world again" | truncate(9, true, "…", 0) }} {{ "short" | truncate(3) }}
{{ "%s is %d" | format("x", 3) }} {{ "%(a)s" | format(a=1) }} {{ "ab" | center(6) }}|
{{ d | attr("b") }}|{{ "x" | attr("nothing") }}|
{{ d | tojson }} {{ q | tojson }} {{ e | tojson }} {{ 1.0 | tojson }} {{ none | tojson }} {{ true | tojson }} {{ (1, 2) | tojson }} {{ 1e16 | tojson }} {{ "\\u0000\\x1f\\x7f\\u2028/" | tojson }}
{{ d | tojson(indent=2) }} {{ [] | tojson(indent=2) }} {{ {} | tojson(indent=4) }} {{ [1, [2]] | tojson(indent="-") }} {{ [1] | tojson(indent=0) }}
{{ d | tojson(separators=(",", ":")) }} {{ {"b": 1, "a": 2} | tojson(sort_keys=true) }} {{ e | tojson(ensure_ascii=true) }} {{ {1: 2, none: 3, true: 4, 1.5: 5} | tojson }}
{{ missing | tojson }}
{{ range | tojson }}
{{ l | map("upper") | tojson }}
{{ n is number }} {{ t is number }} {{ "a" is number }} {{ n is integer }} {{ t is integer }} {{ f is float }} {{ t is boolean }} {{ s is string }} {{ d is mapping }} {{ l is sequence }} {{ s is sequence }} {{ d is sequence }} {{ n is sequence }} {{ l is iterable }} {{ s is iterable }} {{ n is iterable }} {{ missing is iterable }} {{ z is none }} {{ n is not none }}
{{ t is true }} {{ 1 is true }} {{ false is false }} {{ n is odd }} {{ n is even }} {{ 9 is divisibleby(3) }} {{ 9 is divisibleby 3 }} {{ n is eq 7 }} {{ n is gt 5 }} {{ n is ne(7) }} {{ 1 is in l }} {{ "a" is lower }} {{ "A" is upper }} {{ range is callable }} {{ n is callable }} {{ none is sameas none }} {{ n is sameas 7 }}
{{ "a" is odd }}
{{ not n is none }} {{ n is not none and t }} {{ n is defined and missing is not defined or x }} {{ "a" if n is defined else "b" }} {{ (n is string) == false }}
{{ d.items is defined }} {{ d.nope is defined }} {{ "x".upper is defined }} {{ d.get is callable }} {{ l.append is defined }}
{{ l.append(4) }}
{{ d.update({"x": 1}) }}
{% do l.append(1) %}
{{ l.index(2) }} {{ l.count(3) }} {{ (1, 2).index(2) }}
{{ l.index(99) }}
{{ n() }}
{{ missing() }}
{{ "x".nothing() }}
{{ d.a.1.k }} {{ l.0 }} {{ people.1.name }}
{{ n is number is number }}
{{ ' a b c '.split(none, 1) }} {{ 2 ** 53 == 2.0 ** 53 }} {{ '%s' % d.b }} {{ 'x' % {} }}
{{ 'x' % 1 }}
{{ missing is sequence }} {{ (false | safe) is string }} {{ 'x' if false | safe }}
{{ n | nofilter }}
{{ n is notest }}
{% nothing %}
{% include "x" %}
{% if n %}
{% for x in l %}
{% endif %}
{% endfor %}
{{ n
{% if n
{# open
{{ "open }}
{{ (1 }}
{{ 1 ] }}
{{ }}
{{ 1 2 }}
{{ a b }}
{{ 1 + }}
{{ $ }}
{% set 5 = 1 %}
{% set true = 1 %}
{% break %}
{% for %}{% endfor %}
{% macro m(a=1, b) %}{% endmacro %}
{% else %}
{{ m(a=1, 2) }}
{{ n if }}
{{ "a" is }}
{{ 1.2.3 }}
{{ (people | first).name }} {{ people[0]["name"] }} {{ people[0].tags[0] }} {{ people[-1].tags }}|{{ (people | last).tags is defined }}
{{ [1, 2, 3][1:][0] }} {{ "a b".split()[1].upper() }} {{ ("a" ~ "b").upper() }} {{ "a".upper() ~ "b" | upper }} {{ -n | abs }} {{ (n | string) ~ "x" }}
{{ "a" "b" | upper }} {{ "%d" % 3.9 }} {{ "%5s|%-5s|" % ("a", "b") }} {{ "%x" % 255 }} {{ "%+d" % 5 }}
{{ 9007199254740993 }} {{ 9223372036854775807 }} {{ 9223372036854775807 == 9223372036854775807.0 }}
{{ loop }}|{{ loop is defined }}|{% for x in [1] %}{{ loop is defined }}{% endfor %}
""".strip("\n").split("\n")

# Where line breaks matter.
BLOCKS = [
    "a\n{% if n %}\nb\n{% endif %}\nc\n",
    "  {% if n %}\n  b\n  {% endif %}\n c",
    "x  {% if n %}  y  {% endif %}  z",
    "a\n  {%- if n -%}\n  b\n  {%- endif -%}\n  c",
    "a\n  {%+ if n %}b{% endif +%}\n c",
    "a\n\n\n{%- if n %}\n\nb{% endif %}\n\nc",
    "{{ n }}\n{{ n -}}\n\n  {{- n }}\n",
    "{# one #}\n{# two #}\n  {# three #}\nx\n",
    "a {#- one -#} b\n   {# two +#}\nc",
    "a\r\n{% if n %}\r\nb\r{% endif %}\r\nc\r\n",
    "a\n\n",
    "\n",
    "",
    "  {{ n }}  \n  {{ n }}",
    "{% for x in l %}\n  - {{ x }}\n{% endfor %}\nend",
    "{% for x in l -%}\n  - {{ x }}\n{% endfor -%}\n\nend",
    "{% set a = 1 %}\n{% set b = 2 %}\n{{ a + b }}\n\n",
    "{% set x %}\n  line\n{% endset %}\n[{{ x }}]",
    "{% macro m() %}\n  in\n{% endmacro %}\n[{{ m() }}]",
    "{{ {\n 'a': [1,\n 2]\n} }}\n{% if n\n and t %}\nyes{% endif %}",
    "\u00a0{%- if n %}\u2003{% endif -%}\u3000x",
    "{% raw %}\n {{ x }}\n{% endraw %}\ny",
    "  {% raw %} a {% endraw %}  b",
    "{{ 'multi\nline' }}",
    "text } and { and %} and }} and #}",
]

# Templates and their variables; None stands for DATA.
SNIPPETS = [(template, None) for template in TEMPLATES + BLOCKS]
SNIPPETS += [
    (
        "{{- bos_token }}{% for m in messages %}{{ '<|' + m.role + '|>\n' + m.content | trim + '\n' }}{% endfor %}",
        {"bos_token": "<s>", "messages": [{"role": "user", "content": " x "}]},
    ),
    (
        "{{ n }} {{ n == n }} {{ n | tojson }} {{ f }} {{ f | tojson }} {{ n is integer }} {{ n | string }}",
        {"n": 123456789012345678901234567890, "f": 1.50},
    ),
]

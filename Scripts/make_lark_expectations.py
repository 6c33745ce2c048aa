#!/usr/bin/env python3
"""Writes Tests/TrellisMatchingTests/Fixtures/lark.json: what Lark and llguidance say about grammars and texts.

    pip install lark llguidance
    make_lark_expectations.py > Tests/TrellisMatchingTests/Fixtures/lark.json

Lark is asked with its Earley parser and the lexer `dynamic_complete`, which accepts a text that can be cut into terminals
in any way: the meaning that Trellis has. llguidance takes the longest terminal, so that it may refuse more; where
it alone reads the syntax, the grammars here leave no choice. Each entry: a grammar, texts, and as strings of 0 and 1
"lark" and "llguidance", each only where that program reads the grammar. Lark ignores before the first terminal too, and
llguidance does not call a text complete that ends in something ignored: such verdicts are "?". The terminals here have the
longest match first, which is what Lark finds shorter ones from.
"""

import json
import random
import re
import sys

import lark
import llguidance

# Written for this file.
GRAMMARS = [
    ('start: "yes" | "no"', ["yes", "no", "yesno", ""]),
    ('start: A B?\nA: "a"+\nB: /b{2}/', ["a", "aabb", "aab", "bb", "aaa"]),
    ('start: (A | "b")* "c"\nA: /a/', ["c", "abac", "ab", "bbc"]),
    ('start: expr\nexpr: expr ("+" | "-") term | term\nterm: term "*" atom | atom\natom: NUMBER | "(" expr ")"\n'
     "NUMBER: /[0-9]+/\n%ignore /[ ]+/", ["1", "1+2*(3-4)", "1 + 2 * ( 3 )", "1 +", "(1", "12 3", "1  -2 "]),
    ('?start: pair ("," pair)*\npair: KEY "=" value -> entry\n!value: INT | STRING | list\nlist: "[" [value ("," value)*] "]"\n'
     "KEY: /[a-z]+/\n%import common.INT\n%import common.ESCAPED_STRING -> STRING\n%import common.WS\n%ignore WS",
     ["a=1", 'a = "x\\"y", b=[1,[2, "z"], []]', "a=", "a=[1,]", 'k="a', "a=1 b=2", "a=[ ]\n"]),
    ('%import common (INT, WORD, WS_INLINE)\nstart: WORD INT\n%ignore WS_INLINE', ["ab 12", "ab12", "12 ab", "a\t1 "]),
    ('start: "a"~3 "b"~1..2 ("c" "d")~2', ["aaabcdcd", "aaabbcdcd", "aabcdcd", "aaabcd", "aaabbbcdcd"]),
    ('start: "select"i NAME\nNAME: /[a-z]+/i\n%ignore " "', ["select x", "SELECT Foo", "sElEct", "selec t"]),
    ('start: LETTER+\nLETTER: "a".."e" | "x".."z"', ["abe", "xz", "f", "", "axf"]),
    ('start: item*\nitem: "- " /[^\\n]+/ "\\n"', ["- a\n", "- a\n- b c\n", "- \n", "", "- a"]),
    ('start: object\nobject: "{" [member ("," member)*] "}"\nmember: STRING ":" value\nvalue: object | array | STRING | NUMBER'
     ' | "true" | "null"\narray: "[" [value ("," value)*] "]"\n%import common.ESCAPED_STRING -> STRING\n'
     "%import common.SIGNED_NUMBER -> NUMBER\n%import common.WS\n%ignore WS",
     ['{}', '{"a": [1, -2.5e3, true, null, {"b": ""}]}', '{"a" 1}', '{"a":1,}', '{ "x" : [ ] } ', '[1]', '{"a":.5}']),
    ('start: s\ns: "(" s ")" s |', ["", "()", "(())()", "(()", ")("]),
    ('start: a\na: b "x" | "y"\nb: a "z" | "w"', ["y", "wx", "yzx", "wxzx", "yz", "x"]),
    ('start: A+\nA: /ab?|ba/', ["aba", "abab", "baab", "bb", "abba"]),
    ('start: A B\nA: /a+/\nB: /ab/', ["aab", "aaab", "ab", "a"]),
    ('start: W W\nW: /[a-z]+/\n%ignore " "', ["ab", "a b", "a", "ab cd", "a b c"]),
    ('start: COMMENT* "x"\n%import common.C_COMMENT -> COMMENT', ["x", "/* a */x", "/***/x", "/* * / */x", "/* */ */x", "/*/x"]),
    ("start: DATE\nDATE: /\\d{4}-\\d\\d/ | /(?i:today)/", ["2024-01", "٢٠٢٤-٠١", "ToDay", "2024-1", "today!"]),
    ("start: TEXT\nTEXT: /\\w+\\s\\W./s", ["é \n\n", "a\u00a0-x", "a b", "_1\t!!"]),
    ("start: X\nX: /a . [ ] b # note\n/x", ["ac b", "a.[ ]b", "ax b ", "acb"]),
    # What Lark itself does not read.
    ('start: "a"{3} "b"{1,2} "c"{2,} "d"{,2}', ["aaabcc", "aaabbcccdd", "aabcc", "aaabccddd", "aaabbbcc"]),
    ('# a comment\nstart: dash-name // another\ndash-name: "x" | UP-PER\nUP-PER: "Y"', ["x", "Y", "y"]),
    ("start: LINES\nLINES: /[a-c\\n]*/ & ~/(?s:.*)\\n\\n(?s:.*)/", ["a\nb", "a\n\nb", "", "\n", "abc\nc\n"]),
    ("start: W\nW: /[a-z]{2,4}/ & ~(\"if\" | \"else\")", ["if", "iff", "else", "ab", "a", "abcde", "els"]),
    ('start: w\nw[lazy]: /[a-z]*;/', ["ab;", ";", "ab", "ab;c;"]),
    ('start: w "!"\nw[suffix="<e>"]: /(.|\\n)*/', ["<e>!", "a<<e>!", "a<e>b<e>!", "a!", "x<e>"]),
    ('start: w /[0-9]+/ "z"\nw[capture="x", lazy]: /[a-z ]*(fn|f)=/', ["fn=1z", "a f=22z", "f=f=1z", "afn=z"]),
    ('start: PART\nPART: %regex { "substring_words": "to be, or not" }', ["to", "be, or", " or not", "or to", "", "b", "to be, or not"]),
    ('start: %regex { "substring_chars": "abc" } "!"', ["!", "b!", "abc!", "ac!", "bc!"]),
    ('start: %regex { "substring_chunks": ["ab", "c", "de"] }', ["", "ab", "abc", "cde", "abcde", "de", "a", "abde"]),
    ('start: "call(" args ")"\nargs: %json { "type": "object", "properties": { "city": { "enum": ["Ulm", "Bonn"] } },'
     ' "required": ["city"], "additionalProperties": false }', ['call({"city": "Ulm"})', 'call({"city":"Bonn"})', "call({})"]),
    ('%llguidance { "allow_initial_skip": true }\nstart: "a" "b"\n%ignore " "', ["ab", " a b ", "  ab", "a  b", "a", " "]),
    ('start: "a" "b"\n%ignore " "', ["ab", " a b ", "a b ", "a  b", "a"]),
    ('%llguidance { "ignore_once": true }\nstart: "A" "!"\n%ignore /[ \\t]{1,3}/', ["A!", "A  !", "A    !", "A\t!  ", "A!    "]),
    ('start: A\nA: "\\x41\\u00e9\\n\\"" /\\//', ['Aé\n"/', 'Aé\n"', 'A']),
]


def random_expression(source, depth):
    kind = source.randrange(8 if depth else 4)
    if kind == 0:
        return source.choice(['"a"', '"b"', '"ab"'])
    if kind == 1:
        return source.choice(["A", "B", "C"])
    if kind in (2, 3):
        return source.choice(["start", "x", "y"])
    inner = [random_expression(source, depth - 1) for _ in range(source.randrange(1, 4))]
    if kind in (4, 5):
        return " ".join(inner)
    if kind == 6:
        return "(" + " | ".join(inner) + ")"
    return "(" + " ".join(inner) + ")" + source.choice(["*", "+", "?", "~2", "~0..2"])


def random_grammar(source):
    def rule(name):
        return f"{name}: " + " | ".join(random_expression(source, 2) for _ in range(source.randrange(1, 4)))

    terminals = [
        "A: " + source.choice(["/a+/", '"a"', "/aa?/", '"a" "b"?']),
        "B: " + source.choice(["/b+a?/", '"b"+', "/[ab]b/"]),
        "C: " + source.choice(["A B", "/b?a/", "/a*b/", '"ba"~1..2']),
    ]
    ignored = source.choice(["", "", '%llguidance { "allow_initial_skip": true }\n%ignore " "\n'])
    return ignored + "\n".join([rule("start"), rule("x"), rule("y")] + terminals)


def ask_lark(grammar, texts):
    if "%llguidance" in grammar and "allow_initial_skip" not in grammar:
        return None
    comes_first = "%ignore" in grammar and "allow_initial_skip" not in grammar
    plain = re.sub(r"%llguidance .*\n", "", grammar)
    try:
        parser = lark.Lark(plain, parser="earley", lexer="dynamic_complete")
    except Exception:
        return None
    verdicts = ""
    for text in texts:
        if comes_first and text.lstrip() != text:
            verdicts += "?"
            continue
        try:
            parser.parse(text)
            verdicts += "1"
        except lark.exceptions.UnexpectedInput:
            verdicts += "0"
        except RecursionError:
            return None
    return verdicts


TOKENIZER = llguidance.LLTokenizer("byte")


def ask_llguidance(grammar, texts):
    wrapped = llguidance.LLMatcher.grammar_from_lark(grammar)
    if llguidance.LLMatcher.validate_grammar(wrapped, TOKENIZER):
        return None
    verdicts = ""
    for text in texts:
        matcher = llguidance.LLMatcher(TOKENIZER, wrapped, log_level=0)
        tokens = TOKENIZER.tokenize_str(text)
        taken = matcher.try_consume_tokens(tokens)
        if matcher.get_error():
            return None
        is_done = taken == len(tokens) and matcher.is_accepting()
        verdicts += "1" if is_done else "?" if "%ignore" in grammar and text.rstrip() != text else "0"
    return verdicts


def entry(grammar, texts):
    result = {"grammar": grammar, "texts": texts}
    for name, verdicts in (("lark", ask_lark(grammar, texts)), ("llguidance", ask_llguidance(grammar, texts))):
        if verdicts is not None:
            result[name] = verdicts
    return result


def main():
    source = random.Random(20261202)
    entries = []
    for grammar, texts in GRAMMARS:
        more = dict.fromkeys(texts)
        for text in texts:
            for _ in range(3):
                at = source.randrange(len(text) + 1)
                more[text[:at] + source.choice('ab01" ,[]{}()x') + text[at + source.randrange(2):]] = None
        entries.append(entry(grammar, list(more)))
    count = 0
    while count < 250:
        grammar = random_grammar(source)
        alphabet = "ab " if "%ignore" in grammar else "ab"
        texts = dict.fromkeys([""])
        for _ in range(40):
            texts["".join(source.choice(alphabet) for _ in range(source.randrange(1, 8)))] = None
        made = entry(grammar, list(texts))
        if "1" in made.get("lark", ""):
            entries.append(made)
            count += 1
    json.dump(entries, sys.stdout, ensure_ascii=False, separators=(",", ":"))
    print()


main()

"""Writes Tests/TrellisGrammarsTests/Fixtures/regexes.json: what Python's `re` says about patterns and texts.

Only patterns that mean the same in ECMA-262 (u flag) and in Python (ASCII classes), and texts without a final line
end, where `$` differs. Each entry: pattern, texts, and for each text whether it matches somewhere ("s") and as a
whole ("w"), as a string of 0 and 1.
"""

import json
import random
import re
import sys

PATTERNS = r"""
abc
a|b|
(a|bc)*d
a{2,3}b{2}c{0,}
[^a-c\d]+
[\w-]+x
^abc$
^a|b$
^(a)|(b)$
(^a|b)c
a(b$|c)
^$
^$|^a+$
(?:^|,)a(?:,|$)
^^a$$
a^b
(^)*a
a$b
(a|^)b
x*^a
(?:a*^)b
(?=a)[a-c]b
(?!a)[a-c]b
^(?!.*aa)[ab]+$
^(?=.*a)(?=.*b)[abc]{2,4}$
^(?:(?!bb).)*$
a(?=b)
a(?!b)
(?<=a)b
(?<!a)b
c(?<=[bc])a
(?<=^a)b
(?<=ab)c
(?<!ab)c
^a(?<!b)c?$
\bfoo\b
\Bfoo
foo\B
\b
^\B.
\bfoo\b.*\bbar\b
(\bfoo\b ?){2}
a\b-\bb
.a.
(?s:.)a
(?i:ab)C
(?i:[a-c])d
a*?b+?c??
(?P<n>ab)+
\x41\u0042\t
[\]\-a]
[a\-c]
[-a]b
[a-]b
[^\]]
\.\*\+\?\(\)\[\]\{\}\|\^\$\/
{a}
a{,b
a{1
x{2}y
(((a)))
(?:a(?:b(?:c)?)?)?d
[а-я]+
[😀-🙏]x
é{2}
(a?){3}b
(a|ab)(c|bcd)(d*)
(a*)*b
(a|aa)+$
^(\{[\w-]+\})|([\w-]+)$
^(?:\S+\s+){0,3}\S+$
^[A-Fa-f\d]{6}$
^(http)|(https)://(.*)$
^dev|alpha|beta$
^(?!@@)[@a-z0-9_-]+$
^([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,}$
^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}$
^(?:a|(?=b)b)c
((?!a)b|a)c
^a(?=b|$)
(?:a(?!b)|b(?!a)){2}
(?m:^a$)
(?m:a$)b
""".strip("\n").split("\n")

ALPHABETS = [
    "abc", "abcd ", "ab", "foo bar-", "aB1-_x", "ABab\t.", "a\nb", "а😀éx1", "[]-a^\\", ".*+?()[]{}|^$/",
    "{}a,1b", "0189.", "http:s/", "@a_-9",
]


def texts(random_source, pattern):
    seen = {"": None, "a": None, "b": None, "ab": None, "foo": None, "foo bar": None, "a,a": None}
    plain = re.sub(r"\\[bBwdsS]|\(\?[:=!<#]*|[()*+?^$|\[\]]|\{\d*,?\d*\}|\\", "", pattern)
    seen[plain] = None
    # Texts made from the letters of the pattern itself, then others.
    letters = [c for c in plain] or ["a"]
    for _ in range(60):
        alphabet = letters if random_source.random() < 0.5 else random_source.choice(ALPHABETS)
        length = random_source.randrange(0, 9)
        seen["".join(random_source.choice(alphabet) for _ in range(length))] = None
    return [text for text in seen if not text.endswith("\n")]


def main():
    random_source = random.Random(20261130)
    entries = []
    for pattern in PATTERNS:
        compiled = re.compile(pattern, re.ASCII if pattern.isascii() and "(?i" not in pattern else 0)
        whole = re.compile(r"(?:" + pattern + r")\Z", compiled.flags)
        sample = texts(random_source, pattern)
        entries.append(
            {
                "pattern": pattern,
                "texts": sample,
                "s": "".join("1" if compiled.search(text) else "0" for text in sample),
                "w": "".join("1" if whole.match(text) else "0" for text in sample),
            }
        )
    json.dump(entries, sys.stdout, ensure_ascii=False, separators=(",", ":"))
    print()


main()

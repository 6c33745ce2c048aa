#!/usr/bin/env python3
"""Writes Tests/TrellisMatchingTests/Fixtures/gbnf.json: what llama.cpp says about grammars and texts.

    pip download --no-deps --no-binary :all: llama-cpp-python   # and unpack it
    make_gbnf_expectations.py FOLDER > Tests/TrellisMatchingTests/Fixtures/gbnf.json

FOLDER is the unpacked package; its grammar reader is compiled with a small driver. Each entry: a grammar, and either
"error" (what llama.cpp objects to: "syntax", or "recursion" for left recursion, which it does not support) or texts
with a string of 0 and 1, whether each is a complete text of the grammar.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

DRIVER = r"""
#include "llama-grammar.h"
#include <cstdio>
#include <cstdlib>
#include <cstdarg>
#include <iostream>
#include <string>

void llama_log_internal(ggml_log_level, const char *, ...) {}

static std::string line() { std::string s; std::getline(std::cin, s); return s; }
static std::string unhex(const std::string & s) {
    std::string r;
    for (size_t i = 0; i + 1 < s.size(); i += 2) r += (char) std::stoi(s.substr(i, 2), nullptr, 16);
    return r;
}

int main() {
    while (true) {
        std::string head = line();
        if (!std::cin) return 0;
        std::string text = unhex(head);
        int count = std::stoi(line());
        llama_grammar_parser parser;
        const char * problem = nullptr;
        // A problem is reported and leaves no rules behind.
        if (!parser.parse(text.c_str()) || parser.rules.empty() || !parser.symbol_ids.count("root")) problem = "syntax";
        auto start = [&]() {
            return llama_grammar_init_impl(nullptr, text.c_str(), "root", false, nullptr, 0, nullptr, 0);
        };
        llama_grammar * first = problem ? nullptr : start();
        if (!problem && !first) problem = "recursion";
        std::string verdicts;
        for (int i = 0; i < count; i++) {
            std::string sample = line();
            if (problem) continue;
            llama_grammar * grammar = start();
            for (size_t p = 0; p + 8 <= sample.size() && !grammar->stacks.empty(); p += 8)
                llama_grammar_accept(grammar, (uint32_t) std::stoul(sample.substr(p, 8), nullptr, 16));
            bool complete = false;
            for (const auto & stack : grammar->stacks) complete = complete || stack.empty();
            verdicts += complete ? '1' : '0';
            llama_grammar_free_impl(grammar);
        }
        if (first) llama_grammar_free_impl(first);
        std::printf("%s\n", problem ? problem : ("=" + verdicts).c_str());
        std::fflush(stdout);
    }
}
"""

# Written for this file: each rule of the format at least once, then shapes that people write.
GRAMMARS = [
    'root ::= "yes" | "no"',
    'root ::= ("a" | "b")* "c"',
    'root ::= [a-c]+ [^a-c]?',
    'root ::= [-a] [a-] [\\]\\[\\\\]',
    'root ::= [^\\n]* "\\n"',
    'root ::= . .? .',
    'root ::= "\\x41\\u00e9\\U0001F600" [\\u0061-\\u0063]',
    'root ::= "a"{3} "b"{2,} "c"{1,2}',
    'root ::= "ab"{2} ("a" "b"){0,1}',
    'root ::= "a"{ 1 , 2 }',
    'root ::= "a" | # one\n  "b" | # other\n  "c"\n# end',
    'root ::= (\n  # inside\n  "a"\n  | "b"\n)+\n',
    'root ::= pair ("," pair)*\npair ::= [a-b]+ "=" [0-9]+',
    'root ::= dash-name under9\ndash-name ::= "x"\nunder9 ::= "y"?',
    'root ::=\n  "a" root "b" | ""',
    'root ::= | "a" root',
    'root ::= "(" root ")" root | ""',
    'root ::= item+\nitem ::= "- " [^\\n]+ "\\n"',
    'root ::= e\ne ::= t (("+" | "-") t)*\nt ::= f ("*" f)*\nf ::= [0-9]+ | "(" e ")"',
    'root ::= value\nvalue ::= object | array | string | number | "true" | "null"\n'
    'object ::= "{" ws (string ":" ws value ("," ws string ":" ws value)*)? "}" ws\n'
    'array ::= "[" ws (value ("," ws value)*)? "]" ws\n'
    'string ::= "\\"" ([^"\\\\\\x00-\\x1F] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-f]{4}))* "\\"" ws\n'
    'number ::= "-"? ("0" | [1-9] [0-9]{0,3}) ("." [0-9]+)? ws\nws ::= ([ \\t] ws)?',
    'root ::= "a"? "b"? "c"?',
    'root ::= ("a"? "b"?)*',
    'root ::= ("a"*)* "b"',
    'root ::= ("a" | "ab") ("c" | "bcd")',
    'root ::= "a"**',
    'root ::= "a"+?',
    'root ::= "" "a" ""',
    'root ::= x x x\nx ::= "a" | "aa"',
    'root ::= [あ-ん]+ "。"',
    'root ::= "\t" "é"',
    'root ::= a\na ::= b "x" | "y"\nb ::= a "z" | "w"',
    'root ::= root "a" | "b"',
    'root ::= opt root "a" | "b"\nopt ::= "c"?',
    'root ::= "a',
    'root ::= [a',
    'root ::= ("a"',
    'root ::= "a")',
    'root ::= * "a"',
    'root ::= "a"{',
    'root ::= "a"{x}',
    'root ::= "a"{1',
    'root ::= "\\q"',
    'root ::= "\\x4"',
    'root = "a"',
    '::= "a"',
    'root ::= missing',
    'start ::= "a"',
    'root ::= "a"\n  | "b"',
    'root ::= "a" ::= "b"',
    '',
]

# Texts of them that chance would not find, mixed into the texts of all.
TEXTS = [
    "", "a", "b", "c", "ab", "aab", "abab", "ababab", "aa", "aaa", "aaabb", "aaabbc", "aaabbbcc", "aaabbccc", "-a", "a-",
    "aa][\\\\", "aa][\\", "--][\\", "yes", "no", "abbac", "abcd", "ac", "acd", "aabb", "aaabbb", "x", "xy", "wzx", "yx",
    "Aé😀a", "Aé😀d", "- x\n", "- x\n- y z\n", "- \n", "あん。", "。", "\té", "\n", "ab\n", "(", "()", "(())()", "(()",
    "1", "1+2*(3-4)", "((1))", "1+", "a=1", "a=1,bb=22", "a=,b=1", "true", "[]", "[ 1 ,[true]]", "[01]",
    '{"a": [1,-2.50,true, null]}', '{"a":1,"b":{}}', '{"k":"\\u00ef\\n"}', '{"k":"\\u00g0"}', '{"k" "v"}', "bcccc", "cbb", "ya",
]

LETTERS = "abc01+-*(),=xyz{}[]:\" \t\n"


def random_rule(source, names, depth):
    """A rule's right side, and a function that makes a text of it."""
    kind = source.randrange(8 if depth else 3)
    if kind == 0:
        text = "".join(source.choice("ab") for _ in range(source.randrange(0, 3)))
        return f'"{text}"', lambda derive: text
    if kind == 1:
        shown, letters = source.choice([("[ab]", "ab"), ("[^a]", "bc"), ("[a-b]", "ab"), ('"a"', "a"), ('"b"', "b")])
        return shown, lambda derive: source.choice(letters)
    if kind == 2:
        name = source.choice(names)
        return name, lambda derive: derive(name)
    if kind in (3, 4, 5):
        parts = [random_rule(source, names, depth - 1) for _ in range(source.randrange(1, 4))]
        if kind == 5:
            return ("(" + " | ".join(p[0] for p in parts) + ")"), lambda derive: source.choice(parts)[1](derive)
        return " ".join(p[0] for p in parts), lambda derive: "".join(p[1](derive) for p in parts)
    shown, inner = random_rule(source, names, depth - 1)
    count, low, high = source.choice(
        [("*", 0, 2), ("+", 1, 2), ("?", 0, 1), ("{2}", 2, 2), ("{0,2}", 0, 2), ("{1,2}", 1, 2), ("{2,}", 2, 3)])
    return f"({shown}){count}", lambda derive: "".join(inner(derive) for _ in range(source.randint(low, high)))


def random_grammar(source):
    names = ["root", "x", "y"][: source.randrange(1, 4)]
    bodies = {name: [random_rule(source, names, 2) for _ in range(source.randrange(1, 4))] for name in names}
    grammar = "\n".join(f"{name} ::= " + " | ".join(b[0] for b in bodies[name]) for name in names)
    texts = {}
    for _ in range(60):
        budget = [60]

        def derive(name):
            budget[0] -= 1
            if budget[0] < 0:
                raise OverflowError
            return source.choice(bodies[name])[1](derive)

        try:
            text = derive("root")
            if len(text) <= 12:
                texts[text] = None
        except OverflowError:
            pass
    return grammar, list(texts)


def samples(source, known):
    texts = dict.fromkeys(known[:20])
    for text in known[:20]:
        if text:
            at = source.randrange(len(text))
            texts[text[:at] + source.choice(LETTERS) + text[at + source.randrange(2):]] = None
    for _ in range(20):
        texts["".join(source.choice("abc") for _ in range(source.randrange(7)))] = None
    return list(texts)


def main():
    root = pathlib.Path(sys.argv[1]) / "vendor/llama.cpp"
    with tempfile.TemporaryDirectory() as folder:
        source_file = pathlib.Path(folder) / "driver.cpp"
        source_file.write_text(DRIVER)
        program = pathlib.Path(folder) / "driver"
        subprocess.run(
            ["c++", "-std=c++17", "-O1", "-w", f"-I{root}/src", f"-I{root}/include", f"-I{root}/ggml/include",
             str(source_file), f"{root}/src/llama-grammar.cpp", "-static", "-Wl,--unresolved-symbols=ignore-all",
             "-o", str(program)],
            check=True,
        )
        source = random.Random(20261201)
        cases = [(grammar, TEXTS) for grammar in GRAMMARS]
        for _ in range(1200):
            grammar, texts = random_grammar(source)
            cases.append((grammar, samples(source, texts)))
        entries = []
        for grammar, texts in cases:
            lines = [grammar.encode().hex(), str(len(texts))]
            lines += ["".join(f"{ord(c):08x}" for c in text) for text in texts]
            try:
                done = subprocess.run(
                    [str(program)], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=2)
            except subprocess.TimeoutExpired:
                continue
            # Some grammars with empty loops end llama.cpp: nothing is recorded for them.
            if done.returncode != 0 or not done.stdout:
                continue
            verdict = done.stdout.strip()
            if verdict.startswith("="):
                entries.append({"grammar": grammar, "texts": texts, "verdicts": verdict[1:]})
            else:
                entries.append({"grammar": grammar, "error": verdict})
    written, others = entries[: len(GRAMMARS)], entries[len(GRAMMARS):]
    kept = written + [e for e in others if "1" in e.get("verdicts", "")][:220]
    kept += [e for e in others if e.get("error") == "recursion"][:30]
    json.dump(kept, sys.stdout, ensure_ascii=False, separators=(",", ":"))
    print()


main()

#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets: the schemas of the checkout, and the strings in its tests.

    make_fuzz_corpora.py OUTPUT

OUTPUT gets a folder for each target with one input a file, named by its hash.
"""
import ast
import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = {
    "json": ["TrellisJSONTests"],
    "schema": ["TrellisGrammarsTests/JSONSchemaTests.swift", "TrellisGrammarsTests/FormatTests.swift"],
    "regex": ["TrellisGrammarsTests/RegexTests.swift", "TrellisGrammarsTests/RegexNodeTests.swift"],
    "gbnf": ["TrellisMatchingTests/GBNFTests.swift", "TrellisMatchingTests/LeftRecursionTests.swift"],
    "lark": ["TrellisMatchingTests/LarkTests.swift"],
}
RAW = re.compile(r'(#+)"((?:(?!"#).)*)"#+', re.S)
PLAIN = re.compile(r'(?<!#)"((?:[^"\\\n]|\\.)*)"(?!#)')
MULTILINE = re.compile(r'"""\n(.*?)\n\s*"""', re.S)


def strings(text):
    """The string literals of a Swift source, without those that have interpolations."""
    for match in MULTILINE.finditer(text):
        lines = match.group(1).split("\n")
        indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
        yield "\n".join(line[indent:] for line in lines)
    text = MULTILINE.sub("", text)
    for match in RAW.finditer(text):
        yield match.group(2)
    for match in PLAIN.finditer(RAW.sub("", text)):
        if "\\(" not in match.group(1):
            try:
                yield ast.literal_eval('"' + re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda m: "\\U%08x" % int(m[1], 16),
                                                    match.group(1)) + '"')
            except (SyntaxError, ValueError):
                continue


def main():
    output = pathlib.Path(sys.argv[1])
    for target, names in TESTS.items():
        folder = output / target
        folder.mkdir(parents=True, exist_ok=True)
        seeds = set()
        for name in names:
            path = ROOT / "Tests" / name
            for source in sorted(path.rglob("*.swift")) if path.is_dir() else [path]:
                seeds.update(strings(source.read_text(encoding="utf-8")))
        if target in ("json", "schema"):
            seeds.update(path.read_text(encoding="utf-8") for path in (ROOT / "Schemas/examples").glob("*.json"))
        for seed in seeds:
            data = seed.encode("utf-8", "replace")
            # The first byte of a schema's input chooses its options.
            data = b"\0" + data if target == "schema" else data
            if 0 < len(data) <= 4096:
                (folder / hashlib.sha1(data).hexdigest()[:16]).write_bytes(data)
        print(f"{target}: {len(list(folder.iterdir()))} seeds")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compiles random `@Generable` types and has a model of noise write values of them.

For each type, answers are generated with random logits (a toy model) and decoded, which must not fail; then encode(decode(x)) = x
is checked: the value that is read again from its own JSON is equal, and that JSON satisfies the schema of the type. The types are
made from a seed: structures with properties of all kinds and guides, nested, recursive, generic and with keywords as names,
enumerations with raw values and with payloads. Build the tests in release first (`make test`).
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build" / "release"
KEYWORDS = ["class", "default", "switch", "in", "protocol", "repeat", "where", "internal", "operator", "is"]
WORDS = ["amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath", "isle", "jetty", "knoll", "loch"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []

    def chance(self, share):
        return self.random.random() < share

    def text(self):
        return json.dumps(self.random.choice(WORDS) + self.random.choice(["", " \"x\"", " å", " \\ y"]), ensure_ascii=False)

    def guide(self, attribute):
        if self.chance(0.3):
            return f"@Guide(description: {json.dumps(self.random.choice(WORDS))}, {attribute})"
        return f"@Guide({attribute})"

    def scalar(self):
        """A type with at most one guide for it."""
        r = self.random
        low = r.randint(-50, 50)
        high = low + r.randint(0, 200)
        return r.choice([
            lambda: ("Bool", None),
            lambda: ("Int", r.choice([None, f".range({low} ... {high})", f".minimum({low})", f".maximum({high})"])),
            lambda: ("Double", f".range({low / 4} ... {high / 4})"),
            lambda: ("Float", f".range({low / 2} ... {high / 2})"),
            lambda: ("Decimal", f".range({low} ... {high})"),
            lambda: ("String", r.choice([
                f".anyOf([{', '.join(json.dumps(w) for w in r.sample(WORDS, r.randint(1, 4)))}])",
                ".pattern(/[a-c]{0,4}|x\\d+/)", f".constant({self.text()})", ".pattern(/\\w{1,5}/)"])),
        ])()

    def property(self, names, types, recursive):
        r = self.random
        kind = r.choice(["scalar", "scalar", "scalar", "array", "type", "types", "recursive"])
        attribute = None
        if kind == "recursive" and recursive:
            written = r.choice([f"[{recursive}]", f"[{recursive}]?"])
        elif kind in ("type", "types") and types:
            base = r.choice(types)
            written = base if kind == "type" else f"[{base}]"
            if kind == "types":
                attribute = f".count({r.choice(['0...2', '1', '2'])})"
        else:
            written, guide = self.scalar()
            attribute = guide
            if kind == "array":
                count = r.choice(["0...3", "2", "1...1"])
                attribute = f".count({count})" + (f", .element({guide})" if guide and guide != ".pattern" else "")
                written = f"[{written}]"
        if not written.endswith("?") and self.chance(0.25):
            written += "?"
        name = names.pop()
        lines = [self.guide(attribute)] if attribute else []
        lines.append(f"var {name}: {written}")
        return lines

    def structure(self, name, types, depth=0):
        r = self.random
        names = r.sample(WORDS, 8) + [f"`{k}`" for k in r.sample(KEYWORDS, 3)]
        r.shuffle(names)
        argument = r.choice(["", "", f"(description: {self.text()})"])
        if depth == 0 and self.chance(0.15):
            argument = "(representNilExplicitlyInGeneratedContent: true)"
        parameter = ""
        own = list(types)
        if depth == 0 and self.chance(0.15):
            parameter = "<Item: Generable & Equatable & Sendable>"
            own.append("Item")
        lines = [f"@Generable{argument} struct {name}{parameter}: Equatable {{"]
        body = []
        if depth < 2 and self.chance(0.4):
            inner = f"{name}Part"
            body += self.structure(inner, [], depth + 1) if self.chance(0.6) else self.enumeration(inner)
            own.append(inner)
        recursive = None if parameter or depth else name
        for _ in range(r.randint(1, 5)):
            body += self.property(names, own, recursive)
        lines += ["    " + line for line in body]
        return lines + ["}"]

    def enumeration(self, name):
        r = self.random
        names = r.sample(WORDS, r.randint(1, 5)) + ([f"`{r.choice(KEYWORDS)}`"] if self.chance(0.4) else [])
        form = r.choice(["plain", "raw", "payload"])
        if form == "raw":
            head = f"@Generable enum {name}: String, Equatable {{"
            cases = [f'    case {n} = {json.dumps(n.strip("`") + " " + r.choice(WORDS))}' for n in names]
        else:
            head = f"@Generable enum {name}: Equatable {{"
            cases = []
            for n in names:
                payload = ""
                if form == "payload":
                    parts = []
                    for index in range(r.randint(0, 3)):
                        written = r.choice(["Int", "Bool", "[Bool]", "Int?", "Decimal"])
                        parts.append(r.choice([written, f"{WORDS[index]}: {written}"]))
                    payload = f"({', '.join(parts)})" if parts else ""
                cases.append(f"    case {n}{payload}")
        return [head] + cases + ["}"]

    def make(self, count):
        simple, checks = [], []
        for number in range(count):
            name = f"Random{number}"
            if self.chance(0.25):
                lines = self.enumeration(name)
                simple.append(name)
            else:
                lines = self.structure(name, self.random.sample(simple, min(2, len(simple))))
                if "<Item" not in lines[0]:
                    simple.append(name)
            self.lines += lines + [""]
            argument = name + ("<Int>" if "<Item" in lines[0] else "")
            checks.append(f"    try await check({argument}.self)")
        return "\n".join(self.lines), "\n".join(checks)


PROGRAM = """\
import Foundation
import TestSupport
import Trellis
import TrellisGrammars
import TrellisMatching
import TrellisTokenization

%s
let bytes = MatchingVocabulary(
    Vocabulary(tokens: (UInt8.min...UInt8.max).map { [$0] }, special: [], endTokens: []))
nonisolated(unsafe) var answers = 0

struct Difference: Error { let text: String }

func check<Content: Generable & Equatable>(_ type: Content.Type, model: SystemLanguageModel, count: Int) async throws {
    let grammar = try CompiledGrammar(Grammar(jsonSchema: Content.generationSchema.maskSchema), for: bytes)
    for seed in 0..<count {
        let options = GenerationOptions(
            samplingMode: .random(probabilityThreshold: 1, seed: UInt64(seed)), temperature: 1, maximumResponseTokens: 700)
        let response = try await LanguageModelSession(model: model).respond(
            to: "Go", generating: type, includeSchemaInPrompt: false, options: options)
        let text = response.content.generatedContent.jsonString
        let again = try Content(GeneratedContent(json: text))
        guard again == response.content, again.generatedContent.jsonString == text else {
            throw Difference(text: "\\(type): \\(response.rawContent.jsonString) became \\(text)")
        }
        guard grammar.matches(text.utf8) else {
            throw Difference(text: "\\(type): \\(text) is not of its schema")
        }
        answers += 1
    }
}

func checkAll(_ model: SystemLanguageModel, count: Int) async throws {
    func check<Content: Generable & Equatable>(_ type: Content.Type) async throws {
        do {
            try await main.check(type, model: model, count: count)
        } catch {
            print("FAILED \\(type): \\(error)")
            throw error
        }
    }
%s
}

try await withTemporaryFolder { folder in
    let model = try SystemLanguageModel(contentsOf: ToyModel.write(to: folder))
    try await checkAll(model, count: %d)
}
print("\\(answers) answers of %d types")
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--types", type=int, default=200)
    parser.add_argument("--answers", type=int, default=5, help="answers of each type")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="where to write the program")
    arguments = parser.parse_args()
    types, checks = Maker(arguments.seed).make(arguments.types)
    program = PROGRAM % (types, checks, arguments.answers, arguments.types)
    with tempfile.TemporaryDirectory() as folder:
        source = (arguments.keep or pathlib.Path(folder)) / "main.swift"
        source.write_text(program)
        targets = [f for f in BUILD.glob("*.build") if f.name.split(".")[0] in {
            "Trellis", "TrellisDecoding", "TrellisMatching", "TrellisInference", "TrellisGrammars", "TrellisTokenization",
            "TrellisModelFiles", "TrellisJSON", "CKernels", "TestSupport"}]
        objects = [str(o) for target in targets for o in target.rglob("*.o")]
        map_file = BUILD / "CKernels.build" / "module.modulemap"
        binary = pathlib.Path(folder) / "random-types"
        command = [
            "swiftc", "-module-name", "main", "-package-name", ROOT.name.lower(), "-swift-version", "6", "-Onone",
            "-suppress-warnings", "-I", str(BUILD / "Modules"), "-Xcc", f"-fmodule-map-file={map_file}",
            "-I", str(ROOT / "Sources" / "COpenBLAS"), "-I", str(ROOT / "Sources" / "CPCRE2"),
            "-load-plugin-executable", f"{BUILD / 'TrellisMacros-tool'}#TrellisMacros", str(source), *objects,
            "-lopenblas", "-lpcre2-8", "-lm", "-o", str(binary)]
        subprocess.run(command, check=True)
        sys.exit(subprocess.run([str(binary)]).returncode)


if __name__ == "__main__":
    main()

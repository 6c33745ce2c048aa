#!/usr/bin/env python3
"""Writes Documentation/APICoverage.md: which symbols of Apple's FoundationModels module Trellis has.

Reads Documentation/AppleSymbols.txt and the symbol graph of the built module. Run it from the checkout after a debug build
(`swift build --target Trellis`), or with `--build release` after one of that kind; with --check nothing is written, and the exit status says whether the file is up to date.
A symbol that is missing without a reason, and a reason given for one that is there, end the script with an error.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "Documentation" / "AppleSymbols.txt"
TABLE = ROOT / "Documentation" / "APICoverage.md"
LINE = re.compile(r"(?P<floor>\d+\.\d+) (?P<symbol>\S.*?)(?: x (?P<count>\d+))?(?: -- (?P<reason>.+))?$")


def read_list():
    """The sections of the list: (title, [(floor, symbol, count, reason)])."""
    sections = []
    for number, line in enumerate(LIST.read_text().splitlines(), 1):
        if line.startswith("## "):
            sections.append((line[3:], []))
        elif line and not line.startswith("#"):
            match = LINE.match(line)
            if not match or not sections:
                sys.exit(f"{LIST.name}:{number}: not a line of the list: {line}")
            sections[-1][1].append(
                (match["floor"], match["symbol"], int(match["count"] or 1), match["reason"]))
    return sections


def dump_symbol_graph(folder, build):
    """Extracts the symbol graph of the built module into a folder."""
    modules = ROOT / ".build" / build / "Modules"
    target = json.loads(subprocess.check_output(["swift", "-print-target-info"]))["target"]["unversionedTriple"]
    sources = ROOT / "Sources"
    includes = [modules, sources / "COpenBLAS", sources / "CPCRE2", sources / "CKernels" / "include"]
    command = ["swift", "symbolgraph-extract", "-module-name", "Trellis", "-target", target, "-output-dir", folder,
               "-minimum-access-level", "public", "-emit-extension-block-symbols", "-skip-synthesized-members"]
    for include in includes:
        command += ["-I", str(include)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def read_symbols(folder):
    """How often each path occurs, and the conformances as (type, protocol)."""
    paths, names, conformances = Counter(), {}, set()
    graphs = [json.loads(file.read_text()) for file in sorted(pathlib.Path(folder).glob("*.symbols.json"))]
    for graph in graphs:
        for symbol in graph["symbols"]:
            path = ".".join(symbol["pathComponents"])
            names[symbol["identifier"]["precise"]] = path
            if symbol["kind"]["identifier"] != "swift.extension":
                paths[path] += 1
    for graph in graphs:
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo":
                protocol = names.get(relation["target"]) or relation.get("targetFallback", "")
                conformances.add((names.get(relation["source"], ""), protocol.split(".")[-1]))
    return paths, conformances


def is_present(symbol, count, paths, conformances):
    if ": " in symbol:
        name, protocol = symbol.split(": ")
        # The graph names the two halves of the standard library's alias.
        wanted = ["Encodable", "Decodable"] if protocol == "Codable" else [protocol]
        return all((name, each) in conformances for each in wanted)
    return paths[symbol] >= count


def render(sections, paths, conformances):
    lines = [
        "# API coverage", "",
        "Which public symbols of Apple's FoundationModels module Trellis has. `Scripts/make_api_coverage.py` wrote this from",
        "the symbol graph of Trellis and the list in [AppleSymbols.txt](AppleSymbols.txt); don't edit it by hand.", "",
    ]
    faults, total, present_total, body = [], 0, 0, []
    for title, symbols in sections:
        body += [f"## {title}", "", "| since | symbol | in Trellis |", "| --- | --- | --- |"]
        for floor, symbol, count, reason in symbols:
            present = is_present(symbol, count, paths, conformances)
            if present and reason:
                faults.append(f"{symbol} is there, the list gives a reason for its absence")
            if not present and not reason:
                have = "" if ": " in symbol or count == 1 else f" ({paths[symbol]} of {count} overloads)"
                faults.append(f"{symbol} is missing without a reason{have}")
            total += count
            present_total += count if present else 0
            shown = f"`{symbol}`" + (f" × {count}" if count > 1 else "")
            body.append(f"| {floor} | {shown} | {'yes' if present else 'no: ' + (reason or 'not yet')} |")
        body.append("")
    lines += [f"{present_total} of {total} symbols and conformances are present, overloads counted.", ""]
    return "\n".join(lines + body).rstrip() + "\n", faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument("--build", choices=["debug", "release"], default="debug", help="whose module is read")
    arguments = parser.parse_args()
    sections = read_list()
    with tempfile.TemporaryDirectory() as folder:
        dump_symbol_graph(folder, arguments.build)
        paths, conformances = read_symbols(folder)
    text, faults = render(sections, paths, conformances)
    if arguments.check:
        if not TABLE.exists() or TABLE.read_text() != text:
            faults.append(f"{TABLE.name} is not up to date")
    else:
        TABLE.write_text(text)
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

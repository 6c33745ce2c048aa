#!/usr/bin/env python3
"""Makes the documentation of the module Trellis: .build/docs, for any web server.

Reads the symbol graph of the built module and the articles in Sources/Trellis/Trellis.docc. `make docs` builds before. Warnings of
docc, such as links that lead nowhere, end the script with an error.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from make_api_coverage import ROOT, dump_symbol_graph


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", choices=["debug", "release"], default="release", help="whose module is read")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / ".build" / "docs")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        dump_symbol_graph(folder, arguments.build)
        # The graphs of extensions of other modules' types say nothing that is ours to document.
        for graph in pathlib.Path(folder).glob("*@*.symbols.json"):
            graph.unlink()
        command = [
            "docc", "convert", str(ROOT / "Sources" / "Trellis" / "Trellis.docc"), "--additional-symbol-graph-dir", folder,
            "--output-dir", str(arguments.output), "--fallback-display-name", "Trellis",
            "--fallback-bundle-identifier", "trellis.Trellis", "--warnings-as-errors"]
        sys.exit(subprocess.run(command).returncode)


if __name__ == "__main__":
    main()

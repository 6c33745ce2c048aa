#!/usr/bin/env python3
"""Runs MaskBenchmark, llguidance and xgrammar in turn on the same cases and prints their tables one after the other.

    python3 -m venv .venv && .venv/bin/pip install llguidance==1.9.1 xgrammar tiktoken numpy gguf
    .venv/bin/python Scripts/compare_mask_engines.py --benchmark .build/release/MaskBenchmark --peer-runner maskbench.py
        --data FOLDER --vocabulary tokenizer.model=PREPARED [--vocabulary qwen.tiktoken=PREPARED …] [--rounds 3]

Each --vocabulary names a tokenizer and the folder that prepare_mask_benchmark.py made with it from FOLDER. The
figures are measured with three: the Llama-3 one of 128,256 tokens (llama_models/…/llama3/tokenizer.model in the PyPI package
llama-models 0.3.0), the Qwen one of 151,851 (dashscope/resources/qwen.tiktoken in dashscope 2.0.2) and the Gemma one of 262,144
(the model gemma-3-270m of `trellis models get`, a GGUF file). --peer-runner is a program with the arguments `--engine NAME
--tokenizer FILE --data FOLDER` that prints a table for a peer; the Python that runs this script needs the packages above
(xgrammar needs torch, a build for the processor alone will do). Runs are made one after another, in turn. At the end
stand the medians of all rounds, and how many times as long each peer takes; quote them from a machine with nothing else to do.
"""
import argparse
import re
import statistics
import subprocess
import sys

# The columns of the tables: of MaskBenchmark, and of a peer (its others are 25, 75 and 95 %).
OWN = ["mean", "p50", "p90", "p99", "p99.9", "max"]
PEER = ["mean", "p25", "p50", "p75", "p90", "p95", "p99", "p99.9", "max"]
# What is compared: a name, how its line begins in the table of MaskBenchmark, and in that of a peer.
FIGURES = [
    ("mask µs", "mask µs", "| mask us, valid"),
    ("commit µs", "commit µs", "| commit us"),
    ("first mask ms", "time to first mask ms", "| TTFM ms"),
]


def run(engine, command):
    """Runs a command, shows what it prints and gives its figures by name and column."""
    print(f"== {engine}", flush=True)
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(output, end="", flush=True)
    figures = {}
    for line in output.splitlines():
        for name, own, peer in FIGURES:
            if line.startswith(own):
                numbers, columns = re.findall(r"[\d.]+", line[len(own):].split("(")[0]), OWN
            elif line.startswith(peer):
                numbers, columns = [cell.strip() for cell in line.split("|")[2:-1]], PEER
            else:
                continue
            figures.update({(name, column): float(number) for column, number in zip(columns, numbers)})
    return figures


def show(vocabulary, engines, rounds):
    """Prints the medians of some rounds, each a list of figures by engine, with the ratios of the peers to the first."""
    print(f"\n{vocabulary}, medians of {len(rounds)}")
    print("| what | " + " | ".join(engines) + " | " + " | ".join(f"{engine} ÷ own" for engine in engines[1:]) + " |")
    print("|---" * (2 * len(engines)) + "|")
    for name, _, _ in FIGURES:
        for column in ["mean", "p50", "p99", "p99.9"]:
            medians = [statistics.median(each[number][name, column] for each in rounds) for number in range(len(engines))]
            ratios = [f"{median / medians[0]:.1f}" for median in medians[1:]]
            print(f"| {name} {column} | " + " | ".join([f"{median:.3g}" for median in medians] + ratios) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark", required=True)
    parser.add_argument("--peer-runner", required=True)
    parser.add_argument("--vocabulary", action="append", required=True, metavar="TOKENIZER=PREPARED")
    parser.add_argument("--data", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engines", default="llguidance,xgrammar")
    options = parser.parse_args()
    engines = options.engines.split(",")
    rounds = {vocabulary: [] for vocabulary in options.vocabulary}
    for number in range(1, options.rounds + 1):
        for vocabulary, results in rounds.items():
            tokenizer, _, prepared = vocabulary.partition("=")
            figures = [run(f"round {number}, {tokenizer}: trellis", [options.benchmark, prepared])]
            for engine in engines:
                command = [sys.executable, options.peer_runner, "--engine", engine, "--tokenizer", tokenizer,
                           "--data", options.data] + (["--xgr-threads", "1"] if engine == "xgrammar" else [])
                figures.append(run(f"round {number}, {tokenizer}: {engine}", command))
            results.append(figures)
    for vocabulary, results in rounds.items():
        show(vocabulary, ["trellis"] + engines, results)


if __name__ == "__main__":
    main()

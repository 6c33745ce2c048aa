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
(xgrammar needs torch, a build for the processor alone will do). Runs are made one after another, in turn; medians are what
to quote, from a machine with nothing else to do.
"""
import argparse
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark", required=True)
    parser.add_argument("--peer-runner", required=True)
    parser.add_argument("--vocabulary", action="append", required=True, metavar="TOKENIZER=PREPARED")
    parser.add_argument("--data", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engines", default="llguidance,xgrammar")
    options = parser.parse_args()
    for round_number in range(1, options.rounds + 1):
        for vocabulary in options.vocabulary:
            tokenizer, _, prepared = vocabulary.partition("=")

            def run(engine, command):
                print(f"== round {round_number}, {tokenizer}: {engine}", flush=True)
                subprocess.run(command, check=True)

            run("trellis", [options.benchmark, prepared])
            for engine in options.engines.split(","):
                command = [sys.executable, options.peer_runner, "--engine", engine, "--tokenizer", tokenizer,
                           "--data", options.data]
                run(engine, command + (["--xgr-threads", "1"] if engine == "xgrammar" else []))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs MaskBenchmark, llguidance and xgrammar in turn on the same cases and prints one table with ratios.

    compare_mask_engines.py --benchmark .build/release/MaskBenchmark --prepared FOLDER --peer-runner maskbench.py
                            --tokenizer tokenizer.model --data FOLDER [--rounds 3]

FOLDER of --prepared comes from prepare_mask_benchmark.py. --peer-runner is a program with the arguments
`--engine NAME --tokenizer FILE --data FOLDER` that prints a table for a peer; the Python that runs this script needs
the packages llguidance and xgrammar. Runs are made one after another, in turn; medians are what to quote.
"""
import argparse
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark", required=True)
    parser.add_argument("--prepared", required=True)
    parser.add_argument("--peer-runner", required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engines", default="llguidance,xgrammar")
    options = parser.parse_args()
    for round_number in range(1, options.rounds + 1):
        print(f"== round {round_number}: trellis", flush=True)
        subprocess.run([options.benchmark, options.prepared], check=True)
        for engine in options.engines.split(","):
            print(f"== round {round_number}: {engine}", flush=True)
            command = [sys.executable, options.peer_runner, "--engine", engine, "--tokenizer", options.tokenizer,
                       "--data", options.data]
            if engine == "xgrammar":
                command += ["--xgr-threads", "1"]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs the inference benchmark and llama.cpp in turn on the same model file, and prints both rates and their ratio.

Both use the same number of threads. Rounds are interleaved, since the speed of a machine moves; each figure is the median
of its rounds.

    pip install llama-cpp-python
    swift build -c release --product InferenceBenchmark
    compare_llama_cpp.py MODEL.gguf
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import time

from llama_cpp import Llama

PREFILLS = (64, 512)
DECODED = 64
ROOT = pathlib.Path(__file__).resolve().parent.parent


def run_peer(model):
    """The rates of one round of llama.cpp, in tokens a second."""
    vocabulary = model.n_vocab()
    rates = {}
    for length in PREFILLS:
        model.reset()
        tokens = [i * 37 % vocabulary for i in range(length)]
        start = time.perf_counter()
        model.eval(tokens)
        rates[f"prefill{length}"] = length / (time.perf_counter() - start)
    model.reset()
    model.eval([1])
    start = time.perf_counter()
    for i in range(DECODED):
        model.eval([i * 37 % vocabulary])
    rates["decode"] = DECODED / (time.perf_counter() - start)
    return rates


def run_own(benchmark, model, threads):
    """The rates of one round of the benchmark, in tokens a second."""
    command = [str(benchmark), str(model), "--threads", str(threads), "--rounds", "1", "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--benchmark", type=pathlib.Path, default=ROOT / ".build/release/InferenceBenchmark")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    peer = Llama(
        str(arguments.model), n_ctx=1024, n_batch=512, n_threads=arguments.threads, n_threads_batch=arguments.threads,
        verbose=False,
    )
    run_peer(peer)
    rounds = {}
    for _ in range(arguments.rounds):
        for name, rates in (("own", run_own(arguments.benchmark, arguments.model, arguments.threads)),
                            ("llama.cpp", run_peer(peer))):
            for key, rate in rates.items():
                rounds.setdefault((name, key), []).append(rate)
    print(f"{'tokens a second':16}{'own':>10}{'llama.cpp':>12}{'ratio':>8}")
    for key in [f"prefill{length}" for length in PREFILLS] + ["decode"]:
        own, other = (statistics.median(rounds[name, key]) for name in ("own", "llama.cpp"))
        print(f"{key:16}{own:10.1f}{other:12.1f}{own / other:8.2f}")


if __name__ == "__main__":
    main()

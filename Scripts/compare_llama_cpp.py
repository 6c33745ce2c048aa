#!/usr/bin/env python3
"""Runs the inference benchmark and other engines in turn on the same model file, and prints their rates and ratios.

Peers are the Python binding of llama.cpp, the wheel xllamacpp, which needs no build, and any program that takes the options
of llama.cpp's llama-bench and prints its JSON, as that of ik_llama.cpp does. All use the same number of threads. Rounds are
interleaved, since the speed of a machine moves; each figure is the median of its rounds, each ratio that of the medians.

    swift build -c release --product InferenceBenchmark
    pip install llama-cpp-python
    compare_llama_cpp.py MODEL.gguf --binding
    pip install xllamacpp
    compare_llama_cpp.py MODEL.gguf --xllamacpp
    compare_llama_cpp.py MODEL.gguf --bench build/bin/llama-bench --bench "ik/llama-bench -rtr 1"
"""

import argparse
import json
import pathlib
import shlex
import statistics
import subprocess
import time

PREFILLS = (64, 512)
DECODED = 64
ROOT = pathlib.Path(__file__).resolve().parent.parent


class Own:
    """The benchmark of this package."""

    name = "own"

    def __init__(self, program, model, threads):
        self.command = [str(program), str(model), "--threads", str(threads), "--rounds", "1", "--json"]

    def rates(self):
        return json.loads(subprocess.run(self.command, check=True, capture_output=True, text=True).stdout)


class Bench:
    """A program like llama-bench."""

    def __init__(self, command, model, threads):
        words = shlex.split(command)
        self.name = " ".join([pathlib.Path(words[0]).parent.name + "/" + pathlib.Path(words[0]).name] + words[1:])
        lengths = ",".join(str(length) for length in PREFILLS)
        self.command = words + [
            "-m", str(model), "-t", str(threads), "-p", lengths, "-n", str(DECODED), "-r", "1", "-o", "json"]

    def rates(self):
        output = subprocess.run(self.command, check=True, capture_output=True, text=True).stdout
        rates = {}
        for test in json.loads(output[output.index("["):]):
            if test["n_gen"] == 0:
                rates[f"prefill{test['n_prompt']}"] = test["avg_ts"]
            elif test["n_prompt"] == 0:
                rates["decode"] = test["avg_ts"]
        return rates


class Binding:
    """llama.cpp through llama-cpp-python: tokens are run as they are, so nothing else is timed."""

    name = "llama.cpp"

    def __init__(self, model, threads):
        from llama_cpp import Llama

        self.model = Llama(
            str(model), n_ctx=1024, n_batch=512, n_threads=threads, n_threads_batch=threads, verbose=False)
        self.rates()

    def rates(self):
        vocabulary = self.model.n_vocab()
        rates = {}
        for length in PREFILLS:
            self.model.reset()
            tokens = [i * 37 % vocabulary for i in range(length)]
            start = time.perf_counter()
            self.model.eval(tokens)
            rates[f"prefill{length}"] = length / (time.perf_counter() - start)
        self.model.reset()
        self.model.eval([1])
        start = time.perf_counter()
        for i in range(DECODED):
            self.model.eval([i * 37 % vocabulary])
        rates["decode"] = DECODED / (time.perf_counter() - start)
        return rates


class Wheel:
    """llama.cpp through xllamacpp, a server in the process: the rates are those that it reports for each request.

    It takes token numbers as a prompt, keeps nothing of a prompt when told so, and times prompt and answer apart. The rate of
    the answer includes drawing the likeliest token.
    """

    name = "xllamacpp"

    def __init__(self, model, threads):
        import xllamacpp

        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(model)
        parameters.n_ctx = 1024
        parameters.n_parallel = 1
        parameters.cpuparams.n_threads = threads
        parameters.cpuparams_batch.n_threads = threads
        parameters.warmup = False
        self.server = xllamacpp.Server(parameters)
        self.rates()

    def timings(self, length, predicted):
        request = {
            "prompt": [3 + i * 37 % 1000 for i in range(length)], "n_predict": predicted, "temperature": 0,
            "ignore_eos": True, "cache_prompt": False}
        answer = self.server.handle_completions(request)
        if isinstance(answer, list):
            answer = answer[-1]
        if "timings" not in answer or answer["timings"]["prompt_n"] != length:
            raise SystemExit(f"xllamacpp timed something else than a prompt of {length} tokens: {answer}")
        return answer["timings"]

    def rates(self):
        rates = {f"prefill{length}": self.timings(length, 1)["prompt_per_second"] for length in PREFILLS}
        rates["decode"] = self.timings(1, DECODED)["predicted_per_second"]
        return rates


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--benchmark", type=pathlib.Path, default=ROOT / ".build/release/InferenceBenchmark")
    parser.add_argument("--bench", action="append", default=[], metavar="COMMAND", help="a program like llama-bench")
    parser.add_argument("--binding", action="store_true", help="llama-cpp-python")
    parser.add_argument("--xllamacpp", action="store_true", help="the wheel xllamacpp")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    model, threads = arguments.model, arguments.threads
    engines = [Own(arguments.benchmark, model, threads)]
    engines += [Bench(command, model, threads) for command in arguments.bench]
    if arguments.binding:
        engines.append(Binding(model, threads))
    if arguments.xllamacpp:
        engines.append(Wheel(model, threads))
    if len(engines) == 1:
        parser.error("name at least one peer: --bench, --binding or --xllamacpp")
    rounds = {}
    for _ in range(arguments.rounds):
        for engine in engines:
            for key, rate in engine.rates().items():
                rounds.setdefault((engine, key), []).append(rate)
    for engine in engines:
        print(engine.name)
        for key in [f"prefill{length}" for length in PREFILLS] + ["decode"]:
            rate, own = (statistics.median(rounds[e, key]) for e in (engine, engines[0]))
            ratio = "" if engine is engines[0] else f"{own / rate:8.2f} own to this"
            print(f"  {key:12}{rate:10.1f} tokens/s{ratio}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs the tests of OpenAICompatibleLanguageModel against a real llama-server on the loopback interface.

The server comes from the wheel `xllamacpp`, a prebuilt llama.cpp for Python (`pip install xllamacpp`, best in an environment of
its own). The model is the default one of the store (`make model`), or a GGUF file named here. Build the tests first
(`make test` or `swift build --build-tests -c release …`); arguments after `--` go to `swift test`.
"""

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def default_model():
    store = os.environ.get("TRELLIS_MODELS")
    cache = os.environ.get("XDG_CACHE_HOME") or str(pathlib.Path.home() / ".cache")
    return pathlib.Path(store or f"{cache}/trellis/models") / "smollm2-135m.gguf"


def start_server(model, context):
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model)
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx = context
    parameters.n_parallel = 1
    parameters.use_jinja = True
    parameters.n_gpu_layers = 0
    parameters.warmup = False
    return xllamacpp.Server(parameters)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", type=pathlib.Path, default=default_model(), help="a GGUF file")
    parser.add_argument("--context", type=int, default=2048, help="tokens that the server holds")
    parser.add_argument("rest", nargs="*", help="arguments of swift test, after --")
    arguments = parser.parse_args()
    if not arguments.model.is_file():
        sys.exit(f"{arguments.model} is not there: make model")
    server = start_server(arguments.model, arguments.context)
    environment = dict(os.environ, TRELLIS_TEST_SERVER=f"{server.listening_address}/v1")
    command = ["swift", "test", "-c", "release", "--skip-build", "--filter", "LlamaServerTests", *arguments.rest]
    status = subprocess.run(command, cwd=ROOT, env=environment).returncode
    # The server's threads don't end by themselves.
    sys.stdout.flush()
    os._exit(status)


if __name__ == "__main__":
    main()

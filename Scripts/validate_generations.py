#!/usr/bin/env python3
"""Generates values for the example schemas and has Python's jsonschema judge each one.

    python3 -m venv .venv && .venv/bin/pip install jsonschema
    .venv/bin/python Scripts/validate_generations.py --count 1000

The values are drawn at a high temperature with random seeds: a small model then wanders into every corner of a
grammar. Each value has to be one line of JSON without repeated names that the schema accepts. The first seed is
printed; `--seed` repeats a run. Exit status 1 when a value is invalid or the program fails.
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import time

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent


def unique_members(pairs):
    """Makes an object, unless a name occurs twice."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name occurs twice")
    return members


def not_json(word):
    """Refuses the words that Python's reader takes beyond JSON."""
    raise ValueError(f"{word} is not JSON")


def judge(line, validator, make_object=unique_members, make_number=float):
    """Says what is wrong with a line, or nothing."""
    try:
        value = json.loads(line, object_pairs_hook=make_object, parse_float=make_number, parse_constant=not_json)
    except ValueError as error:
        return f"not JSON: {error}"
    try:
        error = next(validator.iter_errors(value), None)
    except Exception as error:  # a judge that cannot say is no witness
        return f"not judged: {type(error).__name__}: {error}"
    return error and f"at {error.json_path}: {error.message}"


def run_batch(options, path, schema, seed, count):
    """Generates some values of a schema and collects what is wrong with them."""
    command = [
        options.trellis, "generate", "--schema", str(path), "--prompt", schema["description"],
        "--seed", str(seed), "--count", str(count), "--temperature", str(options.temperature),
        "--max-tokens", str(options.max_tokens),
    ]
    if options.model:
        command += ["--model", options.model]
    result = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    lines = result.stdout.splitlines()
    faults = []
    if result.returncode != 0:
        faults.append(f"exit status {result.returncode}: {result.stderr.strip()}")
    elif len(lines) != count:
        faults.append(f"{len(lines)} lines instead of {count}")
    validator = jsonschema.Draft202012Validator(schema)
    for index, line in enumerate(lines):
        fault = judge(line, validator)
        if fault:
            faults.append(f"seed {seed + index}: {fault}: {line}")
    return path, len(lines), len(set(lines)), faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trellis", default=str(ROOT / ".build/release/trellis"), help="the program")
    parser.add_argument("--schemas", type=pathlib.Path, default=ROOT / "Schemas/examples", help="folder of schemas")
    parser.add_argument("--count", type=int, default=1000, help="values in all")
    parser.add_argument("--batch", type=int, default=20, help="values a process")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--temperature", type=float, default=1.5)
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--seed", type=int, default=None, help="the first seed")
    parser.add_argument("--model", default=None)
    options = parser.parse_args()

    first_seed = random.randrange(1 << 32) if options.seed is None else options.seed
    print(f"first seed {first_seed}", flush=True)
    paths = sorted(options.schemas.glob("*.json"))
    if not paths:
        sys.exit(f"no schemas in {options.schemas}")
    batches = []
    for index, path in enumerate(paths):
        schema = json.loads(path.read_text(encoding="utf-8"))
        rest = options.count // len(paths) + (index < options.count % len(paths))
        while rest > 0:
            size = min(rest, options.batch)
            batches.append((path, schema, first_seed + 1000 * len(batches), size))
            rest -= size

    start = time.monotonic()
    totals = {path: [0, 0, 0] for path in paths}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, made, distinct, faults in pool.map(lambda batch: run_batch(options, *batch), batches):
            for total, number in enumerate([made, distinct, len(faults)]):
                totals[path][total] += number
            for fault in faults:
                print(f"{path.name}: {fault}", flush=True)
    for path, (made, distinct, faults) in totals.items():
        print(f"{path.name:20} {made:5} values, {distinct:5} distinct, {faults} faults")
    made, faults = (sum(total[column] for total in totals.values()) for column in (0, 2))
    print(f"{made} values in {time.monotonic() - start:.0f} s, {faults} faults")
    sys.exit(1 if faults or made != options.count else 0)


if __name__ == "__main__":
    main()

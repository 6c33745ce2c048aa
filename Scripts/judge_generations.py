#!/usr/bin/env python3
"""Has Python's jsonschema, with its format checks, judge the texts that MaskBenchmark sampled from random logits.

    python3 -m venv .venv && .venv/bin/pip install "jsonschema[format]" regex
    .build/release/MaskBenchmark PREPARED --generate texts.jsonl --count 10000 --seed 1
    .venv/bin/python Scripts/judge_generations.py PREPARED texts.jsonl

PREPARED comes from prepare_mask_benchmark.py. Numbers are read as they are written, so that `multipleOf` is decided
exactly; expressions are matched by the package regex, which knows Unicode properties. A name that comes twice is one
member, the last. Exit status 1 when a text is invalid, or when sampling one went wrong.
"""

import argparse
import collections
import decimal
import json
import pathlib
import sys

import jsonschema
import regex

from validate_generations import judge

sys.set_int_max_str_digits(0)
decimal.getcontext().prec = 2000


def check_pattern(_, pattern, instance, __):
    if isinstance(instance, str) and not regex.search(pattern, instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


def check_pattern_properties(validator, patterns, instance, _):
    if validator.is_type(instance, "object"):
        for pattern, schema in patterns.items():
            for name, value in instance.items():
                if regex.search(pattern, name):
                    yield from validator.descend(value, schema, path=name, schema_path=pattern)


def make_validator(schema):
    base = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    checks = {"pattern": check_pattern, "patternProperties": check_pattern_properties}
    return jsonschema.validators.extend(base, checks)(schema, format_checker=base.FORMAT_CHECKER)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("prepared", type=pathlib.Path)
    parser.add_argument("texts", type=pathlib.Path)
    options = parser.parse_args()
    schemas = {}
    with open(options.prepared / "cases.jsonl", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line, parse_float=decimal.Decimal)
            schemas[row["id"]] = row.get("schema")
    validators = {}
    faults = collections.Counter()
    count = 0
    with open(options.texts, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            name = row["id"]
            count += 1
            if name not in validators:
                validators[name] = make_validator(schemas[name])
            fault = row.get("fault") or judge(row["text"], validators[name], dict, decimal.Decimal)
            if fault:
                faults[name] += 1
                print(f"{name}: {fault[:300]}: {row['text'][:300]}", flush=True)
    print(f"{count} texts of {len(validators)} schemas, {sum(faults.values())} faults in {len(faults)} schemas")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

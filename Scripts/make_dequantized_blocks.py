#!/usr/bin/env python3
"""Writes random blocks of every quantised type together with the weights that the gguf package unpacks from them.

    pip install gguf numpy
    make_dequantized_blocks.py Tests/TrellisInferenceTests/Fixtures/blocks.json
"""

import argparse
import base64
import json
import pathlib

import numpy
from gguf import GGMLQuantizationType, GGML_QUANT_SIZES
from gguf.quants import dequantize

# Where the half-precision numbers of a block lie, so that they can be made finite and of usual size. MXFP4 has none: any
# byte is an exponent, but the largest.
HALVES = {
    "Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208],
    "Q2_K": [80, 82], "Q3_K": [108], "IQ4_NL": [0], "IQ4_XS": [0], "MXFP4": [],
}
BLOCKS = 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=pathlib.Path)
    arguments = parser.parse_args()
    generator = numpy.random.default_rng(1)
    cases = []
    for name, places in HALVES.items():
        kind = GGMLQuantizationType[name]
        length, size = GGML_QUANT_SIZES[kind]
        count = BLOCKS * (1 if length == 256 else 3)
        blocks = generator.integers(0, 256, (count, size), dtype=numpy.uint8)
        for place in places:
            numbers = generator.uniform(-2, 2, count).astype("<f2")
            blocks[:, place:place + 2] = numbers.view(numpy.uint8).reshape(count, 2)
        if name == "MXFP4":
            # Twelve blocks: the two subnormal scales, the smallest normal one, the largest, and some between.
            count = 12
            blocks = generator.integers(0, 256, (count, size), dtype=numpy.uint8)
            blocks[:, 0] = [0, 1, 2, 250, *range(120, 128)]
        weights = dequantize(blocks.reshape(1, -1), kind).astype("<f4").reshape(-1)
        cases.append({
            "type": int(kind), "name": name, "count": count * length,
            "blocks": base64.b64encode(blocks.tobytes()).decode(),
            "weights": base64.b64encode(weights.tobytes()).decode(),
        })
    body = ",\n".join("  " + json.dumps(case) for case in cases)
    arguments.output.write_text('{"cases": [\n' + body + "\n]}\n")


if __name__ == "__main__":
    main()

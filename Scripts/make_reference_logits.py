#!/usr/bin/env python3
"""Writes the reference logits that the inference tests compare with.

The model file is loaded by transformers with its weights dequantised to 32-bit floats; nothing is downloaded.
For each prompt the fixture holds its tokens, the greedy continuation, some logits after the last token of the prompt,
and the log-probabilities of the most likely next tokens.

    pip install torch transformers gguf accelerate sentencepiece
    make_reference_logits.py MODEL.gguf Tests/TrellisInferenceTests/Fixtures/NAME.json
"""

import argparse
import json
import pathlib
import random

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

CONTINUATION = 64
TOP_LOGITS = 32
RANDOM_LOGITS = 32
TOP_PROBABILITIES = 256

LONG = (
    "The harbour town of Elmsworth kept a register of every ship that came in. On Monday the Petrel brought salt and "
    "rope, on Tuesday the Anna brought wool, and on Wednesday nobody came because of the fog. The clerk wrote each "
    "name with care, then the cargo, the captain, the number of the crew and the hour of arrival. "
)

PROMPTS = [
    "The capital of France is",
    "Once upon a time, in a village at the foot of the mountains, there lived a",
    "def fibonacci(n):\n    \"\"\"Return the n-th Fibonacci number.\"\"\"\n",
    "Water boils at 100 degrees Celsius at sea level. At higher altitudes,",
    '{"name": "Ada Lovelace", "born": 1815, "occupation": "',
    "1, 1, 2, 3, 5, 8, 13,",
    "Dear Sir or Madam,\n\nI am writing to you about the",
    "The three laws of thermodynamics can be summarised as follows. First,",
    "Question: Which planet is the largest in the solar system?\nAnswer: The largest planet is",
    LONG * 8 + "On Thursday the",
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    arguments = parser.parse_args()
    folder, name = str(arguments.model.parent), arguments.model.name
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name, local_files_only=True)
    model = AutoModelForCausalLM.from_pretrained(
        folder, gguf_file=name, local_files_only=True, dtype=torch.float32, attn_implementation="eager"
    ).eval()
    generator = random.Random(1)
    cases = []
    for prompt in PROMPTS:
        tokens = tokenizer(prompt)["input_ids"]
        continuation, margin, cache = [], float("inf"), None
        inputs = torch.tensor([tokens])
        with torch.inference_mode():
            for step in range(CONTINUATION):
                result = model(inputs, past_key_values=cache, use_cache=True)
                cache = result.past_key_values
                logits = result.logits[0, -1].double()
                best = logits.topk(2)
                margin = min(margin, (best.values[0] - best.values[1]).item())
                continuation.append(best.indices[0].item())
                if step == 0:
                    first = logits
                inputs = torch.tensor([[continuation[-1]]])
        likely = first.log_softmax(0).topk(TOP_PROBABILITIES)
        indices = first.topk(TOP_LOGITS).indices.tolist()
        indices += sorted(generator.sample(range(first.numel()), RANDOM_LOGITS))
        cases.append({
            "prompt": prompt,
            "tokens": tokens,
            "continuation": continuation,
            "smallestMargin": round(margin, 5),
            "logitTokens": indices,
            "logits": [round(first[i].item(), 5) for i in indices],
            "likelyTokens": likely.indices.tolist(),
            "logProbabilities": [round(value, 5) for value in likely.values.tolist()],
        })
        print(f"{len(tokens)} tokens, margin {margin:.4f}: {tokenizer.decode(continuation)!r}", flush=True)
    body = ",\n".join("  " + json.dumps(case, separators=(",", ":")) for case in cases)
    arguments.output.write_text('{"cases": [\n' + body + "\n]}\n")


if __name__ == "__main__":
    main()

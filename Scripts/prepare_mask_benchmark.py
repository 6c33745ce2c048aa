#!/usr/bin/env python3
"""Turns schemas with instances into the input of MaskBenchmark: the same cases with each instance as token IDs.

    prepare_mask_benchmark.py --tokenizer tokenizer.model --pattern llama3 --data FOLDER --output FOLDER
    prepare_mask_benchmark.py --tokenizer model.gguf --data FOLDER --output FOLDER

DATA holds *.json files (searched recursively), each {"schema" or "regex", "tests": [{"valid", "data"}]} or
{"schema" or "regex", "valid": [TEXT], "invalid": [TEXT]}. An instance becomes text as json.dumps writes it (", " and
": ", characters outside ASCII as they are), then tokens: by tiktoken with the ranks of the file, or, for the vocabulary
of a GGUF file (which the package gguf reads), the longest that fits at each place. OUTPUT gets
vocabulary.json (the bytes of each token in base64, the special ones, the end token) and cases.jsonl.
"""
import argparse
import base64
import glob
import json
import os

PATTERNS = {
    "llama3": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "qwen": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
}
SPECIAL = {"llama3": 256, "qwen": 208}
END = {"llama3": 9, "qwen": 2}


def load_tiktoken(path, pattern):
    """The tokens of a file of ranks, how many special ones come after them, the end token and the encoder."""
    import tiktoken

    ranks = {}
    with open(path, "rb") as file:
        for line in file:
            if line.strip():
                token, rank = line.split()
                ranks[base64.b64decode(token)] = int(rank)
    encoding = tiktoken.Encoding("benchmark", pat_str=PATTERNS[pattern], mergeable_ranks=ranks, special_tokens={})
    count = max(ranks.values()) + 1
    tokens = [b""] * count
    for token, rank in ranks.items():
        tokens[rank] = token
    special = list(range(count, count + SPECIAL[pattern]))
    return (tokens + [b""] * len(special), special, count + END[pattern],
            lambda text: encoding.encode(text, disallowed_special=()))


def load_gguf(path):
    """The same of a SentencePiece vocabulary in a GGUF file."""
    import gguf

    fields = gguf.GGUFReader(path).fields
    kinds = fields["tokenizer.ggml.token_type"].contents()
    tokens, special = [], []
    for index, (text, kind) in enumerate(zip(fields["tokenizer.ggml.tokens"].contents(), kinds)):
        if kind in (2, 3, 5):  # unknown, control, unused
            special.append(index)
            tokens.append(b"")
        elif kind == 6:  # a byte, <0x41>
            tokens.append(bytes([int(text[3:5], 16)]))
        else:
            tokens.append((text if kind == 4 else text.replace("\u2581", " ")).encode("utf-8"))
    end = fields.get("tokenizer.ggml.eot_token_id", fields["tokenizer.ggml.eos_token_id"]).contents()
    numbers = {}
    for index, token in enumerate(tokens):
        if token:
            numbers.setdefault(token, index)
    longest = max(map(len, numbers))

    def encode(text):
        data, place, result = text.encode("utf-8"), 0, []
        while place < len(data):
            length = next(n for n in range(longest, 0, -1) if data[place:place + n] in numbers)
            result.append(numbers[data[place:place + length]])
            place += length
        return result

    return tokens, sorted({*special, int(end)}), int(end), encode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--pattern", choices=sorted(PATTERNS), default="llama3")
    parser.add_argument("--data", required=True)
    parser.add_argument("--output", required=True)
    options = parser.parse_args()
    is_gguf = options.tokenizer.endswith(".gguf")
    tokens, special, end, encode = \
        load_gguf(options.tokenizer) if is_gguf else load_tiktoken(options.tokenizer, options.pattern)
    os.makedirs(options.output, exist_ok=True)
    with open(os.path.join(options.output, "vocabulary.json"), "w") as file:
        json.dump({"tokens": [base64.b64encode(token).decode() for token in tokens], "special": special, "end": end}, file)
    with open(os.path.join(options.output, "cases.jsonl"), "w") as file:
        for path in sorted(glob.glob(os.path.join(options.data, "**", "*.json"), recursive=True)):
            case = json.load(open(path, encoding="utf-8"))
            if "schema" not in case and "regex" not in case:
                continue
            tests = []
            for test in case.get("tests", []):
                text = test["data"] if "regex" in case else json.dumps(test["data"], ensure_ascii=False)
                tests.append({"valid": test["valid"], "text": text})
            tests += [{"valid": True, "text": text} for text in case.get("valid", [])]
            tests += [{"valid": False, "text": text} for text in case.get("invalid", [])]
            for test in tests:
                try:
                    test["tokens"] = encode(test["text"])
                except UnicodeEncodeError:
                    test["tokens"] = None
                del test["text"]
            tests = [test for test in tests if test["tokens"] is not None]
            name = os.path.splitext(os.path.basename(path))[0]
            row = {"id": name, "expect": case.get("expect"), "tests": tests}
            row["regex" if "regex" in case else "schema"] = case.get("regex", case.get("schema"))
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes, or checks again, what the tests of the tokenizers expect.

    check_tokenizer.py write   [--smollm2 GGUF] [--gemma GGUF]
    check_tokenizer.py check   [--smollm2 GGUF] [--gemma GGUF]

Needs `tokenizers` and `tiktoken` from PyPI; with --smollm2 also `gguf`, with --gemma also `llama-cpp-python`. The corpus comes from a
generator with a fixed seed. Expectations are the token IDs of the reference implementations: `tokenizers` for byte-pair
encoding, tiktoken for ranked vocabularies, llama.cpp for those of SentencePiece. For each text the file has a hash of the IDs, and for some the IDs.
"""

import argparse
import base64
import json
import pathlib
import random
import sys
import unicodedata

import tiktoken
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "TrellisTokenizationTests" / "Fixtures"
LINES = 2400
LISTED = 40

WORDS = (
    "time year people way day thing world school state family student group country problem hand part place case week "
    "company system program question work government number night point home water room mother area money story fact "
    "month lot right study book eye job word business issue side kind head house service friend father power hour game "
    "line end member law car city community name president team minute idea body information back parent face others "
    "level office door health person art war history party result change morning reason research girl guy moment air "
    "don't it's we're they've I'll he'd I'm DON'T It'S THEY'LL internationalization tokenization pneumonoultramicroscopic "
    "Straße naïve café façade jalapeño Ångström œuvre İstanbul größer ﬁne Ǆ ǅ"
).split()
SCRIPTS = [
    (0x4E00, 0x9FA0), (0x3041, 0x3096), (0x30A1, 0x30FA), (0xAC00, 0xD7A3), (0x0410, 0x044F), (0x0391, 0x03A1),
    (0x05D0, 0x05EA), (0x0621, 0x063A), (0x0905, 0x0939), (0x0E01, 0x0E30), (0x10D0, 0x10F0), (0x0561, 0x0586),
    (0x0985, 0x098C), (0x1200, 0x1246), (0x20000, 0x20100),
]
EMOJI = ["😀", "🎉", "👍🏽", "👩‍👩‍👧‍👦", "🇩🇪", "❤️", "🏳️‍🌈", "1️⃣", "🫠", "🧑🏿‍🚀", "☃", "✈️"]
MARKS = ["\u0301", "\u0308", "\u0327", "\u0323", "\u20dd", "\u093c", "\u0e34", "\u3099", "\u05b0"]
NUMBERS = ["²", "½", "Ⅷ", "①", "٣", "९", "五", "𝟙", "൧"]
SPACES = [" ", "  ", "   ", "\t", "\n", "\r\n", "\n\n", " \n", "\u00a0", "\u2003", "\u3000", "\u2028", "\u0085", "\v", "\f",
          " " * 7, " " * 40, "\n" * 5, "\t\t\t", "\u180e", "\u200b", "\u202f"]
CONTROLS = [chr(c) for c in list(range(0, 32)) + [127, 0x80, 0x9f, 0xad, 0x200d, 0x200e, 0xfeff, 0xfffd, 0xfffe, 0xe000, 0x10ffff]]
PUNCTUATION = list("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") + ["…", "—", "“", "”", "«", "»", "。", "、", "！", "€", "£", "¿", "·", "‰", "→", "∑", "©"]
CODE = [
    "def f(x): return x**2 + 1", "for (int i = 0; i < n; ++i) {", "    return nullptr;", "let x = y?.z ?? [1, 2, 3]",
    "SELECT * FROM t WHERE a >= 10 AND b != 'c';", "<div class=\"row\">&nbsp;</div>", "if (a&&b||!c) goto end;",
    "#include <stdio.h>", "x = {'a': 1.5e-10, \"b\": [None, True]}", "fn main() -> Result<(), Box<dyn Error>> {",
    "\\begin{align} \\frac{a}{b} &= c_{ij}^{2} \\\\ \\end{align}", "http://example.com/a/b?c=d&e=f#g", "0xDEADBEEF 1_000_000 3.14159",
    "a\tb\tc", "// TODO(x): fix", "/* comment */", "\"quoted \\\"text\\\"\\n\"", "$HOME/.config/*.{json,yaml}", "==>  <=>  !==  ::  ...",
]
SPECIAL = ["<|im_start|>", "<|im_end|>", "<|endoftext|>", "<start_of_turn>", "<end_of_turn>", "<bos>", "<unk>", "<pad>", "<s>",
           "<0x0A>", "<|im_start", "<repo_name>", "[MASK]", "<mask>", "<extra>"]


def make_corpus():
    """Texts of words, scripts, code, emoji, marks, numbers, white space and control characters, the same each time."""
    r = random.Random(20240229)

    def script():
        low, high = r.choice(SCRIPTS)
        return "".join(chr(r.randint(low, high)) for _ in range(r.randint(1, 8)))

    def word():
        w = r.choice(WORDS)
        return r.choice([w, w, w, w.upper(), w.capitalize(), w + r.choice(WORDS)])

    def marked():
        return "".join(r.choice("aeiounAEIcかकกש") + "".join(r.choice(MARKS) for _ in range(r.randint(0, 2))) for _ in range(r.randint(1, 4)))

    def scalar():
        while True:
            value = r.choice([r.randint(0x20, 0x24F), r.randint(0x250, 0x2FFF), r.randint(0x3000, 0xD7FF)])
            if unicodedata.category(chr(value)) not in ("Cn", "Cs"):
                return chr(value)

    makers = [
        (10, word), (3, script), (1, lambda: r.choice(EMOJI)), (1, marked), (1, lambda: r.choice(NUMBERS)),
        (3, lambda: str(r.randint(0, 10 ** r.randint(1, 12)))), (3, lambda: "".join(r.choices(PUNCTUATION, k=r.randint(1, 3)))),
        (1, lambda: r.choice(CODE)), (1, lambda: r.choice(CONTROLS)), (1, scalar), (1, lambda: r.choice("abcxyz") * r.randint(1, 30)),
        (0.4, lambda: r.choice(SPECIAL)),
    ]
    weights, functions = zip(*makers)
    texts = ["", " ", "  ", "a", " a", "a ", "\n", "\u0301", "é", "e\u0301", "'s", "''s", "<|im_start|>user\nHi<|im_end|>\n"]
    while len(texts) < LINES:
        if r.random() < 0.03:
            texts.append("".join(scalar() for _ in range(r.randint(1, 30))))
            continue
        text = r.choice(["", "", "", " ", "\n"])
        for _ in range(r.randint(1, 12)):
            text += r.choices(functions, weights)[0]()
            text += r.choice([" "] * 12 + [""] * 5 + [r.choice(SPACES)] * 3)
        texts.append(text)
    return texts


def hash_ids(ids):
    """FNV-1a of 32 bits over the bytes of the IDs, four for each, low byte first."""
    value = 0x811C9DC5
    for token in ids:
        for byte in token.to_bytes(4, "little"):
            value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return f"{value:08x}"


def expectation(corpus, encode):
    """Hashes for all texts with special tokens parsed and not, and the IDs of some."""
    plain = [encode(text, False) for text in corpus]
    special = [encode(text, True) for text in corpus]
    return {
        "hashes": "".join(map(hash_ids, plain)), "specialHashes": "".join(map(hash_ids, special)),
        "ids": special[:13] + special[13::len(corpus) // LISTED],
    }


def encoder(tokenizer):
    def encode(text, parses_special):
        tokenizer.encode_special_tokens = not parses_special
        return tokenizer.encode(text, add_special_tokens=False).ids
    return encode


def metadata(path):
    import gguf
    fields = gguf.GGUFReader(path).fields
    return {name: field.contents() for name, field in fields.items() if name.startswith("tokenizer.")}


def smollm2(path):
    """The vocabulary and merges of the file in the reference implementation, cut as the model's own description says."""
    values = metadata(path)
    tokens = values["tokenizer.ggml.tokens"]
    merges = [tuple(merge.split(" ")) for merge in values["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE(vocab={t: i for i, t in enumerate(tokens)}, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)])
    tokenizer.decoder = decoders.ByteLevel()
    control = [t for t, kind in zip(tokens, values["tokenizer.ggml.token_type"]) if kind == 3]
    tokenizer.add_special_tokens(control)
    return encoder(tokenizer)


def gemma(path):
    import llama_cpp
    model = llama_cpp.Llama(path, vocab_only=True, verbose=False)
    return lambda text, special: model.tokenize(text.encode(), add_bos=False, special=special)


LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
          r"|\s*[\r\n]+|\s+(?!\S)|\s+")


def train(tokenizer, corpus, **options):
    trainer = trainers.BpeTrainer(show_progress=False, **options)
    tokenizer.train_from_iterator(corpus[:1200], trainer)
    return tokenizer


def byte_level(corpus):
    """Like Llama 3: bytes, an expression that splits, a token before each text."""
    t = Tokenizer(models.BPE(ignore_merges=True))
    t.normalizer = normalizers.NFC()
    t.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(LLAMA3), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    t.decoder = decoders.ByteLevel()
    train(t, corpus, vocab_size=700, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
          special_tokens=["<|begin_of_text|>", "<|im_start|>", "<|im_end|>"])
    t.add_tokens([AddedToken("<extra>", normalized=False), AddedToken("<0x0A>", normalized=True)])
    t.post_processor = processors.Sequence([
        processors.ByteLevel(trim_offsets=False),
        processors.TemplateProcessing("<|begin_of_text|> $A", special_tokens=[("<|begin_of_text|>", t.token_to_id("<|begin_of_text|>"))])])
    return t


def metaspace(corpus):
    """Like Mistral: characters, spaces marked, bytes for what has no token."""
    t = Tokenizer(models.BPE(byte_fallback=True, unk_token="<unk>", fuse_unk=True))
    t.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first", split=True)
    t.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    train(t, corpus, vocab_size=1000, limit_alphabet=150,
          special_tokens=["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)])
    description = json.loads(t.to_str())
    description["added_tokens"] = [a for a in description["added_tokens"] if not a["content"].startswith("<0x")]
    t = Tokenizer.from_str(json.dumps(description))
    t.post_processor = processors.TemplateProcessing("<s> $A", special_tokens=[("<s>", t.token_to_id("<s>"))])
    return t


def characters(corpus):
    """Characters without any splitting, so that merges show where each kind of pre-tokenizer cuts."""
    t = Tokenizer(models.BPE(unk_token="<unk>"))
    train(t, ["".join(c for c in text if not unicodedata.category(c).startswith("C")) for text in corpus],
          vocab_size=1100, limit_alphabet=260, special_tokens=["<unk>"], max_token_length=6)
    t.add_special_tokens([AddedToken("<mask>", lstrip=True), AddedToken("[MASK]", rstrip=True)])
    t.add_tokens([AddedToken("time", single_word=True), AddedToken("part", normalized=True, lstrip=True, rstrip=True)])
    return t


def byte_merges(corpus):
    """Bytes without any splitting, so that merges show where the expressions of named pre-tokenizers cut."""
    t = Tokenizer(models.BPE())
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    t.decoder = decoders.ByteLevel()
    return train(t, corpus, vocab_size=1300, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), special_tokens=[],
                 max_token_length=8)


GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
O200K = (rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
         rf"|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
         r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")
# The expressions in the models' own descriptions, by the names that GGUF files give them.
NAMED = {
    "gpt-2": [GPT2],
    "smollm": [r"\p{N}", GPT2],
    "llama-bpe": [LLAMA3],
    "qwen2": [LLAMA3.replace("{1,3}", "")],
    "gpt-4o": [O200K],
    "tekken": [O200K.replace("{1,3}", "").replace("(?i:'s|'t|'re|'ve|'m|'ll|'d)?", "")],
    "deepseek-v3": [r"\p{N}{1,3}", "[一-龥\u3040-ゟ゠-ヿ]+",
                    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
                    r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"],
    "falcon": [r"[\p{P}\$\+<=>\^~\|`]+", GPT2, "[0-9][0-9][0-9]"],
    "bloom": [r" ?[^(\s|[.,!?…。，、।۔،])]+"],
    "bailingmoe": [r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"],
    "seed-coder": [r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+|\s+(?!\S)|\s+"],
}


# The expression of cl100k_base, with possessive repeats and an anchor.
RANKED = (r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s")


def byte_ranks(tokenizer):
    """The bytes of the tokens of `byte_merges` in order: bytes first, then what each merge makes."""
    byte_of = {}
    for byte in range(256):
        if 0x21 <= byte <= 0x7E or 0xA1 <= byte <= 0xAC or 0xAE <= byte:
            byte_of[chr(byte)] = byte
    for byte in sorted(set(range(256)) - set(byte_of.values())):
        byte_of[chr(0x100 + len(byte_of) - 188)] = byte
    vocabulary = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    return [bytes(byte_of[c] for c in token) for token, _ in vocabulary]


def ranked(ranks, offset, special):
    encoding = tiktoken.Encoding(
        "ranked", pat_str=RANKED, mergeable_ranks={token: rank + offset for rank, token in enumerate(ranks)}, special_tokens=special)
    return lambda text, parses: encoding.encode(text, allowed_special="all", disallowed_special=()) if parses else encoding.encode_ordinary(text)


def variants():
    """Normalizers and pre-tokenizers to put into the description of `characters`."""
    p, n = pre_tokenizers, normalizers
    behaviors = ["removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous"]
    cases = {"plain": (None, None)}
    for behavior in behaviors:
        cases[f"split {behavior}"] = (None, p.Split(Regex(r"[aeiou]|\s"), behavior))
        cases[f"split inverted {behavior}"] = (None, p.Split(Regex(r"\w{2}"), behavior, invert=True))
        cases[f"split text {behavior}"] = (None, p.Split(" ", behavior))
        cases[f"punctuation {behavior}"] = (None, p.Punctuation(behavior))
    cases |= {
        "nested set": (None, p.Split(Regex(r" ?[^(\s|[.,!?…。，、।۔،])]+"), "isolated")),
        "digits": (None, p.Digits(False)), "single digits": (None, p.Digits(True)), "white space": (None, p.Whitespace()),
        "white space split": (None, p.WhitespaceSplit()), "bert": (None, p.BertPreTokenizer()),
        "delimiter": (None, p.CharDelimiterSplit("e")),
        "marks always": (None, p.Metaspace(prepend_scheme="always")),
        "marks never": (None, p.Metaspace(prepend_scheme="never")),
        "marks whole": (None, p.Metaspace("_", prepend_scheme="first", split=False)),
        "sequence": (None, p.Sequence([p.WhitespaceSplit(), p.Digits(True), p.Punctuation("merged_with_next")])),
        "NFC": (n.NFC(), None), "NFD": (n.NFD(), None), "NFKC": (n.NFKC(), None), "NFKD": (n.NFKD(), None),
        "lower case": (n.Lowercase(), None), "strip": (n.Strip(), None), "strip left": (n.Strip(right=False), None),
        "accents": (n.Sequence([n.NFD(), n.StripAccents()]), None), "prepend": (n.Prepend("_"), None),
        "replace": (n.Sequence([n.Replace(" ", "_"), n.Replace(Regex(r"\d+"), "0")]), p.Split("_", "merged_with_previous")),
        "all": (n.Sequence([n.NFKD(), n.StripAccents(), n.Lowercase(), n.Strip()]), p.Sequence([p.Whitespace(), p.Digits(True)])),
    }
    return cases


def write(name, value):
    FIXTURES.mkdir(parents=True, exist_ok=True)
    (FIXTURES / name).write_text(dump(value))


def dump(value):
    if isinstance(value, str):
        return value + "\n"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["write", "check"])
    parser.add_argument("--smollm2", help="the GGUF file of SmolLM2")
    parser.add_argument("--gemma", help="the GGUF file of Gemma 3")
    arguments = parser.parse_args()
    failures = 0

    def handle(name, value):
        nonlocal failures
        if arguments.action == "write":
            write(name, value)
            print(f"{name}: written")
        else:
            same = (FIXTURES / name).read_text() == dump(value)
            failures += not same
            print(f"{name}: {'agrees' if same else 'DIFFERS'}")

    corpus = make_corpus()
    handle("corpus.json", corpus)
    if arguments.smollm2:
        handle("smollm2.expected.json", expectation(corpus, smollm2(arguments.smollm2)))
    if arguments.gemma:
        handle("gemma3.expected.json", expectation(corpus, gemma(arguments.gemma)))
    for name, make in [("byte-level", byte_level), ("metaspace", metaspace), ("characters", characters),
                       ("byte-merges", byte_merges)]:
        # Training is not the same on each run, so that only a missing description is trained anew.
        if arguments.action == "write" and not (FIXTURES / f"{name}.tokenizer.json").exists():
            tokenizer = make(corpus)
            write(f"{name}.tokenizer.json", json.loads(tokenizer.to_str()))
        tokenizer = Tokenizer.from_file(str(FIXTURES / f"{name}.tokenizer.json"))
        handle(f"{name}.expected.json", expectation(corpus, encoder(tokenizer)))
    ranks = byte_ranks(Tokenizer.from_file(str(FIXTURES / "byte-merges.tokenizer.json")))
    lines = [f"{base64.b64encode(token).decode()} {rank}" for rank, token in enumerate(ranks)]
    special = {"<|im_start|>": len(ranks), "<|im_end|>": len(ranks) + 1, "<bos>": len(ranks) + 7}
    handle("ranks.tiktoken", "\n".join(lines))
    handle("ranks.expected.json", expectation(corpus, ranked(ranks, 0, special)))
    special = {"<unk>": 0, "<s>": 1, "</s>": 2, "[MASK]": 5}
    handle("ranks.tekken.json", {
        "config": {"pattern": RANKED, "num_vocab_tokens": len(ranks), "default_vocab_size": 910, "default_num_special_tokens": 10, "version": "v3"},
        "vocab": [{"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None} for rank, token in enumerate(ranks)],
        "special_tokens": [{"rank": rank, "token_str": name, "is_control": True} for name, rank in special.items()]})
    handle("ranks.tekken.expected.json", expectation(corpus, ranked(ranks[:900], 10, special)))
    cases = []
    for name, (normalizer, pre_tokenizer) in variants().items():
        tokenizer = Tokenizer.from_file(str(FIXTURES / "characters.tokenizer.json"))
        if normalizer:
            tokenizer.normalizer = normalizer
        if pre_tokenizer:
            tokenizer.pre_tokenizer = pre_tokenizer
        description = json.loads(tokenizer.to_str())
        encode = encoder(tokenizer)
        cases.append({
            "name": name, "normalizer": description["normalizer"], "pre_tokenizer": description["pre_tokenizer"],
            "hashes": "".join(hash_ids(encode(text, True)) for text in corpus[::4])})
    handle("variants.expected.json", cases)
    cases = []
    for name, patterns in NAMED.items():
        tokenizer = Tokenizer.from_file(str(FIXTURES / "byte-merges.tokenizer.json"))
        tokenizer.model.ignore_merges = name in ("llama-bpe", "tekken")
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in patterns]
            + [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
        encode = encoder(tokenizer)
        cases.append({"name": name, "hashes": "".join(hash_ids(encode(text, True)) for text in corpus[::4])})
    handle("named.expected.json", cases)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

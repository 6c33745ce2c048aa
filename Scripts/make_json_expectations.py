"""Writes what Python's json module makes of random documents, and of documents spoilt by one edit.

Usage: python3 Scripts/make_json_expectations.py
Writes Tests/TrellisJSONTests/Fixtures/python-json.json, a list of {"text", "compact"}; compact is null where Python
refuses the text. Texts that Python accepts beyond RFC 8259 (NaN, lone surrogates, repeated names) are left out.
"""

import json
import pathlib
import random

OUTPUT = pathlib.Path(__file__).parent.parent / "Tests/TrellisJSONTests/Fixtures/python-json.json"
TEXTS = ["", "a", "é", "e\u0301", "😀", "line\nbreak", 'quo"te', "back\\slash", "\u0000\u001f\u007f", "日本語", "/", "\u2028"]
NUMBERS = ["0", "-0", "1", "-12", "10", "123456789012345678901234567890", "0.5", "-1.25", "1e3", "2E-2", "3.0e+1"]


def quoted(random_source, text):
    """A JSON string of the text with a random choice of escapes."""
    out = []
    for character in text:
        style = random_source.random()
        if style < 0.3 or character < " " or character in '"\\':
            units = character.encode("utf-16-be")
            for index in range(0, len(units), 2):
                digits = "%04x" % int.from_bytes(units[index : index + 2], "big")
                out.append("\\u" + (digits.upper() if style < 0.1 else digits))
        elif character == "/" and style < 0.6:
            out.append("\\/")
        else:
            out.append(character)
    return '"' + "".join(out) + '"'


def document(random_source, depth):
    """A random JSON text."""

    def blank():
        return random_source.choice(["", "", "", " ", "\n", "\t", "\r\n "])

    kind = random_source.randrange(7 if depth > 0 else 5)
    if kind == 0:
        return random_source.choice(["true", "false", "null"])
    if kind in (1, 2):
        return random_source.choice(NUMBERS)
    if kind in (3, 4):
        return quoted(random_source, "".join(random_source.choices(TEXTS, k=random_source.randrange(3))))
    count = random_source.randrange(4)
    if kind == 5:
        items = [document(random_source, depth - 1) for _ in range(count)]
        return "[" + blank() + ",".join(blank() + item + blank() for item in items) + "]"
    names = random_source.sample(TEXTS, count)
    items = [quoted(random_source, name) + blank() + ":" + blank() + document(random_source, depth - 1) for name in names]
    return "{" + blank() + ",".join(blank() + item + blank() for item in items) + "}"


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise KeyError("repeated name")
    return dict(pairs)


def marked(digits):
    """A number as a string with a mark before its digits, so that it can be written as it was."""
    return "\ue000" + digits


def expectation(text):
    """The compact text Python reads, None where it refuses; KeyError and UnicodeError where the text is left out."""
    if "NaN" in text or "Infinity" in text:
        raise KeyError("beyond the standard")
    try:
        value = json.loads(text, object_pairs_hook=unique, parse_float=marked, parse_int=marked)
    except json.JSONDecodeError:
        return None
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    compact.encode("utf-8")
    while "\ue000" in compact:
        start = compact.index("\ue000")
        end = compact.index('"', start)
        compact = compact[: start - 1] + compact[start + 1 : end] + compact[end + 1 :]
    return compact


def main():
    random_source = random.Random(20261130)
    rows = []
    while len(rows) < 300:
        text = document(random_source, 4)
        if len(text) > 400:
            continue
        if len(rows) % 2:
            position = random_source.randrange(len(text) + 1)
            edit = random_source.choice(['"', "\\", ",", ":", "{", "}", "[", "]", "0", "-", ".", "e", "t", "\u0001", " ", ""])
            text = text[:position] + edit + text[position + random_source.randrange(2) :]
        try:
            rows.append({"text": text, "compact": expectation(text)})
        except (KeyError, UnicodeError):
            continue
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    print(len(rows), "documents,", sum(row["compact"] is None for row in rows), "refused")


if __name__ == "__main__":
    main()

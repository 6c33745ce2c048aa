"""Writes what Python's jinja2 renders, set up as the transformers library sets it up for chat templates.

Usage: python3 Scripts/make_template_expectations.py FOLDER SMOLLM2_GGUF [--text OUTPUT_FOLDER]
FOLDER holds chat templates (*.jinja), SMOLLM2_GGUF is the package's default model. Writes into Tests/TrellisTokenizationTests/Fixtures:
  template-snippets.json   short templates of our own with their variables and what comes out
  chat-templates.json      conversations of our own and, for each template of the folder, a hash of what each renders to
  default-model.json       what the default model's template makes of the same conversations
The templates belong to their authors and are not stored. With --text the rendered texts are written to a folder too,
to compare with when a hash differs.
Needs jinja2 and gguf.
"""

import datetime
import json
import pathlib
import sys

import jinja2
import jinja2.ext
from gguf import GGUFReader
from jinja2.sandbox import ImmutableSandboxedEnvironment

from template_snippets import DATA, SNIPPETS

FIXTURES = pathlib.Path(__file__).parent.parent / "Tests/TrellisTokenizationTests/Fixtures"
NOW = datetime.datetime(2024, 7, 6, 9, 5, 3)


class Raised(Exception):
    """What raise_exception raises."""


class GenerationTag(jinja2.ext.Extension):
    """The `generation` block, whose text is rendered as it is."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("_render"), [], [], body).set_lineno(line)

    def _render(self, caller):
        return caller()


def environment():
    def raise_exception(message):
        raise Raised(message)

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    result = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[GenerationTag, jinja2.ext.loopcontrols]
    )
    result.filters["tojson"] = tojson
    result.globals["raise_exception"] = raise_exception
    result.globals["strftime_now"] = NOW.strftime
    return result


def render(source, variables):
    """{"text"} or {"raised"} or {"error"}."""
    try:
        return {"text": environment().from_string(source).render(**variables)}
    except Raised as error:
        return {"raised": str(error)}
    except Exception as error:
        return {"error": type(error).__name__}


def model_template(path):
    """The chat template in the metadata of a GGUF file."""
    field = GGUFReader(path).fields["tokenizer.chat_template"]
    return bytes(field.parts[field.data[0]]).decode("utf-8")


def fnv(text):
    """The 64-bit FNV-1a hash of the text as UTF-8, in hexadecimal."""
    value = 0xCBF29CE484222325
    for byte in text.encode("utf-8"):
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Tells the weather <now> & \"later\" in a place.",
        "parameters": {
            "type": "object",
            "properties": {
                "place": {"type": "string", "description": "A town, such as Zürich"},
                "unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius"},
                "days": {"type": "integer", "description": "How many days", "default": 3},
                "hours": {"type": "array", "items": {"type": "number"}, "nullable": True},
                "options": {
                    "type": "object",
                    "description": "More",
                    "properties": {"wind": {"type": "boolean", "description": "With wind"}, "tags": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}}},
                    "required": ["wind"],
                },
            },
            "required": ["place"],
        },
        "return": {"type": "string", "description": "The weather in words"},
    },
}
SUM = {"type": "function", "function": {"name": "add", "description": "Adds two numbers.", "parameters": {"type": "object", "properties": {"a": {"type": "number", "description": "First"}, "b": {"type": "number", "description": "Second"}}, "required": ["a", "b"]}}}
NOTHING = {"type": "function", "function": {"name": "ping", "description": "Does nothing.", "parameters": {"type": "object", "properties": {}}}}


def call(name, arguments, identifier):
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}


USER = {"role": "user", "content": "Hello, who are you? 🤖"}
SYSTEM = {"role": "system", "content": "  You are terse.\nVery. "}
REPLY = {"role": "assistant", "content": "I am Trellis.\n"}
MORE = {"role": "user", "content": "And <b>what</b> is “2 + 2”?\n"}
CALLS = [
    {"role": "user", "content": "Weather in Zürich?"},
    {"role": "assistant", "content": "", "tool_calls": [call("get_weather", {"place": "Zürich", "days": 2, "options": {"wind": True, "tags": []}, "ratio": 1.50, "none": None}, "abcdef123")]},
    {"role": "tool", "name": "get_weather", "tool_call_id": "abcdef123", "content": "{\"sky\": \"clear\"}"},
]
TWO_CALLS = [
    {"role": "user", "content": "Add and ping."},
    {"role": "assistant", "content": "Let me see.", "tool_calls": [call("add", {"a": 1, "b": -2.25}, "aaaaaaaa1"), call("ping", {}, "aaaaaaaa2")]},
    {"role": "tool", "name": "add", "tool_call_id": "aaaaaaaa1", "content": "-1.25"},
    {"role": "tool", "name": "ping", "tool_call_id": "aaaaaaaa2", "content": "pong"},
    {"role": "assistant", "content": "Done."},
    {"role": "user", "content": "Thanks"},
]
THOUGHT = [
    USER,
    {"role": "assistant", "content": "<think>\nHm.\n</think>\n\nYes.", "reasoning_content": "Hm.", "thinking": "Hm."},
    MORE,
    {"role": "assistant", "content": "Four.", "reasoning_content": "2 and 2", "thinking": "2 and 2"},
]
PARTS = [
    {"role": "user", "content": [{"type": "text", "text": "One"}, {"type": "text", "text": "two"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "Three"}]},
    {"role": "user", "content": "Four"},
]

CONVERSATIONS = {
    "plain": {"messages": [USER]},
    "system": {"messages": [SYSTEM, USER]},
    "turns": {"messages": [SYSTEM, USER, REPLY, MORE]},
    "answered": {"messages": [USER, REPLY], "add_generation_prompt": False},
    "tools": {"messages": [SYSTEM, USER], "tools": [WEATHER, SUM, NOTHING]},
    "call": {"messages": CALLS, "tools": [WEATHER]},
    "call-system": {"messages": [SYSTEM, *CALLS], "tools": [WEATHER, SUM]},
    "two-calls": {"messages": TWO_CALLS, "tools": [SUM, NOTHING]},
    "thought": {"messages": THOUGHT, "add_generation_prompt": False},
    "thinking-on": {"messages": THOUGHT[:3], "enable_thinking": True},
    "thinking-off": {"messages": [SYSTEM, *THOUGHT[:3]], "enable_thinking": False, "reasoning_effort": "low"},
    "parts": {"messages": PARTS},
    "no-alternation": {"messages": [USER, MORE]},
    "documents": {"messages": [SYSTEM, USER], "documents": [{"title": "T", "text": "é"}], "tools": None, "builtin_tools": ["browser", "python"], "date_string": "1 May 2025"},
    "empty": {"messages": []},
}


def main():
    templates = sorted(pathlib.Path(sys.argv[1]).glob("*.jinja"))
    text_folder = pathlib.Path(sys.argv[4]) if sys.argv[3:4] == ["--text"] else None
    conversations = {
        name: {"bos_token": "<s>", "eos_token": "</s>", "add_generation_prompt": True, **variables}
        for name, variables in CONVERSATIONS.items()
    }
    results = {}
    for path in templates:
        results[path.stem] = {}
        for name, variables in conversations.items():
            result = render(path.read_text(encoding="utf-8"), variables)
            if text_folder:
                text_folder.mkdir(parents=True, exist_ok=True)
                (text_folder / f"{path.stem}.{name}.txt").write_text(result.get("text", json.dumps(result)), encoding="utf-8", newline="")
            if "text" in result:
                results[path.stem][name] = {"bytes": len(result["text"].encode("utf-8")), "fnv": fnv(result["text"])}
            else:
                # The words of a template's own errors are its author's as well.
                results[path.stem][name] = {"fails": "raised" if "raised" in result else "error"}
    FIXTURES.mkdir(parents=True, exist_ok=True)
    write("chat-templates.json", {"conversations": conversations, "templates": results})
    source = model_template(sys.argv[2])
    write("default-model.json", {name: render(source, variables) for name, variables in conversations.items()})
    rows = []
    for template, variables in SNIPPETS:
        row = {"template": template, **({} if variables is None else {"variables": variables})}
        rows.append(row | render(template, DATA if variables is None else variables))
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    data = json.dumps(DATA, ensure_ascii=False)
    (FIXTURES / "template-snippets.json").write_text(f'{{"variables": {data},\n"snippets": [\n{lines}\n]}}\n', encoding="utf-8")
    print(len(rows), "snippets,", len(templates), "templates")


def write(name, value):
    (FIXTURES / name).write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

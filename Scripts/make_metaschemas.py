#!/usr/bin/env python3
"""Writes the metaschemas of JSON Schema as Swift source, without what says nothing about values.

    make_metaschemas.py > Sources/TrellisGrammars/JSONSchema/MetaSchemas+Texts.swift

The Python that runs this needs the package jsonschema-specifications.
"""
import json
import re

import jsonschema_specifications

DRAFTS = ["draft-04", "draft-06", "draft-07", "draft/2019-09", "draft/2020-12"]
ANNOTATIONS = {"title", "description", "$comment", "default", "examples", "deprecated"}
MAPS = {"properties", "patternProperties", "definitions", "$defs", "dependencies"}
WIDTH = 108


def stripped(value):
    if isinstance(value, list):
        return [stripped(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {
        name: {key: stripped(schema) for key, schema in member.items()} if name in MAPS else stripped(member)
        for name, member in value.items() if name not in ANNOTATIONS
    }


def lines(text):
    line = ""
    for part in re.findall(r'.+?,(?=["{])|.+$', text):
        if line and len(line) + len(part) > WIDTH:
            yield line
            line = ""
        line += part
    yield line


def main():
    found = {}
    for uri in jsonschema_specifications.REGISTRY:
        name = uri.rstrip("#")
        if any(f"json-schema.org/{draft}/" in name for draft in DRAFTS):
            found[name] = stripped(jsonschema_specifications.REGISTRY.contents(uri))
    print("// swift-format-ignore-file")
    print("/// Made by `Scripts/make_metaschemas.py`: what the metaschemas ask of schemas.")
    print("extension MetaSchemas {")
    print("    /// The text of each metaschema, by its URI.")
    print("    static let texts: [String: String] = [")
    for name in sorted(found):
        print(f'        "{name}": #"""')
        for line in lines(json.dumps(found[name], separators=(",", ":"), ensure_ascii=False)):
            print("        " + line)
        print('        """#,')
    print("    ]")
    print("}")


if __name__ == "__main__":
    main()

"""Shaders in the manners of other people, with their files of inputs: `shaders_as_written.txt`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

SIZE: Final = (8, 6)
_TEXT: Final = Path(__file__).with_suffix(".txt")


def _number(word: str) -> int | float:
    return float(word) if re.search(r"[.e]", word) else int(word)


def _entry(words: list[str]) -> dict[str, Any]:
    name, setter, *rest = words
    place = rest.pop()[1:] if rest and rest[-1].startswith("@") else ""
    entry: dict[str, Any] = {"func": f"glUniform{setter}", "args": [_number(word) for word in rest]}
    if place == "push":
        entry["push_constant"] = True
    elif place:
        group, _, binding = place.rpartition(":")
        entry |= {"binding": int(binding)} | ({"set": int(group)} if group else {})
    return {name: entry}


def _fields(words: list[str]) -> list[dict[str, Any]]:
    parts = " ".join(words).split("|")
    return [
        {"type": kind, "data": [_number(one) for one in rest]}
        for kind, *rest in (part.split() for part in parts)
    ]


def inputs(line: str) -> dict[str, Any]:
    """Return the file of inputs that a line stands for, as GraphicsFuzz writes it."""
    found: dict[str, Any] = {"$framebuffer": {"width": SIZE[0], "height": SIZE[1]}}
    compute: dict[str, Any] = {}
    for part in filter(None, map(str.strip, line.split(";"))):
        words = part.split()
        if words[0] == "@size":
            found["$framebuffer"] = {"width": int(words[1]), "height": int(words[2])}
        elif words[0] == "@groups":
            compute["num_groups"] = [int(word) for word in words[1:]]
        elif words[0] == "@buffer":
            compute["buffer"] = {"binding": int(words[1]), "fields": _fields(words[2:])}
        else:
            found |= _entry(words)
    return found | ({"$compute": compute} if compute else {})


def _read() -> dict[str, tuple[str, dict[str, Any] | None]]:
    found: dict[str, tuple[str, dict[str, Any] | None]] = {}
    for part in _TEXT.read_text().split("\n=== ")[1:]:
        name, _, text = part.partition("\n")
        body, dashes, line = text.partition("\n--- ")
        source = f"{body.rstrip()}\n"
        if "crlf" in name:
            source = "\N{ZERO WIDTH NO-BREAK SPACE}" + source.replace("\n", "\r\n")
        found[name] = source, inputs(line.strip()) if dashes else None
    return found


SHADERS: Final = _read()
"""The text of each by the name of its file, and its file of inputs, None where it has none."""


def write(folder: Path, name: str) -> Path:
    """Write a shader and its file of inputs; return the shader's place."""
    text, given = SHADERS[name]
    path = folder / name
    path.write_bytes(text.encode())
    if given is not None:
        path.with_suffix(".json").write_text(json.dumps(given, indent=2))
    return path

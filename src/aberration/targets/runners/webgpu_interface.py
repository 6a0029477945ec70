"""What a shader in WGSL or GLSL asks of the pipeline around it, by a look at its declarations.

Enough to bind buffers before the compiler under test parses the text. What is overlooked here makes the API refuse the
pipeline, and never gives a wrong result.
"""

from __future__ import annotations

import re
from typing import Final

from aberration.core.wgsl import entry_point, without_comments
from aberration.targets.runners.vulkan_interface import BlockKind, Interface

_ATTRIBUTES: Final = r"(?P<attributes>(?:@\s*\w+\s*(?:\([^()]*\))?\s*)+)"
_WGSL_RESOURCE: Final = re.compile(rf"{_ATTRIBUTES}var\b\s*(?:<(?P<space>[^>]*)>)?\s*(?P<name>\w+)")
_WGSL_PLACE: Final = re.compile(r"@\s*(?P<key>group|binding)\s*\(\s*(?P<value>[^()]*?)\s*,?\s*\)")
_WGSL_INTEGER: Final = re.compile(r"(0[xX][0-9a-fA-F]+|0|[1-9][0-9]*)[iu]?")
_GLSL_COMMENT: Final = re.compile(r"//(?:\\\r?\n|[^\n])*|/\*.*?\*/", re.DOTALL)
_GLSL_BLOCK: Final = re.compile(
    r"\blayout\s*\((?P<layout>[^()]*)\)\s*(?P<qualifiers>(?:\w+\s+)*?)(?P<kind>uniform|buffer)\b"
    r"\s*(?:\w+\s+)*?(?P<name>\w+)\s*(?P<end>[{;\[])"
)
_GLSL_KEY: Final = re.compile(r"\b(?P<key>set|binding|push_constant)\b(?:\s*=\s*(?P<value>\d+))?")
_NOT_LITERAL: Final = "the place of {} is no literal, and we do not evaluate it"


def read_wgsl(text: str) -> Interface:
    """Return the interface of the first entry point's module, its name empty if there is none."""
    found = entry_point(text)
    blocks: dict[tuple[int, int], BlockKind] = {}
    read_only: set[tuple[int, int]] = set()
    unsupported = ""
    for resource in _WGSL_RESOURCE.finditer(without_comments(text)):
        keys = {place["key"]: _literal(place["value"]) for place in _WGSL_PLACE.finditer(resource["attributes"])}
        if not keys:
            continue
        group, binding = keys.get("group"), keys.get("binding")
        space, _, access = (resource["space"] or "").partition(",")
        if group is None or binding is None:
            unsupported = unsupported or _NOT_LITERAL.format(resource["name"])
        elif space.strip() == "uniform":
            blocks[group, binding] = "uniform"
        elif space.strip() == "storage":
            blocks[group, binding] = "storage"
            if access.strip(", \t\n") in ("", "read"):
                read_only.add((group, binding))
        else:
            unsupported = unsupported or f"{resource['name']} is a texture or sampler, and none is supplied"
    name = found[1].encode() if found else b""
    return Interface(name, blocks, False, (), (1, 1, 1), unsupported, frozenset(read_only))


def read_glsl(text: str) -> Interface:
    """Return the interface of a GLSL shader; blocks that the preprocessor takes away count too."""
    blocks: dict[tuple[int, int], BlockKind] = {}
    read_only: set[tuple[int, int]] = set()
    unsupported = ""
    push_constants = False
    for block in _GLSL_BLOCK.finditer(glsl_without_comments(text)):
        keys = {key["key"]: int(key["value"] or 0) for key in _GLSL_KEY.finditer(block["layout"])}
        place = keys.get("set", 0), keys.get("binding", 0)
        if "push_constant" in keys:
            push_constants = True
        elif block["end"] != "{":
            unsupported = unsupported or f"{block['name']} is an image, a sampler or a loose uniform: none is supplied"
        else:
            blocks[place] = "uniform" if block["kind"] == "uniform" else "storage"
            if "readonly" in block["qualifiers"].split():
                read_only.add(place)
    return Interface(b"main", blocks, push_constants, (), (1, 1, 1), unsupported, frozenset(read_only))


def glsl_without_comments(text: str) -> str:
    """Return the text with a space for each comment, and as many lines as before."""
    return _GLSL_COMMENT.sub(lambda comment: " " + "\n" * comment[0].count("\n"), text)


def _literal(text: str) -> int | None:
    found = _WGSL_INTEGER.fullmatch(text)
    return int(found[1], 0) if found else None

"""Which constants of `opcodes.py` and `enums.py` the repository uses, for `generate.py`.

Found in the text: an opcode stands behind a dot or in an import, an enumerant behind the name under
which a file imports its class. To parse the files would take ten times as long and find the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[4]
FOLDERS = ("src", "tests", "tools", "experiments", "benchmarks")
GENERATED = {Path(__file__).with_name(name) for name in ("opcodes.py", "enums.py")}

IMPORT = re.compile(r"^\s*from \S*\b(opcodes|enums) import (\([^)]*\)|.*)", re.MULTILINE)
IMPORTED_NAME = re.compile(r"(\w+)(?: as (\w+))?")
OPCODE = re.compile(r"\.(Op[A-Z]\w*)")
ENUMERANT = re.compile(r"\b(\w+)\.([A-Z]\w*)")


class NameUses(msgspec.Struct, frozen=True):
    """Opcodes by name, enumerants by class and name."""

    opcodes: frozenset[str]
    enumerants: frozenset[tuple[str, str]]


def opcodes_in(text: str) -> Iterator[str]:
    yield from OPCODE.findall(text)
    for module, names in IMPORT.findall(text):
        if module == "opcodes":
            yield from (name for name, _ in IMPORTED_NAME.findall(names))


def enumerants_in(text: str) -> Iterator[tuple[str, str]]:
    classes = {
        alias or name: name
        for module, names in IMPORT.findall(text)
        if module == "enums"
        for name, alias in IMPORTED_NAME.findall(names)
    }
    for owner, name in ENUMERANT.findall(text) if classes else ():
        if owner in classes:
            yield classes[owner], name


def name_uses(root: Path = ROOT) -> NameUses:
    """Return the constants that the Python files below `root` use."""
    files = {file for folder in FOLDERS for file in (root / folder).rglob("*.py")} - GENERATED
    texts = [file.read_text(encoding="utf-8") for file in files]
    return NameUses(
        frozenset(name for text in texts for name in opcodes_in(text)),
        frozenset(pair for text in texts for pair in enumerants_in(text)),
    )

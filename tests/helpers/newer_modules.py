"""Shaders of the corpus as newer versions of glslang write them for Vulkan 1.3, demoting where they
discard.
"""

from __future__ import annotations

from helpers.corpus import SUFFIXES, programs, sources
from helpers.glslang import compile_for, demoting
from msgspec.structs import replace

from aberration.core.program import Program

SIDE = 32


def older(kind: str, name: str) -> Program:
    """Return the program as it is in the corpus, for Vulkan 1.1, with a small image."""
    (program,) = [program for program in programs(kind) if program.name == name]
    return replace(program, inputs=replace(program.inputs, width=SIDE, height=SIDE))


def newer(kind: str, name: str, *options: str) -> Program:
    """Return the same for Vulkan 1.3; `options` are of glslangValidator."""
    (path,) = [path for path in sources(kind) if path.stem == name]
    text = demoting(path.read_text())
    source = compile_for("vulkan1.3", text, SUFFIXES[kind], *options)
    return replace(older(kind, name), source=source)

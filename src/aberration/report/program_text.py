"""The text of the program that goes wrong, where it is short enough to be read in a report."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import AberrationError
from aberration.core.oracle import Same, roles_of
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.languages.spirv.assembly import disassemble

MOST_LINES: Final = 60
_NAMES: Final = {"spirv": "spirv", "glsl": "glsl", "essl": "glsl", "wgsl": "wgsl", "c": "c"}


def program_block(case: TestCase) -> str:
    """Return the program under test as a block of Markdown; nothing for one of more lines than
    anybody reads.
    """
    oracle = case.oracle
    role = oracle.variant if isinstance(oracle, Same) else roles_of(oracle)[0]
    program = case.programs[role]
    text = text_of(program).strip("\n")
    if not text or text.count("\n") >= MOST_LINES:
        return ""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{_NAMES[program.language]}\n{text}\n{fence}"


def text_of(program: Program) -> str:
    """Return a program as people read it: SPIR-V as assembly; nothing for what is no text."""
    if program.language != "spirv":
        return program.source.decode("utf-8", "replace")
    try:
        return disassemble(program.source)
    except AberrationError:
        return ""

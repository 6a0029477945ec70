"""The text of the program that goes wrong, where it is short enough to be read in a report."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import AberrationError
from aberration.core.oracle import Same, roles_of
from aberration.core.program import SHADING, Program
from aberration.core.recipe import TestCase
from aberration.languages.spirv.assembly import disassemble

MOST_LINES: Final = 60
_NAMES: Final = {"spirv": "spirv", "glsl": "glsl", "essl": "glsl", "wgsl": "wgsl", "c": "c"}


def program_block(case: TestCase) -> str:
    """Return the program under test as a block of Markdown; nothing for one of more lines than
    anybody reads.
    """
    return _block(program_under_test(case))


def program_under_test(case: TestCase) -> Program:
    """Return the program that goes wrong."""
    oracle = case.oracle
    return case.programs[oracle.variant if isinstance(oracle, Same) else roles_of(oracle)[0]]


def seed_block(case: TestCase) -> str:
    """Return the seed as a block of Markdown, where the program under test is nothing but the seed
    with what is undefined in it rewritten, or a shader is compiled before it is changed; else
    nothing.
    """
    seed, program = case.recipe.seeds.get("seed"), program_under_test(case)
    if seed is None or len(case.recipe.seeds) > 1 or seed.source == program.source:
        return ""
    is_compiled = seed.language in SHADING and program.language == "spirv"
    is_rewritten = seed.language == program.language and not case.recipe.steps
    return _block(seed) if is_compiled or is_rewritten else ""


def block_of(program: Program | None) -> str:
    """Return a program as a block of Markdown; nothing for none, or one that is too long."""
    return "" if program is None else _block(program)


def _block(program: Program) -> str:
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

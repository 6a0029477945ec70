"""The search for a smaller SPIR-V module: what is not needed goes, and the rest is valid."""

from __future__ import annotations

from collections.abc import Callable

from helpers.fused_modules import ACROSS, LEAVES, fragment, many, text_of

from aberration.core.program import Program
from aberration.languages.spirv.validate import environment_of, validate
from aberration.reduce.module import shrink_module
from aberration.reduce.program import MINUTE, Limits, Questions, ShrunkProgram, lines_of

FULL = fragment("%given = OpFAdd %float %x %y\n%spare = OpFSub %float %given %x\n" + ACROSS)


def shrunk(
    start: Program, interesting: Callable[[Program], bool], limits: Limits = MINUTE
) -> ShrunkProgram:
    return shrink_module(start, Questions(*[interesting] * 3), limits, lambda _: None)


def has(*words: str) -> Callable[[Program], bool]:
    return lambda program: all(word in text_of(program) for word in words)


def test_what_is_not_needed_goes() -> None:
    found = shrunk(FULL, has("OpStore"))
    text = text_of(found.program)
    assert found.status == "complete"
    assert "OpFMul" not in text
    assert "OpFAdd" not in text
    assert lines_of(found.program) < lines_of(FULL)
    assert (found.program.inputs.width, found.program.inputs.height) == (4, 4)


def test_branches_go_one_way() -> None:
    found = shrunk(many(3, LEAVES), has("OpStore", "OpIMul"))
    assert "OpBranchConditional" not in text_of(found.program)


def test_every_module_that_is_asked_about_is_valid() -> None:
    def valid(program: Program) -> bool:
        assert validate(program.source, environment_of(program.source)) is None
        return "OpIMul" in text_of(program)

    assert shrunk(many(3, LEAVES), valid).tries > 5


def test_the_search_ends_at_its_limits() -> None:
    found = shrunk(many(3, LEAVES), has("OpStore"), Limits(tries=2))
    assert (found.status, found.tries) == ("limit", 2)

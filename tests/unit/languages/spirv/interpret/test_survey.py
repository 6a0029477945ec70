"""A survey finds what is undefined anywhere in an image or dispatch, and what hangs on an
OpUndef.
"""

from __future__ import annotations

import msgspec
import pytest
from helpers.corpus import programs
from helpers.fragments import emitted, fragment
from helpers.interpret import shader
from helpers.shading_runs import needs_compiler

from aberration.core.inputs import Buffer, Inputs
from aberration.core.program import Program
from aberration.languages.native import compiler
from aberration.languages.spirv.interpret.survey import survey

BUFFERS = (Buffer(0, bytes(24)), Buffer(1, bytes(32)))


def compute(body: str) -> Program:
    return Program("spirv", "compute", shader(body), Inputs(buffers=BUFFERS, groups=(2, 1, 1)))


def test_a_good_image() -> None:
    program = programs("references")[0]
    small = msgspec.structs.replace(program.inputs, width=20, height=17)
    found = survey(msgspec.structs.replace(program, inputs=small), 60.0)
    assert (found.trap, found.examined, found.total, found.arbitrary) == (None, 340, 340, "")


def test_without_time_only_the_grid_is_looked_at() -> None:
    found = survey(programs("references")[0], 0.0)
    assert (found.trap, found.examined, found.total) == (None, 256, 65536)


ENDLESS = """
    OpBranch %head
    %head = OpLabel
    OpLoopMerge %done %next None
    OpBranch %body
    %body = OpLabel
    {heavy}
    %again = OpULessThan %bool {left} {right}
    OpBranchConditional %again %next %done
    %next = OpLabel
    OpBranch %head
    %done = OpLabel
    {end}
"""


def test_an_invocation_that_does_not_end_is_found_by_its_turns() -> None:
    body = ENDLESS.format(heavy="", left="%u0", right="%u1", end=f"{emitted('%x', '%y')}\nOpReturn")
    found = survey(Program("spirv", "fragment", fragment(body), Inputs()), 1.0)
    assert found.trap is not None
    assert (found.trap.kind, found.examined, found.total) == ("loop-limit", 1, 65536)
    assert "OpLoopMerge" in found.trap.instruction


def test_work_that_is_too_much_ends_the_survey() -> None:
    heavy = "\n".join(f"%h{k} = OpIAdd %uint %x %u{k % 3}" for k in range(400))
    body = ENDLESS.format(
        heavy=heavy, left="%u0", right="%u1", end=f"{emitted('%x', '%y')}\nOpReturn"
    )
    found = survey(Program("spirv", "fragment", fragment(body), Inputs()), 1.0)
    assert (found.trap, found.examined) == (None, 0)


def test_a_dispatch_that_is_too_much_ends_the_survey() -> None:
    heavy = "\n".join(f"%h{k} = OpIAdd %uint %x %u{k % 3}" for k in range(400))
    endless = shader(
        ENDLESS.format(heavy=heavy, left="%group", right="%u1", end="WRITE 0 %x"), size=64
    )
    inputs = Inputs(
        buffers=(Buffer(0, bytes(24 * 256)), Buffer(1, bytes(32 * 256))), groups=(8, 1, 1)
    )
    found = survey(Program("spirv", "compute", endless, inputs), 0.5)
    assert (found.trap, found.examined, found.total) == (None, 0, 512)


def test_undefs_that_show_in_one_pixel() -> None:
    body = f"""
        %nine = OpIAdd %uint %u7 %u2
        %here = OpIEqual %bool %x %nine
        %any = OpUndef %uint
        %v = OpSelect %uint %here %any %x
        {emitted("%v", "%y")}
        OpReturn
    """
    assert (
        survey(Program("spirv", "fragment", fragment(body), Inputs()), 1.0).arbitrary
        == "pixel (9, 0)"
    )


@needs_compiler
def test_both_paths_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    body = f"""
        %far = OpISub %uint %x %u16
        %v = OpUDiv %uint %y %far
        {emitted("%v", "%y")}
        OpReturn
    """
    program = Program("spirv", "fragment", fragment(body), Inputs(width=32, height=16))
    quick = survey(program, 60.0)
    monkeypatch.setattr(compiler, "COMPILERS", (("no-such-compiler", ()),))
    slow = survey(program, 60.0)
    assert quick.trap == slow.trap
    assert quick.trap is not None


def test_dispatches() -> None:
    assert survey(compute("WRITE 0 %x"), 1.0).trap is None
    trap = survey(compute("%r = OpUDiv %uint %x %y\nWRITE 0 %r"), 1.0).trap
    assert trap is not None
    assert trap.kind == "division"


def test_a_result_that_depends_on_an_undef() -> None:
    assert survey(compute("%u = OpUndef %uint\nWRITE 0 %u"), 1.0).arbitrary == "the buffers"

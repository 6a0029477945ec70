"""A survey finds what is undefined anywhere in an image or dispatch, and what hangs on an OpUndef."""

from __future__ import annotations

import msgspec
from helpers.corpus import programs
from helpers.interpret import shader

from aberration.core.inputs import Buffer, Inputs
from aberration.core.program import Program
from aberration.languages.spirv.interpret.survey import survey

BUFFERS = (Buffer(0, bytes(24)), Buffer(1, bytes(32)))


def compute(body: str) -> Program:
    return Program("spirv", "compute", shader(body), Inputs(buffers=BUFFERS, groups=(2, 1, 1)))


def test_a_good_image() -> None:
    program = programs("references")[0]
    small = msgspec.structs.replace(program.inputs, width=20, height=17)
    found = survey(msgspec.structs.replace(program, inputs=small), 60.0)
    assert (found.trap, found.examined, found.total, found.unsteady) == (None, 340, 340, "")


def test_without_time_only_the_grid_is_looked_at() -> None:
    found = survey(programs("references")[0], 0.0)
    assert (found.trap, found.examined, found.total) == (None, 256, 65536)


def test_dispatches() -> None:
    assert survey(compute("WRITE 0 %x"), 1.0).trap is None
    trap = survey(compute("%r = OpUDiv %uint %x %y\nWRITE 0 %r"), 1.0).trap
    assert trap is not None
    assert trap.kind == "division"


def test_a_result_that_depends_on_an_undef() -> None:
    assert survey(compute("%u = OpUndef %uint\nWRITE 0 %u"), 1.0).unsteady == "the buffers"

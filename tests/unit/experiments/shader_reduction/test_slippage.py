"""What is undefined first in a program that two implementations disagree on."""

from __future__ import annotations

import pytest
from experiments.shader_reduction.slippage import first_undefined, with_bounded_loops

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.core.program import Program

CELLS = Inputs(buffers=(Buffer(0, bytes(12)),))


def cells(body: str) -> Program:
    text = (
        "#version 310 es\nlayout(local_size_x = 1) in;\n"
        f"layout(std430, binding = 0) buffer Cells {{ int cells[3]; }};\nvoid main() {{ {body} }}\n"
    )
    return Program("essl", "compute", text.encode(), CELLS, "cells")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("cells[0] = 7;", ""),
        ("cells[0] = 7 / cells[1];", "division"),
        ("cells[0] = 7 % cells[1];", "modulo"),
        ("cells[0] = 7 << (cells[1] - 1);", "shift"),
        ("cells[cells[1] + 3] = 7;", "out-of-bounds"),
        ("int a; cells[0] = a;", "uninitialised"),
        ("while (cells[1] == 0) { cells[2] = 1; }", "endless"),
        ("cells[0] = ;", "not interpreted"),
    ],
)
def test_the_interpreter_says_what_is_undefined(body: str, expected: str) -> None:
    kind, told = first_undefined(cells(body), [Buffers((bytes(12),))])
    assert kind == expected
    assert bool(told) == (expected not in ("", "not interpreted"))


def test_only_loops_are_bounded() -> None:
    source = with_bounded_loops(cells("while (cells[1] == 0) { cells[2] = 7 / cells[1]; }")).source
    assert b"7 / cells[1]" in source
    assert first_undefined(cells("cells[0] = 1;"), [])[0] == ""
    bounded = with_bounded_loops(cells("while (cells[1] == 0) { cells[2] = 7; }"))
    assert first_undefined(bounded, [])[0] == ""

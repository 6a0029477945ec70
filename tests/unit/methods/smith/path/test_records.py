"""Single records: what they write, and that they do nothing where nothing fits."""

from __future__ import annotations

import re

import pytest
from helpers.path_programs import assert_agrees, text_of

from aberration.methods.smith.path.build import build
from aberration.methods.smith.path.plan import (
    AnyRecord,
    Assign,
    Case,
    Compose,
    Compute,
    Element,
    Guard,
    Input,
    Leave,
    Loop,
    Pair,
    Select,
)

GIVEN = Input("int", (9,))
ARRAY = Input("int", (9,), 4)
STEP = Compute("add", "int", (1, 7))


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (Guard("int", (1, 1), 0, True, (STEP,)), "if ("),
        (Select("int", 1, (Case(1, (STEP,)), Case(2)), 0, 1), "default:"),
        (Loop("do", 3, (STEP, Leave(1))), "} while ("),
        (Loop("while", 3, (STEP, Leave(1, True)), opaque=False), "< 3)"),
        (Compute("divide", "int", (1, 6)), " / "),
    ],
)
def test_a_record_writes_its_statement(record: AnyRecord, expected: str) -> None:
    assert expected in text_of(GIVEN, record)


def test_an_index_is_computed_of_what_no_compiler_knows() -> None:
    text = text_of(GIVEN, ARRAY, Element(1, 2, 3))
    assert "in_1[in_" in text


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (Element(1, 2, 3, "count"), r" = v2\[at\d\+\+\]"),
        (Element(1, 2, 3, "count", operand=1), r" = v2\[at\d--\]"),
        (Element(1, 2, 3, "count", store=True, operand=1), r"v2\[at\d--\] = "),
    ],
)
def test_an_index_counts_on(record: Element, expected: str) -> None:
    own = Compose("array", ("int",), (1, 2), 4)
    assert re.search(expected, text_of(GIVEN, ARRAY, own, record))
    assert "++" not in text_of(GIVEN, ARRAY, own, record, language="wgsl", version=0)


def test_wgsl_shifts_as_far_as_it_likes_and_glsl_does_not() -> None:
    far = Input("uint", (40,))
    shift = Compute("shift left", "uint", (1, 1))
    assert "in_0 << given.in_0" in text_of(far, shift, language="wgsl", version=0)
    assert "in_0 << in_0" not in text_of(far, shift)


@pytest.mark.parametrize(
    "record",
    [
        STEP,
        Leave(0),
        Element(1, 1, 1),
        Assign("int", 1, 1),
        Pair("modf", "float", (1,)),
        Compute("no such row", "int", (1,)),
        Compute("add", "no such type", (1,)),
    ],
)
def test_where_nothing_fits_nothing_is_done(record: AnyRecord) -> None:
    built = build("glsl", 450, (record,), stage="compute")
    assert built.applied == ()
    assert_agrees(built)


def test_what_is_undefined_in_a_later_turn_is_not_written() -> None:
    down = Input("int", (2,), 0, True)
    body = (Assign("int", 1, 6, "subtract"), Compute("remainder", "int", (1, 1)))
    assert "in_0 % in_0" in text_of(down, *body)
    assert "in_0 % in_0" not in text_of(down, Loop("for", 6, body, opaque=False))

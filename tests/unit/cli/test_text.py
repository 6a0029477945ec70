"""What a user may ask of `aberration reduce --text`, before anything is run."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.agreeing import made, sums

from aberration.cli.text import TextWish, way_of
from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.oracle import Agree, Same
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.reduce.program import shrink

C = Program("c", "program", b"int main(void) { return 0; }")


def case_in_c() -> TestCase:
    return TestCase(Recipe("agree", 1, {"seed": C}), {"program": C}, Agree())


def wish(*, text: bool = False, reducer: str = "", alone: bool = False) -> TextWish:
    return TextWish(text, "90s", reducer, alone)


@pytest.fixture
def creduce(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Put a reducer on the PATH, and no other."""
    path = tmp_path / "creduce"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return str(path)


@pytest.mark.parametrize("case", [case_in_c(), made(sums())[0]])
def test_who_names_a_reducer_wants_the_text_reduced(creduce: str, case: TestCase) -> None:
    assert wish().options(case) is None
    options = wish(reducer="creduce", alone=True).options(case)
    assert options is not None
    assert options.external is not None
    assert options.external.path == creduce
    assert options.alone
    assert options.seconds == 90.0
    assert way_of(options) is not shrink


def test_without_a_reducer_our_edits_do_it(creduce: str) -> None:
    options = wish(text=True, reducer="none").options(made(sums())[0])
    assert options is not None
    assert options.external is None
    assert way_of(options) is shrink
    assert way_of(None) is shrink
    assert wish(reducer="none").options(case_in_c()) is None


def test_what_makes_no_sense_is_refused(creduce: str) -> None:
    case = made(sums())[0]
    with pytest.raises(BadInput, match="--reducer with --alone"):
        wish(alone=True).options(case)
    with pytest.raises(BadInput, match="installed with --alone"):
        wish(text=True, reducer="none", alone=True).options(case)
    with pytest.raises(TargetUnavailable, match="cvise"):
        wish(reducer="cvise").options(case)
    spirv = Program("spirv", "fragment", b"")
    compared = TestCase(Recipe("transform", 1, {"seed": spirv}), {"a": spirv, "b": spirv}, Same())
    with pytest.raises(BadInput, match="expected a C program, or a shader"):
        wish(text=True).options(compared)

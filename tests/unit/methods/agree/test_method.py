"""The method `agree`."""

import msgspec
import pytest

from aberration.core.errors import ReplayMismatch
from aberration.core.method import Request
from aberration.core.oracle import Agree
from aberration.core.program import Program
from aberration.core.testcase import replay_case
from aberration.methods.agree.method import AgreeMethod

METHOD = AgreeMethod()


def test_a_run_seed_gives_the_same_case_again() -> None:
    (case,) = METHOD.make(Request(7, 1))
    assert case == METHOD.make(Request(7, 1))[0]
    assert case.oracle == Agree()
    assert b"int main" in case.programs["program"].source


def test_other_run_seeds_give_other_programs() -> None:
    requests = [Request(seed, 1, options={"preset": "small"}) for seed in range(4)]
    sources = {METHOD.make(request)[0].programs["program"].source for request in requests}
    assert len(sources) == 4


def test_a_seed_file_is_taken_as_it_is() -> None:
    program = Program("c", "program", b"int main(void) { return 0; }")
    (case,) = METHOD.make(Request(7, 1, program))
    assert case.programs == {"program": program}


def test_a_case_replays_to_the_same_bytes() -> None:
    (case,) = METHOD.make(Request(7, 1, options={"preset": "small"}))
    assert replay_case(case, METHOD) == case


def test_another_generator_is_named() -> None:
    (case,) = METHOD.make(Request(7, 1))
    options = {**case.recipe.options, "generator": "csmith 9.9.9"}
    with pytest.raises(ReplayMismatch, match=r"expected csmith 9\.9\.9"):
        METHOD.replay(msgspec.structs.replace(case.recipe, options=options))

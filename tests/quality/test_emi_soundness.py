"""Variants of the method "emi" print what their seeds print, and nothing undefined or unforeseen
happens in them.

The experiment `emi_soundness` counts thousands; here is a sample, and more of it in the long tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import pytest
from experiments.emi_soundness.check import failures_of
from helpers import emi
from helpers.sampling import one_in

from aberration.campaign.seeds import bundled_corpus
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Text
from aberration.core.program import load_program
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.method import EmiMethod
from aberration.methods.emi.mutation import Mutation
from aberration.methods.emi.registry import from_steps
from aberration.methods.emi.steps import to_step

FILES: Final = sorted((bundled_corpus() / "c").glob("*.c"))
SAMPLE_FILES: Final = ("sorting", "bit_fields", "pointers_and_aliases", "goto_scanner")
CSMITH: Final = {"small": 3, "integers": 2}
"""Numbers of runs whose csmith programs are small: the memory sanitizer is slow on large ones."""
BUILDS: Final = [(family, level) for family in ("gcc", "clang") for level in ("-O0", "-O2")]
METHOD: Final = EmiMethod()


def variants_of(file: Path, run_seed: int, count: int) -> Sequence[TestCase]:
    return METHOD.make(Request(run_seed, count, load_program(file)))


@cache
def csmith_variants(preset: str, run_seed: int, count: int) -> Sequence[TestCase]:
    return METHOD.make(Request(run_seed, count, options={"preset": preset}))


def faults(cases: Sequence[TestCase]) -> list[str]:
    return [
        f"variant {number}: {why}"
        for number, case in enumerate(cases)
        for why in failures_of(METHOD, case)
    ]


@pytest.mark.parametrize("name", one_in(2, SAMPLE_FILES))
def test_variants_of_the_corpus(name: str) -> None:
    file = next(file for file in FILES if file.stem == name)
    cases = variants_of(file, 1, 4)
    assert len(cases) == 4
    assert faults(cases[3:]) == []


@pytest.mark.parametrize("preset", one_in(2, CSMITH))
def test_variants_of_csmith(preset: str) -> None:
    cases = csmith_variants(preset, CSMITH[preset], 4)
    assert len(cases) == 4
    assert faults(cases[2:]) == []


def assert_does_not_abort(case: TestCase, builds: Sequence[tuple[str, str]]) -> None:
    checked = METHOD.with_checks(case)
    assert checked is not None
    assert isinstance(case.oracle, Expected)
    for family, level in builds:
        ran = emi.outcome(checked.programs["variant"].source, family, (level, "-w"))
        assert Text(ran.stdout, ran.status) == case.oracle.outcome, f"{family} {level}"


@pytest.mark.parametrize("name", one_in(2, ["hash_table", "integer_conversions", "fall_through"]))
def test_what_is_known_of_the_corpus_is_true_under_all(name: str) -> None:
    """The last of four variants is of two generations."""
    assert_does_not_abort(variants_of(bundled_corpus() / "c" / f"{name}.c", 2, 4)[-1], BUILDS)


@pytest.mark.parametrize("run_seed", one_in(2, [1, 2, 5]))
def test_what_is_known_of_csmith_programs_is_true_under_all(run_seed: int) -> None:
    assert_does_not_abort(csmith_variants("small", run_seed, 4)[-1], BUILDS)


def ends_by_abort(case: TestCase, wrong: Mutation) -> bool:
    """Say whether the checking form of a case aborts, where one of its mutations is replaced by
    a wrong one.
    """
    steps = tuple(
        to_step(wrong) if step["number"] == wrong.number else step for step in case.recipe.steps
    )
    assert METHOD.replay(case.recipe.with_steps(steps)).skipped == 0
    checked = METHOD.with_checks(
        msgspec.structs.replace(case, recipe=case.recipe.with_steps(steps))
    )
    assert checked is not None
    return emi.outcome(checked.programs["variant"].source).status == emi.ABORTED


@pytest.mark.parametrize("name", ["sorting", "bit_fields"])
def test_a_wrong_profile_is_noticed(name: str) -> None:
    """One record, whose states are others than those that were seen."""
    case = variants_of(bundled_corpus() / "c" / f"{name}.c", 1, 1)[0]
    wrong = emi.with_knowledge(from_steps(case.recipe.steps), emi.scrambled)
    for mutation in Rng.of(1).shuffled(wrong)[:4]:
        assert ends_by_abort(case, mutation), mutation


def test_a_profile_that_lacks_a_state_is_noticed() -> None:
    """Where one place alone is read, each of its values came about: the program misses the one
    that is gone.
    """
    chosen = [
        (case, mutation)
        for case in variants_of(bundled_corpus() / "c" / "sorting.c", 1, 4)
        for mutation in emi.with_knowledge(from_steps(case.recipe.steps), without_the_last_state)
        if len(emi.knowledge_of(mutation).reads) == 1 and emi.knowledge_of(mutation).rows
    ]
    assert len(chosen) > 1
    for case, mutation in chosen[:4]:
        assert ends_by_abort(case, mutation), mutation


def without_the_last_state(knowledge: Knowledge) -> Knowledge:
    return msgspec.structs.replace(knowledge, rows=knowledge.rows[:-1])


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_more_variants_of_the_corpus(file: Path) -> None:
    cases = variants_of(file, 3, 8)
    assert len(cases) == 8
    assert faults(cases) == []


@pytest.mark.slow
@pytest.mark.parametrize("run_seed", range(100, 125))
def test_more_variants_of_csmith(run_seed: int) -> None:
    assert faults(METHOD.make(Request(run_seed, 8))) == []

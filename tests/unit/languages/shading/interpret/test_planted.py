"""Planted undefined operations, each beside a twin that does the same without: the one traps where
it is, by its name; the other comes to its end.
"""

from __future__ import annotations

import msgspec
import pytest
from helpers import shading_planted, shading_planted_groups
from helpers.shading_runs import compute_text, run_compute

from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.trap import Trap, TrapKind
from aberration.languages.shading.tree import LanguageName


class Case(msgspec.Struct, frozen=True):
    """`bad` traps as `kind` at the text `at`; `good` does not trap."""

    name: str
    language: LanguageName
    kind: TrapKind
    bad: str
    good: str
    at: str
    before: str = ""
    size: int = 1
    coherent: bool = False


FAMILY: tuple[LanguageName, LanguageName] = ("glsl", "essl")


def _cases() -> list[Case]:
    found = []
    for language in FAMILY:
        for name, kind, bad, good, at, before in (
            *shading_planted.FIRST_EIGHT,
            *shading_planted.FAMILY,
        ):
            found.append(Case(name, language, kind, bad, good, at, before))
        for name, kind, bad, good, at, before in shading_planted_groups.COMPUTE:
            found.append(Case(name, language, kind, bad, good, at, before, size=4))
        for name, kind, bad, good, at, before in shading_planted_groups.COHERENT_COMPUTE:
            found.append(Case(name, language, kind, bad, good, at, before, size=4, coherent=True))
    for name, kind, bad, good, at, before in shading_planted.WGSL:
        found.append(Case(name, "wgsl", kind, bad, good, at, before))
    for name, kind, bad, good, at, before in shading_planted_groups.WGSL_COMPUTE:
        found.append(Case(name, "wgsl", kind, bad, good, at, before, size=4))
    return found


CASES = _cases()
IDS = [f"{case.language}: {case.name}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_planted_operation_traps_where_it_is(case: Case) -> None:
    found = run_compute(
        case.language, case.bad, case.before, size=case.size, coherent=case.coherent
    )
    assert isinstance(found, Trap), str(found)
    assert (found.kind, found.excerpt) == (case.kind, case.at), str(found)
    text = compute_text(case.language, case.bad, case.before, case.size, coherent=case.coherent)
    assert text.startswith(case.at, found.start), str(found)
    assert text.split("\n")[found.line - 1][found.column - 1 :].startswith(case.at)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_its_twin_comes_to_its_end(case: Case) -> None:
    found = run_compute(
        case.language, case.good, case.before, size=case.size, coherent=case.coherent
    )
    assert isinstance(found, Buffers), str(found)


def test_there_are_forty_kinds_of_planted_operations_and_more() -> None:
    assert len({(case.name, case.language) for case in CASES}) == len(CASES) >= 80
    assert len({case.name for case in CASES}) >= 40

"""Mutants of the shading languages in front of real drivers: what they get wrong shows, and the
identities are silent.
"""

from __future__ import annotations

from typing import Final

import pytest
from helpers.sampling import one_in
from helpers.shading_mutant_programs import FAMILY, WGSL, Row
from helpers.shading_runs import compute_inputs, compute_text

from aberration.campaign.campaign import choose_targets
from aberration.core.oracle import Expected, Verdict, judge
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.core.target import BY_REQUEST
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.targets.pool import TargetPool
from aberration.targets.shading_mutants.catalogue import SHADING_MUTANTS
from aberration.targets.shading_mutants.mutant import ALL
from aberration.targets.shading_mutants.targets import shading_targets

DEADLINE: Final = 60.0
ROWS: Final[dict[LanguageName, dict[str, Row]]] = {"glsl": FAMILY, "essl": FAMILY, "wgsl": WGSL}
TARGETS: Final = {target.id: target for target in shading_targets()}
MUTANTS: Final = {
    f"mutant-{language}-{known.name}": (language, known.name)
    for language in ALL
    for known in SHADING_MUTANTS
    if language in known.languages
}


def verdict(pool: TargetPool, target: str, language: LanguageName, row: Row) -> Verdict:
    """Return what is said of a target that runs a shader of the table, whose result is known."""
    text = compute_text(language, row.wrong, row.before)
    known = execute(read(text, language), "compute", compute_inputs())
    assert isinstance(known, Buffers)
    program = Program(language, "compute", text.encode(), compute_inputs())
    outcome = pool.run(TARGETS[target], program, DEADLINE).outcome
    return judge(Expected(known, "program"), {target: {"program": outcome}})[target]


def test_each_mutant_is_a_target_of_each_of_its_languages() -> None:
    identities = {f"identity-{language}" for language in ALL}
    assert set(TARGETS) == set(MUTANTS) | identities
    assert all(target.available and target.family == name for name, target in TARGETS.items())
    assert all(TARGETS[name].groups == ("mutants",) for name in MUTANTS)
    assert all(TARGETS[name].groups == ("identity", BY_REQUEST) for name in identities)
    assert all(target.languages == (name.split("-")[1],) for name, target in TARGETS.items())


def test_campaigns_take_none_unasked() -> None:
    assert choose_targets(list(TARGETS.values()), ()) == []
    taken = choose_targets(list(TARGETS.values()), ("mutants",))
    assert {target.id for target in taken} == set(MUTANTS)


@pytest.mark.parametrize("name", one_in(12, sorted(MUTANTS)))
def test_a_mutant_is_accused_and_the_identity_is_not(pool: TargetPool, name: str) -> None:
    language, mutant = MUTANTS[name]
    row = ROWS[language][mutant]
    assert verdict(pool, f"identity-{language}", language, row).kind == "pass"
    assert verdict(pool, name, language, row).kind == "wrong"

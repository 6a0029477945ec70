"""What a mutant makes of a program: nothing, other text, something undefined, another result."""

from __future__ import annotations

import pytest
from experiments.shading_mutants.measure import Row as Measured
from experiments.shading_mutants.measure import Sight, table
from experiments.shading_mutants.subject import Subject, mutants_of
from helpers.shading_runs import compute_inputs, compute_text

from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.targets.shading_mutants.catalogue import shading_mutant


def _subject(body: str) -> Subject:
    text = compute_text("essl", body, "")
    inputs = compute_inputs()
    expected = execute(read(text, "essl"), "compute", inputs)
    assert isinstance(expected, Buffers)
    return Subject(Program("essl", "compute", text.encode(), inputs), expected)


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ("data[0] = max(data[1], -5);", "same"),
        ("data[0] = clamp(data[1], -5, 5);", "changed"),
        ("data[0] = clamp(-9, -5 * data[1], 5);", "same"),
        ("data[0] = clamp(data[5], -5, 5);", "shown"),
        ("int a[3] = int[3](1, 2, 3); data[0] = a[clamp(data[5], -1, 1) + 1];", "undefined"),
    ],
)
def test_a_lost_lower_bound(body: str, seen: str) -> None:
    assert _subject(body).under(shading_mutant("lost-lower-bound")) == seen


def test_each_language_has_its_own_mutants() -> None:
    names = {one.name for one in mutants_of("wgsl")}
    assert "kept-local" in names
    assert "pre-increment" not in names


def test_sights_count_what_was_asked() -> None:
    sight = Sight()
    for number, seen in enumerate(("same", "changed", "undefined", "shown", "shown"), 1):
        sight.add(number, "path" if number == 5 else "all", seen)
    assert (sight.first, sight.first_undefined, sight.asked, sight.changed) == (4, 3, 5, 4)
    assert sight.shown == {"all": 1, "path": 1}
    row = Measured("essl", {"all": 4, "path": 1}, {"any-for-all": sight, "shift-sum": Sight()})
    assert "| `any-for-all` | 4: 2 of 5 |" in table([row])
    assert "| `shift-sum` | none: 0 of 0 |" in table([row])

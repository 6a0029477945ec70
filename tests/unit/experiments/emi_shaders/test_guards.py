"""Guards that read anything are counted."""

from __future__ import annotations

from experiments.emi_shaders.guards import Guards
from helpers.live_shaders import program_of

from aberration.core.method import Request
from aberration.methods.emi.method import EmiMethod


def _guards(**options: str) -> Guards:
    found = Guards()
    request = Request(1, 4, program_of("glsl"), options=options, language="glsl")
    for case in EmiMethod().make(request):
        found.add(case.recipe.steps)
    return found


def test_guards_are_counted_by_whether_they_read_anything() -> None:
    known, plain = _guards(kinds="FalseBlock"), _guards(kinds="FalseBlock", knowledge="literals")
    assert 0 < known.reading <= known.made
    assert plain.made > plain.reading == 0
    twins = _guards(kinds="TwinArms")
    assert (twins.made, twins.reading) == (0, 0)

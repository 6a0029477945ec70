from __future__ import annotations

from helpers.live_shaders import seed_of

from aberration.languages.shading.tree import If
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import Read
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutation import checks, variable_name

KNOWN = Knowledge((Read("n", "int"),), ((3,),))


def test_checks_are_there_in_checking_mode_alone() -> None:
    seed = seed_of("glsl")
    assert checks(Draft(seed), KNOWN) == ()
    (made,) = checks(Draft(seed, checking=True), KNOWN)
    assert isinstance(made, If)


def test_names_are_reserved_ones() -> None:
    assert variable_name(4, 2) == "live_4_2"

from __future__ import annotations

from helpers.live_modules import live_module, read
from helpers.shading_runs import needs_compiler
from helpers.transform import at
from helpers.vertex_modules import vertex_program

from aberration.core.rng import Rng
from aberration.methods.emi.modules.profile import profile
from aberration.methods.shaders.proved import Proofs
from aberration.targets.front_end import compile_glsl

pytestmark = needs_compiler
FOUND = profile(live_module(), Proofs(), Rng.of(1))


def test_states_over_all_invocations() -> None:
    known = FOUND.environments[at("%last")]
    at_total = known.reads.index(read("%total"))
    assert known.states is not None
    assert {state[at_total] for state in known.states} == {1, 2, 4, 7}
    assert known.limits[at_total] == (1, 7)
    assert known.targets == ()


def test_what_rounding_decides_is_not_read() -> None:
    every = {name for known in FOUND.environments.values() for name in known.reads}
    # The place of a pixel is no rounded float: what is made of it is the same everywhere.
    assert read("%whole") in every
    assert read("%less") in every


def test_places_that_nothing_comes_to() -> None:
    assert set(FOUND.dead) == {at("%never", "OpStore"), at("%never", "OpBranch")}


def test_no_code_stands_before_phis_and_in_loop_headers() -> None:
    places = {*FOUND.environments, *FOUND.dead}
    assert at("%i") not in places
    assert at("%header", "OpBranch") not in places
    assert at("%sum") not in places


def test_vertices_are_counted_as_pixels_are() -> None:
    program = compile_glsl(vertex_program("integers", (8, 8)))
    known = profile(program, Proofs(), Rng.of(1)).environments.values()
    # The loop of `mixed` takes at most seven turns for each of 64 vertices, and is called twice.
    assert {one.turns for one in known} <= set(range(1, 15))
    assert any(one.turns > 1 for one in known)
    assert any(one.states for one in known)

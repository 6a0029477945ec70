"""Pairs of modules: drivers give what our interpreter proves of them."""

from __future__ import annotations

from typing import Final

import pytest
from helpers.driven_images import outcome_of
from helpers.module_pairs import MODULES, named_modules
from helpers.pair_texts import SIZES
from helpers.random_pairs import random_pairs
from helpers.whole_varyings import whole_pair

from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.outcome import Compiled, Crash, Image, Rejected, Timeout
from aberration.core.program import Program, ShaderStage
from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.methods.emi.method import EmiMethod
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.method import TransformMethod, parse_module, replay_steps
from aberration.methods.transform.passes.encode_varyings import encode_varyings
from aberration.methods.transform.passes.move_varyings import move_varyings
from aberration.methods.transform.passes.split_varyings import split_varyings
from aberration.methods.transform.registry import to_step
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool

DRIVERS: Final = ("lavapipe", "swiftshader")
STAGES: Final[tuple[ShaderStage, ...]] = ("fragment", "vertex")
RANDOM: Final[tuple[tuple[LanguageName, int, int], ...]] = (("glsl", 450, 3), ("essl", 310, 2))
ALL: Final[tuple[tuple[LanguageName, int, int], ...]] = (("glsl", 450, 200), ("essl", 310, 100))
LONG: Final = 60.0
"""Seconds that a driver may take: some random pairs are long."""
WITHOUT: Final = "pairs of a vertex and a fragment shader are not taken here"


def assert_proved(pool: TargetPool, name: str, program: Program) -> None:
    assert_is(pool, name, program, prove(program))


def assert_is(pool: TargetPool, name: str, program: Program, proof: Proof) -> None:
    assert proof.limits is not None, f"{proof.reason}{proof.trap}"
    found = outcome_of(pool, name, program, LONG)
    assert isinstance(found, Image), found
    difference = beyond(found, proof.limits)
    assert difference.beyond == 0, str(difference)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize(("version", "name"), MODULES)
@pytest.mark.parametrize("driver", DRIVERS)
def test_what_the_vertex_stage_hands_on(
    pool: TargetPool, driver: str, version: str, name: str, stage: ShaderStage
) -> None:
    program = named_modules(version, name, stage, SIZES[1])
    assert_proved(pool, f"{driver}:rgba32f", program)


@pytest.mark.parametrize("name", ["components", "structures", "block"])
def test_on_the_newest_driver(pool: TargetPool, name: str) -> None:
    assert_proved(pool, "lavapipe@newest", named_modules("450", name))


@pytest.mark.parametrize("name", ["arrays", "structures", "open block", "thrown away"])
def test_each_stage_is_optimised(pool: TargetPool, name: str) -> None:
    for stage in STAGES:
        program = named_modules("450", name, stage)
        assert_proved(pool, "spirv-opt:-O+lavapipe:rgba32f", program)


@pytest.mark.parametrize("name", ["matrices", "block"])
def test_both_stages_are_compiled_for_amd(pool: TargetPool, name: str) -> None:
    assert outcome_of(pool, "radv-aco-navi10", named_modules("450", name)) == Compiled()


@pytest.mark.parametrize(("language", "version", "count"), RANDOM)
def test_random_pairs(pool: TargetPool, language: LanguageName, version: int, count: int) -> None:
    _compare(pool, language, version, count)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "version", "count"), ALL)
def test_many_random_pairs(
    pool: TargetPool, language: LanguageName, version: int, count: int
) -> None:
    _compare(pool, language, version, count)


def _compare(pool: TargetPool, language: LanguageName, version: int, count: int) -> None:
    looked_at = 0
    for pair in random_pairs(language, version, count):
        program = compile_glsl(pair)
        proof = prove(program)
        # Rounding may make another way of one, on which it does what is undefined.
        if proof.trap is not None and "rounded otherwise" in proof.trap.message:
            continue
        looked_at += 1
        for driver in DRIVERS:
            _assert_unless_too_large(pool, f"{driver}:rgba32f", program, proof)
    assert looked_at > count // 2


def _assert_unless_too_large(pool: TargetPool, name: str, program: Program, proof: Proof) -> None:
    """SwiftShader needs more time or memory than there is for two of 200 pairs."""
    found = outcome_of(pool, name, program, LONG)
    if name.startswith("swiftshader") and isinstance(found, Timeout):
        return
    if name.startswith("swiftshader") and isinstance(found, Crash) and found.cause == "memory":
        return
    assert_is(pool, name, program, proof)


@pytest.mark.parametrize("stage", STAGES)
def test_variants_of_a_stage(pool: TargetPool, stage: ShaderStage) -> None:
    seed = named_modules("450", "integers", stage)
    made = TransformMethod().make(Request(1, 2, seed))
    for variant in (*(case.programs["variant"] for case in made), *_live(seed)):
        assert variant.source != seed.source
        for driver in DRIVERS:
            found = outcome_of(pool, f"{driver}:rgba32f", variant)
            assert found == outcome_of(pool, f"{driver}:rgba32f", seed)


@pytest.mark.parametrize("stage", STAGES)
def test_vectors_that_are_split_and_integers_that_are_encoded(
    pool: TargetPool, stage: ShaderStage
) -> None:
    seed = whole_pair(stage)
    drivers = [f"{driver}:rgba32f" for driver in DRIVERS]
    wanted = [outcome_of(pool, driver, seed) for driver in drivers]
    for number in range(2):
        variant = _across_stages(seed, number)
        assert variant.companion != seed.companion
        assert [outcome_of(pool, driver, variant) for driver in drivers] == wanted


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_many_vectors_that_are_split_and_integers_that_are_encoded(
    pool: TargetPool, stage: ShaderStage
) -> None:
    seeds = [whole_pair(stage), *(compile_glsl(one) for one in random_pairs("glsl", 450, 4))]
    for seed in seeds:
        for driver in DRIVERS:
            wanted = outcome_of(pool, driver, seed, LONG)
            for number in range(24):
                assert outcome_of(pool, driver, _across_stages(seed, number), LONG) == wanted


def _across_stages(seed: Program, number: int) -> Program:
    """Return a variant in which only what crosses the stages is changed."""
    draw = Draw(parse_module(seed), Rng.of(number, "across"))
    for _ in range(12):
        proposer = draw.rng.choose((split_varyings, encode_varyings, move_varyings))
        draw.begin()
        proposed = proposer.attempt(draw)
        if proposed is not None:
            draw.apply(proposed)
    return replay_steps(seed, [to_step(one) for one in draw.log])[0]


def _live(seed: Program) -> list[Program]:
    return [case.programs["program"] for case in EmiMethod().make(Request(1, 1, seed))]


def test_who_takes_no_pairs_says_so(pool: TargetPool) -> None:
    found = outcome_of(pool, "spirv-cross:450+llvmpipe", named_modules("450", "floats"))
    assert isinstance(found, Rejected)
    assert (found.message, found.unasked) == (WITHOUT, True)

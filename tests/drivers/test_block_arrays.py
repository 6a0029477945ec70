"""Arrays of uniform and storage blocks: on drivers, made shaders and modules leave what our
interpreters know.
"""

from __future__ import annotations

import pytest
from helpers.block_array_cases import Kind, made_block_case
from helpers.newest import with_newest
from helpers.sampling import one_in
from helpers.storage_images import module_of, words_of
from helpers.texture_conformance import assert_draws_what_is_known, variant_of
from msgspec.structs import replace

from aberration.core.target import Target
from aberration.core.ways import ways_of
from aberration.languages.shading.interpret.run import Interpreter as Shading
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.targets.pool import TargetPool

ALL = range(100)
KINDS: tuple[Kind, ...] = ("uniform", "storage")
TARGETS = (
    "lavapipe",
    "swiftshader",
    "llvmpipe",
    "zink-lavapipe",
    "glslang+lavapipe",
    "spirv-cross:450+llvmpipe",
    "spirv-opt:-O+lavapipe",
    "lavapipe@newest",
)
kinds = pytest.mark.parametrize("kind", KINDS)


def agrees(pool: TargetPool, target: Target, seed: int, kind: Kind) -> None:
    shader = made_block_case(seed, kind)
    module = module_of(shader)
    wanted = words_of(Interpreter(module.source, module.inputs).dispatch())
    text = Shading(read(shader.source, "glsl"), "compute", shader.inputs).dispatch()
    assert words_of(text) == wanted
    found = pool.run(target, module if "spirv" in target.languages else shader).outcome
    assert words_of(found) == wanted, (seed, shader.source.decode())


@kinds
@pytest.mark.parametrize("number", one_in(25, ALL))
@pytest.mark.parametrize("target", TARGETS)
def test_made_cases_agree(pool: TargetPool, target: str, number: int, kind: Kind) -> None:
    agrees(pool, with_newest(target), number, kind)


@kinds
@pytest.mark.parametrize("number", one_in(25, ALL))
@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize("target", ["llvmpipe", "zink-lavapipe"])
def test_a_dynamically_uniform_index_chooses_what_is_known(
    pool: TargetPool, target: str, language: LanguageName, number: int, kind: Kind
) -> None:
    shader = made_block_case(number, kind, language, dynamic=True)
    text = Shading(read(shader.source, language), "compute", shader.inputs).dispatch()
    found = pool.run(with_newest(target), shader).outcome
    assert words_of(found) == words_of(text), shader.source.decode()


@pytest.mark.parametrize("number", one_in(25, ALL))
@pytest.mark.parametrize("target", ["angle-swiftshader", "angle-gl-llvmpipe", "llvmpipe"])
def test_named_blocks_are_what_is_known(pool: TargetPool, target: str, number: int) -> None:
    program = made_block_case(number, "uniform", "essl", stage="fragment", bound=False)
    assert_draws_what_is_known(pool, target, program, "essl")


@kinds
@pytest.mark.parametrize("target", ["lavapipe", "swiftshader"])
def test_they_may_be_bound_otherwise(pool: TargetPool, target: str, kind: Kind) -> None:
    module = module_of(made_block_case(3, kind))
    wanted = words_of(Interpreter(module.source, module.inputs).dispatch())
    chosen = with_newest(target)
    for way in sorted(ways_of("vulkan", "compute")):
        inputs = replace(module.inputs, ways=(way,))
        assert words_of(pool.run(chosen, replace(module, inputs=inputs)).outcome) == wanted, way


@kinds
@pytest.mark.parametrize("number", one_in(25, ALL))
@pytest.mark.parametrize("target", ["lavapipe", "swiftshader"])
def test_a_variant_leaves_what_its_seed_does(
    pool: TargetPool, target: str, number: int, kind: Kind
) -> None:
    seed = module_of(made_block_case(number, kind))
    made = variant_of(number, seed, module_of(made_block_case(number + 1000, kind)))
    wanted = words_of(Interpreter(seed.source, seed.inputs).dispatch())
    assert words_of(pool.run(with_newest(target), made).outcome) == wanted

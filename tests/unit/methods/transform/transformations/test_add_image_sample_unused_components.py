from __future__ import annotations

import pytest
from helpers.image_modules import drawn, image_module
from helpers.images import sampling
from helpers.transform import assert_sound, at, expect, ident, refuse
from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.passes.add_image_sample_unused_components import (
    add_image_sample_unused_components,
)
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_image_sample_unused_components import (
    AddImageSampleUnusedComponents,
)

SAMPLES = """
    %one = OpImageSampleImplicitLod %v4float %line_value %f
    %two = OpImageSampleImplicitLod %v4float %flat_value %at2
    %fixed = OpImageSampleExplicitLod %v4float %flat_value %at2 Lod %float_0
    %layered = OpImageSampleImplicitLod %v4float %layers_value %at3
    %compared = OpImageSampleDrefImplicitLod %float %shadow_value %at2 %float_1
    %compared_at = OpImageSampleDrefExplicitLod %float %shadow_value %at2 %float_1 Lod %float_0
    %projected = OpImageSampleProjImplicitLod %v4float %flat_value %at3
    %full = OpImageSampleImplicitLod %v4float %cubes_value %at4
    %gathered = OpImageGather %v4float %flat_value %at2 %int_0
"""
WIDER = """
    %pair = OpCompositeConstruct %v2float %f %float_1
    %triple = OpCompositeConstruct %v3float %at2 %float_1
    %quadruple = OpCompositeConstruct %v4float %at2 %float_1 %float_0
    %of_triple = OpCompositeConstruct %v4float %at3 %float_1
    %turned = OpCompositeConstruct %v3float %float_1 %at2
    %longer = OpCompositeConstruct %v4float %at2 %at2
    %copy = OpCopyObject %v3float %triple
    %changed = OpCompositeInsert %v3float %float_1 %triple 2
"""
GLOBALS = "%holder = OpTypeStruct %v2float\n%nothing = OpTypeStruct\n"
LATE = "%late = OpCompositeConstruct %v3float %at2 %float_0\n"
BODY = WIDER + SAMPLES + LATE


def widen(sample: str, coordinate: str) -> AddImageSampleUnusedComponents:
    return AddImageSampleUnusedComponents(ident(coordinate), at(sample))


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (widen("%one", "%pair"), "%one = OpImageSampleImplicitLod %v4float %line_value %pair"),
        (widen("%two", "%triple"), "%two = OpImageSampleImplicitLod %v4float %flat_value %triple"),
        (
            widen("%two", "%quadruple"),
            "%two = OpImageSampleImplicitLod %v4float %flat_value %quadruple",
        ),
        (widen("%two", "%longer"), "%two = OpImageSampleImplicitLod %v4float %flat_value %longer"),
        (
            widen("%fixed", "%triple"),
            "%fixed = OpImageSampleExplicitLod %v4float %flat_value %triple Lod %float_0",
        ),
        (
            widen("%layered", "%of_triple"),
            "%layered = OpImageSampleImplicitLod %v4float %layers_value %of_triple",
        ),
        (
            widen("%compared", "%triple"),
            "%compared = OpImageSampleDrefImplicitLod %float %shadow_value %triple %float_1",
        ),
        (
            widen("%compared_at", "%triple"),
            (
                "%compared_at = OpImageSampleDrefExplicitLod %float %shadow_value %triple "
                "%float_1 Lod %float_0"
            ),
        ),
    ],
)
def test_the_coordinate_gets_more_components(step: Transformation, line: str) -> None:
    expect(sampling(BODY), step, line)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a projection reads the component after", widen("%projected", "%of_triple")),
        ("four components already", widen("%full", "%of_triple")),
        ("a gathering is no sampling", widen("%gathered", "%triple")),
        ("the old coordinate is not the first part", widen("%two", "%turned")),
        ("put together of another coordinate", widen("%two", "%of_triple")),
        ("a copy says nothing of its parts", widen("%two", "%copy")),
        ("an insertion says nothing of its parts", widen("%two", "%changed")),
        ("the coordinate comes later", widen("%two", "%late")),
        ("the same coordinate", widen("%two", "%at2")),
        ("no coordinate", widen("%two", "%nowhere")),
        ("no sampling", widen("%pair", "%triple")),
        ("no such instruction", AddImageSampleUnusedComponents(ident("%triple"), Place(9999))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(sampling(BODY), step, reason)


def test_refuses_what_is_no_vector() -> None:
    body = (
        "%held = OpCompositeConstruct %holder %at2\n%empty = OpCompositeConstruct %nothing\n"
        + SAMPLES
    )
    refuse(sampling(body, GLOBALS), widen("%two", "%held"), "a structure is no coordinate")
    refuse(sampling(body, GLOBALS), widen("%two", "%empty"), "put together of nothing")


def test_refuses_an_irrelevant_coordinate() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident("%triple"))

    refuse(sampling(BODY), widen("%two", "%triple"), "it may become another one", prepare)


def run(module: Module) -> list[Transformation]:
    draw = Draw(module, Rng.of(1, "images"))
    for _ in range(40):
        draw.begin()
        proposed = add_image_sample_unused_components.attempt(draw)
        if proposed is not None:
            assert draw.apply(proposed)
    return draw.log


def test_the_pass_widens_every_coordinate_that_may_be_wider() -> None:
    """No module of the corpus samples an image: this stands for the pass's other tests and, with
    the next one, for `soundness`.
    """
    module = sampling(SAMPLES)
    steps = run(module)
    assert steps == run(sampling(SAMPLES))
    assert_sound(module)
    widened = {step.at.id for step in steps if isinstance(step, AddImageSampleUnusedComponents)}
    assert widened == {
        ident(name) for name in ("one", "two", "fixed", "layered", "compared", "compared_at")
    }
    replayed = sampling(SAMPLES)
    for step in steps:
        assert step.is_applicable(replayed)
        step.apply(replayed)
    assert replayed.to_bytes() == module.to_bytes()


def test_what_is_sampled_stays_the_same() -> None:
    body = """
    vec2 size = vec2(4.0, 8.0);
    colour = texture(s, at / size) + textureLod(s, (at.yx + 4.0) / size, 0.0);
    """
    seed = image_module(body)
    module = Module.parse(seed.source)
    widened = [one for one in run(module) if isinstance(one, AddImageSampleUnusedComponents)]
    assert len(widened) >= 2
    assert drawn(replace(seed, source=module.to_bytes())) == drawn(seed)


@pytest.mark.parametrize("seed", range(8))
def test_any_part_of_a_run_is_valid(seed: int) -> None:
    rng, module = Rng.of(seed, "subsequence"), sampling(SAMPLES)
    for step in run(sampling(SAMPLES)):
        if rng.bits() & 1 and step.is_applicable(module):
            step.apply(module)
    assert_sound(module)

"""Two modules side by side: the result is the relation of the parts' results, for all relations."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.fused_modules import (
    ACROSS,
    ASKS,
    COMPUTE,
    DEMOTES,
    DERIVES,
    DOWN,
    HELPERS,
    KILLS,
    LEAVES,
    RETURNS_EARLY,
    fragment,
    fused,
    fusion,
    kernel,
    many,
    result,
    text_of,
    with_uniform,
)
from msgspec.structs import replace

from aberration.core.comparison import pixels
from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.languages.spirv.assembly import assemble
from aberration.methods.fuse.records.enter_branch import EnterBranch
from aberration.methods.fuse.relations.registry import RELATIONS, relations_of

FIRST = fragment(ACROSS, name="across")
SECOND = fragment(DOWN, name="down")
NAMES = [one.name for one in relations_of("fragment")]


def levels(given: Program) -> np.ndarray:
    image = result(given)
    assert isinstance(image, Image)
    return pixels(image).astype(np.float32)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("weight", [1, 200])
def test_the_result_is_the_relation_of_the_parts_results(name: str, weight: int) -> None:
    whole = fused(fusion(FIRST, SECOND, name, weight))
    wanted = RELATIONS[name].levels
    assert wanted is not None
    expected = wanted(levels(FIRST), levels(SECOND), float(weight))
    assert (levels(whole) == expected).all()


@pytest.mark.parametrize("name", ["occlusion", "parity"])
def test_in_a_branch_the_first_part_gives_the_same(name: str) -> None:
    plain, branched = fusion(FIRST, SECOND, name), fusion(FIRST, SECOND, name)
    assert EnterBranch().apply(branched)
    assert not EnterBranch().apply(branched)
    assert result(fused(branched)) == result(fused(plain))
    assert fused(branched).source != fused(plain).source


@pytest.mark.parametrize("body", [KILLS, DERIVES, DEMOTES])
def test_what_may_not_stand_in_a_branch_stays(body: str) -> None:
    first = fragment(body, capabilities=HELPERS)
    assert not EnterBranch().apply(fusion(first, SECOND, "occlusion"))
    assert not EnterBranch().apply(fusion(FIRST, SECOND, "average"))


@pytest.mark.parametrize("body", [KILLS, DEMOTES])
def test_a_pixel_that_one_part_discards_is_discarded(body: str) -> None:
    discarding = fragment(body, capabilities=HELPERS)
    for pair in ((discarding, SECOND), (SECOND, discarding)):
        found = levels(fused(fusion(*pair, "maximum")))
        assert (found[:, 0] == 0).all()
        assert (found[:, 1:, 3] == 255).all()


def test_derivatives_stay_defined_beside_a_part_that_demotes() -> None:
    first = fragment(DEMOTES, capabilities=HELPERS)
    found = levels(fused(fusion(first, fragment(DERIVES), "maximum")))
    assert (found[:, 0] == 0).all()
    assert (found[:, 1:, 0] == 255).all()


def test_uniforms_of_one_place_get_places_of_their_own() -> None:
    made = fusion(with_uniform(0.2), with_uniform(0.6), "blend", 128)
    whole = fused(made)
    assert [one.name for one in whole.inputs.uniforms] == ["a_shade", "b_shade", "weight"]
    assert [one.binding for one in whole.inputs.uniforms] == [0, 1, 2]
    assert levels(whole)[0, 0].tolist() == [102, 102, 102, 255]


def test_a_program_can_be_fused_with_itself() -> None:
    assert result(fused(fusion(FIRST, FIRST))) == result(FIRST)


def test_buffers_of_compute_shaders_stand_side_by_side() -> None:
    first, second = kernel(3, (1, 2)), kernel(5, (10, 20))
    found = result(fused(fusion(first, second)))
    assert isinstance(found, Buffers)
    one, other = result(first), result(second)
    assert isinstance(one, Buffers)
    assert isinstance(other, Buffers)
    assert found.data == (*one.data, *other.data)


def test_the_fused_module_has_one_entry_point() -> None:
    text = text_of(fused(fusion(FIRST, SECOND)))
    assert text.count("OpEntryPoint") == text.count("OriginUpperLeft") == 1
    assert '"a_main"' in text
    assert '"b_main"' in text


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        (FIRST, kernel(1), "one stage"),
        (kernel(1), kernel(2, size=4), "workgroups of one size"),
        (fragment(KILLS), fragment(DERIVES), "discards pixels"),
        (
            fragment(DEMOTES, capabilities=HELPERS),
            fragment(ASKS, capabilities=HELPERS),
            "has helpers",
        ),
        (
            fragment(ASKS, capabilities=HELPERS),
            fragment(DEMOTES, capabilities=HELPERS),
            "has helpers",
        ),
        (fragment(DERIVES), fragment(ASKS, capabilities=HELPERS), "has helpers"),
        (fragment(RETURNS_EARLY), fragment(DERIVES), "return early"),
        (FIRST, fragment(ACROSS, modes="OpExecutionMode %main EarlyFragmentTests"), "modes"),
    ],
)
def test_pairs_of_which_no_program_can_be_made(
    first: Program, second: Program, reason: str
) -> None:
    with pytest.raises(BadInput, match=reason):
        fusion(first, second)


def test_two_parts_with_push_constants_are_refused() -> None:
    pushing = fragment(
        ACROSS,
        annotations="OpDecorate %pushed Block\nOpMemberDecorate %pushed 0 Offset 0",
        globals="%pushed = OpTypeStruct %float\n%pp = OpTypePointer PushConstant %pushed\n"
        "%push = OpVariable %pp PushConstant",
    )
    fused(fusion(pushing, SECOND))
    with pytest.raises(BadInput, match="push constants"):
        fusion(pushing, pushing)


def test_numbers_of_specialisation_constants_must_differ() -> None:
    special, other = (
        fragment(
            ACROSS, annotations=f"OpDecorate %s SpecId {k}", globals="%s = OpSpecConstant %int 1"
        )
        for k in (3, 4)
    )
    fused(fusion(special, other))
    with pytest.raises(BadInput, match="specialisation"):
        fusion(special, special)


def test_memory_that_a_workgroup_shares_has_a_limit() -> None:
    shared = (
        "%many = OpConstant %uint 3000\n%array = OpTypeArray %uint %many\n"
        "%sp = OpTypePointer Workgroup %array\n%shared = OpVariable %sp Workgroup"
    )
    fused(fusion(kernel(1, globals_=shared), kernel(1)))
    with pytest.raises(BadInput, match="share"):
        fusion(kernel(1, globals_=shared), kernel(1, globals_=shared))


def real() -> Program:
    """Return a compute shader whose buffer holds floats."""
    given = kernel(3)
    lines = (
        ("%words = OpTypeArray %uint", "%real = OpTypeFloat 32\n%words = OpTypeArray %real"),
        ("OpTypePointer Uniform %uint", "OpTypePointer Uniform %real"),
        ("OpLoad %uint", "OpLoad %real"),
    )
    text = COMPUTE.format(size=1, added=3, globals="", body="%new = OpFAdd %real %old %old")
    for old, new in lines:
        text = text.replace(old, new)
    return replace(given, source=assemble(text, (1, 3)))


WORDS = [one.name for one in relations_of("compute") if one.words is not None]


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize(
    ("first", "second"),
    [(kernel(3, (1, 2)), kernel(5, (10, 20))), (many(3), many(-50)), (many(7), many(7))],
)
def test_words_of_both_parts_are_combined_in_a_buffer_of_their_own(
    name: str, first: Program, second: Program
) -> None:
    found = result(fused(fusion(first, second, name)))
    one, other = result(first), result(second)
    assert isinstance(found, Buffers)
    assert isinstance(one, Buffers)
    assert isinstance(other, Buffers)
    assert found.data[:2] == (*one.data, *other.data)
    words = RELATIONS[name].words
    assert words is not None
    given = [np.frombuffer(part.data[0], np.uint32) for part in (one, other)]
    assert found.data[2] == words(*given).tobytes()


def test_many_invocations_wait_for_each_other() -> None:
    text = text_of(fused(fusion(many(3), many(5), "total")))
    assert text.count("OpControlBarrier") == 1
    assert text.count("Coherent") == 2
    assert "NonReadable" not in text
    assert text.count("BuiltIn LocalInvocationIndex") == 1
    assert "OpControlBarrier" not in text_of(fused(fusion(kernel(3), kernel(5), "total")))


@pytest.mark.parametrize("given", [many(3, LEAVES), real()])
def test_parts_without_words_to_combine_are_refused(given: Program) -> None:
    fused(fusion(given, given))
    with pytest.raises(BadInput, match="needs parts with an array of integers"):
        fusion(given, given, "total")


def test_words_of_several_workgroups_are_not_combined() -> None:
    several = replace(kernel(1), inputs=replace(kernel(1).inputs, groups=(1, 1, 2)))
    with pytest.raises(BadInput, match="one workgroup"):
        fusion(several, several, "prefix")


def test_modules_without_debug_names_are_fused() -> None:
    bare = []
    for given in (with_uniform(0.25), with_uniform(0.75)):
        lines = text_of(given).splitlines()
        kept = "\n".join(one for one in lines if "OpName" not in one and "OpMemberName" not in one)
        bare.append(replace(given, source=assemble(kept, (1, 3))))
    assert levels(fused(fusion(bare[0], bare[1], "blend", 128)))[0, 0].tolist()[:3] == [127] * 3

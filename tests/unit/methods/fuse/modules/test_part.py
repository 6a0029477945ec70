"""What is known of a module that is to be fused, and which cannot be."""

from __future__ import annotations

import pytest
from helpers import given_constants
from helpers.block_array_cases import made_block_case
from helpers.fused_modules import (
    ACROSS,
    ASKS,
    DEMOTES,
    DERIVES,
    HELPERS,
    KILLS,
    RETURNS_EARLY,
    fragment,
    kernel,
    part,
    with_uniform,
)
from helpers.storage_images import module_of
from helpers.vertex_modules import POINT, vertex_module
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.spirv.assembly import assemble, disassemble

IMAGE = (
    "%image = OpTypeImage %float 2D 0 0 0 1 Unknown\n%sampled = OpTypeSampledImage %image\n"
    "%sp = OpTypePointer UniformConstant %sampled\n%texture = OpVariable %sp UniformConstant"
)
TEXTURE = fragment(
    ACROSS,
    annotations="OpDecorate %texture DescriptorSet 0\nOpDecorate %texture Binding 0",
    globals=IMAGE,
)
VARYING = fragment(
    ACROSS,
    listed="%varying",
    annotations="OpDecorate %varying Location 3",
    globals="%varying = OpVariable %in_v4 Input",
)


def changed(program: Program, old: str, new: str) -> Program:
    text = disassemble(program.source)
    assert old in text
    return replace(program, source=assemble(text.replace(old, new), (1, 3)))


def test_what_a_fragment_shader_does() -> None:
    plain = part(fragment(ACROSS))
    assert (plain.waits, plain.discards, plain.leaves_early, plain.pushed) == (False,) * 4
    assert part(fragment(DERIVES)).waits
    assert part(fragment(DERIVES)).derives
    assert part(fragment(KILLS)).discards
    assert part(fragment(KILLS)).ends
    assert part(fragment(RETURNS_EARLY)).leaves_early
    assert plain.resources == ()
    assert len(part(with_uniform(0.5)).resources) == 1


def test_who_makes_helpers_and_who_asks() -> None:
    plain = part(fragment(ACROSS))
    assert not plain.demotes
    assert not plain.asks
    demoting = part(fragment(DEMOTES, capabilities=HELPERS))
    assert (demoting.discards, demoting.ends, demoting.demotes, demoting.asks) == (
        True,
        False,
        True,
        False,
    )
    assert part(fragment(ASKS, capabilities=HELPERS)).asks
    seeing = fragment(
        ACROSS,
        listed="%helps",
        annotations="OpDecorate %helps BuiltIn HelperInvocation",
        globals="%in_bool = OpTypePointer Input %bool\n%helps = OpVariable %in_bool Input",
    )
    assert part(seeing).asks


def test_the_size_of_workgroups() -> None:
    made = part(kernel(1, size=4))
    assert (made.size, made.colour) == ((4, 1, 1), 0)
    assert made.has_old_buffers


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (TEXTURE, "textures or samplers"),
        (given_constants.program(*given_constants.GIVEN), "given specialisation constants"),
        (VARYING, "vertex shader"),
        (vertex_module(f"{POINT} aberration_result = vec4(1.0);"), "it is a vertex shader"),
        (changed(fragment(ACROSS), "Location 0", "Location 1"), "no output at location 0"),
        (fragment(ACROSS, modes="OpExecutionMode %main DepthLess"), "execution mode"),
        (fragment(ACROSS, capabilities='%debug = OpExtInstImport "OpenCL.std"'), "OpenCL"),
        (
            fragment(
                ACROSS,
                annotations="OpDecorate %group Restrict\n%group = OpDecorationGroup",
            ),
            "decoration groups",
        ),
        (module_of(made_block_case(5, "storage")), "an array of blocks"),
    ],
)
def test_what_cannot_be_fused(program: Program, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        part(program)

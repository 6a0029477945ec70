"""What both modules get from outside."""

from __future__ import annotations

import pytest
from helpers.fused_modules import part, text_of, with_uniform
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.languages.spirv.assembly import assemble
from aberration.methods.fuse.modules.outside import join_outside, run_together


def test_a_place_that_is_taken_gives_way() -> None:
    first, second = (part(with_uniform(value)) for value in (0.1, 0.2))
    joined = join_outside((first, second))
    assert [one.bindings for one in joined.parts] == [{(0, 0): 0}, {(0, 0): 1}]
    assert [one.binding for one in joined.inputs.uniforms] == [0, 1]


def test_inputs_that_reach_nothing_keep_off_the_others_places() -> None:
    plain = with_uniform(0.5)
    extra = replace(plain, inputs=replace(plain.inputs, buffers=(Buffer(1, b"\0" * 4),)))
    joined = join_outside((part(extra), part(extra)))
    assert joined.parts[1].bindings == {(0, 0): 2, (0, 1): 3}
    assert [one.binding for one in joined.inputs.buffers] == [1, 3]


def test_uniforms_have_the_names_of_the_module() -> None:
    plain = with_uniform(0.5)
    given = Uniform("block.rows[2].x", b"\0" * 4, push_constant=True)
    named = replace(plain, inputs=replace(plain.inputs, uniforms=(given,)))
    joined = join_outside((part(named), part(plain)))
    assert [one.name for one in joined.inputs.uniforms] == ["a_block.a_rows[2].a_x", "b_shade"]


def test_a_resource_without_a_place_is_refused() -> None:
    plain = with_uniform(0.5)
    lines = [one for one in text_of(plain).splitlines() if "DescriptorSet" not in one]
    unbound = replace(plain, source=assemble("\n".join(lines), (1, 3)))
    with pytest.raises(BadInput, match="no set and binding"):
        join_outside((part(unbound), part(plain)))


def test_both_run_as_much_as_the_smaller_one() -> None:
    one, other = run_together(
        Inputs(width=256, height=128, groups=(4, 1, 2)), Inputs(width=200, groups=(2, 2, 2))
    )
    assert (one.width, one.height, one.groups) == (200, 128, (2, 1, 2))
    assert (one.width, one.height, one.groups, one.tiles) == (
        other.width,
        other.height,
        other.groups,
        other.tiles,
    )
    assert len(one.tiles) == 16
    small, _ = run_together(Inputs(width=8, height=8), Inputs())
    assert small.tiles == ()

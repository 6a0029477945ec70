"""Textures in the numbers of OpenGL."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from aberration.core.textures import SETTERS, Compare, Filter, Texture
from aberration.targets.runners.gl_textures import gl_texture, wrong_sampler


def test_a_flat_texture_of_floats_is_a_sampler2d() -> None:
    known = gl_texture(Texture("t"))
    assert (known.target, known.stored, known.format, known.type) == (
        0x0DE1,
        0x881A,
        0x1908,
        0x140B,
    )
    assert (known.sampler, known.word) == (0x8B5E, "sampler2D")


@pytest.mark.parametrize(("wrap", "number"), [("repeat", 0x2901), ("mirror", 0x8370)])
def test_all_directions_wrap_alike_and_the_filter_is_the_nearest_texel(
    wrap: str, number: int
) -> None:
    parameters = dict(
        gl_texture(Texture("t", wrap="mirror" if wrap == "mirror" else "repeat")).parameters
    )
    assert {parameters[0x2800], parameters[0x2801]} == {0x2600}
    assert {parameters[key] for key in (0x2802, 0x2803, 0x8072)} == {number}
    assert parameters[0x813D] == 0


def test_each_kind_has_a_sampler_of_its_own() -> None:
    known = {
        word: gl_texture(Texture("t", shape, numbers)) for word, (numbers, shape) in SETTERS.items()
    }
    assert {one.word for one in known.values()} == {*SETTERS}
    assert len({one.sampler for one in known.values()}) == len(SETTERS)
    targets = {0x0DE0, 0x0DE1, 0x806F, 0x8C18, 0x8C1A, 0x8513, 0x9009}
    assert {one.target for one in known.values()} == targets


def test_the_layers_of_lines_are_the_rows_of_a_flat_picture() -> None:
    lines, line = Texture("t", "1DArray", size=(5, 1, 3)), Texture("t", "1D", size=(5, 1, 1))
    assert gl_texture(lines).flat_size(lines) == (5, 3)
    assert gl_texture(lines).flat == (gl_texture(lines).target,)
    assert (gl_texture(line).is_line, gl_texture(lines).is_line) == (True, False)


def test_a_wrong_sampler_is_told_with_what_the_texture_wants() -> None:
    assert wrong_sampler("t", "usampler3D").startswith("the uniform 't' is no usampler3D")


def test_a_linear_filter_counts_for_larger_and_smaller_ones() -> None:
    parameters = dict(gl_texture(Texture("t", filter="linear")).parameters)
    assert (parameters[0x2800], parameters[0x2801]) == (0x2601, 0x2601)


@pytest.mark.parametrize(("filtered", "number"), [(None, 0x2700), ("linear", 0x2701)])
def test_of_several_levels_the_nearest_is_taken(filtered: str | None, number: int) -> None:
    linear = Texture("t", filter="linear", levels=3)
    texture = linear if filtered else Texture("t", levels=3)
    parameters = dict(gl_texture(texture).parameters)
    assert (parameters[0x2801], parameters[0x813D]) == (number, 2)
    assert parameters[0x2800] == number - 0x100


@pytest.mark.parametrize(("filtered", "number"), [(UNSET, 0x2702), ("linear", 0x2703)])
def test_linear_levels_are_a_way_to_take_smaller_ones(filtered: Filter, number: int) -> None:
    parameters = dict(gl_texture(Texture("t", filter=filtered, levels=3, mip="linear")).parameters)
    assert parameters[0x2801] == number
    assert parameters[0x2800] == number - 0x102
    one = dict(gl_texture(Texture("t", filter=filtered, mip="linear")).parameters)
    assert one[0x2801] == number - 0x102


@pytest.mark.parametrize(("compare", "number"), [(UNSET, 0x0203), ("greater", 0x0204)])
def test_depths_are_compared_with_a_reference(compare: Compare, number: int) -> None:
    known = gl_texture(Texture("t", "2DArrayShadow", compare=compare))
    assert (known.stored, known.format, known.type) == (0x8CAC, 0x1902, 0x1406)
    parameters = dict(known.parameters)
    assert (parameters[0x884C], parameters[0x884D]) == (0x884E, number)
    assert known.flat == ()
    assert 0x884C not in dict(gl_texture(Texture("t")).parameters)

"""Inputs: GraphicsFuzz-style JSON to bytes, and back."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform, read_inputs, write_inputs
from aberration.core.textures import Sampler, Texture
from aberration.core.tiles import Tile


def read(text: str) -> Inputs:
    return read_inputs(text, "x.json")


@pytest.mark.parametrize(
    ("function", "arguments", "data"),
    [
        ("glUniform1f", "[0.5]", struct.pack("<f", 0.5)),
        ("glUniform2f", "[256, 128.0]", struct.pack("<2f", 256, 128)),
        ("glUniform3i", "[1, -2, 3]", struct.pack("<3i", 1, -2, 3)),
        ("glUniform4ui", "[1, 2, 3, 4294967295]", struct.pack("<4I", 1, 2, 3, 4294967295)),
        ("glUniform1fv", "[1, 2]", struct.pack("<f12xf12x", 1, 2)),
        ("glUniform2iv", "[1, 2, 3, 4]", struct.pack("<2i8x2i8x", 1, 2, 3, 4)),
        ("glUniformMatrix2fv", "[1, 2, 3, 4]", struct.pack("<2f8x2f8x", 1, 2, 3, 4)),
        ("glUniformMatrix2x3fv", "[1, 2, 3, 4, 5, 6]", struct.pack("<3f4x3f4x", 1, 2, 3, 4, 5, 6)),
    ],
)
def test_uniforms_are_laid_out_as_std140(function: str, arguments: str, data: bytes) -> None:
    (uniform,) = read(
        f'{{"u": {{"func": "{function}", "args": {arguments}, "binding": 3}}}}'
    ).uniforms
    assert uniform == Uniform("u", data, binding=3)


def test_push_constants_share_one_range() -> None:
    text = """{"a": {"func": "glUniform1i", "args": [7], "push_constant": true, "offset": 4},
               "b": {"func": "glUniform1i", "args": [9], "push_constant": true, "offset": 12}}"""
    assert read(text).push_constants() == struct.pack("<4i", 0, 7, 0, 9)


def test_a_uniform_without_a_binding_is_distinct_from_one_at_binding_0() -> None:
    setter = '"func": "glUniform1i", "args": [7]'
    free, bound = read(
        f'{{"free": {{{setter}}}, "bound": {{{setter}, "binding": 0, "offset": 8}}}}'
    ).uniforms
    assert free.binding == UNBOUND
    assert (bound.binding, bound.offset) == (0, 8)
    assert free.place == bound.place == (0, 0)


def test_compute_buffers_keep_their_types() -> None:
    text = """{"$compute": {"num_groups": [4, 2, 1], "buffers": [
        {"binding": 1, "fields": [{"type": "uint", "data": [1, 2]}, {"type": "float",
        "data": [0.5]}]}]}}"""
    inputs = read(text)
    assert inputs.groups == (4, 2, 1)
    assert inputs.buffers == (
        Buffer(1, struct.pack("<IIf", 1, 2, 0.5), (("uint", 2), ("float", 1))),
    )


def test_the_form_of_graphicsfuzz_is_read_too() -> None:
    text = """{"$compute": {"num_groups": [1, 1, 1], "buffer": {"binding": 0,
        "fields": [{"type": "int", "data": [-1]}]}}, "$framebuffer": {"width": 64, "height": 32}}"""
    inputs = read(text)
    assert inputs.buffers[0].data == struct.pack("<i", -1)
    assert (inputs.width, inputs.height) == (64, 32)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "expected a JSON object of uniforms"),
        ('{"u": {"args": [1]}}', "uniform 'u': expected 'func'"),
        (
            '{"u": {"func": "glUniform9f", "args": [1]}}',
            "expected a setter such as glUniform2f, but 'glUniform9f'",
        ),
        (
            '{"u": {"func": "glUniform1i", "args": [99999999999]}}',
            "'u': a value does not fit its type",
        ),
        ('{"u": {"func": "glUniform1i", "args": [true]}}', "expected a number, but True"),
        (
            '{"u": {"func": "glUniform2fv", "args": [1, 2, 3]}}',
            "expected a multiple of 2 values for glUniform2fv, but 3",
        ),
        (
            '{"u": {"func": "glUniform1i", "args": [1], "binding": -1}}',
            "expected a small natural number for 'binding'",
        ),
        ('{"$render": {"width": 0}}', "expected a render size of 1 to 4096"),
        ('{"$compute": {"num_groups": [1, 0, 1]}}', "'num_groups' of three numbers"),
        ('{"$compute": {"buffers": 3}}', "expected 'buffers' to be a list"),
        (
            '{"$compute": {"buffers": [{"binding": 0}]}}',
            "expected a buffer with 'binding' and 'fields'",
        ),
        (
            '{"$compute": {"buffers": [{"fields": [{"type": "half", "data": []}]}]}}',
            "expected a field of type int",
        ),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(text)
    assert message in str(caught.value)
    assert "x.json" in str(caught.value)


NAMES = st.text("abcxyz_", min_size=1, max_size=6)
WORDS = st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=6).map(
    lambda w: struct.pack(f"<{len(w)}I", *w)
)
PLACED = st.builds(
    Uniform,
    NAMES,
    WORDS,
    binding=st.integers(0, 9),
    descriptor_set=st.integers(0, 3),
    offset=st.integers(0, 40),
)
UNIFORMS = PLACED | st.builds(Uniform, NAMES, WORDS, binding=st.just(UNBOUND))
BUFFERS = st.builds(
    lambda binding, data: Buffer(binding, data, (("uint", len(data) // 4),)),
    st.integers(0, 9),
    WORDS,
)


@given(st.lists(UNIFORMS, max_size=4, unique_by=lambda u: u.name), st.lists(BUFFERS, max_size=3))
def test_what_is_written_reads_back(uniforms: list[Uniform], buffers: list[Buffer]) -> None:
    inputs = Inputs(tuple(uniforms), tuple(buffers), 64, 48, (2, 3, 4))
    assert read_inputs(write_inputs(inputs), "x.json") == inputs


@given(st.lists(st.floats(width=32), min_size=1, max_size=5))
def test_float_buffers_read_back_to_the_same_bytes(values: list[float]) -> None:
    data = struct.pack(f"<{len(values)}f", *values)
    inputs = Inputs(buffers=(Buffer(0, data, (("float", len(values)),)),))
    assert read_inputs(write_inputs(inputs), "x.json").buffers[0].data == data


def test_tiles_are_read_and_written() -> None:
    inputs = read_inputs(
        '{"$render": {"width": 64, "height": 32, "tiles": [[0, 2, 16, 4], [8, 8, 2, 2]]}}', "x.json"
    )
    assert inputs.tiles == (Tile(0, 2, 16, 4), Tile(8, 8, 2, 2))
    assert read_inputs(write_inputs(inputs), "again") == inputs


@pytest.mark.parametrize(
    "tile", ["[0, 0, 0, 2]", "[-2, 0, 2, 2]", "[60, 0, 16, 2]", "[1, 0, 2, 2]", "[0, 0, 2]", "7"]
)
def test_tiles_outside_of_the_image_or_quads_are_refused(tile: str) -> None:
    with pytest.raises(BadInput, match="tiles"):
        read_inputs(f'{{"$render": {{"width": 64, "height": 32, "tiles": [{tile}]}}}}', "x.json")


def test_weights_are_those_of_a_linear_filter_and_of_levels() -> None:
    assert Inputs(textures=(Texture("a"), Texture("b", levels=2))).hangs_on_weights
    assert not Inputs(textures=(Texture("a"),), samplers=(Sampler("b"),)).hangs_on_weights
    assert Inputs(textures=(Texture("a"), Texture("b", filter="linear"))).hangs_on_weights
    assert Inputs(samplers=(Sampler("b", filter="linear"),)).hangs_on_weights

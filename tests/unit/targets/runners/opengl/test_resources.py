"""How inputs become what OpenGL is given."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any

import pytest

from aberration.core.inputs import Buffer, Inputs
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.targets.runners.block_places import Block
from aberration.targets.runners.opengl.binding import ACTIVE_UNIFORMS, INVALID_VALUE
from aberration.targets.runners.opengl.program import (
    Loose,
    Requirements,
    requirements_of,
    vertex_shader,
)
from aberration.targets.runners.opengl.resources import (
    SETTERS,
    BindingLimits,
    packed_uniform,
    refusal,
)

FLOAT, VEC3, BVEC2, MAT2, MAT3X2 = 0x1406, 0x8B51, 0x8B57, 0x8B5A, 0x8B67
SAMPLER = 0x8B5E
TEXTURE = Texture("t")


def floats(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def given(kind: int, data: bytes, count: int = 1, *, array: bool = False) -> bytes:
    return packed_uniform(SETTERS[kind], Loose("u", kind, count, array), data)


def test_a_scalar_or_vector_is_taken_as_it_is() -> None:
    assert given(VEC3, floats(1, 2, 3)) == floats(1, 2, 3)
    assert given(VEC3, floats(1)) == floats(1, 0, 0)


def test_elements_and_columns_lose_their_gaps() -> None:
    assert given(FLOAT, floats(1, 9, 9, 9, 2, 9, 9, 9), 2, array=True) == floats(1, 2)
    assert given(FLOAT, floats(1, 9, 9, 9), 3, array=True) == floats(1, 0, 0)
    assert given(MAT2, floats(1, 2, 9, 9, 3, 4, 9, 9)) == floats(1, 2, 3, 4)
    assert given(MAT3X2, floats(1, 2, 9, 9, 3, 4, 9, 9, 5, 6)) == floats(1, 2, 3, 4, 5, 6)


def test_an_array_of_one_element_is_an_array() -> None:
    assert given(VEC3, floats(1, 2, 3, 9), 1, array=True) == floats(1, 2, 3)


def test_every_setter_takes_its_columns_and_rows() -> None:
    assert len(SETTERS) == 4 * 4 + 9
    assert SETTERS[BVEC2].call == "Uniform2iv"
    for setter in SETTERS.values():
        size = (
            f"{setter.columns}x{setter.rows}"
            if setter.columns != setter.rows
            else f"{setter.columns}"
        )
        named = f"UniformMatrix{size}fv" if setter.columns > 1 else f"Uniform{setter.rows}"
        assert setter.call.startswith(named)


@pytest.mark.parametrize(
    ("asked", "inputs", "message"),
    [
        (
            Requirements((Loose("t", SAMPLER, 1, False),), (), ()),
            Inputs(),
            "'t' is an image, a sampler",
        ),
        (Requirements((Loose("t", SAMPLER, 1, False),), (), ()), Inputs(textures=(TEXTURE,)), ""),
        (
            Requirements((Loose("t", FLOAT, 1, False),), (), ()),
            Inputs(textures=(TEXTURE,)),
            "'t' is no sampler2D",
        ),
        (
            Requirements((), (), ()),
            Inputs(buffers=(Buffer(0, b"abcd", (), 1),)),
            "outside of set 0",
        ),
        (
            Requirements((), (), ()),
            Inputs(buffers=(Buffer(8, b"abcd"),)),
            "a storage binding of 8 or more",
        ),
        (Requirements((), (), (9,)), Inputs(), "a storage binding of 8 or more"),
        (
            Requirements((), (Block("B", (0, 0), ()),) * 3, ()),
            Inputs(),
            "more than 2 uniform blocks",
        ),
        (Requirements((Loose("u", FLOAT, 1, False),), (), (7,)), Inputs(), ""),
    ],
)
def test_what_cannot_be_supplied_is_refused(
    asked: Requirements, inputs: Inputs, message: str
) -> None:
    told = refusal(asked, inputs, BindingLimits(2, 8))
    assert message in told
    assert bool(told) == bool(message)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (b"", "#version 100\nattribute"),
        (b"#version 100\n", "#version 100\nattribute"),
        (b"#version 310 es\n", "#version 310 es\nin"),
        (b"#version 450\n", "#version 330 core\nin"),
    ],
)
def test_the_vertex_shader_is_of_a_version_that_links(text: bytes, first: str) -> None:
    assert vertex_shader(Program("essl", "fragment", text)).startswith(first)


class ForgetfulDriver:
    """Counts two uniforms and has the second one alone, as Mesa 20.3 does after its linker."""

    def __init__(self) -> None:
        self.error = 0

    def __getitem__(self, name: str) -> Callable[..., int]:
        calls: dict[str, Callable[..., int]] = {
            "GetProgramiv": self.count,
            "GetActiveUniform": self.uniform,
            "GetActiveUniformsiv": self.block_of,
            "GetError": self.take_error,
        }
        return calls[name]

    def count(self, _program: int, name: int, found: ctypes.c_int) -> int:
        pointed(found, ctypes.c_int).value = 2 if name == ACTIVE_UNIFORMS else 0
        return 0

    def uniform(self, _program: int, index: int, *answers: Any) -> int:
        if index == 0:
            self.error = INVALID_VALUE
            return 0
        pointed(answers[2], ctypes.c_int).value = 1
        pointed(answers[3], ctypes.c_uint).value = VEC3
        answers[4].value = b"light"
        return 0

    def block_of(self, _program: int, _count: int, _index: object, _what: int, *found: Any) -> int:
        pointed(found[0], ctypes.c_int).value = -1
        return 0

    def take_error(self) -> int:
        error, self.error = self.error, 0
        return error


def pointed(reference: Any, kind: Any) -> Any:
    return ctypes.cast(reference, ctypes.POINTER(kind)).contents


def test_a_uniform_that_is_counted_and_not_there_is_passed_over() -> None:
    driver: Any = ForgetfulDriver()
    found = requirements_of(driver, 1, storage=False)
    assert [one.name for one in found.loose] == ["light"]
    assert driver.error == 0

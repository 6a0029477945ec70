"""Which textures are bound to which samplers, by which calls."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any

import pytest

from aberration.core.textures import Texture, each_level, texel_bytes
from aberration.targets.runners.opengl.binding import Call, Gl
from aberration.targets.runners.opengl.program import Loose
from aberration.targets.runners.opengl.textures import bind_textures, texture_refusal, textures_for

SAMPLER_2D, USAMPLER_3D, FLOAT = 0x8B5E, 0x8DD3, 0x1406
FLAT = Texture("flat", size=(2, 3, 1))
DEEP = Texture("lamps[1].deep", "3D", "uint", (4, 5, 6), 7, "clamp")


MANY = tuple(Texture(f"many[{k}]", size=(2, 3, 1), number=k) for k in range(3))


def loose(name: str, kind: int, *, array: bool = False) -> Loose:
    return Loose(name, kind, 2 if array else 1, array)


BOTH = (loose("k", FLOAT), loose("lamps[1].deep", USAMPLER_3D), loose("flat", SAMPLER_2D))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (BOTH, ""),
        ((loose("k", FLOAT),), ""),
        ((loose("flat", USAMPLER_3D),), "the uniform 'flat' is no sampler2D"),
        ((loose("flat", FLOAT),), "the uniform 'flat' is no sampler2D"),
        ((loose("lamps[1].deep", SAMPLER_2D),), "is no usampler3D"),
        ((loose("many", SAMPLER_2D, array=True),), ""),
        ((loose("many", USAMPLER_3D, array=True),), "the uniform 'many' is no sampler2D"),
    ],
)
def test_a_sampler_has_to_be_of_its_textures_type(asked: tuple[Loose, ...], message: str) -> None:
    told = texture_refusal(asked, (FLAT, DEEP, *MANY))
    assert message in told
    assert bool(told) == bool(message)


def test_an_array_gets_textures_where_all_its_elements_have_one() -> None:
    named = {one.name: one for one in (*MANY, FLAT)}
    assert textures_for(loose("many", SAMPLER_2D, array=True), named) == MANY[:2]
    assert textures_for(loose("flat", SAMPLER_2D), named) == (FLAT,)
    assert textures_for(loose("flat", SAMPLER_2D, array=True), named) == ()
    del named["many[1]"]
    assert textures_for(loose("many", SAMPLER_2D, array=True), named) == ()


class TextureGl(Gl):
    """Entry points that write down how they are called; textures are named 1, 2 and so on."""

    def __init__(self) -> None:
        super().__init__(lambda _: 0)
        self.calls: list[tuple[object, ...]] = []
        self.count = 0

    def __getitem__(self, name: str) -> Call:
        """Return such an entry point."""

        def call(*arguments: Any) -> int:
            if name == "GenTextures":
                self.count += 1
                ctypes.cast(arguments[1], ctypes.POINTER(ctypes.c_uint))[0] = self.count
            if name == "GetUniformLocation":
                return 40 + len(arguments[1])
            words = [
                ctypes.cast(one, ctypes.POINTER(ctypes.c_int))[0] if _is_reference(one) else one
                for one in arguments
            ]
            self.calls.append((name, *words))
            return 0

        return call

    def named(self, *names: str) -> list[tuple[object, ...]]:
        """Return the calls of some names."""
        return [call for call in self.calls if call[0] in names]


def _is_reference(value: object) -> bool:
    return not isinstance(value, int | bytes)


def test_each_texture_has_a_unit_of_its_own_until_the_end() -> None:
    gl = TextureGl()
    with contextlib.ExitStack() as owned:
        bind_textures(gl, owned, 3, BOTH, (FLAT, DEEP, Texture("unused")))
        assert gl.named("ActiveTexture", "BindTexture", "Uniform1iv") == [
            ("ActiveTexture", 0x84C0),
            ("BindTexture", 0x806F, 1),
            ("Uniform1iv", 53, 1, 0),
            ("ActiveTexture", 0x84C1),
            ("BindTexture", 0x0DE1, 2),
            ("Uniform1iv", 44, 1, 1),
            ("ActiveTexture", 0x84C0),
        ]
        assert not gl.named("DeleteTextures")
    assert gl.named("DeleteTextures") == [("DeleteTextures", 1, 2), ("DeleteTextures", 1, 1)]


def test_texels_are_given_whole() -> None:
    gl = TextureGl()
    with contextlib.ExitStack() as owned:
        bind_textures(gl, owned, 3, BOTH, (FLAT, DEEP))
    (deep,), (flat,) = gl.named("TexImage3D"), gl.named("TexImage2D")
    assert deep == ("TexImage3D", 0x806F, 0, 0x8D70, 4, 5, 6, 0, 0x8D99, 0x1405, texel_bytes(DEEP))
    assert flat == ("TexImage2D", 0x0DE1, 0, 0x881A, 2, 3, 0, 0x1908, 0x140B, texel_bytes(FLAT))


def test_each_level_is_given() -> None:
    gl, layers = TextureGl(), Texture("flat", size=(4, 3, 1), levels=3)
    with contextlib.ExitStack() as owned:
        bind_textures(gl, owned, 3, BOTH, (layers,))
    assert gl.named("TexImage2D") == [
        ("TexImage2D", 0x0DE1, k, 0x881A, *one.size[:2], 0, 0x1908, 0x140B, texel_bytes(one))
        for k, one in enumerate(each_level(layers))
    ]


def test_a_program_without_textures_is_left_alone() -> None:
    gl = TextureGl()
    with contextlib.ExitStack() as owned:
        bind_textures(gl, owned, 3, BOTH, ())
    assert not gl.calls


def test_the_faces_of_a_cube_are_given_one_after_the_other() -> None:
    around = Texture("flat", "Cube", "int", (3, 3, 6), 9)
    gl = TextureGl()
    with contextlib.ExitStack() as owned:
        bind_textures(gl, owned, 3, (loose("flat", 0x8DCC),), (around,))
    data, length = texel_bytes(around), 3 * 3 * 16
    assert gl.named("TexImage2D", "TexImage3D") == [
        ("TexImage2D", 0x8515 + face, 0, 0x8D82, 3, 3, 0, 0x8D99, 0x1404, part)
        for face, part in enumerate(data[at : at + length] for at in range(0, 6 * length, length))
    ]
    assert gl.named("BindTexture") == [("BindTexture", 0x8513, 1)]

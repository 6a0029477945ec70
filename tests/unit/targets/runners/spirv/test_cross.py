"""Which images of a module OpenGL can have."""

from __future__ import annotations

import pytest
from helpers.vertex_modules import POINT, vertex_module

from aberration.core.outcome import Rejected
from aberration.languages.spirv.declared_images import DeclaredImage, ImageType
from aberration.targets.runner import Clock
from aberration.targets.runners.spirv.cross import SpirvCross, image_refusal

FLAT = ImageType("texture")


def image(name: str, binding: int = 0, kind: ImageType = FLAT) -> DeclaredImage:
    return DeclaredImage(name, (0, binding), kind)


def test_named_samplers_are_taken() -> None:
    assert not image_refusal([])
    assert not image_refusal([image("a"), image("b_2", 31)])


@pytest.mark.parametrize(
    ("images", "message"),
    [
        ([image("a", 0, ImageType("image"))], "stand alone"),
        ([image("a", 0, ImageType("sampler"))], "stand alone"),
        ([image("a"), image("a", 1)], "without names of their own"),
        ([image("")], "without names of their own"),
        ([image("a.b")], "without names of their own"),
        ([image("a", 32)], "a sampler at a binding of 32 or more"),
    ],
)
def test_others_are_refused(images: list[DeclaredImage], message: str) -> None:
    assert message in image_refusal(images)


def test_vertex_shaders_are_refused() -> None:
    program = vertex_module(f"{POINT} aberration_result = vec4(1.0);")
    found = SpirvCross().run(program, Clock())
    assert isinstance(found, Rejected)
    assert found.unasked
    assert "a vertex shader" in found.message

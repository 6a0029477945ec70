"""A colour of less than four floats is made whole."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.one_colour import with_one_colour
from aberration.languages.spirv.validate import validate
from aberration.targets.front_end import compile_glsl


def module_of(text: str) -> Module:
    source = f"#version 450\n{text}"
    return Module.parse(compile_glsl(Program("glsl", "fragment", source.encode())).source)


def pixels(module: Module) -> list[list[float]]:
    """Return the colours of the two pixels that are drawn."""
    source = module.to_bytes()
    assert validate(source, "vulkan1.1") is None
    image = prove(Program("spirv", "fragment", source, Inputs(width=2, height=1))).outcome
    assert isinstance(image, Image)
    values = list(memoryview(image.data).cast("f"))
    return [values[:4], values[4:]]


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("float", "0.25", [0.25, 0.0, 0.0, 1.0]),
        ("vec2", "vec2(0.25, 0.5)", [0.25, 0.5, 0.0, 1.0]),
        ("vec3", "vec3(0.25, 0.5, 0.75)", [0.25, 0.5, 0.75, 1.0]),
    ],
)
def test_zeros_and_one_stand_for_what_is_missing(
    kind: str, value: str, expected: list[float]
) -> None:
    module = module_of(f"layout(location = 0) out {kind} c; void main() {{ c = {value}; }}")
    with_one_colour(module)
    assert pixels(module) == [expected, expected]


def test_each_way_out_gives_a_colour_and_what_is_not_written_is_zero() -> None:
    module = module_of(
        "layout(location = 0) out vec3 c;"
        "void blue() { c.z = 0.5; }"
        "void main() { if (gl_FragCoord.x < 1.0) { c.y = 1.0; return; } blue(); c[0] = 0.25; }"
    )
    with_one_colour(module)
    assert pixels(module) == [[0.0, 1.0, 0.0, 1.0], [0.25, 0.0, 0.5, 1.0]]


def test_a_pixel_that_is_given_up_stays_empty() -> None:
    module = module_of("layout(location = 0) out vec3 c; void main() { c = vec3(1.0); discard; }")
    with_one_colour(module)
    assert pixels(module) == [[0.0] * 4] * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("layout(location = 0) out ivec3 c; void main() { c = ivec3(1); }", "of another kind"),
        (
            "layout(location = 0) out vec3 c; layout(location = 1) out vec4 d;"
            "void main() { c = vec3(1.0); d = vec4(1.0); }",
            "one output",
        ),
    ],
)
def test_others_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        with_one_colour(module_of(text))

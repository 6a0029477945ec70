"""Fragment shaders with outputs of any kind give one colour."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.points.one_colour import with_one_colour
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

DESKTOP = "#version 330\n"
ES = "#version 300 es\nprecision highp float;\n"


def colour(text: str, language: LanguageName = "glsl") -> tuple[int, ...]:
    """Return the bytes of the only pixel."""
    made = read(with_one_colour(read(text, language)), language)
    image = execute(made, "fragment", Inputs(width=1, height=1))
    assert isinstance(image, Image)
    return tuple(image.data[:4])


@pytest.mark.parametrize(
    ("output", "value", "expected"),
    [
        ("out float c", "0.2", (51, 0, 0, 255)),
        ("out vec2 c", "vec2(0.2, 0.4)", (51, 102, 0, 255)),
        ("layout(location = 0) out vec3 c", "vec3(0.2, 0.4, 0.6)", (51, 102, 153, 255)),
        ("layout(location = 1) out vec4 c", "vec4(0.2, 0.4, 0.6, 0.8)", (51, 102, 153, 204)),
        ("out ivec2 c", "ivec2(7, 258)", (7, 3, 0, 0)),
        ("out uvec4 c", "uvec4(1u, 2u, 3u, 255u)", (1, 2, 3, 255)),
    ],
)
def test_one_output_is_the_colour(output: str, value: str, expected: tuple[int, ...]) -> None:
    assert colour(f"{DESKTOP}{output};\nvoid main() {{ c = {value}; }}") == expected


def test_several_outputs_are_folded_and_what_is_not_written_is_zero() -> None:
    text = (
        f"{ES}layout(location = 0) out float a; layout(location = 2) out highp ivec3 b;\n"
        "layout(location = 1) out vec2 c;\n"
        "void main() { a = 1.0; if (a > 0.5) return; b = ivec3(5); c = vec2(1.0); }"
    )
    # 0.5 + 0.5 * 1 / 2 for the first float, one half for the others.
    assert colour(text, "essl") == (191, 128, 128, 128)


def test_a_discarded_pixel_is_none() -> None:
    assert colour(f"{DESKTOP}out vec3 c;\nvoid main() {{ c = vec3(1.0); discard; }}") == (
        0,
        0,
        0,
        0,
    )


def test_what_was_said_of_an_output_goes_with_it() -> None:
    text = with_one_colour(
        read(
            "#version 410\nlayout(location = 0, index = 1) out vec3 c;\ninvariant c;\n"
            "void main() { c = vec3(1.0); }",
            "glsl",
        )
    )
    assert "invariant" not in text
    assert "index" not in text
    assert "layout(location = 0) out vec4 aberration_colour;" in text


@pytest.mark.parametrize(
    ("text", "language", "message"),
    [
        ("void main() { gl_FragColor = vec4(1.0); }", "essl", "a version of the language"),
        (f"{DESKTOP}void main() {{ gl_FragDepth = 0.5; }}", "glsl", "it has no output"),
        (
            f"{DESKTOP}out vec3 aberration_x;\nvoid main() {{ aberration_x = vec3(1.0); }}",
            "glsl",
            "names that begin with aberration_",
        ),
    ],
)
def test_what_cannot_be_one_is_refused(text: str, language: LanguageName, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        with_one_colour(read(text, language))

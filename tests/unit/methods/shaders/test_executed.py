"""What a shader gives, and what makes no test."""

from __future__ import annotations

import pytest
from helpers.agreeing import sums
from helpers.vertex_texts import family_text, vertex_program
from msgspec.structs import replace

from aberration.core.attributes import Attribute, attribute_value
from aberration.core.comparison import Tolerance
from aberration.core.constants import Constant
from aberration.core.freedom import EXCLUDED
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.program import Language, Program
from aberration.core.textures import Texture, texel
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.interpret import run
from aberration.languages.shading.interpret.compiled import Compiled
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import Shader
from aberration.languages.shading.sampled.given import GivenTextures
from aberration.methods.shaders.executed import Executed, Undefined

SIZE = Inputs(width=2, height=2)
GLSL = "#version 460\nlayout(location = 0) out {} colour;\nvoid main() {{ colour = {}; }}\n"
WGSL = "@fragment fn main() -> @location(0) {} {{ return {}; }}\n"


def result(text: str, language: Language) -> Image | Undefined:
    program = Program(language, "fragment", text.encode(), SIZE, "colour")
    found = Executed(program).result(SIZE)
    assert isinstance(found, Image | Undefined)
    return found


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        (GLSL.format("float", "0.0"), "glsl", 1),
        (GLSL.format("vec3", "vec3(0.5)"), "glsl", 3),
        (WGSL.format("vec2f", "vec2f(0.5)"), "wgsl", 2),
    ],
)
def test_a_colour_that_lacks_components_is_no_test(
    text: str, language: Language, count: int
) -> None:
    """zink gave such a shader another image than the interpreter, and a reducer had come to it."""
    assert result(text, language) == Undefined(f"its colour has {count} of 4 components")


def test_a_whole_colour_is_one() -> None:
    assert isinstance(result(GLSL.format("vec4", "vec4(0.5)"), "glsl"), Image)
    assert isinstance(result(WGSL.format("vec4f", "vec4f(0.5)"), "wgsl"), Image)


def test_a_shader_is_made_ready_once_for_all_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    program, made = sums(), list[str]()

    def counted(
        shader: Shader,
        stage: Stage,
        options: Options,
        probes: None,
        given: GivenTextures,
        constants: tuple[Constant, ...],
    ) -> Compiled:
        made.append(shader.module.language)
        return Compiled(shader, stage, options, probes, given, constants)

    monkeypatch.setattr(run, "Compiled", counted)
    sizes = [replace(program.inputs, width=width, height=3) for width in (2, 5, 2)]
    executed = Executed(program)
    results = [executed.result(inputs) for inputs in sizes]
    assert len(made) == 1
    assert results == [Executed(program).result(inputs) for inputs in sizes]
    assert results[0] == results[2] != results[1]


TEXTURE = Texture("image", size=(8, 8, 1), number=9)


def sampling(place: str, texture: Texture = TEXTURE) -> Program:
    text = (
        "#version 460\nuniform sampler2D image;\nlayout(location = 0) out vec4 colour;\n"
        f"void main() {{ colour = texture(image, {place}); }}\n"
    )
    inputs = replace(SIZE, textures=(texture,))
    return Program("glsl", "fragment", text.encode(), inputs, "sampling")


def test_textures_are_those_of_the_program_whatever_the_inputs() -> None:
    program = sampling("gl_FragCoord.xy / 8.0")
    executed = Executed(program)
    found = executed.result(program.inputs)
    wanted = [
        round(texel(TEXTURE, (x, y, 0), channel) / 256 * 255)
        for y in range(2)
        for x in range(2)
        for channel in range(4)
    ]
    assert isinstance(found, Image)
    assert list(found.data) == wanted
    assert executed.result(SIZE) == found
    other = sampling("gl_FragCoord.xy / 8.0", replace(TEXTURE, number=10))
    assert executed.result(other.inputs) == found != Executed(other).result(other.inputs)
    assert executed.shader.source.text.encode() == program.source


def test_a_sample_on_a_border_is_no_test() -> None:
    program = sampling("(gl_FragCoord.xy - 0.5) / 8.0")
    found = Executed(program).result(program.inputs)
    assert isinstance(found, Undefined)
    assert "a sample lies between two texels" in found.reason


@pytest.mark.parametrize(
    ("place", "free"),
    [
        # Exact in any rounding.
        ("gl_FragCoord.xy / 8.0", False),
        # No rounding brings it near 0.125, the border.
        ("vec2(0.0625 + 0.0075 + 0.0000001 * sin(gl_FragCoord.x), 0.0625)", False),
        # The sine of a large number may be any, and so the place too near to the border.
        ("vec2(0.123 + 0.0001 * sin(3000004.0 + gl_FragCoord.x), 0.0625)", True),
    ],
)
def test_another_texel_is_permitted_where_another_rounding_reaches_it(
    place: str, free: bool
) -> None:
    program = sampling(place)
    executed = Executed(program)
    found = executed.result(program.inputs)
    assert isinstance(found, Image)
    moved = [texel(TEXTURE, (3, 3, 0), k % 4) * 255 // 256 for k in range(16)]
    other = replace(found, data=bytes(moved))
    freedom = executed.permitted_otherwise(program.inputs, found, other, Tolerance())
    assert bool(freedom.reason) is free
    if place.startswith("gl_FragCoord"):
        assert freedom == EXCLUDED


def test_attributes_are_those_of_the_program_whatever_the_inputs() -> None:
    body = "aberration_result = vec4(a * 0.25 + 0.5, 1.0);"
    given = Attribute("a", 0, "float", 3, number=2)
    text = family_text("glsl", body, "vec3 a")
    program = vertex_program("glsl", text, given, size=(2, 2))
    executed = Executed(program)
    found = executed.result(program.inputs)
    wanted = [
        attribute_value(given, vertex, (2, 2), 0, component) * 0.25 + 0.5
        for vertex in range(4)
        for component in range(3)
    ]
    assert isinstance(found, Image)
    colours = [found.data[4 * k : 4 * k + 3] for k in range(4)]
    assert [*b"".join(colours)] == [int(one * 255.0 + 0.5) for one in wanted]
    assert executed.result(SIZE) == found
    other = vertex_program("glsl", text, replace(given, number=3), size=(2, 2))
    assert executed.result(other.inputs) == found != Executed(other).result(SIZE)
    assert isinstance(executed.float_image(SIZE), Image)

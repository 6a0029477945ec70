"""Shaders that draw into several attachments, on both paths of the interpreter."""

import struct

import pytest
from helpers.attachment_shaders import attachment_shader, depth_shader
from msgspec.structs import replace

from aberration.core.attachments import DEPTH, Attachment
from aberration.core.comparison import Tolerance
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image, join_images
from aberration.core.program import Program
from aberration.languages.shading.interpret.freedom import freedom
from aberration.languages.shading.interpret.options import Options, Path
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.read import read_program
from aberration.languages.shading.tree import LanguageName
from aberration.methods.shaders.executed import Executed

TWO = (Attachment(0, "rgb8"), Attachment(2, "r32i"))
SHADER = (
    "#version 430\nlayout(location = 2) out int n; layout(location = 0) out vec3 c;\n"
    "void main() {{ {} }}\n"
)


def program(body: str, attachments: tuple[Attachment, ...] = TWO) -> Program:
    inputs = Inputs(width=1, height=1, attachments=attachments)
    return Program("glsl", "fragment", SHADER.format(body).encode(), inputs)


def drawn(given: Program, path: Path = "python") -> object:
    return Interpreter(read_program(given), "fragment", given.inputs, Options(path=path)).image()


@pytest.mark.parametrize("path", ["python", "c"])
def test_each_output_goes_to_its_attachment_and_the_rest_is_zero(path: Path) -> None:
    found = drawn(program("n = -7; c = vec3(1.0, 0.0, 0.2);"), path)
    colour = Image(1, 1, "rgba8", bytes((255, 0, 51, 0)))
    assert found == join_images([colour, Image(1, 1, "rgba32i", struct.pack("<4i", -7, 0, 0, 0))])


def test_a_discarded_pixel_is_zero_everywhere() -> None:
    found = drawn(program("n = 1; c = vec3(1.0); discard;"))
    assert isinstance(found, Image)
    assert [one.data for one in found.parts] == [bytes(4), bytes(16)]


def test_an_output_that_is_not_written_is_undefined() -> None:
    found = drawn(program("c = vec3(1.0);"))
    assert isinstance(found, Trap)
    assert found.kind == "unwritten-output"


@pytest.mark.parametrize(
    "attachment", [Attachment(1, "r32i"), Attachment(2, "r32ui"), Attachment(0, "rgba8")]
)
def test_attachments_of_other_outputs_are_refused(attachment: Attachment) -> None:
    with pytest.raises(Refused):
        drawn(program("n = 1; c = vec3(1.0);", (attachment,)))


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize("number", range(3))
def test_both_paths_draw_the_same(language: LanguageName, number: int) -> None:
    given = attachment_shader(number, language)
    found = drawn(given)
    assert isinstance(found, Image)
    assert len(found.parts) == len(given.inputs.attachments)
    assert drawn(given, "c") == found


def test_rounding_explains_no_other_integer() -> None:
    given = program("n = 3; c = vec3(sin(gl_FragCoord.x * 1e4));")
    wanted = drawn(given)
    assert isinstance(wanted, Image)
    words = struct.pack("<4i", 4, 0, 0, 0)
    (number,) = (replace(one, data=words) for one in wanted.others)
    other = replace(wanted, others=(number,))
    shader = read_program(given)
    found = freedom(shader, "fragment", given.inputs, Options(), wanted, other, Tolerance())
    assert not found.reason


def test_a_shader_that_was_read_once_draws_into_fewer_attachments() -> None:
    given = program("n = 3; c = vec3(1.0);")
    executed = Executed(given)
    whole = executed.result(given.inputs)
    assert isinstance(whole, Image)
    found = [executed.result(one) for one in given.inputs.each_attachment()]
    assert tuple(found) == whole.parts


KEPT = (Attachment(DEPTH, "d32f"),)
HEADS = {"glsl": "#version 430\n", "essl": "#version 300 es\nprecision highp float;\n"}


def depth(body: str, language: LanguageName = "glsl") -> Program:
    text = f"{HEADS.get(language, '')}void main() {{ {body} }}\n"
    if language == "wgsl":
        text = f"@fragment fn f() -> @builtin(frag_depth) f32 {{ {body} }}\n"
    inputs = Inputs(width=1, height=1, attachments=KEPT)
    return Program(language, "fragment", text.encode(), inputs)


@pytest.mark.parametrize("path", ["python", "c"])
@pytest.mark.parametrize(
    ("language", "body", "kept"),
    [
        ("glsl", "gl_FragDepth = 0.25;", 0.25),
        ("glsl", "gl_FragDepth = 1.0;", 1.0),
        ("essl", "gl_FragDepth = 0.5; discard;", 0.0),
        ("wgsl", "return 0.75;", 0.75),
    ],
)
def test_a_depth_is_kept_as_it_is(
    path: Path, language: LanguageName, body: str, kept: float
) -> None:
    found = drawn(depth(body, language), path)
    assert found == Image(1, 1, "d32f", struct.pack("<4f", kept, 0.0, 0.0, 0.0))


@pytest.mark.parametrize("path", ["python", "c"])
@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("glsl", "gl_FragDepth = 1.5;"),
        ("glsl", "gl_FragDepth = -0.5;"),
        ("wgsl", "return f32(1 + i32(true));"),
    ],
)
def test_a_depth_outside_of_0_to_1_is_undefined(
    path: Path, language: LanguageName, body: str
) -> None:
    found = drawn(depth(body, language), path)
    assert isinstance(found, Trap)
    assert found.kind == "domain"


def test_a_depth_that_is_not_written_is_undefined() -> None:
    found = drawn(depth("if (gl_FragCoord.x > 2.0) gl_FragDepth = 0.5;"))
    assert isinstance(found, Trap)
    assert found.kind == "unwritten-output"


@pytest.mark.parametrize("body", ["", "discard;"])
def test_a_shader_without_a_depth_is_refused(body: str) -> None:
    with pytest.raises(Refused, match="the depth"):
        drawn(depth(body))


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize("number", range(2))
def test_both_paths_give_the_same_depths(language: LanguageName, number: int) -> None:
    given = depth_shader(number, language)
    found = drawn(given)
    assert isinstance(found, Image)
    assert found.parts[-1].format == "d32f"
    assert drawn(given, "c") == found

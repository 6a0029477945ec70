"""Modules that draw into several attachments: both paths, and what is proved of them."""

import struct
from typing import Literal

import pytest
from helpers.attachment_shaders import attachment_module, depth_module
from msgspec.structs import replace

from aberration.core.attachments import DEPTH, Attachment
from aberration.core.comparison import quantise
from aberration.core.inputs import Inputs
from aberration.core.limits import beyond
from aberration.core.outcome import Image, join_images
from aberration.core.program import Program
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Refused, Trap
from aberration.targets.front_end import compile_glsl

TWO = (Attachment(0, "rgb8"), Attachment(2, "r32i"))
SHADER = (
    "#version 450\nlayout(location = 2) out int n; layout(location = 0) out vec3 c;\n"
    "void main() {{ {} }}\n"
)


def module(body: str, attachments: tuple[Attachment, ...] = TWO) -> Program:
    inputs = Inputs(width=1, height=1, attachments=attachments)
    return compile_glsl(Program("glsl", "fragment", SHADER.format(body).encode(), inputs))


@pytest.mark.parametrize("path", ["python", "native"])
def test_each_output_goes_to_its_attachment_and_the_rest_is_zero(
    path: Literal["python", "native"],
) -> None:
    given = module("n = -7; c = vec3(1.0, 0.0, 0.2);")
    found = Interpreter(given.source, given.inputs, Options(path=path)).image()
    colour = Image(1, 1, "rgba8", bytes((255, 0, 51, 0)))
    assert found == join_images([colour, Image(1, 1, "rgba32i", struct.pack("<4i", -7, 0, 0, 0))])


@pytest.mark.parametrize("attachment", [Attachment(1, "r32i"), Attachment(2, "r32ui")])
def test_attachments_of_other_outputs_are_refused(attachment: Attachment) -> None:
    given = module("n = 1; c = vec3(1.0);", (attachment,))
    with pytest.raises(Refused):
        Interpreter(given.source, given.inputs)
    assert prove(given).answer == "refused"


@pytest.mark.parametrize("number", range(3))
def test_what_is_proved_is_what_is_drawn(number: int) -> None:
    given = attachment_module(number)
    drawn = Interpreter(given.source, given.inputs).image()
    found = prove(given)
    assert found.answer == "defined"
    assert isinstance(found.outcome, Image)
    assert found.limits is not None
    assert isinstance(drawn, Image)
    assert quantise(found.outcome) == drawn
    assert found.compared == 64 * len(given.inputs.attachments)
    assert beyond(drawn, found.limits).beyond == 0


def test_an_integer_has_no_tolerance() -> None:
    given = module("n = int(gl_FragCoord.x) + 5; c = vec3(1.0);")
    found = prove(given)
    assert isinstance(found.outcome, Image)
    assert found.limits is not None
    (wrong,) = (replace(one, data=struct.pack("<4i", 6, 0, 0, 0)) for one in found.outcome.others)
    assert beyond(replace(found.outcome, others=(wrong,)), found.limits).beyond == 1


def test_an_integer_that_hangs_on_rounding_is_not_compared_or_lies_between_bounds() -> None:
    found = prove(module("n = int(sin(gl_FragCoord.x) * 1e6); c = vec3(1.0);"))
    assert found.limits is not None
    low, high = (struct.unpack("<4i", side[1]) for side in (found.limits.low, found.limits.high))
    assert low[0] < high[0]


def test_an_attachment_that_is_not_written_is_not_compared() -> None:
    found = prove(module("c = vec3(1.0);"))
    assert (found.answer, found.drawn, found.compared) == ("partly", 2, 1)


KEPT = (Attachment(DEPTH, "d32f"),)


def depth(body: str) -> Program:
    text = f"#version 450\nvoid main() {{ {body} }}\n"
    inputs = Inputs(width=1, height=1, attachments=KEPT)
    return compile_glsl(Program("glsl", "fragment", text.encode(), inputs))


@pytest.mark.parametrize("path", ["python", "native"])
@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("gl_FragDepth = 0.25;", 0.25),
        ("gl_FragDepth = 1.0;", 1.0),
        ("gl_FragDepth = 0.5; discard;", 0.0),
    ],
)
def test_a_depth_is_kept_as_it_is(
    path: Literal["python", "native"], body: str, kept: float
) -> None:
    given = depth(body)
    found = Interpreter(given.source, given.inputs, Options(path=path)).image()
    assert found == Image(1, 1, "d32f", struct.pack("<4f", kept, 0.0, 0.0, 0.0))
    proof = prove(given)
    assert (proof.answer, proof.outcome) == ("defined", found)


@pytest.mark.parametrize("path", ["python", "native"])
@pytest.mark.parametrize("body", ["gl_FragDepth = 1.5;", "gl_FragDepth = -0.5;"])
def test_a_depth_outside_of_0_to_1_is_undefined(
    path: Literal["python", "native"], body: str
) -> None:
    given = depth(body)
    found = Interpreter(given.source, given.inputs, Options(path=path)).image()
    assert isinstance(found, Trap)
    assert found.kind == "invalid-argument"
    assert (prove(given).answer, prove(given).compared) == ("partly", 0)


def test_a_depth_that_is_no_normal_number_may_be_kept_as_zero() -> None:
    found = prove(depth("gl_FragDepth = 1e-39;"))
    assert found.limits is not None
    low, high = (struct.unpack("<4f", side[0]) for side in (found.limits.low, found.limits.high))
    assert low[0] == 0.0 < high[0]


@pytest.mark.parametrize("number", range(3))
def test_depths_are_proved_as_they_are_drawn(number: int) -> None:
    given = depth_module(number)
    drawn = Interpreter(given.source, given.inputs).image()
    found = prove(given)
    assert found.answer == "defined"
    assert found.limits is not None
    assert isinstance(drawn, Image)
    assert drawn.parts[-1].format == "d32f"
    assert beyond(drawn, found.limits).beyond == 0
    (*others, kept) = drawn.parts
    wrong = replace(kept, data=struct.pack("<4f", 0.3, 0.0, 0.0, 0.0) + kept.data[16:])
    assert beyond(join_images([*others, wrong]), found.limits).beyond == 1

"""Colour attachments: their formats, the file beside a shader, results of several images."""

import struct

import numpy as np
import pytest

from aberration.core.attachments import (
    DEPTH,
    FORMATS,
    Attachment,
    AttachmentFormat,
    Output,
    format_of,
    unfit_attachment,
)
from aberration.core.comparison import Tolerance, compare, equal, quantise
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, read_inputs, write_inputs
from aberration.core.limits import Limits, beyond, outside, pack_mask
from aberration.core.oracle import in_terms_of
from aberration.core.outcome import Image, join_images, outcome_digest
from aberration.core.program import Program

INTEGERS = Image(1, 1, "rgba32i", struct.pack("<4i", -1, 2, 3, 4))
COLOUR = Image(1, 1, "rgba8", bytes((1, 2, 3, 4)))
FLOATS = Image(1, 1, "rgba32f", struct.pack("<4f", 0.0, 0.5, 1.0, 2.0))
PAIR = (Attachment(0, "rgba8"), Attachment(3, "rg32i"))


@pytest.mark.parametrize(
    ("name", "scalar", "channels", "stored"),
    [
        ("r8", "float", 1, "rgba8"),
        ("rgb8", "float", 3, "rgba8"),
        ("rg32i", "int", 2, "rgba32i"),
        ("rgba32ui", "uint", 4, "rgba32ui"),
    ],
)
def test_a_format_says_what_its_output_is(
    name: AttachmentFormat, scalar: str, channels: int, stored: str
) -> None:
    one = Attachment(2, name)
    assert (one.scalar, one.channels, one.stored) == (scalar, channels, stored)


def test_each_format_is_that_of_its_output() -> None:
    for one in FORMATS:
        given = Attachment(0, one)
        assert format_of(Output(given.scalar, given.channels)) == one


@pytest.mark.parametrize(
    ("outputs", "reason"),
    [
        ({0: Output("float", 4), 3: Output("int", 2)}, ""),
        ({0: Output("float", 4)}, "no output goes to attachment 3 (rg32i)"),
        ({0: Output("float", 4), 3: Output("uint", 2)}, "whose format is rg32ui"),
    ],
)
def test_outputs_have_to_be_those_of_the_attachments(
    outputs: dict[int, Output], reason: str
) -> None:
    found = unfit_attachment(PAIR, outputs)
    assert reason in found
    assert bool(reason) == bool(found)


def test_the_file_beside_a_shader_says_attachments_and_is_written_as_it_was_read() -> None:
    given = read_inputs('{"$attachments": {"3": "rg32i", "0": "rgba8"}}', "x.json")
    assert given.attachments == PAIR
    assert read_inputs(write_inputs(given), "y.json") == given


@pytest.mark.parametrize(
    "text", ['{"$attachments": {"8": "rgba8"}}', '{"$attachments": {"0": "rgba16"}}']
)
def test_unknown_locations_and_formats_are_named(text: str) -> None:
    with pytest.raises(BadInput, match=r"\$attachments: expected"):
        read_inputs(text, "x.json")


def test_the_digest_of_a_program_without_attachments_is_what_it_was() -> None:
    plain = Program("glsl", "fragment", b"void main() {}")
    assert plain.digest == "60455c0cc6db93b0"
    attached = Program("glsl", "fragment", b"void main() {}", Inputs(attachments=PAIR))
    assert attached.digest != plain.digest


def test_inputs_give_each_attachment_alone() -> None:
    assert [one.attachments for one in Inputs(attachments=PAIR).each_attachment()] == [
        (PAIR[0],),
        (PAIR[1],),
    ]
    assert Inputs().each_attachment() == (Inputs(),)


def test_a_result_of_one_image_is_said_as_before() -> None:
    assert outcome_digest(COLOUR) == outcome_digest(join_images([COLOUR]))
    assert outcome_digest(COLOUR) != outcome_digest(join_images([COLOUR, INTEGERS]))


def test_integers_are_compared_exactly_and_colours_with_a_step() -> None:
    near = Image(1, 1, "rgba8", bytes((2, 2, 3, 4)))
    far = Image(1, 1, "rgba32i", struct.pack("<4i", 0, 2, 3, 4))
    assert (
        compare(join_images([COLOUR, INTEGERS]), join_images([near, INTEGERS]), Tolerance()).beyond
        == 0
    )
    found = compare(join_images([COLOUR, INTEGERS]), join_images([COLOUR, far]), Tolerance())
    assert (found.total, found.differing, found.beyond, found.largest) == (2, 1, 1, 1.0)


def test_results_of_other_numbers_of_images_differ_everywhere() -> None:
    found = compare(join_images([COLOUR, INTEGERS]), COLOUR, Tolerance())
    assert found.note == "2 images against 1"
    assert not equal(COLOUR, join_images([COLOUR, INTEGERS]))


def test_floats_of_each_image_are_rounded_and_integers_stay() -> None:
    found = quantise(join_images([INTEGERS, FLOATS]))
    assert found.parts == (INTEGERS, Image(1, 1, "rgba8", bytes((0, 128, 255, 255))))
    assert in_terms_of(join_images([INTEGERS, FLOATS]), found) == found


def limits_of(*parts: Image) -> Limits:
    data = tuple(one.data for one in parts)
    return Limits(tuple(pack_mask(np.ones(1, np.bool_)) for _ in parts), data, data)


def test_limits_hold_for_each_image() -> None:
    given = join_images([INTEGERS, FLOATS])
    limits = limits_of(INTEGERS, FLOATS)
    assert beyond(given, limits).beyond == 0
    wrong = join_images([Image(1, 1, "rgba32i", struct.pack("<4i", -1, 2, 3, 5)), FLOATS])
    assert beyond(wrong, limits).beyond == 1
    (found,) = outside(wrong, limits)
    assert (found.part, found.low) == (0, (-1, 2, 3, 4))
    assert beyond(INTEGERS, limits).note == "1 images, where 2 are known"


DEPTHS = (Attachment(0, "rgba8"), Attachment(DEPTH, "d32f"))


def test_the_file_says_that_depths_are_kept() -> None:
    given = read_inputs('{"$attachments": {"depth": "d32f", "0": "rgba8"}}', "x.json")
    assert given.attachments == DEPTHS
    assert read_inputs(write_inputs(given), "y.json") == given


@pytest.mark.parametrize("text", ['{"depth": "r8"}', '{"0": "d32f"}', '{"8": "d32f"}'])
def test_depths_and_colours_have_their_own_formats(text: str) -> None:
    with pytest.raises(BadInput, match=r"\$attachments: expected"):
        read_inputs(f'{{"$attachments": {text}}}', "x.json")


def test_a_depth_is_one_float_that_keeps_its_format() -> None:
    colour, depth = DEPTHS
    assert (depth.scalar, depth.channels, depth.stored) == ("float", 1, "d32f")
    assert (colour.is_colour_of_floats, depth.is_colour_of_floats) == (True, False)
    assert "attachment depth (d32f)" in unfit_attachment(DEPTHS, {0: Output("float", 4)})


def test_depths_are_not_rounded_to_eight_bits() -> None:
    one, other = (
        Image(1, 1, "d32f", struct.pack("<4f", depth, 0.0, 0.0, 0.0)) for depth in (0.5, 0.501)
    )
    assert quantise(join_images([FLOATS, one])).parts[1] == one
    assert compare(one, other, Tolerance()).beyond == 1

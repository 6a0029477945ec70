"""What runners draw into, and what they read back of it."""

import struct
from collections.abc import Mapping

import pytest
from helpers.attachment_shaders import attachment_module
from msgspec.structs import replace

from aberration.core.attachments import DEPTH, Attachment
from aberration.core.inputs import Inputs
from aberration.core.outcome import Compiled, Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.targets.runner import Clock
from aberration.targets.runners.attachments import (
    Plane,
    attachments_of_module,
    depth_of,
    locations_of,
    planes_of,
    unknown_attachments,
)

GIVEN = (Attachment(0, "rgb8"), Attachment(2, "rg32ui"))


class Plain:
    """A runner that draws into one image."""

    def open(self, options: Mapping[str, str]) -> str:
        return "plain"

    def run(self, program: Program, clock: Clock) -> Outcome:
        return Compiled()

    def close(self) -> None:
        pass


class Drawing(Plain):
    """One that draws into several."""

    attachments = True


class Keeping(Drawing):
    """One that keeps depths, too."""

    depths = True


def test_without_attachments_the_colour_goes_to_location_0() -> None:
    assert planes_of((), "rgba32f") == (Plane(0, "rgba32f"),)


def test_colours_are_in_the_format_of_the_target_and_integers_in_their_own() -> None:
    assert planes_of(GIVEN, "rgba32f") == (
        Plane(0, "rgba32f", 3, 4),
        Plane(2, "rgba32ui", 2, 2),
    )


def test_locations_without_an_attachment_are_left_free() -> None:
    first, second = planes_of(GIVEN, "rgba8")
    assert locations_of((first, second)) == (first, None, second)


def test_channels_that_an_output_has_not_are_zero() -> None:
    assert Plane(0, "rgba8", 3, 4).image(1, 1, b"abcd") == Image(1, 1, "rgba8", b"abc\0")
    words = Plane(0, "rgba32ui", 2, 2).image(1, 1, struct.pack("<2I", 5, 6))
    assert words == Image(1, 1, "rgba32ui", struct.pack("<4I", 5, 6, 0, 0))
    assert Plane(0, "rgba8", 1, 1).image(1, 1, b"abcd", 4) == Image(1, 1, "rgba8", b"a\0\0\0")


@pytest.mark.parametrize(
    ("runner", "program", "refused"),
    [
        (Drawing(), Program("glsl", "fragment", b"", Inputs(attachments=GIVEN)), False),
        (Plain(), Program("glsl", "fragment", b"", Inputs(attachments=GIVEN)), True),
        (Plain(), Program("glsl", "fragment", b""), False),
        (Drawing(), Program("glsl", "compute", b"", Inputs(attachments=GIVEN)), True),
    ],
)
def test_runners_that_draw_into_one_image_refuse_several(
    runner: Plain, program: Program, refused: bool
) -> None:
    found = unknown_attachments(runner, program)
    assert (found is not None) == refused
    assert found is None or (isinstance(found, Rejected) and found.unasked)


def test_the_outputs_of_a_module_have_to_be_those_of_its_attachments() -> None:
    given = attachment_module(0)
    assert attachments_of_module(given) == ""
    other = replace(given, inputs=replace(given.inputs, attachments=(Attachment(7, "rgb32i"),)))
    assert "attachment 7" in attachments_of_module(other)


def test_depths_lie_behind_the_colours_and_are_at_no_location() -> None:
    planes = planes_of((Attachment(1, "r8"), Attachment(DEPTH, "d32f")), "rgba8")
    assert locations_of(planes) == (None, planes[0])
    assert depth_of(planes) == planes[1]
    assert (planes[1].kind, planes[1].bytes_of_pixel) == (("d32f", 1), 4)
    found = planes[1].image(1, 1, struct.pack("<f", 0.25))
    assert found == Image(1, 1, "d32f", struct.pack("<4f", 0.25, 0.0, 0.0, 0.0))
    assert locations_of(planes[1:]) == ()


def test_runners_that_keep_no_depths_refuse_them() -> None:
    inputs = Inputs(attachments=(Attachment(DEPTH, "d32f"),))
    program = Program("glsl", "fragment", b"", inputs)
    refused = unknown_attachments(Drawing(), program)
    assert isinstance(refused, Rejected)
    assert refused.unasked
    assert refused.message == "depths are not kept here"
    assert unknown_attachments(Keeping(), program) is None

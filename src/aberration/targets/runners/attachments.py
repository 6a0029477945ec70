"""Which attachments a runner draws into, and what is read back of them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from aberration.core.attachments import Attachment, unfit_attachment
from aberration.core.outcome import Image, PixelFormat, Rejected
from aberration.core.program import Program
from aberration.languages.spirv.fragment_outputs import outputs_of
from aberration.languages.spirv.module import Module
from aberration.targets.runner import Runner

Stored = Literal[1, 2, 4]
CHANNELS: Final = 4
_STORED: Final[tuple[Stored, ...]] = (1, 2, 4, 4)


class Plane(msgspec.Struct, frozen=True):
    """One attachment as it is drawn: `pixels` say what a channel is, `channels` how many the output
    has, and `stored` how many the image of the target has.
    """

    location: int
    pixels: PixelFormat
    channels: int = CHANNELS
    stored: Stored = CHANNELS

    @property
    def is_depth(self) -> bool:
        """Whether the depth goes to it."""
        return self.pixels == "d32f"

    @property
    def kind(self) -> tuple[PixelFormat, Stored]:
        """Return what tables of formats are by."""
        return self.pixels, self.stored

    @property
    def bytes_of_pixel(self) -> int:
        """Return the size of a pixel in the target."""
        return self.stored * (1 if self.pixels == "rgba8" else 4)

    def image(self, width: int, height: int, data: bytes, read: int = 0) -> Image:
        """Return the image of rows that were read back, of `read` channels a pixel (as many as are
        stored, where it is not said); the channels that the output does not have are zero.
        """
        read = read or self.stored
        if read == self.channels == CHANNELS:
            return Image(width, height, self.pixels, data)
        # Without numpy, which starts threads: a worker that has loaded it is not forked.
        code = "B" if self.pixels == "rgba8" else "I"
        whole = array(code, bytes(width * height * CHANNELS * array(code).itemsize))
        given = array(code, data)
        for channel in range(self.channels):
            whole[channel::CHANNELS] = given[channel::read]
        return Image(width, height, self.pixels, whole.tobytes())


def planes_of(attachments: Sequence[Attachment], pixels: PixelFormat) -> tuple[Plane, ...]:
    """Return what a program is drawn into, where colours of floats are in a format."""
    if not attachments:
        return (Plane(0, pixels),)
    return tuple(
        Plane(
            one.location,
            pixels if one.is_colour_of_floats else one.stored,
            one.channels,
            _STORED[one.channels - 1],
        )
        for one in attachments
    )


def locations_of(planes: tuple[Plane, ...]) -> tuple[Plane | None, ...]:
    """Return the planes of colours by location, None where there is none."""
    found = {one.location: one for one in planes if not one.is_depth}
    return tuple(found.get(k) for k in range(max(found, default=-1) + 1))


def depth_of(planes: tuple[Plane, ...]) -> Plane | None:
    """Return the plane of the depth, if there is one."""
    return next((one for one in planes if one.is_depth), None)


def unknown_attachments(runner: Runner, program: Program) -> Rejected | None:
    """Return the refusal of a program with attachments by a runner that draws into none: those that
    do have an attribute `attachments`, and `depths` where they keep depths. Fragment shaders alone
    have them.
    """
    attachments = program.inputs.attachments
    if not attachments:
        return None
    if program.stage != "fragment" or program.is_pair:
        return Rejected("attachments of a program that is no fragment shader alone", unasked=True)
    if not getattr(runner, "attachments", False):
        return Rejected("several colour attachments are not drawn into here", unasked=True)
    if any(one.is_depth for one in attachments) and not getattr(runner, "depths", False):
        return Rejected("depths are not kept here", unasked=True)
    return None


def attachments_of_module(program: Program) -> str:
    """Return why the outputs of a module do not go to the attachments, or nothing."""
    attachments = program.inputs.attachments
    if not attachments:
        return ""
    return unfit_attachment(attachments, outputs_of(Module.parse(program.source)))

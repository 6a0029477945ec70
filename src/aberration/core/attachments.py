"""Attachments: the images that the outputs of a fragment shader go to, by location, and its depth.

A program whose inputs name some gives one image for each, in the order of their locations
(`aberration.core.outcome.Image`); one without gives that of the colour at location 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

import msgspec

from aberration.core.errors import BadInput
from aberration.core.setters import ScalarType

ColourFormat = Literal[
    "r8", "rg8", "rgb8", "rgba8", "r32i", "rg32i", "rgb32i", "rgba32i",
    "r32ui", "rg32ui", "rgb32ui", "rgba32ui",
]  # fmt: skip
"""GLSL's words for formats (4.4.7 "Format Layout Qualifiers"), and those of three channels."""
AttachmentFormat = ColourFormat | Literal["d32f"]
StoredFormat = Literal["rgba8", "rgba32i", "rgba32ui", "d32f"]
FORMATS: Final[tuple[ColourFormat, ...]] = get_args(ColourFormat)
"""Those of colours."""
MOST: Final = 8
"""Locations of colours that there are."""
DEPTH: Final = MOST
"""The location that stands for the depth, behind those of all colours."""
DEPTH_FORMAT: Final[AttachmentFormat] = "d32f"
DEPTH_KEY: Final = "depth"
_SCALARS: Final[Mapping[str, ScalarType]] = MappingProxyType(
    {"8": "float", "32i": "int", "32ui": "uint"}
)
_IMAGES: Final[Mapping[ScalarType, StoredFormat]] = MappingProxyType(
    {"float": "rgba8", "int": "rgba32i", "uint": "rgba32ui"}
)


class Attachment(msgspec.Struct, frozen=True):
    """One attachment. `r8`, `rg8` and so forth hold floats from 0 to 1, which a target that draws
    into images of floats keeps as they are. `d32f` holds the depths that a shader gives, each a
    float of 32 bits from 0 to 1, as it is.
    """

    location: int
    format: AttachmentFormat

    @property
    def scalar(self) -> ScalarType:
        """Return the type of a component of the output."""
        return "float" if self.is_depth else _SCALARS[self.format.lstrip("rgba")]

    @property
    def is_depth(self) -> bool:
        """Whether the depth goes to it."""
        return self.location == DEPTH

    @property
    def channels(self) -> int:
        """Return how many components the output has; the other channels of its image are zero."""
        return 1 if self.is_depth else len(self.format.rstrip("0123456789iu"))

    @property
    def stored(self) -> StoredFormat:
        """Return the format of its image, which has four channels a pixel."""
        return "d32f" if self.is_depth else _IMAGES[self.scalar]

    @property
    def is_colour_of_floats(self) -> bool:
        """Whether it is for the target to say what the channels of its image are."""
        return self.scalar == "float" and not self.is_depth

    @property
    def title(self) -> str:
        """Return what people call it."""
        place = DEPTH_KEY if self.is_depth else str(self.location)
        return f"attachment {place} ({self.format})"


class Output(msgspec.Struct, frozen=True):
    """An output of a fragment shader: the type of its components, and how many there are."""

    scalar: ScalarType
    channels: int


def format_of(output: Output) -> AttachmentFormat:
    """Return the format of the attachment that holds a colour."""
    return next(
        one
        for one in FORMATS
        if Output(Attachment(0, one).scalar, Attachment(0, one).channels) == output
    )


def unfit_attachment(attachments: tuple[Attachment, ...], outputs: Mapping[int, Output]) -> str:
    """Return why outputs, by location, do not go to the attachments, or nothing."""
    for one in attachments:
        output = outputs.get(one.location)
        if output is None:
            return f"no output goes to {one.title}, or in a way that we cannot see"
        if output != Output(one.scalar, one.channels):
            return f"the output of {one.title} is of another type, whose format is " + format_of(
                output
            )
    return ""


# ---- in the file beside a shader


def read_attachments(given: Mapping[str, object], where: str) -> tuple[Attachment, ...]:
    """Return what a file says of attachments, sorted by location; raise `BadInput` for what it may
    not say.
    """
    return tuple(_attachment(key, given[key], where) for key in sorted(given))


def attachment_entries(attachments: tuple[Attachment, ...]) -> dict[str, object]:
    """Return what a file says of attachments, so that `read_attachments` gives them back."""
    return {DEPTH_KEY if one.is_depth else str(one.location): one.format for one in attachments}


def _attachment(key: str, given: object, where: str) -> Attachment:
    is_depth = key == DEPTH_KEY
    formats: tuple[AttachmentFormat, ...] = (DEPTH_FORMAT,) if is_depth else FORMATS
    found = next((one for one in formats if one == given), None)
    if found is None:
        message = f"$attachments: expected a format ({', '.join(formats)}), but {given!r} came"
        raise BadInput(message, where=where)
    return Attachment(DEPTH if is_depth else int(key), found)

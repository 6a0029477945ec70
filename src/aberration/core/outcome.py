"""What a target did with a program: one tagged union, the same for every kind of target."""

import hashlib
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from aberration.core.inputs import ScalarType
from aberration.core.program import Program

PixelFormat = Literal["rgba8", "rgba32f", "rgba32i", "rgba32ui", "d32f"]
FLOATS: Final[tuple[PixelFormat, ...]] = ("rgba32f", "d32f")
"""Formats whose channels are floats of 32 bits; of `d32f` the first is a depth, the others zero."""
CrashCause = Literal["signal", "assertion", "memory", "lost", "garbage", "exit"]


class Image(msgspec.Struct, frozen=True, tag="image", omit_defaults=True):
    """A rendered image: rows from the top, four channels a pixel, each a byte, a float32, or an
    integer of 32 bits.

    Where a program draws into several attachments it is the first, and `others` are the images of
    the others, of the same size.
    """

    width: int
    height: int
    format: PixelFormat
    data: bytes
    others: tuple["Image", ...] = ()

    @property
    def parts(self) -> tuple["Image", ...]:
        """Return the images of all attachments, each alone."""
        return (msgspec.structs.replace(self, others=()), *self.others)

    @property
    def bytes_of_pixel(self) -> int:
        """Return the size of a pixel of this image."""
        return 4 if self.format == "rgba8" else 16


def join_images(images: Sequence[Image]) -> Image:
    """Return the images of all attachments as one result."""
    return msgspec.structs.replace(images[0], others=tuple(images[1:]))


class Buffers(msgspec.Struct, frozen=True, tag="buffers"):
    """The storage buffers after a dispatch, in the order of the inputs, with their field types."""

    data: tuple[bytes, ...]
    fields: tuple[tuple[tuple[ScalarType, int], ...], ...] = ()


class Text(msgspec.Struct, frozen=True, tag="text"):
    """What a program printed, and its exit status."""

    stdout: bytes
    exit_status: int = 0


class Compiled(msgspec.Struct, frozen=True, tag="compiled"):
    """A compile-only target accepted the program; `note` is whatever it says about its output."""

    note: str = ""


class Translated(msgspec.Struct, frozen=True, tag="translated"):
    """A translating target turned the program into another one, not executed yet."""

    program: Program


class Crash(msgspec.Struct, frozen=True, tag="crash"):
    """The compiler or driver died; `log` is its stderr as it came, `stage` which link of a chain it
    was.

    The cause `lost` is that the driver gave its device up: a GPU that hangs is reset, and all that
    used it has ended.
    """

    cause: CrashCause
    signal: str = ""
    assertion: str = ""
    frames: tuple[str, ...] = ()
    log: str = ""
    stage: str = ""


class Timeout(msgspec.Struct, frozen=True, tag="timeout"):
    """The deadline passed."""

    seconds: float
    stage: str = ""


class Rejected(msgspec.Struct, frozen=True, tag="rejected"):
    """The compiler or API said no; never a crash, never a result.

    `unasked`: the runner itself said no before the compiler saw the program, as it cannot run such
    ones, or an API did, of what is no part of the shader (limits, bindings). It is counted, and
    gives no verdict.
    """

    message: str
    stage: str = ""
    unasked: bool = False


class Invalid(msgspec.Struct, frozen=True, tag="invalid"):
    """A translator turned a valid program into one that is invalid, or that draws nothing."""

    message: str
    program: Program
    stage: str = ""


Outcome = Image | Buffers | Text | Compiled | Translated | Crash | Timeout | Rejected | Invalid

EXECUTED = (Image, Buffers, Text)


def kind_of(outcome: Outcome) -> str:
    """Return the tag of an outcome, such as `image` or `crash`."""
    return str(type(outcome).__struct_config__.tag)


def outcome_digest(outcome: Outcome) -> str:
    """Return 16 hex digits that stand for the whole outcome."""
    return hashlib.blake2b(msgspec.msgpack.encode(outcome), digest_size=8).hexdigest()

"""The ways in which a host may drive a shader. What a shader gives must not depend on them.

Inputs name those that are wanted (`$drive` in the file beside a shader). A runner does what it can,
and refuses a program with others, unasked. The plainest way has no name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from aberration.core.errors import BadInput

_BOTH: Final = ("fragment", "compute")
Changes = Literal["", "invocations", "groups"]
Needs = Literal["", "buffers", "push constants"]


class Way(msgspec.Struct, frozen=True):
    """A way to drive shaders of some stages. `means` says what the host does.

    `changes` is what a shader could see of it, so that some shaders are not driven so:
    "invocations": there are more of them, and what they store is stored twice; "groups": the number
    of workgroups is another one. What it `needs` must be there, or it is the plainest way.
    """

    name: str
    stages: tuple[str, ...]
    means: str
    changes: Changes = ""
    needs: Needs = ""


def _table(*rows: Way) -> Mapping[str, Way]:
    return MappingProxyType({row.name: row for row in rows})


WAYS: Final = _table(
    Way("MakePipelineTwice", _BOTH, "makes the pipeline, destroys it, and makes it again"),
    Way("UsePipelineCache", _BOTH, "makes the pipeline again from the data of a cache"),
    Way("DerivePipeline", _BOTH, "makes the pipeline as the child of one that is like it"),
    Way("DisableOptimisation", _BOTH, "makes the pipeline without optimisation"),
    Way("UseDynamicOffsets", _BOTH, "says where buffers begin as it binds them", needs="buffers"),
    Way("CopyDescriptors", _BOTH, "copies the descriptors of other sets", needs="buffers"),
    Way(
        "GuardBuffers", _BOTH, "puts bytes between buffers, and looks if they stay", needs="buffers"
    ),
    Way("PushInParts", _BOTH, "pushes halves of the push constants", needs="push constants"),
    Way("UseSecondaryCommands", _BOTH, "records into a secondary command buffer"),
    Way("RecordAgain", _BOTH, "records the command buffer, and records it again"),
    Way("SubmitTwice", ("fragment",), "submits the command buffer twice", "invocations"),
    Way("DrawInTiles", ("fragment",), "draws four parts of the image, the last one first"),
    Way("DrawTwoTriangles", ("fragment",), "draws a strip of two triangles, not a large one"),
    Way("DrawIndexed", ("fragment",), "draws with a buffer of indices"),
    Way("DrawIndirect", ("fragment",), "takes the numbers of the drawing from a buffer"),
    Way("DrawTwoInstances", ("fragment",), "draws two instances over each other", "invocations"),
    Way("EnlargeTarget", ("fragment",), "draws into the corner of a larger image"),
    Way("SetViewportLate", ("fragment",), "sets the viewport while it records"),
    Way("DispatchIndirect", ("compute",), "takes the number of workgroups from a buffer"),
    Way("DispatchInParts", ("compute",), "dispatches the workgroups in two parts", "groups"),
)


def read_ways(given: object, where: str) -> tuple[str, ...]:
    """Return the ways of a file; raise `BadInput` for what is none, or comes twice."""
    try:
        ways = msgspec.convert(given, tuple[str, ...])
    except msgspec.ValidationError as error:
        raise BadInput(f"$drive: expected 'ways', a list of names, but {error}", where=where) from (
            None
        )
    return check_ways(ways, where)


def check_ways(ways: Sequence[str], where: str = "") -> tuple[str, ...]:
    """Return ways as they came; raise `BadInput` for one that is not known, or comes twice."""
    unknown = next((way for way in ways if way not in WAYS), "")
    if unknown:
        raise BadInput(
            f"$drive: expected names of ways ({', '.join(WAYS)}), but {unknown!r} came", where=where
        )
    if len({*ways}) < len(ways):
        raise BadInput(f"$drive: expected each way once, but {list(ways)} came", where=where)
    return tuple(ways)

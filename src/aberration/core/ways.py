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
_DRAWN: Final = ("fragment",)
_DISPATCHED: Final = ("compute",)
Api = Literal["vulkan", "opengl", "webgl", "wgpu", "dawn"]
_VULKAN: Final[tuple[Api, ...]] = ("vulkan",)
_OPENGL: Final[tuple[Api, ...]] = ("opengl",)
_WEBGPU: Final[tuple[Api, ...]] = ("wgpu", "dawn")
_NOT_WEBGL: Final[tuple[Api, ...]] = (*_VULKAN, *_OPENGL, *_WEBGPU)
_ALL: Final[tuple[Api, ...]] = (*_NOT_WEBGL, "webgl")
Changes = Literal["", "invocations", "helpers", "groups"]
Needs = Literal["", "buffers", "used buffers", "push constants", "constants"]


class Way(msgspec.Struct, frozen=True):
    """A way to drive shaders of some stages. `means` says what the host does.

    `changes` is what a shader could see of it, so that some shaders are not driven so:
    "invocations": there are more of them, and what they store is stored twice; "helpers": other
    invocations of a quad only help; "groups": the number of workgroups is another one. What it
    `needs` must be there, or it is the plainest way. `apis` are those whose hosts do it; those of
    `draws_only` do it where they draw.
    """

    name: str
    stages: tuple[str, ...]
    means: str
    changes: Changes = ""
    needs: Needs = ""
    apis: tuple[Api, ...] = _VULKAN
    draws_only: tuple[Api, ...] = ()


def _table(*rows: Way) -> Mapping[str, Way]:
    return MappingProxyType({row.name: row for row in rows})


WAYS: Final = _table(
    Way(
        "MakePipelineTwice", _BOTH, "makes the pipeline, destroys it, and makes it again", apis=_ALL
    ),
    Way(
        "MakePlainPipelineFirst",
        _BOTH,
        "makes a pipeline without the flags of other ways first, and keeps it",
    ),
    Way("UsePipelineCache", _BOTH, "makes the pipeline again from the data of a cache"),
    Way("DerivePipeline", _BOTH, "makes the pipeline as the child of one that is like it"),
    Way(
        "SpecialiseConstants",
        _BOTH,
        "gives the numbers of a module as specialisation constants",
        needs="constants",
    ),
    Way("DisableOptimisation", _BOTH, "makes the pipeline without optimisation"),
    Way("UseProgramBinary", _BOTH, "makes the program again from its binary", apis=_OPENGL),
    Way("UseSeparateStages", _BOTH, "links each stage as a program of its own", apis=_OPENGL),
    Way("MakePipelineAtOnce", _BOTH, "waits for the pipeline in the call", apis=("dawn",)),
    Way(
        "UseAutomaticLayout",
        _BOTH,
        "lets the pipeline say what is bound",
        needs="used buffers",
        apis=_WEBGPU,
    ),
    Way(
        "UseDynamicOffsets",
        _BOTH,
        "says where buffers begin as it binds them",
        needs="buffers",
        apis=(*_VULKAN, *_WEBGPU),
    ),
    Way(
        "BindWithinBuffer",
        _BOTH,
        "binds the middles of larger buffers",
        needs="buffers",
        apis=(*_OPENGL, *_WEBGPU, "webgl"),
    ),
    Way("CopyDescriptors", _BOTH, "copies the descriptors of other sets", needs="buffers"),
    Way(
        "GuardBuffers", _BOTH, "puts bytes between buffers, and looks if they stay", needs="buffers"
    ),
    Way("PushInParts", _BOTH, "pushes halves of the push constants", needs="push constants"),
    Way(
        "UseSecondaryCommands",
        _BOTH,
        "records into a secondary command buffer, or a render bundle",
        apis=(*_VULKAN, *_WEBGPU),
        draws_only=_WEBGPU,
    ),
    Way(
        "RecordAgain",
        _BOTH,
        "records the command buffer, and records it again",
        apis=(*_VULKAN, *_WEBGPU),
    ),
    Way(
        "SubmitTwice",
        _DRAWN,
        "submits the command buffer twice, or two that are alike",
        "invocations",
        apis=(*_VULKAN, *_WEBGPU),
    ),
    Way("DrawInTiles", _DRAWN, "draws four parts of the image, the last one first", apis=_ALL),
    Way(
        "DrawTwoTriangles",
        _DRAWN,
        "draws a strip of two triangles, not a large one",
        "helpers",
        apis=_ALL,
    ),
    Way("DrawIndexed", _DRAWN, "draws with a buffer of indices", apis=_ALL),
    Way("DrawIndirect", _DRAWN, "takes the numbers of the drawing from a buffer", apis=_NOT_WEBGL),
    Way(
        "DrawTwoInstances", _DRAWN, "draws two instances over each other", "invocations", apis=_ALL
    ),
    Way("EnlargeTarget", _DRAWN, "draws into the corner of a larger image", apis=_ALL),
    Way(
        "SetViewportLate",
        _DRAWN,
        "sets the viewport while it records",
        apis=(*_VULKAN, *_WEBGPU),
    ),
    Way(
        "DispatchIndirect",
        _DISPATCHED,
        "takes the number of workgroups from a buffer",
        apis=_NOT_WEBGL,
    ),
    Way("DispatchInParts", _DISPATCHED, "dispatches the workgroups in two parts", "groups"),
)


def ways_of(api: Api, stage: str = "") -> frozenset[str]:
    """Return the names of the ways that an API's hosts have, of one stage or of any."""
    return frozenset(
        way.name
        for way in WAYS.values()
        if api in way.apis
        and (not stage or stage in way.stages)
        and not (stage == "compute" and api in way.draws_only)
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

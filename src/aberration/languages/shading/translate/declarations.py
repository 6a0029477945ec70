"""What directions of translation share at module scope: values of the stage, parameters, outputs,
layouts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..layout import Standard, extent, leaves, offsets
from ..tree import Direction
from ..types import BOOL, FLOAT, UINT, Array, Struct, Type, vector

_UVEC3: Final = vector(UINT, 3)
BUILTIN_VALUES: Final[dict[str, tuple[str, Type]]] = {
    "gl_FragCoord": ("position", vector(FLOAT, 4)),
    "gl_FrontFacing": ("front_facing", BOOL),
    "gl_GlobalInvocationID": ("global_invocation_id", _UVEC3),
    "gl_LocalInvocationID": ("local_invocation_id", _UVEC3),
    "gl_WorkGroupID": ("workgroup_id", _UVEC3),
    "gl_NumWorkGroups": ("num_workgroups", _UVEC3),
    "gl_LocalInvocationIndex": ("local_invocation_index", UINT),
}
"""GLSL's variables of a stage as WGSL's values. Also y goes the same way: the first row of an image
is where y is least.
"""


class TranslatedParameter(NamedTuple):
    name: str
    type: Type
    direction: Direction = "in"

    @property
    def is_written(self) -> bool:
        return self.direction in ("out", "inout")


class Output(NamedTuple):
    location: int
    name: str
    type: Type


def same_bytes(one: Type, standard: Standard, other: Type, wanted: Standard) -> bool:
    """Whether two layouts put each scalar in the same place, those of an array without a length
    included.
    """
    return _rows(one, standard) == _rows(other, wanted)


def _rows(type: Type, standard: Standard) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = [(at, leaf.kind) for _, at, leaf in leaves(type, standard)]
    last = type.members[-1].type if isinstance(type, Struct) and type.members else type
    if isinstance(last, Array) and last.size is None:
        start = offsets(type, standard)[-1] if isinstance(type, Struct) else 0
        found.append((start + extent(last, standard).stride, "next"))
    return found

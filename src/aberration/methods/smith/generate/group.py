"""How many invocations a compute shader has, how they lie, and how the program numbers them."""

from __future__ import annotations

from math import prod
from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.shading.tree import Binary, Expression, Field, Literal, Name

Three = tuple[int, int, int]
CELL: Final = "cell"
OWN: Final = "own_index"
"""WGSL's copies of the invocation's numbers, of the module so that functions see them."""
_SIZES: Final[tuple[Three, ...]] = (
    (2, 1, 1), (3, 1, 1), (4, 1, 1), (8, 1, 1), (1, 4, 1), (1, 1, 3),
    (2, 2, 1), (3, 2, 1), (2, 1, 2), (2, 2, 2), (1, 2, 3),
)  # fmt: skip
_AXES: Final = "xyz"


class Group(msgspec.Struct, frozen=True):
    """`size` of a workgroup; `count` workgroups lie in a row, along `axis`."""

    size: Three = (1, 1, 1)
    count: int = 1
    axis: int = 0

    @property
    def members(self) -> int:
        """The invocations of one workgroup."""
        return prod(self.size)

    @property
    def invocations(self) -> int:
        return self.members * self.count

    @property
    def groups(self) -> Three:
        """The workgroups of the dispatch."""
        x, y, z = (self.count if k == self.axis else 1 for k in range(3))
        return x, y, z


ALONE: Final = Group()


def draw_group(rng: Rng) -> Group:
    """Draw a workgroup of several invocations, and one or two of these."""
    return Group(rng.choose(_SIZES), rng.between(1, 2), rng.below(3))


def invocation(group: Group, *, wgsl: bool) -> Expression:
    """Return the number of the invocation among all, a uint."""
    if wgsl:
        return Name(name=CELL)
    if group.axis == 0 and group.size[1:] == (1, 1):
        return Field(base=Name(name="gl_GlobalInvocationID"), name="x")
    if group.count == 1:
        return own_index(wgsl=False)
    number = Field(base=Name(name="gl_WorkGroupID"), name=_AXES[group.axis])
    return _number(group, number, own_index(wgsl=False))


def own_index(*, wgsl: bool) -> Expression:
    """Return the number of the invocation within its workgroup, a uint."""
    return Name(name=OWN if wgsl else "gl_LocalInvocationIndex")


def number_of(group: Group, workgroup: str, local: str) -> Expression:
    """Return the number of the invocation, of the names of WGSL's two parameters."""
    return _number(group, Field(base=Name(name=workgroup), name=_AXES[group.axis]),
                   Name(name=local))  # fmt: skip


def _number(group: Group, workgroup: Expression, local: Expression) -> Expression:
    members = Literal(kind="uint", value=group.members)
    return Binary(op="+", left=Binary(op="*", left=workgroup, right=members), right=local)

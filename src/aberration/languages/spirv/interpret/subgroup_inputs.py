"""The built-in inputs that tell of subgroups: what an implementation may choose for them."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import BuiltIn

LARGEST: Final = 128
"""Invocations that a subgroup has at most (Vulkan 1.3, 15.9, SubgroupSize)."""
SUBGROUP_BUILT_INS: Final = {
    BuiltIn.SUBGROUP_SIZE: 1,
    BuiltIn.SUBGROUP_LOCAL_INVOCATION_ID: 1,
    BuiltIn.SUBGROUP_EQ_MASK: 4,
    BuiltIn.SUBGROUP_GE_MASK: 4,
    BuiltIn.SUBGROUP_GT_MASK: 4,
    BuiltIn.SUBGROUP_LE_MASK: 4,
    BuiltIn.SUBGROUP_LT_MASK: 4,
    BuiltIn.NUM_SUBGROUPS: 1,
    BuiltIn.SUBGROUP_ID: 1,
}
"""What an implementation chooses; the last two are of compute shaders alone."""
OF_WORKGROUPS: Final = (BuiltIn.NUM_SUBGROUPS, BuiltIn.SUBGROUP_ID)


def lone_input(built_in: int, index: int, count: int) -> tuple[int, ...]:
    """Return what invocation number `index` of `count` sees in a built-in, where each invocation is
    a subgroup of its own.
    """
    plain = {
        BuiltIn.SUBGROUP_SIZE: 1,
        BuiltIn.NUM_SUBGROUPS: count,
        BuiltIn.SUBGROUP_ID: index,
        BuiltIn.SUBGROUP_LOCAL_INVOCATION_ID: 0,
    }
    if built_in in plain:
        return (plain[built_in],)
    own = (BuiltIn.SUBGROUP_EQ_MASK, BuiltIn.SUBGROUP_GE_MASK, BuiltIn.SUBGROUP_LE_MASK)
    return (int(built_in in own), 0, 0, 0)


def ends_of_input(built_in: int, count: int) -> tuple[int, int] | None:
    """Return the least and the largest value of a built-in in a workgroup of `count` invocations, 0
    for pixels; None for masks, which may be anything.
    """
    ends = {
        BuiltIn.SUBGROUP_SIZE: (1, LARGEST),
        BuiltIn.NUM_SUBGROUPS: (1, count),
        BuiltIn.SUBGROUP_ID: (0, count - 1),
        BuiltIn.SUBGROUP_LOCAL_INVOCATION_ID: (0, LARGEST - 1),
    }
    return ends.get(built_in)

"""WGSL's operations of subgroups: which invocation they may name, or how far off."""

from __future__ import annotations

from typing import Final

from ...builtins.signature import Overload
from ...source import quote
from ...tree import Call
from ..fault import fail, refuse
from ..symbols import UNKNOWN
from .state import WgslChecker

_CONSTANT: Final = frozenset(("subgroupBroadcast", "quadBroadcast"))
_MOST: Final = 128
"""As many invocations as a subgroup may have."""
_IN_QUAD: Final = 4


def check_chosen_invocation(checker: WgslChecker, node: Call, chosen: Overload) -> None:
    """Raise `Fault` where the second argument of an operation is no constant and has to be, or is
    one out of range (WGSL, sections "Subgroup Built-in Functions" and "Quad Operations").
    """
    if len(node.args) < 2:
        return
    argument, name = node.args[1], chosen.name
    value = checker.constants.get(id(argument))
    if value is None or value is UNKNOWN:
        # The value of an `override` is not known here either, and is no constant.
        if name in _CONSTANT:
            fail(argument, f"a constant for {quote(name)}", "something else")
        return
    most = _IN_QUAD if name == "quadBroadcast" else _MOST
    if not 0 <= value < most:
        refuse(argument, f"expected a number below {most} for {quote(name)}, came {value}")

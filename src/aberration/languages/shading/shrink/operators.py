"""Put the plainest operator of its group in place of another: what stays is a part of the bug."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from ..tree import Binary, IncrementExpr
from .edit import Edit, replace_at
from .subject import Subject

_GROUPS: Final = {
    "+": ("-", "*", "/", "%", "&", "|", "^", "<<", ">>"),
    "<": (">", "<=", ">=", "==", "!="),
    "&&": ("||", "^^"),
    "++": ("--",),
}
PLAINER: Final[Mapping[str, str]] = MappingProxyType(
    {other: plain for plain, others in _GROUPS.items() for other in others}
)
"""What stands for each operator that is not the plainest of its group."""


def plainest(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each operator that another one may stand for; where it takes no operands
    of their types, the checker refuses the edit.
    """
    return [
        replace_at(path, replace(node, op=PLAINER[node.op]))
        for path, node in subject.places
        if isinstance(node, Binary | IncrementExpr) and node.op in PLAINER
    ]

"""Make what is counted smaller: workgroups and numbers above 1."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ..tree import Attribute, Literal
from .edit import Edit, replace_at
from .subject import Subject

VARIANTS: Final = 2
NUMBER_VARIANTS: Final = 3
_SIZES: Final = frozenset(("local_size_x", "local_size_y", "local_size_z", "workgroup_size"))


def workgroup(subject: Subject, variant: int) -> list[Edit]:
    """Return an edit for each number of a workgroup's size: to 1, then to half of it."""
    edits = []
    for path, node in subject.places:
        sizes = node.args if isinstance(node, Attribute) and node.name in _SIZES else ()
        for k, size in enumerate(sizes):
            if isinstance(size, Literal) and size.value > 1:
                less = 1 if variant == 0 else int(size.value) // 2
                edits.append(replace_at((*path, "args", k), replace(size, value=less)))
    return edits


def number(subject: Subject, variant: int) -> list[Edit]:
    """Return an edit for each number above 3 in a body or a type: to 2, then to the upper half of
    its bits, then to its highest bit alone.
    """
    edits = []
    for path, node in subject.places:
        if isinstance(node, Literal) and "attributes" not in path and node.value > 3:
            whole = int(node.value)
            bits = whole.bit_length()
            # Half of its bits and not half of it: a large number is small after a few tries.
            less = (2, whole >> (bits // 2), 1 << (bits - 1))[variant]
            if less != node.value:
                edits.append(replace_at(path, replace(node, value=type(node.value)(less))))
    return edits

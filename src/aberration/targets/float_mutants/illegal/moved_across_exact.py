"""A sum whose roundings are all to be kept (NoContraction) is regrouped, and cancelled.

(a + b) + c becomes a + (b + c), and (a + b) - a becomes b.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each, is_exact
from ..values import definition_of, is_same

_SUMS: Final = (opcodes.OpFAdd, opcodes.OpFSub)


def rewrite(module: Module) -> None:
    """Regroup sums of sums where both are decorated."""
    at_each(module, _SUMS, _move)


def _move(site: Site) -> None:
    inner = definition_of(site.module, site.anchor.ops[0])
    if inner is None or inner.op != opcodes.OpFAdd or not is_exact(site.module, site.anchor):
        return
    if is_exact(site.module, inner) and not _cancel(site, inner):
        right = site.write(site.anchor.op, inner.ops[1], site.anchor.ops[1])
        site.become(opcodes.OpFAdd, inner.ops[0], right)


def _cancel(site: Site, inner: Instruction) -> bool:
    """Fold (a + b) - a and (a + b) - b."""
    if site.anchor.op != opcodes.OpFSub:
        return False
    for kept, taken in (inner.ops, inner.ops[::-1]):
        if is_same(site.module, taken, site.anchor.ops[1]):
            site.become_value(kept)
            return True
    return False


MUTANT = Mutant(
    "float-moved-across-exact", "a reassociation that does not look at decorations", (), rewrite
)

"""mod(x, y) takes the sign of x, as the remainder of C does, and not that of y."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import at_each


def rewrite(module: Module) -> None:
    """Take the remainder."""
    at_each(module, (opcodes.OpFMod,), lambda site: site.become(opcodes.OpFRem, *site.anchor.ops))


MUTANT = Mutant(
    "float-remainder-of-c", "a remainder by the library of another language", (), rewrite
)

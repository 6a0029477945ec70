"""x < y, where it is negated or steers a branch, becomes !(x > y): equal operands are taken for
smaller ones.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions

from ..site import Site

_STEERING: Final = frozenset((opcodes.OpLogicalNot, opcodes.OpBranchConditional, opcodes.OpSelect))
_NEGATED: Final = {
    opcodes.OpFOrdLessThan: opcodes.OpFUnordLessThanEqual,
    opcodes.OpFOrdGreaterThan: opcodes.OpFUnordGreaterThanEqual,
}


def rewrite(module: Module) -> None:
    """Compare the other way round and negate."""
    for comparison in instructions(module, *_NEGATED):
        if any(
            user.op in _STEERING and user.ops[0] == comparison.result_id
            for user in module.users(comparison.result_id)
        ):
            Site(module, comparison).become(_NEGATED[comparison.op], *comparison.ops)


MUTANT = Mutant(
    "float-negated-less",
    "an exchange of the arms of a branch that forgets the equal case",
    (),
    rewrite,
)

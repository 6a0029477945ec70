"""An insertion two levels deep into an array or a struct is lost where the object inserted is
no constant.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import computes, instructions, is_constant, redirect

_DEEP = 2


def rewrite(module: Module) -> None:
    """Let computations after a deep insertion read the composite as it was before."""
    for insertion in instructions(module, opcodes.OpCompositeInsert):
        inserted, composite, *path = insertion.ops
        if types.is_matrix(module, insertion.type_id) or is_constant(module, inserted):
            continue
        if len(path) >= _DEEP:
            redirect(module, insertion.result_id, composite, computes)


MUTANT = Mutant(
    "nested-insert",
    "scalar replacement that stops at the first level",
    ("CompositeInsert",),
    rewrite,
)

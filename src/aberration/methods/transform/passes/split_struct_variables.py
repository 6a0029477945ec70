"""Propose to make variables of the parts of composite variables."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.opcodes import OpConstantNull, OpVariable
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.splitting import uses_by_part
from aberration.methods.transform.analysis.variable_uses import constant_initializer
from aberration.methods.transform.draw import TRIES, Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.split_struct_variable import (
    SplitStructVariable,
    splittable_variable,
)


@fuzzer_pass(chance=(0.02, 0.15), followed_by=("join_variables_into_structs", "apply_id_synonyms"))
def split_struct_variables(draw: Draw) -> Transformation | None:
    """One attempt: any local or private composite variable."""
    module = draw.module
    for _ in range(TRIES):
        variable = draw.instruction((OpVariable,))
        if variable is not None and splittable_variable(module, variable.result_id) is not None:
            break
    else:
        return None
    members = types.part_types(module, types.pointee(module, variable.type_id))
    uses = uses_by_part(module, variable.result_id, len(members))
    if uses is None:
        return None
    initializer = module.definition(constant_initializer(variable))
    for member in members:
        draw.pointer_type(variable.ops[0], member)
        if initializer is not None and initializer.op == OpConstantNull:
            draw.null_constant(member)
    parts = tuple([draw.fresh() for _ in members])
    spread = [
        (Place.of(module, access), tuple([draw.fresh() for _ in members])) for access in uses.wholes
    ]
    return SplitStructVariable(variable.result_id, parts, tuple(spread))

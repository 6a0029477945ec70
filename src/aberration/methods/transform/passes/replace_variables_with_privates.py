"""Propose to make global variables of local ones."""

from __future__ import annotations

from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.analysis.variable_uses import pointers_into
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import any_local_variable
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_variable_with_private import (
    ReplaceVariableWithPrivate,
)


@fuzzer_pass(chance=(0.02, 0.15), followed_by=("inline_functions",))
def replace_variables_with_privates(draw: Draw) -> Transformation | None:
    """One attempt: any local variable."""
    variable = any_local_variable(draw)
    pointers = None if variable is None else pointers_into(draw.module, variable.result_id)
    if variable is None or pointers is None:
        return None
    for pointer in [variable, *pointers]:
        draw.pointer_type(StorageClass.PRIVATE, pointee(draw.module, pointer.type_id))
    return ReplaceVariableWithPrivate(variable.result_id)

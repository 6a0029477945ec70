"""Whether what is known of a uniform arrives as it is: values of RelaxedPrecision may lose all
but 16 bits.
"""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.layout import member_marks
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpGroupMemberDecorate
from aberration.languages.spirv.preamble import has_decoration
from aberration.languages.spirv.uniforms import UniformValue


def is_relaxed(module: Module, known: UniformValue) -> bool:
    """Say whether the variable, or a member on the way to the value, is decorated RelaxedPrecision;
    where groups of decorations have members, they are not looked at, and the answer is yes.
    """
    if module.by_opcode(OpGroupMemberDecorate) or has_decoration(
        module, known.variable, Decoration.RELAXED_PRECISION
    ):
        return True
    type_id = types.pointee_of(module, known.variable)
    for number in known.path:
        if Decoration.RELAXED_PRECISION in member_marks(module, type_id, number):
            return True
        type_id = types.walk(module, type_id, number)
    return False

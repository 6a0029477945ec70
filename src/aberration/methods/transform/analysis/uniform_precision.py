"""Whether what is known of a uniform arrives as it is: values of RelaxedPrecision may lose all but 16 bits."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpGroupDecorate, OpGroupMemberDecorate, OpMemberDecorate
from aberration.languages.spirv.uniforms import UniformValue


def is_relaxed(module: Module, known: UniformValue) -> bool:
    """Say whether the variable, or a member on the way to the value, is decorated RelaxedPrecision; what groups of
    decorations say is not looked at, so that with any the answer is yes.
    """
    if module.by_opcode(OpGroupDecorate) or module.by_opcode(OpGroupMemberDecorate):
        return True
    if module.has_decoration(known.variable, Decoration.RELAXED_PRECISION):
        return True
    type_id = module.pointee(module.type_of(known.variable))
    for number in known.path:
        if any(_relaxes(user, type_id, number) for user in module.users(type_id)):
            return True
        type_id = types.walk(module, type_id, number)
    return False


def _relaxes(user: Instruction, struct: int, member: int) -> bool:
    return user.op == OpMemberDecorate and user.ops[:3] == [struct, member, Decoration.RELAXED_PRECISION]

from __future__ import annotations

import pytest
from helpers.transform import ident, module_of, the

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.glsl_functions import GLSL_NAME, glsl_number
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module


def with_call(name: list[int]) -> tuple[Module, Instruction]:
    """Return a module with a call of an extended instruction of the set with this name."""
    module = module_of("%sum = OpIAdd %int %i %i")
    imported = module.fresh_id()
    module.add_import(Instruction(opcodes.OpExtInstImport, 0, imported, list(name)))
    ops = [imported, GlslStd450.S_ABS, ident("%sum")]
    call = Instruction(opcodes.OpExtInst, module.type_of(ident("%sum")), module.fresh_id(), ops)
    return module, call


@pytest.mark.parametrize(
    ("name", "number"), [(GLSL_NAME, GlslStd450.S_ABS), ([*GLSL_NAME[:-1], 1], 0)]
)
def test_the_set_decides(name: list[int], number: int) -> None:
    module, call = with_call(name)
    assert glsl_number(module, call) == number


def test_other_instructions_have_no_number() -> None:
    module, _ = with_call(GLSL_NAME)
    assert glsl_number(module, the(module, "%sum")) == 0

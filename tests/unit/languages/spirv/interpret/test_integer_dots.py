"""What an integer dot product is told to be, and the forms that are refused."""

from __future__ import annotations

import pytest
from helpers.interpret import compiled

from aberration.languages.spirv.interpret.integer_dots import Dot, dot_of
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpSUDotAccSat, OpUDot

CAPABILITIES = """
       OpCapability DotProduct
       OpCapability DotProductInputAll
       OpCapability DotProductInput4x8BitPacked
       OpExtension "SPV_KHR_integer_dot_product"
"""
BODY = """
       %left = OpCompositeConstruct %v2uint %x %z
       %plain = OpUDot %uint %left %left
       %packed = OpSUDotAccSat %int %x %y %zi PackedVectorFormat4x8Bit
       WRITE 0 %plain
       WRITE 1 %packed int
"""


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (OpUDot, Dot((False, False), 32, 32, False, False)),
        (OpSUDotAccSat, Dot((True, False), 8, 32, True, True)),
    ],
)
def test_is_read_off_the_instruction(op: int, expected: Dot) -> None:
    module = Module.parse(compiled(BODY, CAPABILITIES))
    (found,) = module.by_opcode(op)
    assert dot_of(module, Leaves(module), found) == expected


def test_another_form_of_packed_words_is_refused() -> None:
    module = Module.parse(compiled(BODY, CAPABILITIES))
    (found,) = module.by_opcode(OpSUDotAccSat)
    module.set_operands(found, [*found.ops[:3], 7])
    with pytest.raises(Refused, match="four times eight bits"):
        dot_of(module, Leaves(module), found)

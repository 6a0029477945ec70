from helpers.small_modules import CALLS, DIAMOND, small

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import Capability, Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.preamble import (
    decorate,
    decorations,
    entry_function_ids,
    entry_points,
    has_capability,
    has_decoration,
    is_entry_function,
)


def test_entry_points() -> None:
    module = small(DIAMOND, functions=CALLS)
    assert [entry.ops[1] for entry in entry_points(module)] == [1]
    assert entry_function_ids(module) == {1}
    assert is_entry_function(module, 1)
    assert not is_entry_function(module, 60)
    assert has_capability(module, Capability.SHADER)
    assert not has_capability(module, Capability.KERNEL)


def test_decorations_directly_and_through_groups() -> None:
    annotations = """
        OpDecorate %21 NoContraction
        OpDecorate %30 RelaxedPrecision
        %30 = OpDecorationGroup
        OpGroupDecorate %30 %23 %25
    """
    module = small(DIAMOND, annotations=annotations)
    assert [module.is_decorated(i) for i in (21, 23, 25, 27)] == [True, True, True, False]
    assert has_decoration(module, 21, Decoration.NO_CONTRACTION)
    assert has_decoration(module, 23, Decoration.RELAXED_PRECISION)
    assert not has_decoration(module, 21, Decoration.RELAXED_PRECISION)
    assert not has_decoration(module, 27, Decoration.RELAXED_PRECISION)


def test_members_count_as_decorated_but_have_no_own_decoration() -> None:
    module = small(
        DIAMOND, annotations="OpMemberDecorate %13 0 Offset 0", globals_="%13 = OpTypeStruct %5"
    )
    assert module.is_decorated(13)
    assert decorations(module, 13) == []


def test_a_decoration_with_an_operand() -> None:
    module = small(DIAMOND)
    decorate(module, 21, Decoration.LOCATION, 3)
    [found] = decorations(module, 21)
    assert found.ops == [21, Decoration.LOCATION, 3]


def test_decorations_come_and_go() -> None:
    module = small(DIAMOND)
    assert not module.is_decorated(21)
    decoration = Instruction(opcodes.OpDecorate, 0, 0, [21, Decoration.NO_CONTRACTION])
    module.add_decoration(decoration)
    assert module.is_decorated(21)
    module.set_operands(decoration, [23, Decoration.NO_CONTRACTION])
    assert not module.is_decorated(21)
    assert module.is_decorated(23)
    module.remove(decoration)
    assert not module.is_decorated(23)

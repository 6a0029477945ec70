import gc
from collections.abc import Callable

import pytest
from helpers.additions import copy_of
from helpers.corpus import all_modules
from helpers.edits import EDITS, ask_everything
from helpers.small_modules import DIAMOND, LOOP, block_of, definition_of, small

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.call_graph import callers, calls, reaches
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.enums import Capability, Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import (
    decorations,
    entry_function_ids,
    entry_points,
    has_capability,
    has_decoration,
    is_entry_function,
)

CALLS = """
    %60 = OpFunction %2 None %3
    %61 = OpLabel
    %62 = OpFunctionCall %2 %70
    %63 = OpFunctionCall %2 %70
          OpReturn
          OpFunctionEnd
    %70 = OpFunction %2 None %3
    %71 = OpLabel
    %72 = OpFunctionCall %2 %80
          OpReturn
          OpFunctionEnd
    %80 = OpFunction %2 None %3
    %81 = OpLabel
          OpReturn
          OpFunctionEnd
"""


def test_the_call_graph() -> None:
    module = small(
        "%20 = OpLabel\n%21 = OpFunctionCall %2 %80\n%22 = OpFunctionCall %2 %60\nOpReturn",
        functions=CALLS,
    )
    assert calls(module, 1) == [60, 80]
    assert calls(module, 60) == [70]
    assert calls(module, 80) == []
    assert len(callers(module, 70)) == 2
    assert reaches(module, 1, 80)
    assert reaches(module, 60, 80)
    assert not reaches(module, 80, 60)
    assert not reaches(module, 60, 60)
    assert not reaches(module, 60, 999)
    module.remove(definition_of(module, 72))
    assert not reaches(module, 60, 80)
    assert reaches(module, 1, 80)


def test_recursion_reaches_itself() -> None:
    module = small("%20 = OpLabel\n%21 = OpFunctionCall %2 %1\nOpReturn")
    assert reaches(module, 1, 1)


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
    assert [module.decorated(i) for i in (21, 23, 25, 27)] == [True, True, True, False]
    assert has_decoration(module, 21, Decoration.NO_CONTRACTION)
    assert has_decoration(module, 23, Decoration.RELAXED_PRECISION)
    assert not has_decoration(module, 21, Decoration.RELAXED_PRECISION)
    assert not has_decoration(module, 27, Decoration.RELAXED_PRECISION)


def test_members_count_as_decorated_but_have_no_own_decoration() -> None:
    module = small(
        DIAMOND, annotations="OpMemberDecorate %13 0 Offset 0", globals_="%13 = OpTypeStruct %5"
    )
    assert module.decorated(13)
    assert decorations(module, 13) == []


def test_a_copy_is_equal_and_independent() -> None:
    module = small(LOOP)
    block_of(module, 32).dead = True
    module.facts.add_synonym(22, 29)
    clone = copy_of(module)
    assert clone.to_bytes() == module.to_bytes()
    assert [block.id for block in clone.blocks if block.dead] == [32]
    assert clone.facts.synonymous(22, 29)
    clone.set_terminator(block_of(clone, 30), Instruction(opcodes.OpKill, 0, 0, []))
    clone.facts.add_livesafe(1)
    assert clone.to_bytes() != module.to_bytes()
    assert not module.facts.is_livesafe(1)


def test_cleared_modules_leave_nothing_for_the_collector() -> None:
    data = [code for _, code in all_modules()[:6]]
    gc.collect()
    gc.disable()
    try:
        for code in data:
            module = Module.parse(code)
            rng = Rng(7)
            for _ in range(60):
                ask_everything(module)
                rng.choose(EDITS)(module, rng)
            module.clear()
            del module
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_an_uncleared_module_does() -> None:
    gc.collect()
    gc.disable()
    try:
        module = Module.parse(all_modules()[0][1])
        assert module.blocks
        del module
        assert gc.collect() > 0
    finally:
        gc.enable()


def test_representations_are_readable() -> None:
    module = small(DIAMOND)
    assert repr(definition_of(module, 23)) == "%23 = OpIAdd %5 21 11"
    assert repr(block_of(module, 22)) == "Block %22"
    assert repr(module.functions[0]) == "Function %1"
    assert repr(definition_of(module, 23).copy()) == repr(definition_of(module, 23))


def spoil_users(module: Module) -> None:
    module.users(21).pop()


def spoil_opcodes(module: Module) -> None:
    module.by_opcode(opcodes.OpIAdd).pop()


def spoil_values(module: Module) -> None:
    module.values_of_type(5).pop()


def spoil_keys(module: Module) -> None:
    assert module._keys is not None
    module._keys.clear()


def spoil_blocks(module: Module) -> None:
    module.blocks.pop()


def spoil_back_pointer(module: Module) -> None:
    definition_of(module, 23).block = None


def spoil_global(module: Module) -> None:
    definition_of(module, 10).block = module.blocks[0]


def spoil_index(module: Module) -> None:
    block_of(module, 24).index = 0


def spoil_reachability(module: Module) -> None:
    block_of(module, 24).pre = -1


def spoil_dominator(module: Module) -> None:
    block_of(module, 26).idom = block_of(module, 24)


def spoil_interval(module: Module) -> None:
    block_of(module, 26).pre = 0


def spoil_predecessors(module: Module) -> None:
    block_of(module, 26).predecessors.pop()


def spoil_construct(module: Module) -> None:
    block_of(module, 24).construct = None


def spoil_post_dominance(module: Module) -> None:
    block_of(module, 26).exit_node().idom = block_of(module, 24).exit_node()


def spoil_post_interval(module: Module) -> None:
    block_of(module, 26).exit_node().post = 0


def spoil_inner_construct(module: Module) -> None:
    block_of(module, 24).in_continue = True


def spoil_order(module: Module) -> None:
    block_of(module, 24).order = 0


def spoil_position(module: Module) -> None:
    last = definition_of(module, 28)
    assert module.position(last) == 1
    last.position = 7


def spoil_layout(module: Module) -> None:
    module.functions[0].blocks.reverse()


def spoil_phi(module: Module) -> None:
    module.remove_phi_pair(definition_of(module, 27), 22)


def spoil_definition(module: Module) -> None:
    module.remove(definition_of(module, 25))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (spoil_users, "users of id 21"),
        (spoil_opcodes, "opcode index"),
        (spoil_values, "values by type"),
        (spoil_keys, "declared types"),
        (spoil_blocks, "list of all blocks"),
        (spoil_back_pointer, "does not point back"),
        (spoil_global, "stands outside"),
        (spoil_index, "layout index"),
        (spoil_reachability, "unreachable"),
        (spoil_dominator, "immediate dominator"),
        (spoil_interval, "no proper child"),
        (spoil_predecessors, "predecessors"),
        (spoil_construct, "instead of"),
        (spoil_post_dominance, "post-dominance: Block %26 has parent 24"),
        (spoil_post_interval, "no proper child of None"),
        (spoil_inner_construct, "instead of"),
        (spoil_order, "order that is not above"),
        (spoil_position, "position 7"),
        (spoil_layout, "layout index"),
        (spoil_phi, "names predecessors"),
        (spoil_definition, "cannot be read back"),
    ],
)
def test_the_check_finds_what_is_wrong(spoil: Callable[[Module], None], message: str) -> None:
    module = small(DIAMOND)
    ask_everything(module)
    assert contradictions(module) == []
    spoil(module)
    problems = contradictions(module)
    assert any(message in problem for problem in problems), problems


@pytest.mark.parametrize(("user", "operand"), [(28, 23), (21, 21), (27, 25)])
def test_the_check_finds_uses_that_are_not_dominated(user: int, operand: int) -> None:
    module = small(DIAMOND)
    module.set_operand(definition_of(module, user), 0, operand)
    assert any("does not dominate" in problem for problem in contradictions(module))


def test_decorations_come_and_go() -> None:
    module = small(DIAMOND)
    assert not module.decorated(21)
    decoration = Instruction(opcodes.OpDecorate, 0, 0, [21, Decoration.NO_CONTRACTION])
    module.add_decoration(decoration)
    assert module.decorated(21)
    module.set_operands(decoration, [23, Decoration.NO_CONTRACTION])
    assert not module.decorated(21)
    assert module.decorated(23)
    module.remove(decoration)
    assert not module.decorated(23)

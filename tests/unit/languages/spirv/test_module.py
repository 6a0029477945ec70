import gc

import pytest
from helpers.additions import copy_of
from helpers.corpus import all_modules
from helpers.edits import EDITS, Edit, ask_everything
from helpers.small_modules import DIAMOND, LOOP, block_of, definition_of, small
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from aberration.core.errors import InternalError
from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.blocks import is_header
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.instruction import Function, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import validate

CORPUS = all_modules()
SAMPLE = CORPUS[:: max(1, len(CORPUS) // 12)]


def nop_like(result_id: int, source: int = 10) -> Instruction:
    return Instruction(opcodes.OpCopyObject, 5, result_id, [source])


def ops_in(module: Module, label_id: int) -> list[int]:
    return [instruction.op for instruction in block_of(module, label_id).instructions]


def test_insert_and_remove_restore_the_text() -> None:
    module = small(DIAMOND)
    before = module.to_bytes()
    ask_everything(module)
    before_it = definition_of(module, 21)
    module.insert(block_of(module, 20), module.position(before_it) + 1, nop_like(40, 21))
    module.insert(block_of(module, 22), 0, nop_like(41, 40))
    assert module.position(definition_of(module, 41)) == 0
    assert contradictions(module) == []
    module.remove(definition_of(module, 41))
    module.remove(definition_of(module, 40))
    assert contradictions(module) == []
    module.bound = 29
    assert module.to_bytes() == before


def test_several_take_the_place_of_one() -> None:
    module = small(DIAMOND)
    old = definition_of(module, 21)
    block, before = block_of(module, 20), module.position(old)
    first, last = Instruction(old.op, old.type_id, 90, list(old.ops)), old.copy()
    module.replace(old, first, last)
    assert block.instructions[before : before + 2] == [first, last]
    assert old.block is None
    assert module.definition(21) is last
    second, third = (Instruction(opcodes.OpNop, 0, 0, []) for _ in range(2))
    module.insert_before(last, second, third)
    assert block.instructions[before : before + 4] == [first, second, third, last]


def test_what_cannot_be_removed_or_anchored() -> None:
    module = small(DIAMOND)
    entry = block_of(module, 20)
    for instruction in (entry.label, entry.terminator):
        with pytest.raises(InternalError, match="can be removed alone"):
            module.remove(instruction)
    with pytest.raises(InternalError, match="neither in a block"):
        module.remove(nop_like(77))
    with pytest.raises(InternalError, match="in no block"):
        module.insert_before(definition_of(module, 10), nop_like(77))
    with pytest.raises(InternalError, match="no place to split"):
        module.split(entry.label, 77)
    with pytest.raises(InternalError, match="in no block"):
        module.move(definition_of(module, 10), entry, 0)


def test_operands_change_hands() -> None:
    module = small(DIAMOND)
    product = definition_of(module, 25)
    module.set_operand(product, 0, 11)
    assert product.ops == [11, 21]
    assert product in module.users(11)
    assert module.users(21).count(product) == 1
    module.set_operand(product, 0, 11)
    module.set_operands(product, [10, 10])
    assert module.users(10).count(product) == 2
    assert contradictions(module) == []


def test_a_literal_operand_changes_no_users() -> None:
    module = small(DIAMOND, annotations="OpDecorate %21 Location 4")
    (decoration,) = module.by_opcode(opcodes.OpDecorate)
    module.set_operand(decoration, 2, 5)
    assert module.users(5) == [definition_of(module, 12)]
    (merge,) = module.by_opcode(opcodes.OpSelectionMerge)
    module.set_operand(merge, 1, 2)
    assert contradictions(module) == []


def test_a_branch_operand_changes_the_graph() -> None:
    module = small(DIAMOND)
    ask_everything(module)
    module.set_operand(block_of(module, 20).terminator, 1, 24)
    assert not module.reachable(block_of(module, 22))
    assert [p.id for p in module.predecessors(block_of(module, 26))] == [22, 24]
    assert contradictions(module) == []


def test_all_uses_are_replaced() -> None:
    module = small(DIAMOND, annotations='OpName %21 "x"')
    module.replace_uses(21, 10)
    assert module.users(21) == []
    assert definition_of(module, 25).ops == [10, 10]
    assert contradictions(module) == []


def test_one_instruction_has_its_uses_replaced() -> None:
    module = small(DIAMOND)
    ask_everything(module)
    module.replace_in(definition_of(module, 25), 21, 10)
    assert definition_of(module, 25).ops == [10, 10]
    assert definition_of(module, 23).ops == [21, 11]
    module.replace_in(block_of(module, 20).terminator, 22, 24)
    assert not module.reachable(block_of(module, 22))
    (merge,) = module.by_opcode(opcodes.OpSelectionMerge)
    module.replace_in(merge, 0, 11)
    assert merge.ops == [26, 0]
    module.replace_in(merge, 26, 24)
    assert merge.ops == [24, 0]
    assert contradictions(module) == []


def test_move() -> None:
    module = small(DIAMOND)
    ask_everything(module)
    module.move(definition_of(module, 23), block_of(module, 20), 1)
    assert definition_of(module, 23).block is block_of(module, 20)
    assert module.position(definition_of(module, 23)) == 1
    assert contradictions(module) == []


def test_split_renames_phis_and_moves_the_merge() -> None:
    module = small(DIAMOND)
    ask_everything(module)
    block_of(module, 22).dead = True
    lower = module.split(definition_of(module, 23), 40)
    assert lower.dead
    assert definition_of(module, 27).ops == [23, 40, 25, 24]
    assert ops_in(module, 22) == [opcodes.OpBranch]
    assert [block.id for block in lower.function.blocks] == [20, 22, 40, 24, 26]
    header = module.split(block_of(module, 20).instructions[1], 41)
    assert is_header(header)
    assert not is_header(block_of(module, 20))
    assert contradictions(module) == []


def test_split_before_a_phi_with_one_pair() -> None:
    module = small("%20 = OpLabel\nOpBranch %21\n%21 = OpLabel\n%22 = OpPhi %5 %10 %20\nOpReturn")
    module.split(definition_of(module, 22), 40)
    assert definition_of(module, 22).ops == [10, 21]
    assert contradictions(module) == []


def test_split_of_a_block_that_branches_to_itself() -> None:
    module = small(
        "%20 = OpLabel\nOpBranch %21\n%21 = OpLabel\n%22 = OpPhi %5 %10 %20 %23 %21\n"
        "%23 = OpIAdd %5 %22 %11\nOpLoopMerge %24 %21 None\nOpBranchConditional %8 %21 %24\n"
        "%24 = OpLabel\nOpReturn"
    )
    ask_everything(module)
    module.split(block_of(module, 21).instructions[2], 40)
    assert definition_of(module, 22).ops == [10, 20, 23, 40]
    assert [p.id for p in module.predecessors(block_of(module, 21))] == [20, 40]
    assert contradictions(module) == []


def test_joining_undoes_a_split() -> None:
    module = small(DIAMOND)
    before = module.to_bytes()
    for place in (23, 21, 28):
        ask_everything(module)
        split = definition_of(module, place)
        upper = split.block
        assert upper is not None
        lower = module.split(split, 40)
        ask_everything(module)
        module.join(upper, lower)
        assert module.block(40) is None
        assert split.block is upper
        assert contradictions(module) == []
        module.bound = 29
        assert module.to_bytes() == before


def test_phi_pairs() -> None:
    module = small(DIAMOND)
    phi = definition_of(module, 27)
    module.add_phi_pair(phi, 10, 20)
    assert phi.ops == [23, 22, 25, 24, 10, 20]
    module.remove_phi_pair(phi, 22)
    module.remove_phi_pair(phi, 99)
    assert phi.ops == [25, 24, 10, 20]
    assert phi not in module.users(23)
    assert phi in module.users(10)


def test_blocks_come_and_go() -> None:
    module = small(LOOP)
    ask_everything(module)
    before = module.to_bytes()
    function = module.functions[0]
    first = new_block(function, 40, [Instruction(opcodes.OpBranch, 0, 0, [41])])
    second = new_block(function, 41, [nop_like(42), Instruction(opcodes.OpReturn, 0, 0, [])])
    module.insert_blocks(function, 9, [first, second])
    assert contradictions(module) == []
    module.remove_blocks([first, second])
    assert contradictions(module) == []
    module.bound = 34
    assert module.to_bytes() == before


def test_blocks_move_in_the_layout() -> None:
    module = small(LOOP)
    ask_everything(module)
    function = module.functions[0]
    module.move_blocks(block_of(module, 23), [block_of(module, label) for label in (26, 25)])
    assert [block.id for block in function.blocks] == [20, 21, 23, 26, 25, 32, 33, 27, 28, 30]
    assert [block.id for block in module.predecessors(block_of(module, 30))] == [25, 28]
    assert contradictions(module) == []


def test_functions_come_and_parameters_go() -> None:
    module = small(DIAMOND, globals_="%13 = OpTypeFunction %2 %5")
    ask_everything(module)
    function = Function(Instruction(opcodes.OpFunction, 2, 40, [0, 13]), [], [])
    function.blocks.append(new_block(function, 41, [Instruction(opcodes.OpReturn, 0, 0, [])]))
    module.add_function(function)
    module.add_parameter(function, Instruction(opcodes.OpFunctionParameter, 5, 42, []))
    assert module.function(40) is function
    assert contradictions(module) == []
    module.remove_parameter(function, function.parameters[0])
    assert function.parameters == []
    assert contradictions(module) == []


def test_functions_and_parameters_change_places() -> None:
    module = small(
        DIAMOND,
        annotations='%14 = OpString "a"',
        globals_="%13 = OpTypeFunction %2 %5 %5",
        functions="%40 = OpFunction %2 None %13\n%41 = OpFunctionParameter %5\nOpLine %14 1 1\n"
        "%42 = OpFunctionParameter %5\n%43 = OpLabel\nOpReturn\nOpFunctionEnd",
    )
    ask_everything(module)
    main, other = module.functions
    module.swap_functions(main, other)
    module.order_parameters(other, other.parameters[::-1])
    assert [function.id for function in module.functions] == [40, 1]
    assert [parameter.result_id for parameter in other.parameters] == [42, 41]
    assert contradictions(module) == []
    module.remove_parameter(other, other.parameters[0])
    assert module.users(14) == []
    assert contradictions(module) == []


def test_removed_blocks_take_their_debug_lines_along() -> None:
    module = small(
        "OpLine %13 1 1\n%20 = OpLabel\nOpBranch %21\nOpLine %13 2 1\n%21 = OpLabel\nOpReturn",
        annotations='%13 = OpString "a"',
    )
    assert len(module.users(13)) == 2
    module.set_terminator(block_of(module, 20), Instruction(opcodes.OpReturn, 0, 0, []))
    module.remove_blocks([block_of(module, 21)])
    assert len(module.users(13)) == 1
    assert contradictions(module) == []


@pytest.mark.parametrize(("name", "data"), SAMPLE, ids=[name for name, _ in SAMPLE])
def test_random_edits_keep_everything_exact_and_the_module_valid(name: str, data: bytes) -> None:
    module = Module.parse(data)
    rng = Rng.of(1, name)
    for step in range(120):
        if rng.below(3) == 0:
            ask_everything(module)
        edit = rng.choose(EDITS)
        if edit(module, rng):
            assert contradictions(module) == [], f"after {edit.__name__}, step {step}"
    assert validate(module.to_bytes()) is None


class AnyEdits(RuleBasedStateMachine):
    """Edits in any order, with questions in between; nothing may differ from the text after any
    of them.
    """

    module: Module

    @initialize(which=st.integers(0, len(CORPUS) - 1))
    def start(self, which: int) -> None:
        self.module = Module.parse(CORPUS[which][1])

    @rule(edit=st.sampled_from(EDITS), seed=st.integers(1, 1 << 40))
    def edit(self, edit: Edit, seed: int) -> None:
        rng = Rng(seed)
        for _ in range(20):
            if edit(self.module, rng):
                return

    @rule()
    def ask(self) -> None:
        ask_everything(self.module)

    @invariant()
    def all_agrees_with_the_text(self) -> None:
        if hasattr(self, "module"):
            assert contradictions(self.module) == []

    def teardown(self) -> None:
        if hasattr(self, "module"):
            assert validate(self.module.to_bytes()) is None


TestAnyEdits = AnyEdits.TestCase
TestAnyEdits.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)


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

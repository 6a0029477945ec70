"""Random edits of a module that keep it valid, each made of the module's editing functions only."""

from __future__ import annotations

from collections.abc import Callable

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.availability import (
    available_at_use,
    available_before,
    insertable,
    phi_ids_fit,
)
from aberration.languages.spirv.blocks import (
    is_continue_target,
    is_header,
    is_loop_header,
    is_merge_block,
    last_insertion_point,
    merge_instruction,
    phis,
)
from aberration.languages.spirv.constructs import construct_header, in_continue, loop_header
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Block, Function, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.new_terminators import keeps_dominance_with
from aberration.languages.spirv.place import can_replace

Edit = Callable[[Module, Rng], bool]


def any_block(module: Module, rng: Rng) -> Block:
    return rng.choose(module.blocks)


def constant_bool(module: Module) -> int:
    """Return the id of OpConstantTrue, declared if need be."""
    bool_type = module.find(opcodes.OpTypeBool, 0)
    if not bool_type:
        bool_type = module.fresh_id()
        module.append_global(Instruction(opcodes.OpTypeBool, 0, bool_type, []))
    found = module.find(opcodes.OpConstantTrue, bool_type)
    if not found:
        found = module.fresh_id()
        module.append_global(Instruction(opcodes.OpConstantTrue, bool_type, found, []))
    return found


def split_block(module: Module, rng: Rng) -> bool:
    block = any_block(module, rng)
    target = rng.choose(block.instructions)
    position = module.position(target)
    after_merge = position > 0 and block.instructions[position - 1] is merge_instruction(block)
    if is_loop_header(block) or after_merge or target.op in (opcodes.OpVariable, opcodes.OpPhi):
        return False
    if any(instruction.op == opcodes.OpSampledImage for instruction in block.instructions):
        return False
    module.split(target, module.fresh_id())
    return True


def join_blocks(module: Module, rng: Rng) -> bool:
    lower = any_block(module, rng)
    before = module.predecessors(lower)
    if len(before) != 1 or before[0].terminator.op != opcodes.OpBranch or is_header(before[0]):
        return False
    if before[0] is lower or phis(lower) or before[0].dead != lower.dead:
        return False
    if is_merge_block(module, lower) or is_continue_target(module, lower):
        return False
    for user in list(module.users(lower.id)):
        if user.op == opcodes.OpName:
            module.remove(user)
    module.join(before[0], lower)
    return True


def add_dead_block(module: Module, rng: Rng) -> bool:
    block = any_block(module, rng)
    if block.terminator.op != opcodes.OpBranch or is_header(block) or not module.reachable(block):
        return False
    (successor,) = module.successors(block)
    taken = is_merge_block(module, successor) or is_continue_target(module, successor)
    if taken or is_loop_header(successor) or not module.dominates(block, successor):
        return False
    condition = constant_bool(module)
    dead = new_block(block.function, module.fresh_id(), [branch(successor.id)], dead=True)
    for phi in phis(successor):
        module.add_phi_pair(phi, phi.ops[phi.ops.index(block.id) - 1], dead.id)
    module.insert_block(block.function, module.layout_index(block) + 1, dead)
    module.add_merge(block, Instruction(opcodes.OpSelectionMerge, 0, 0, [successor.id, 0]))
    ends = [condition, successor.id, dead.id]
    module.set_terminator(block, Instruction(opcodes.OpBranchConditional, 0, 0, ends))
    return True


def branch(target_id: int) -> Instruction:
    return Instruction(opcodes.OpBranch, 0, 0, [target_id])


def add_dead_edge(module: Module, rng: Rng) -> bool:
    """A break out of the construct around a block, or a continue of its loop."""
    block = any_block(module, rng)
    if block.terminator.op != opcodes.OpBranch or in_continue(module, block) or is_header(block):
        return False
    header = construct_header(module, block)
    merge = None if header is None else merge_instruction(header)
    if merge is None or loop_header(module, block) not in (None, header):
        return False
    target = module.block(
        rng.choose(merge.ops[:2] if merge.op == opcodes.OpLoopMerge else merge.ops[:1])
    )
    if target is None or not module.reachable(target):
        return False
    is_new = target not in module.successors(block)
    block_phis = phis(target) if is_new else []
    values = [value_for(module, phi, block) for phi in block_phis]
    condition = constant_bool(module)
    terminator = Instruction(
        opcodes.OpBranchConditional, 0, 0, [condition, block.terminator.ops[0], target.id]
    )
    if not phi_ids_fit(module, block, target, values) or not keeps_dominance_with(
        module, block, terminator
    ):
        return False
    for phi, value in zip(block_phis, values, strict=True):
        module.add_phi_pair(phi, value, block.id)
    module.set_terminator(block, terminator)
    return True


def value_for(module: Module, phi: Instruction, block: Block) -> int:
    for value in sorted(module.values_of_type(phi.type_id)):
        if available_before(module, value, block.terminator):
            return value
    return 0


def remove_dead_edge(module: Module, rng: Rng) -> bool:
    block = any_block(module, rng)
    end = block.terminator
    if (
        end.op != opcodes.OpBranchConditional
        or end.ops[0] != constant_bool(module)
        or end.ops[1] == end.ops[2]
    ):
        return False
    lost = module.block(end.ops[2])
    if lost is None or is_header(block) or len(module.predecessors(lost)) < 2:
        return False
    if not keeps_dominance_with(module, block, branch(end.ops[1])):
        return False
    for phi in phis(lost):
        module.remove_phi_pair(phi, block.id)
    module.set_terminator(block, branch(end.ops[1]))
    return True


def copy_object(module: Module, rng: Rng) -> bool:
    block = any_block(module, rng)
    anchor = rng.choose(block.instructions)
    source = rng.choose(module.blocks)
    value = rng.choose(source.instructions).result_id
    type_id = module.type_of(value)
    if (
        not type_id
        or types.is_void(module, type_id)
        or types.op_of(module, type_id) == opcodes.OpTypeSampledImage
    ):
        return False
    if not insertable(module, opcodes.OpCopyObject, anchor) or not available_before(
        module, value, anchor
    ):
        return False
    copy = Instruction(opcodes.OpCopyObject, type_id, module.fresh_id(), [value])
    module.insert_before(anchor, copy)
    module.facts.add_synonym(value, copy.result_id)
    return True


def replace_by_copy(module: Module, rng: Rng) -> bool:
    if not module.facts.synonym_ids:
        return False
    value = rng.choose(module.facts.synonym_ids)
    for user in list(module.users(value)):
        for k in module.id_positions(user):
            for other in module.facts.synonyms(value):
                here = user.ops[k] == value != other and can_replace(module, user, k)
                if here and module.definition(other) and available_at_use(module, other, user, k):
                    module.set_operand(user, k, other)
                    return True
    return False


def remove_unused_copy(module: Module, rng: Rng) -> bool:
    copies = module.by_opcode(opcodes.OpCopyObject)
    if not copies:
        return False
    copy = rng.choose(copies)
    if module.users(copy.result_id):
        return False
    module.remove(copy)
    return True


def declare_constant(module: Module, rng: Rng) -> bool:
    int_type = module.find(opcodes.OpTypeInt, 0, 32, 0)
    if not int_type:
        int_type = module.fresh_id()
        module.append_global(Instruction(opcodes.OpTypeInt, 0, int_type, [32, 0]))
    module.append_global(
        Instruction(opcodes.OpConstant, int_type, module.fresh_id(), [rng.below(4)])
    )
    return True


def remove_unused_constant(module: Module, rng: Rng) -> bool:
    constants = module.by_opcode(opcodes.OpConstant)
    if not constants:
        return False
    constant = rng.choose(constants)
    if module.users(constant.result_id):
        return False
    module.remove(constant)
    return True


def swap_layout(module: Module, rng: Rng) -> bool:
    block = any_block(module, rng)
    index = module.layout_index(block)
    if index == 0 or index + 1 == len(block.function.blocks) or not module.reachable(block):
        return False
    if module.dominates(block, block.function.blocks[index + 1]):
        return False
    module.swap_blocks(block.function, index)
    return True


def swap_targets(module: Module, rng: Rng) -> bool:
    end = any_block(module, rng).terminator
    if (
        end.op != opcodes.OpBranchConditional
        or end.block is None
        or end.ops[0] == constant_bool(module)
    ):
        return False
    bool_type = module.type_of(end.ops[0])
    negated = Instruction(opcodes.OpLogicalNot, bool_type, module.fresh_id(), [end.ops[0]])
    module.insert_before(last_insertion_point(end.block), negated)
    module.set_operands(end, [negated.result_id, end.ops[2], end.ops[1]])
    return True


def decorate(module: Module, rng: Rng) -> bool:
    value = rng.choose(any_block(module, rng).instructions)
    if value.op != opcodes.OpFAdd or module.is_decorated(value.result_id):
        return False
    words = [value.result_id, Decoration.NO_CONTRACTION]
    module.add_decoration(Instruction(opcodes.OpDecorate, 0, 0, words))
    return True


def add_empty_function(module: Module, rng: Rng) -> bool:
    void = module.find(opcodes.OpTypeVoid, 0)
    kind = module.find(opcodes.OpTypeFunction, 0, void)
    if not kind or rng.below(4):
        return False
    function = Function(Instruction(opcodes.OpFunction, void, module.fresh_id(), [0, kind]), [], [])
    label = module.fresh_id()
    function.blocks.append(new_block(function, label, [Instruction(opcodes.OpReturn, 0, 0, [])]))
    module.add_function(function)
    return True


EDITS: tuple[Edit, ...] = (
    split_block,
    join_blocks,
    add_dead_block,
    add_dead_edge,
    remove_dead_edge,
    copy_object,
    replace_by_copy,
    remove_unused_copy,
    declare_constant,
    remove_unused_constant,
    swap_layout,
    swap_targets,
    decorate,
    add_empty_function,
)


def ask_everything(module: Module) -> None:
    """Make every lazy index and analysis valid, so that the edits after this have to patch them."""
    module.by_opcode(0)
    module.values_of_type(0)
    module.find(0, 0)
    module.is_decorated(0)
    for block in module.blocks:
        module.predecessors(block)
        module.reachable(block)
        module.post_dominates(block, block)
        construct_header(module, block)
        module.layout_index(block)

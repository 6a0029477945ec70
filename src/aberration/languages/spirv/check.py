"""Debug check: does everything a module keeps agree with its own text?

The text is read back into a second module, whose indexes and analyses are new; both are compared,
and the text itself is checked for rules that editing breaks easily. Cost: a full traversal.
"""

from __future__ import annotations

from aberration.core.errors import MalformedModule

from . import opcodes
from .blocks import phis
from .constructs import construct_header, in_continue, loop_header, switch_header
from .dominators import dominates
from .instruction import Block, Function, Instruction
from .module import Module


def contradictions(module: Module) -> list[str]:
    """Return everything that contradicts the text of the module; for tests and debugging, slow."""
    try:
        fresh = Module.parse(module.to_bytes())
    except MalformedModule as error:
        return [f"the text cannot be read back: {error}"]
    problems = _check_ids(module, fresh)
    problems += _check_indexes(module, fresh)
    problems += _check_blocks(module)
    if problems:
        return problems
    for function, other in zip(module.functions, fresh.functions, strict=True):
        problems += _check_analyses(function, fresh, other)
        problems += _check_rules(fresh, other)
    return problems


def _ordinals(instructions: list[Instruction]) -> dict[int, int]:
    return {id(instruction): place for place, instruction in enumerate(instructions)}


def _check_ids(module: Module, fresh: Module) -> list[str]:
    here, there = _ordinals(module.all_instructions()), _ordinals(fresh.all_instructions())
    problems: list[str] = []
    for used in range(1, max(len(module._users), fresh.bound)):
        known, expected = module.definition(used), fresh.definition(used)
        if here.get(id(known)) != there.get(id(expected)):
            problems.append(f"definition of id {used} is {known!r}, the text has {expected!r}")
        uses = [here.get(id(user), -1) for user in module.users(used)]
        if sorted(uses) != sorted(there[id(user)] for user in fresh.users(used)):
            problems.append(
                f"users of id {used} are {module.users(used)}, the text has {fresh.users(used)}"
            )
    return problems


def _check_indexes(module: Module, fresh: Module) -> list[str]:
    problems: list[str] = []
    if module._by_opcode is not None:
        fresh.by_opcode(0)
        counts = {op: len(known) for op, known in module._by_opcode.items() if known}
        expected = {op: len(known) for op, known in (fresh._by_opcode or {}).items()}
        if counts != expected:
            problems.append("the opcode index does not agree with the text")
        alive = {id(instruction) for instruction in module.all_instructions()}
        gone = [x for known in module._by_opcode.values() for x in known if id(x) not in alive]
        problems += [f"the opcode index lists {x!r}, which is gone" for x in gone]
    if module._by_type is not None:
        fresh.values_of_type(0)
        values = {type_id: sorted(known) for type_id, known in module._by_type.items() if known}
        if values != {type_id: sorted(known) for type_id, known in (fresh._by_type or {}).items()}:
            problems.append("the index of values by type does not agree with the text")
    if module._decorated is not None:
        fresh.is_decorated(0)
        if module._decorated != fresh._decorated:
            problems.append("the set of decorated ids does not agree with the text")
    if module._keys is not None:
        fresh.find(0, 0)
        if module._keys != fresh._keys:
            problems.append(
                "the table of declared types and constants does not agree with the text"
            )
    return problems


def _check_blocks(module: Module) -> list[str]:
    problems: list[str] = []
    expected = [block for function in module.functions for block in function.blocks]
    if sorted(map(id, expected)) != sorted(map(id, module.blocks)):
        problems.append("the list of all blocks does not agree with the functions")
    for function in module.functions:
        for index, block in enumerate(function.blocks):
            if block.function is not function or block.label.block is not block:
                problems.append(f"{block} does not point back to its function or label")
            if function.layout_valid and block.index != index:
                problems.append(f"{block} has layout index {block.index} instead of {index}")
            if function.order_valid and index and function.blocks[index - 1].order >= block.order:
                problems.append(
                    f"{block} has an order that is not above that of the block before it"
                )
            problems += _check_back_pointers(block)
    outside = [
        *module.preamble,
        *module.globals,
        *(p for f in module.functions for p in f.parameters),
    ]
    problems += [
        f"{instruction!r} stands outside but points to a block"
        for instruction in outside
        if instruction.block
    ]
    return problems


def _check_back_pointers(block: Block) -> list[str]:
    problems: list[str] = []
    for position, instruction in enumerate(block.instructions):
        if instruction.block is not block:
            problems.append(f"{instruction!r} does not point back to {block}")
        if block.positions_valid and instruction.position != position:
            problems.append(
                f"{instruction!r} has position {instruction.position} instead of {position}"
            )
    return problems


# ---- patched analyses against new ones


def _check_analyses(function: Function, fresh: Module, other: Function) -> list[str]:
    problems: list[str] = []
    for block, twin in zip(function.blocks, other.blocks, strict=True):
        if function.predecessors_valid:
            ids = [each.label.result_id for each in block.predecessors]
            expected = [each.label.result_id for each in fresh.predecessors(twin)]
            same = ids == expected if block.predecessors_sorted else sorted(ids) == sorted(expected)
            if not same:
                problems.append(f"{block} has predecessors {ids} instead of {expected}")
        if function.dominators_valid:
            problems += _check_dominator(fresh, block, twin)
        if function.constructs_valid and _construct(fresh, block) != _construct(fresh, twin):
            problems.append(
                f"{block} is in {_construct(fresh, block)} instead of {_construct(fresh, twin)}"
            )
    if function.post_dominators_valid and function.blocks:
        fresh.post_dominates(other.blocks[0], other.blocks[0])
        problems += _check_exits(function, other)
    return problems


def _check_exits(function: Function, other: Function) -> list[str]:
    """The post-dominator tree: parents as in a new one, and intervals that follow them."""
    problems: list[str] = []
    for block, twin in zip(function.blocks, other.blocks, strict=True):
        known, expected = _exit_parent(block), _exit_parent(twin)
        if known != expected:
            problems.append(f"post-dominance: {block} has parent {known} instead of {expected}")
    nodes = [function.exits, *(block.exits for block in function.blocks if block.exits is not None)]
    for node in nodes:
        clock = node.pre
        for child in node.children if node.pre != -1 else ():
            if child.idom is not node or not clock < child.pre < child.post < node.post:
                problems.append(f"post-dominance: {child.block} is no proper child of {node.block}")
            clock = child.post
    return problems


def _exit_parent(block: Block) -> int:
    """Return the immediate post-dominator by id: 0 for the virtual exit, -1 where no exit is
    reached.
    """
    node = block.exits
    if node is None or node.pre == -1 or node.idom is None:
        return -1
    return 0 if node.idom.block is None else node.idom.block.label.result_id


def _construct(fresh: Module, block: Block) -> tuple[list[int], int, int, bool]:
    """Return the headers of the constructs around a block, the innermost first, its loop's, its
    switch's, and whether it is in the continue construct.
    """
    construct_header(fresh, block)
    around: list[int] = []
    construct = block.construct
    while construct is not None and len(around) < len(block.function.blocks):
        around.append(construct.header.label.result_id)
        construct = construct.parent
    loop, switch = loop_header(fresh, block), switch_header(fresh, block)
    loop_id = 0 if loop is None else loop.label.result_id
    return (
        around,
        loop_id,
        0 if switch is None else switch.label.result_id,
        in_continue(fresh, block),
    )


def _check_dominator(fresh: Module, block: Block, twin: Block) -> list[str]:
    if fresh.reachable(twin) != (block.pre != -1):
        return [f"{block} is wrongly taken as {'unreachable' if block.pre == -1 else 'reachable'}"]
    if block.pre == -1:
        return []
    idom = 0 if block.idom is None else block.idom.label.result_id
    expected = 0 if twin.idom is None else twin.idom.label.result_id
    if idom != expected:
        return [f"{block} has immediate dominator {idom} instead of {expected}"]
    clock = block.pre
    for child in block.children:
        if child.idom is not block or not clock < child.pre < child.post < block.post:
            return [f"{child} is no proper child of {block}"]
        clock = child.post
    return []


# ---- rules of the text


def _check_rules(fresh: Module, function: Function) -> list[str]:
    problems: list[str] = []
    for block in function.blocks:
        for phi in phis(block):
            named = sorted(phi.ops[1::2])
            expected = sorted(
                predecessor.label.result_id for predecessor in fresh.predecessors(block)
            )
            if named != expected:
                problems.append(f"{phi!r} names predecessors {named} instead of {expected}")
        if not fresh.reachable(block):
            continue
        if block.idom is not None and fresh.layout_index(block.idom) > fresh.layout_index(block):
            problems.append(f"{block} stands before its immediate dominator {block.idom}")
        for instruction in block.instructions:
            problems += _check_uses(fresh, block, instruction)
    return problems


def _check_uses(fresh: Module, block: Block, instruction: Instruction) -> list[str]:
    problems: list[str] = []
    is_phi = instruction.op == opcodes.OpPhi
    for k in fresh.id_positions(instruction):
        definition = fresh.definition(instruction.ops[k])
        if definition is None or definition.op == opcodes.OpLabel or definition.block is None:
            continue
        place = fresh.block(instruction.ops[k + 1]) if is_phi else block
        if place is None or (is_phi and place.pre == -1):
            continue
        if definition.block is place and not is_phi:
            dominated = fresh.position(definition) < fresh.position(instruction)
        else:
            dominated = definition.block.pre != -1 and dominates(definition.block, place)
        if not dominated:
            problems.append(
                f"{instruction!r} in {block} uses {definition!r}, which does not dominate it"
            )
    return problems

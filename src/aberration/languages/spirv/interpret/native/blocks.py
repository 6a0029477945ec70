"""Blocks as labels: their instructions, the values that edges carry, and where they go."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.grammar import NAME
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.interpret.blocks import SKIPPED, phis_of
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.types import pointee

from .cells import Cell
from .costs import Costs
from .notes import note, trace
from .places import copy_cells, store_value
from .probes import write_probes
from .rounds import count_round, declare_rounds
from .table import TABLE
from .writer import Aggregate, NativeWriter


def write_blocks(w: NativeWriter, costs: Costs) -> None:
    """Write all blocks of a function."""
    declare_rounds(w)
    for block in w.blocks:
        for found in block.instructions:
            if found.op != opcodes.OpPhi:
                continue
            if pointee(w.module, found.type_id):
                raise refuse("a phi of pointers", found)
            if w.is_flat(found.result_id):
                w.results(found, local=False)
            else:
                w.place_for(found)
    for block in w.blocks:
        _block(w, block, costs)


def _block(w: NativeWriter, block: Block, costs: Costs) -> None:
    outer, w.lines = w.lines, []
    w.local = []
    # The variables of the entry live as long as the function does, whatever block declares them.
    w.in_block = True
    for result_id, _ in phis_of(block):
        trace(w, result_id)
    for at, found in enumerate(block.instructions[:-1]):
        write_probes(w, block, at)
        instruction(w, found)
    write_probes(w, block, len(block.instructions) - 1)
    w.origin = block.terminator
    _terminator(w, block, block.terminator, costs)
    outer.append(f"B{block.id}: {{")
    outer += w.local
    outer += w.lines
    outer.append("}")
    w.lines, w.in_block = outer, False


def instruction(w: NativeWriter, found: Instruction) -> None:
    """Write one instruction that is no terminator."""
    if found.op in SKIPPED:
        return
    w.origin = found
    write = TABLE.get(found.op)
    if write is None:
        raise refuse(NAME[found.op] or f"opcode {found.op}", found)
    write(w, found)
    note(w, found)


def _terminator(w: NativeWriter, block: Block, found: Instruction, costs: Costs) -> None:
    op, ops = found.op, found.ops
    if op == opcodes.OpBranch:
        _go(w, block, ops[0], costs)
    elif op == opcodes.OpBranchConditional:
        _conditional(w, block, found, costs)
    elif op == opcodes.OpSwitch:
        _switch(w, block, found, costs)
    elif op == opcodes.OpReturn:
        w.put("return;")
    elif op == opcodes.OpReturnValue:
        _return(w, ops[0])
    elif op in (opcodes.OpKill, opcodes.OpTerminateInvocation):
        w.put(f"stop(KILLED, {w.site}); return;")
    elif op == opcodes.OpUnreachable:
        w.put(f"TRAP(UNREACHABLE, {w.site}) return;")
    else:
        raise refuse(NAME[op] or f"opcode {op}", found)


def _return(w: NativeWriter, value_id: int) -> None:
    if not w.is_flat(value_id):
        whole, count = w.aggregate(value_id), w.count_of(value_id)
        if count:
            copy_cells(w, "r", whole, count)
        w.put("return;")
        return
    loose = w.is_loose(w.function.id)
    flagged = w.function.id in w.unit.flagged_results
    for k, (cell, leaf) in enumerate(
        zip(w.cells(value_id), w.leaves.of(w.module.type_of(value_id)), strict=True)
    ):
        given = w.as_loose(cell, leaf.width) if loose else cell
        w.put(f"*r{k} = {given.text};")
        if flagged:
            w.put(f"*r{k}k = {cell.flag or '1'};")
    w.put("return;")


def _conditional(w: NativeWriter, block: Block, found: Instruction, costs: Costs) -> None:
    condition = w.operand_cells(found.ops[0])[0]
    # Each invocation reports for itself what the chosen one of its subgroup reports for all.
    if found.ops[1] == found.ops[2] or block.id in w.unit.elected:
        _go(w, block, found.ops[1], costs)
        return
    test = f"DECIDE({condition.text}, {w.site})" if condition.kind == "E" else condition.text
    w.put(f"if ({test}) {{")
    _go(w, block, found.ops[1], costs)
    w.put("} else {")
    _go(w, block, found.ops[2], costs)
    w.put("}")


def _switch(w: NativeWriter, block: Block, found: Instruction, costs: Costs) -> None:
    selector = w.operand_cells(found.ops[0])[0]
    words, width = w.module.selector_words(found), w.leaf_of(found.ops[0]).width
    cases: dict[int, list[int]] = {}
    seen: set[int] = set()
    for at in range(2, len(found.ops), words + 1):
        value = found.ops[at] | (found.ops[at + 1] << 32 if words == 2 else 0)
        value &= (1 << width) - 1
        if value not in seen and found.ops[at + words] != found.ops[1]:
            cases.setdefault(found.ops[at + words], []).append(value)
        seen.add(value)
    text = f"DECIDE_J({selector.text}, {w.site})" if selector.kind == "J" else selector.text
    suffix = "ull" if width > 32 else "u"
    w.put(f"switch ({text}) {{")
    for target_id, values in cases.items():
        w.put(" ".join(f"case {value}{suffix}:" for value in values) + " {")
        _go(w, block, target_id, costs)
        w.put("}")
    w.put("default: {")
    _go(w, block, found.ops[1], costs)
    w.put("} }")


def _go(w: NativeWriter, block: Block, target_id: int, costs: Costs) -> None:
    """Take an edge."""
    target = w.module.block(target_id)
    if target is None:
        raise refuse(f"a branch to %{target_id}")
    _edge(w, block, target)
    count_round(w, block, target)
    cost = costs.of_edge(block, target)
    if cost:
        w.put(f"TURN({cost}, {w.unit.site(costs.loop_of(target))})")
    w.put(f"goto B{target_id};")


def _edge(w: NativeWriter, block: Block, target: Block) -> None:
    """Assign the phis of a block for an edge into it, all at once."""
    pairs: list[tuple[Cell, Cell, int]] = []
    wholes: list[tuple[int, int]] = []
    for result_id, sources in phis_of(target):
        source = sources[block.id]
        if not w.is_flat(result_id):
            wholes.append((result_id, source))
            continue
        leaves = w.leaves.of(w.module.type_of(result_id))
        for cell, given, leaf in zip(w.values[result_id], w.cells(source), leaves, strict=True):
            if cell.text != given.text:
                pairs.append((cell, given, leaf.width))
    _assign(w, pairs)
    _assign_wholes(w, wholes)


def _assign(w: NativeWriter, pairs: list[tuple[Cell, Cell, int]]) -> None:
    """Copy leaves; those that others still need are put aside first."""
    changed = {cell.text for cell, _, _ in pairs[:-1]}
    aside: list[tuple[Cell, Cell, int]] = []
    for target, source, width in pairs:
        if source.text in changed:
            kept = Cell(
                w.temporary(source.kind), source.kind, f"{w.temporary('B')}" if source.flag else ""
            )
            w.copy(kept, source, width)
            aside.append((target, kept, width))
        else:
            aside.append((target, source, width))
    for target, source, width in aside:
        w.copy(target, source, width)


def _assign_wholes(w: NativeWriter, wholes: list[tuple[int, int]]) -> None:
    if len(wholes) == 1:
        result_id, source = wholes[0]
        store_value(w, w.aggregates[result_id].place, source)
        return
    kept = []
    for result_id, source in wholes:
        count = w.count_of(result_id)
        place = str(w.unit.allocate(count))
        store_value(w, place, source)
        kept.append((result_id, Aggregate("m", place), count))
    for result_id, aside, count in kept:
        if count:
            copy_cells(w, w.aggregates[result_id].place, aside, count)

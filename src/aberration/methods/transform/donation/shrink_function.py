"""Propose smaller forms of a function that was added (catalogue, section 5.3), the greatest cuts
first.

Each proposal is a legal function again wherever the old one was: values are replaced by ones of the
same type that are available there, and control flow is only ever cut off. Nothing new is referred
to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.grammar import TERMINATORS, id_positions
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.methods.transform.donation.function_text import Line, build, lines_of

KEPT: Final = frozenset(
    (o.OpLabel, o.OpFunction, o.OpFunctionParameter, o.OpSelectionMerge, o.OpLoopMerge)
)


def smaller_functions(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """Yield shorter forms of a function, each a cut of the given one."""
    yield from _early_returns(lines)
    yield from _with_one_way(lines)
    yield from _without_unused(lines)
    yield from _with_operands(lines)


# ---- early returns


def _early_returns(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """Cut the function off within its first block, where a value to return is at hand."""
    function = build(lines)
    if function is None:
        return
    first = function.blocks[0].instructions
    variables = sum([each.op == o.OpVariable for each in first])
    shortest = len(function.blocks) == 1 and len(first) == variables + 1
    for end in () if shortest else range(variables, len(first)):
        if end and first[end - 1].op in KEPT:
            continue
        returned = _return_of(function, first[:end])
        if returned is not None and (len(function.blocks) > 1 or end < len(first) - 1):
            head = lines[: 2 + len(function.parameters) + end]
            yield (*head, returned)


def _return_of(function: Function, before: list[Instruction]) -> Line | None:
    """Return an instruction that returns what is available after `before`; None if no value of
    the type is.
    """
    own = {each.result_id for block in function.blocks for each in block.instructions}
    ends = [block.terminator for block in function.blocks]
    if any(end.op == o.OpReturn for end in ends):
        return Line(o.OpReturn, 0, 0, ())
    wanted = function.definition.type_id
    for end in ends:
        if end.op == o.OpReturnValue and end.ops[0] not in own:
            return Line(o.OpReturnValue, 0, 0, (end.ops[0],))
    for value in [*function.parameters, *before]:
        if value.type_id == wanted:
            return Line(o.OpReturnValue, 0, 0, (value.result_id,))
    return None


# ---- branches


def _with_one_way(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """Let a selection go one way only; blocks that nothing leads to any more go.

    A switch can only be skipped: what breaks out of its cases would be left without a construct.
    """
    function = build(lines)
    for k, block in enumerate(function.blocks if function is not None else ()):
        if len(block.instructions) < 2 or block.instructions[-2].op != o.OpSelectionMerge:
            continue
        merge = block.instructions[-2].ops[0]
        for target in _targets(block.terminator):
            if block.terminator.op == o.OpSwitch and target != merge:
                continue
            changed = build(lines)
            if changed is None:
                return
            header = changed.blocks[k]
            del header.instructions[-2:]
            header.instructions.append(Instruction(o.OpBranch, 0, 0, [target]))
            if _drop_unreachable(changed):
                yield lines_of(changed)


def _targets(terminator: Instruction) -> list[int]:
    if terminator.op == o.OpBranch:
        return [terminator.ops[0]]
    if terminator.op == o.OpBranchConditional:
        return list(dict.fromkeys(terminator.ops[1:3]))
    if terminator.op == o.OpSwitch:
        return list(dict.fromkeys([terminator.ops[1], *terminator.ops[3::2]]))
    return []


def _drop_unreachable(function: Function) -> bool:
    """Remove blocks that are not reached, and their pairs in OpPhis; false if a construct that
    stays needs one.
    """
    by_id = {block.id: block for block in function.blocks}
    reached = [function.blocks[0]]
    for block in reached:
        reached.extend(
            by_id[target] for target in _targets(block.terminator) if by_id[target] not in reached
        )
    function.blocks = [block for block in function.blocks if block in reached]
    left = {block.id for block in function.blocks}
    if any(not left.issuperset(_merge_ids(block)) for block in function.blocks):
        return False
    for block in function.blocks:
        predecessors = {
            each.id for each in function.blocks if block.id in _targets(each.terminator)
        }
        for phi in [each for each in block.instructions if each.op == o.OpPhi]:
            pairs = [
                phi.ops[k : k + 2]
                for k in range(0, len(phi.ops), 2)
                if phi.ops[k + 1] in predecessors
            ]
            phi.ops = [word for pair in pairs for word in pair]
    return True


def _merge_ids(block: Block) -> list[int]:
    merge = block.instructions[-2] if len(block.instructions) > 1 else block.instructions[-1]
    if merge.op == o.OpLoopMerge:
        return merge.ops[:2]
    return merge.ops[:1] if merge.op == o.OpSelectionMerge else []


# ---- instructions


def _uses(lines: tuple[Line, ...]) -> dict[int, int]:
    found: dict[int, int] = {}
    for line in lines:
        for k in id_positions(line.op, list(line.ops)):
            found[line.ops[k]] = found.get(line.ops[k], 0) + 1
    return found


def _without_unused(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """Leave out all instructions whose result nobody uses, then runs of them and of stores,
    halved each time.
    """
    uses = _uses(lines)
    free = [k for k, line in enumerate(lines) if _is_free(line) and not uses.get(line.result_id)]
    size = len(free)
    while size:
        for start in range(0, len(free), size):
            gone = set(free[start : start + size])
            yield tuple(line for k, line in enumerate(lines) if k not in gone)
        size //= 2


def _is_free(line: Line) -> bool:
    return line.op not in KEPT and line.op not in TERMINATORS


def _with_operands(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """Put an operand of the same type in the place of a result."""
    own = {line.result_id: line for line in lines if line.result_id}
    for k, line in enumerate(lines):
        if not line.type_id or not _is_free(line) or line.op in (o.OpPhi, o.OpVariable):
            continue
        for operand in dict.fromkeys(line.ops[i] for i in id_positions(line.op, list(line.ops))):
            source = own.get(operand)
            if source is not None and source.type_id == line.type_id and source.op != o.OpFunction:
                yield tuple(
                    _with_operand(each, line.result_id, operand)
                    for i, each in enumerate(lines)
                    if i != k
                )
                break


def _with_operand(line: Line, old: int, new: int) -> Line:
    if old not in line.ops:
        return line
    ops = list(line.ops)
    for k in id_positions(line.op, ops):
        if ops[k] == old:
            ops[k] = new
    return Line(line.op, line.type_id, line.result_id, tuple(ops))

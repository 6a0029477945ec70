"""Operations of subgroups: what a subgroup of one invocation gives, and with bounds what is known
of all others.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.subgroup_inputs import LARGEST
from aberration.languages.spirv.interpret.subgroups import OPERATIONS, Rule

from .cells import FLOATS, Cell
from .rounds import instance
from .writer import NativeWriter, Write

_WORD: Final = 32


def _operation(w: NativeWriter, found: Instruction) -> None:
    rule = w.unit.subgroups.rule(found)
    if not w.unit.bounds:
        _answer(w, found, rule)
        return
    slot = w.unit.alike.get(found.result_id)
    if slot is not None:
        _compare(w, found, rule, slot)
    _answer(w, found, rule)
    if rule.known != "always" and slot is None:
        _open(w, found)


def _answer(w: NativeWriter, found: Instruction, rule: Rule) -> None:
    """Give what a subgroup of one invocation does."""
    operands = w.operand_cells(rule.value) if rule.value else []
    results = w.results(found)
    width = w.leaf_of(found.result_id).width
    if rule.answer == "operand":
        for result, cell in zip(results, operands, strict=True):
            w.copy(result, cell, width)
        return
    numbers = _numbers(w, rule, operands, len(results))
    for result, number in zip(results, numbers, strict=True):
        w.copy(result, _plain(result, number), width)


def _numbers(w: NativeWriter, rule: Rule, operands: list[Cell], count: int) -> list[str]:
    if rule.answer == "true":
        return ["1"]
    if rule.answer == "identity":
        return [str(rule.identity)] * count
    # With bounds, these are either not known at all, or all bits are 0.
    if w.unit.bounds or rule.answer == "zero":
        return ["0"] * count
    first = operands[0].text
    return [f"({first} & 1)", *["0"] * (count - 1)]


def _plain(result: Cell, number: str) -> Cell:
    """Return a number as a cell that is known."""
    if result.kind in ("B", "E"):
        return Cell(number, "B")
    return Cell(f"{number}ull" if number.isdigit() else number, "L")


def _compare(w: NativeWriter, found: Instruction, rule: Rule, slot: int) -> None:
    """Note an operand, and whether all that may take part give the same."""
    w.put("ALIKE_BEGIN")
    for cell in w.operand_cells(rule.value):
        exact = "EXACT_" if rule.exact and cell.kind in FLOATS else ""
        w.put(f"ALIKE_{exact}{'F' if cell.kind in FLOATS else cell.kind}({cell.text})")
        if rule.kept is not None:
            kept = " && ".join(f"alike_last() != {number}" for number in rule.kept)
            w.put(f"if ({kept}) alike_open = 1;")
    w.put(f"if (!is_alike({slot}, {instance(w, found)})) doubt({w.site});")


def _open(w: NativeWriter, found: Instruction) -> None:
    """Let a result be anything that the grouping may make of it."""
    for cell in w.values[found.result_id]:
        if found.op == opcodes.OpGroupNonUniformBallotBitCount:
            w.put(f"GROUPED_RANGE({cell.text}, 0, {LARGEST}, {w.site})")
        else:
            w.put(f"GROUPED_{'F' if cell.kind in FLOATS else cell.kind}({cell.text}, {w.site})")


SUBGROUPS: Final[dict[int, Write]] = dict.fromkeys(OPERATIONS, _operation)

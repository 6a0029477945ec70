"""Operations of subgroups, where each invocation is a subgroup of its own."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.leaves import Leaf
from aberration.languages.spirv.interpret.subgroups import OPERATIONS, Rule

from .code import Cells
from .writer import WRITERS, Writer


def _operation(w: Writer, found: Instruction) -> None:
    rule = w.unit.subgroups.rule(found)
    operands = w.cells(rule.value) if rule.value else []
    w.need_known(operands)
    names = w.names(found.result_id)
    texts = _texts(rule, operands, len(names), w.leaf_of(found.result_id))
    for name, text in zip(names, texts, strict=True):
        w.put(f"{name} = {text}")
    w.known.update(names)


def _texts(rule: Rule, operands: Cells, count: int, leaf: Leaf) -> Cells:
    """Return the leaves of a result."""
    if rule.answer == "operand":
        return operands
    if rule.answer == "true":
        return ["True"]
    if rule.answer == "identity":
        return [str(bool(rule.identity) if leaf.kind == "bool" else rule.identity)] * count
    if rule.answer == "zero":
        return ["0"] * count
    if rule.answer == "bit":
        return [f"({operands[0]} & 1) == 1"]
    return [f"{operands[0]} & 1", *["0"] * (count - 1)]


WRITERS.update(dict.fromkeys(OPERATIONS, _operation))

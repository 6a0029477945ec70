"""Guards and switches: of their ways one is taken, the others may hold anything legal."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.shading.tree import Block as BlockNode
from aberration.languages.shading.tree import Clause, If, Switch
from aberration.languages.shading.types import INT, UINT, Scalar

from ..bodies import write_body
from ..builder import Builder, block_of
from ..expr import literal
from ..memory import Memory, Signal, Step, run_all
from ..plan import Guard, Select
from ..values import VALUE_TYPES, wrap
from .conditions import condition

_INTEGERS: Final = (INT, UINT)


def write_guard(b: Builder, record: Guard) -> bool:
    """Write `if (c) { then } else { otherwise }`."""
    test = condition(b, record.kind, record.operands, record.comparison, holds=record.holds)
    if test is None:
        return False
    truth = b.value(test)
    then = write_body(b, record.then, 0, is_live=truth is True)
    otherwise = write_body(b, record.otherwise, 1, is_live=truth is False)

    def action(memory: Memory) -> Signal:
        return run_all(then if test.value(memory) else otherwise, memory)

    last = block_of(otherwise) if otherwise else None
    b.emit_written(If(condition=test.node, then=block_of(then), otherwise=last), action)
    return True


# ---- switch


def write_select(b: Builder, record: Select) -> bool:
    """Write a switch."""
    scalar = VALUE_TYPES.get(record.kind)
    if not isinstance(scalar, Scalar) or scalar not in _INTEGERS or not record.cases:
        return False
    selector = b.runtime(scalar, record.operand)
    if selector is None:
        return False
    value = b.value(selector)
    clauses = _clauses(b, record, scalar, value)
    nodes = [_clause_node(b, clause, scalar) for clause in clauses]
    if b.wgsl and not any(clause.label is None for clause in clauses):
        nodes.append(Clause(labels=(), body=BlockNode(), has_default=True))

    def action(memory: Memory) -> Signal:
        return _run_clauses(clauses, selector.value(memory), memory)

    b.emit_written(Switch(selector=selector.node, clauses=tuple(nodes)), action)
    return True


class _Clause(msgspec.Struct, frozen=True, eq=False):
    """`label` is None for the default."""

    label: int | None
    steps: list[Step]
    falls: bool


def _clauses(b: Builder, record: Select, scalar: Scalar, value: int | None) -> list[_Clause]:
    """Write what the clauses do: those that control comes to run as they are written."""
    count = len(record.cases)
    taken, is_live = record.taken % count, b.is_live
    found: list[_Clause] = []
    reached = False
    for k, label in enumerate(_labels(record, 7 if value is None else value, scalar)):
        case = record.cases[k]
        reached = reached or k == taken
        steps = write_body(b, case.body, k, is_live=value is not None and reached)
        falls = case.falls and not b.wgsl and k < count - 1
        reached = reached and falls
        found.append(_Clause(label, steps, falls))
    # `break` leaves the switch, `continue` goes to the loop around it.
    if is_live and b.state.signal == "break":
        b.state.signal = ""
    return found


def _labels(record: Select, value: int, scalar: Scalar) -> list[int | None]:
    """Return the label of each clause: the taken one's is the value, all others differ from it."""
    found: list[int | None] = []
    taken = record.taken % len(record.cases)
    for k, case in enumerate(record.cases):
        label = value if k == taken else wrap(value + (case.distance or 1), scalar)
        while k != taken and (label in found or label == value):
            label = wrap(label + 1, scalar)
        found.append(None if k == record.default else label)
    return found


def _clause_node(b: Builder, clause: _Clause, scalar: Scalar) -> Clause:
    block = block_of(clause.steps)
    is_default = clause.label is None
    labels = () if clause.label is None else (literal(b.syntax, scalar, clause.label).node,)
    # All clauses of a switch of GLSL share a scope: a block in each keeps their names apart.
    body = block if b.wgsl else BlockNode(statements=(block,))
    return Clause(labels=labels, body=body, has_default=is_default, falls_through=clause.falls)


def _run_clauses(clauses: list[_Clause], value: int, memory: Memory) -> Signal:
    labels = [clause.label for clause in clauses]
    wanted = value if value in labels else None
    if wanted not in labels:
        return ""
    for clause in clauses[labels.index(wanted) :]:
        signal = run_all(clause.steps, memory)
        if signal or not clause.falls:
            return "" if signal == "break" else signal
    return ""

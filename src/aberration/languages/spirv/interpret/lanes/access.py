"""Writes variables, pointers, loads, stores and calls."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.undefined import refuse

from .places import Place
from .writer import LEAVE, WRITERS, Writer

LARGEST: Final = 2048
"""Leaves of a variable; each has an array of all lanes."""


class Target:
    """How to reach the region of a variable: its name, and the condition that a write concerns all lanes."""

    __slots__ = ("all_lanes", "name")

    def __init__(self, name: str, all_lanes: str) -> None:
        self.name = name
        self.all_lanes = all_lanes


def _target(w: Writer, owner: int) -> Target:
    definition = w.module.definition(owner)
    if definition is not None and definition.op == op.OpFunctionParameter:
        return Target(f"p{owner}", f"h{owner} and n == whole")
    if definition is not None and definition.block is None:
        return Target(f"g{owner}", "n == S.total")
    return Target(f"x{owner}", "n == live")


def _variable(w: Writer, found: Instruction) -> None:
    letters = w.unit.letters(w.module.pointee(found.type_id))
    if len(letters) > LARGEST:
        raise refuse(f"a variable of {len(letters)} numbers, in many lanes", found)
    initial = w.cells(found.ops[1]) if len(found.ops) > 1 else None
    if found.result_id in w.places.locals:
        for k, letter in enumerate(letters if initial else ""):
            w.set(f"x{found.result_id}_{k}", initial[k] if initial else "", letter, False)
        return
    cells = "" if initial is None else f", [{', '.join(initial)}]"
    w.put(f"x{found.result_id} = Region({letters!r}, S.lanes{cells})")


def _chain(w: Writer, found: Instruction) -> None:
    place = w.places.of(found.result_id)
    if place.outside:
        w.leave_always()
    if place.chain != found.result_id:
        return
    terms = [f"d{place.inner}"] if place.inner else []
    for step in place.steps:
        cell = w.cells(step.index_id)[0]
        w.put(f"d = {cell}")
        outside = f"s = beyond(d, {step.length})"
        w.put(outside)
        w.put_under("if hit(s):", "d = inside(d, s)", *LEAVE)
        w.put("d = d.view(SIGNED)")
        terms.append("d" if step.stride == 1 else f"d * SIGNED({step.stride})")
        if len(place.steps) > 1:
            w.put(f"e{len(terms)} = {terms[-1]}")
            terms[-1] = f"e{len(terms)}"
    w.set(f"d{found.result_id}", " + ".join(terms), "i", w.spares(found.result_id))


# ---- loads and stores


def _read(w: Writer, place: Place) -> list[str]:
    """Return the leaves that a pointer leads to; what was never written makes suspicious."""
    count = w.leaves.count(place.type_id)
    if place.owner in w.places.locals:
        return [f"x{place.owner}_{k}" for k in range(place.offset, place.offset + count)]
    name = _target(w, place.owner).name
    if place.owner in w.unit.constant_regions and not place.chain:
        return [f"{name}.cells[{k}]" for k in range(place.offset, place.offset + count)]
    if place.owner not in w.unit.constant_regions:
        missing = f"missing_at(d{place.chain}, " if place.chain else "missing("
        w.put_under(
            f"if {name}.unset is not None:",
            f"s = {name}.{missing}{place.offset}, {count})",
            "if s is not None:",
            *(" " + line for line in LEAVE),
        )
    if place.chain:
        w.put(f"d = {name}.gather(d{place.chain}, {place.offset}, {count})")
        return [f"d[{k}]" for k in range(count)]
    return [f"{name}.get({k})" for k in range(place.offset, place.offset + count)]


def write(w: Writer, place: Place, cells: list[str]) -> None:
    """Write the leaves that a pointer leads to."""
    letters = w.unit.letters(place.type_id)
    if place.owner in w.places.locals:
        for k, (cell, letter) in enumerate(zip(cells, letters, strict=True), place.offset):
            number = w.numbers[place.owner, k]
            spare = w.flow.body[w.number] >> number & 1 == 1
            w.set(f"x{place.owner}_{k}", cell, letter, spare)
        return
    target = _target(w, place.owner)
    if place.owner in w.unit.constant_regions:
        raise refuse("a store to what is only read", w.module.definition(place.owner))
    wide = w.need_wide(target.all_lanes)
    if place.chain:
        w.put(f"{target.name}.scatter(d{place.chain}, {place.offset}, [{', '.join(cells)}], {wide}, m)")
        return
    for k, cell in enumerate(cells, place.offset):
        w.put(f"{target.name}.put({k}, {cell}, {wide}, m)")


def _load(w: Writer, found: Instruction) -> None:
    w.assign(found.result_id, _read(w, w.places.of(found.ops[0])))


def _store(w: Writer, found: Instruction) -> None:
    write(w, w.places.of(found.ops[0]), w.cells(found.ops[1]))


def _copy_memory(w: Writer, found: Instruction) -> None:
    cells = _read(w, w.places.of(found.ops[1]))
    w.put(f"c = [{', '.join(cells)}]")
    write(w, w.places.of(found.ops[0]), [f"c[{k}]" for k in range(len(cells))])


# ---- calls


def _call(w: Writer, found: Instruction) -> None:
    function = w.module.function(found.ops[0])
    if function is None:
        raise refuse("a call of no function", found)
    arguments = ["S", "m", "n"]
    for argument, parameter in zip(found.ops[1:], function.parameters, strict=True):
        if w.module.pointee(parameter.type_id):
            arguments += _pointer(w, argument)
        elif w.is_flat(argument):
            arguments += w.cells(argument)
        else:
            arguments.append(f"[{', '.join(w.cells(argument))}]")
    w.put(f"r = f{function.id}({', '.join(arguments)})")
    w.put_under(
        "if r[1] != n:",
        "live -= n - r[1]; whole -= n - r[1]; m, n = r[0], r[1]",
        "if not n: continue",
    )
    if w.leaves.type(found.type_id).op == op.OpTypeVoid:
        return
    letters = w.letters(found.result_id)
    if w.is_flat(found.result_id):
        w.assign(found.result_id, [f"r[{k + 2}]" for k in range(len(letters))])
    else:
        w.declare(found.result_id)
        w.set_all(f"v{found.result_id}", "r[2]", letters, w.spares(found.result_id))


def _pointer(w: Writer, argument: int) -> list[str]:
    place = w.places.of(argument)
    definition = w.module.definition(place.owner)
    if place.offset or place.chain or definition is None or w.module.pointee(definition.type_id) != place.type_id:
        raise refuse("a pointer into a variable, passed to a function, in many lanes", w.module.definition(argument))
    target = _target(w, place.owner)
    return [target.name, target.all_lanes]


WRITERS.update(
    {
        op.OpVariable: _variable,
        op.OpAccessChain: _chain,
        op.OpInBoundsAccessChain: _chain,
        op.OpLoad: _load,
        op.OpStore: _store,
        op.OpCopyMemory: _copy_memory,
        op.OpFunctionCall: _call,
    }
)

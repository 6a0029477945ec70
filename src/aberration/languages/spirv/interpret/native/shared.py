"""Atomics, barriers, derivatives and calls."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.grammar import DERIVATIVES
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.subgroups import is_of_subgroup, refuse_subgroup_barrier
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.types import pointee, pointee_of

from .cells import Cell, kind_of
from .integers import apply
from .places import check, check_output, fetch, pointer_of, store_leaves, store_number, store_value
from .pointer import LOGS, NativePointer
from .rounds import instance
from .writer import NativeWriter, Write

_ATOMIC: Final = {
    opcodes.OpAtomicIAdd: "ADD",
    opcodes.OpAtomicISub: "SUB",
    opcodes.OpAtomicIIncrement: "ADD",
    opcodes.OpAtomicIDecrement: "SUB",
    opcodes.OpAtomicAnd: "AND",
    opcodes.OpAtomicOr: "OR",
    opcodes.OpAtomicXor: "XOR",
    opcodes.OpAtomicUMin: "UMIN",
    opcodes.OpAtomicUMax: "UMAX",
    opcodes.OpAtomicSMin: "SMIN",
    opcodes.OpAtomicSMax: "SMAX",
    opcodes.OpAtomicExchange: "",
    opcodes.OpAtomicCompareExchange: "EXCHANGE",
}
# Sums and differences commute with each other, minima with minima; no two families do.
_FAMILY: Final = {
    "ADD": 1,
    "SUB": 1,
    "AND": 2,
    "OR": 3,
    "XOR": 4,
    "UMIN": 5,
    "UMAX": 6,
    "SMIN": 7,
    "SMAX": 8,
}
"""Operations of one family may be done in any order: what is left at the end is the same."""
_ONE: Final = (opcodes.OpAtomicIIncrement, opcodes.OpAtomicIDecrement)


def _enter(w: NativeWriter, pointer: NativePointer) -> None:
    """Look at the place of an atomic access."""
    check(w, pointer, 1)
    if pointer.logged:
        w.put(f"note_atomic(&{LOGS[pointer.space]}, {pointer.place()}, {w.site});")
    if pointer.weak and w.unit.bounds:
        w.put(f"NEED_ONE({pointer.weak}, {w.site})")


def _order(w: NativeWriter, pointer: NativePointer, family: int) -> None:
    """Note which operations met in a cell, in an order that nobody tells."""
    if w.unit.bounds and pointer.logged:
        asks = int(w.unit.hangs_on_order(w.origin.ops[0]))
        w.put(
            f"MEET({LOGS[pointer.space]}, {pointer.space}, {pointer.place()}, {family}, "
            f"{asks}, {w.site})"
        )


def _unorder(w: NativeWriter, result: Cell) -> None:
    """Let a result be anything, where the order of atomic operations decides it."""
    if w.origin.result_id in w.unit.unordered:
        w.put(f"ANY_ORDER({result.text}, {w.site})")


def _pointer_to_one(pointer: NativePointer) -> NativePointer:
    """Return a pointer to a cell that was looked at."""
    own = pointer.at_offset(0)
    own.logged = own.external = False
    own.limit, own.end, own.weak = None, "", ""
    return own


def _store(w: NativeWriter, pointer: NativePointer, cell: Cell) -> None:
    """Change a cell that was looked at."""
    leaf = w.leaves.of(pointee_of(w.module, w.origin.ops[0]))[0]
    if not (w.unit.bounds and pointer.logged):
        store_leaves(w, _pointer_to_one(pointer), [cell], (leaf,))
        return
    kind = kind_of(leaf, cell.kind in ("J", "E"))
    # A firm value may be stored where loose ones are too: the kind is that of the leaf as it lies
    # in memory.
    w.put(f"SHARED_STORE_{kind}({pointer.space}, {pointer.place()}, {cell.text}, {w.site})")
    w.put(f"STORED({store_number(w)})")
    if pointer.marked:
        w.put(f"{pointer.marks}[{pointer.place()}] = 1;")


def _atomic(w: NativeWriter, found: Instruction) -> None:
    pointer, name = pointer_of(w, found.ops[0]), _ATOMIC[found.op]
    width = w.leaf_of(found.result_id).width
    values = w.unit.own_share(found) or found.ops[3 + (name == "EXCHANGE") :]
    operands = [w.operand_cells(value_id)[0] for value_id in values]
    if found.op in _ONE:
        operands = [Cell(f"1u{'ll' if width > 32 else ''}", "L" if width > 32 else "U")]
    _enter(w, pointer)
    result = w.results(found)[0]
    fetch(w, result, pointer.space, pointer.marks if pointer.marked else "", pointer.place())
    if name:
        w.need([result])
    _store(w, pointer, _value_after(w, name, result, operands, width))
    # 0 is a family that gets along with none, not even itself: exchanges.
    _order(w, pointer, _FAMILY.get(name, 0))
    _unorder(w, result)


def _value_after(
    w: NativeWriter, name: str, result: Cell, operands: list[Cell], width: int
) -> Cell:
    """Return what an atomic operation leaves in the cell that held `result`."""
    if not name:
        return operands[0]
    known = Cell(result.text, result.kind)
    after = Cell(w.temporary(result.kind), result.kind)
    if name != "EXCHANGE":
        apply(w, name, after, [known, operands[0]], width)
        return after
    kind = "E" if result.kind == "J" else "B"
    test = Cell(w.temporary(kind), kind)
    apply(w, "EQ", test, [known, operands[1]], width)
    yes = w.as_kind(operands[0], result.kind, width)
    w.put(
        f"SELECT_{after.kind}_{test.kind}({after.text}, {test.text}, {yes.text}, "
        f"{known.text}, {width})"
    )
    return after


def _atomic_load(w: NativeWriter, found: Instruction) -> None:
    pointer = pointer_of(w, found.ops[0])
    _enter(w, pointer)
    result = w.results(found)[0]
    fetch(w, result, pointer.space, pointer.marks if pointer.marked else "", pointer.place())
    # A load changes nothing, but what it gives depends on which operations came before it.
    _order(w, pointer, -1)
    _unorder(w, result)


def _atomic_store(w: NativeWriter, found: Instruction) -> None:
    pointer = pointer_of(w, found.ops[0])
    value = w.one(found.ops[3])
    check_output(w, value)
    _enter(w, pointer)
    _store(w, pointer, value)
    _order(w, pointer, 0)


# ---- barriers and derivatives


def _barrier(w: NativeWriter, found: Instruction) -> None:
    refuse_subgroup_barrier(w.leaves, found)
    w.put(f"PAUSE({w.site})")


def _memory_barrier(w: NativeWriter, found: Instruction) -> None:
    semantics = int(w.leaves.constant(found.ops[1])[0] or 0)
    if w.unit.interface.stage == "compute" and not is_of_subgroup(w.leaves, found):
        w.put(f"FENCE({semantics})")


_BY_X: Final = (opcodes.OpDPdx, opcodes.OpDPdxFine, opcodes.OpDPdxCoarse)
_BY_Y: Final = (opcodes.OpDPdy, opcodes.OpDPdyFine, opcodes.OpDPdyCoarse)
_FINE: Final = (opcodes.OpDPdxFine, opcodes.OpDPdyFine, opcodes.OpFwidthFine)
FINE: Final = 4
"""Added to the way of a derivative that is taken within the pixel's own row or column."""


def _derivative(w: NativeWriter, found: Instruction) -> None:
    if w.unit.interface.stage != "fragment":
        raise refuse("a derivative outside of fragment shaders", found)
    cells = w.operand_cells(found.ops[0])
    for k, cell in enumerate(cells):
        w.put(f"SEND({k}, {cell.text})")
    way = 0 if found.op in _BY_X else 1 if found.op in _BY_Y else 2
    w.put(f"ASK({way + FINE * (found.op in _FINE)}, {len(cells)}, {w.site})")
    for k, result in enumerate(w.results(found)):
        w.put(f"ANSWER_{result.kind}({result.text}, {k})")


# ---- calls


def _call(w: NativeWriter, found: Instruction) -> None:
    function = w.unit.function(found.ops[0])
    texts: list[str] = []
    for argument, parameter in zip(found.ops[1:], function.parameters, strict=True):
        if pointee(w.module, parameter.type_id):
            texts += _pointer_texts(w, argument, parameter)
        elif w.is_flat(argument):
            texts += _value_texts(w, argument, parameter)
        else:
            texts.append(_place_text(w, argument))
    if w.leaves.type(found.type_id).op != opcodes.OpTypeVoid:
        texts += _result_texts(w, found)
    call = f"f{function.id}({', '.join(texts)});"
    w.put(f"CALL({instance(w, found)}, {call})" if w.unit.alike else call)


def _value_texts(w: NativeWriter, argument: int, parameter: Instruction) -> list[str]:
    loose = w.is_loose(parameter.result_id)
    texts = []
    for cell, leaf in zip(w.cells(argument), w.leaves.of(parameter.type_id), strict=True):
        given = w.as_loose(cell, leaf.width) if loose else cell
        texts.append(f"GIVE_{given.kind}({given.text})")
        if parameter.result_id in w.unit.written.maybe_unset and not w.unit.bounds:
            texts.append(cell.flag or "1")
    return texts


def _place_text(w: NativeWriter, argument: int) -> str:
    whole = w.aggregate(argument)
    if whole.space == "m":
        return whole.place
    count = w.count_of(argument)
    place = str(w.unit.allocate(count))
    store_value(w, place, argument)
    return place


def _pointer_texts(w: NativeWriter, argument: int, parameter: Instruction) -> list[str]:
    pointer = pointer_of(w, argument)
    if pointer.cells is not None:
        raise refuse(
            "a pointer to a variable that is kept in locals", w.module.definition(argument)
        )
    if pointer.limit is not None:
        index, length, site = pointer.limit
        w.put(f"if ({index} >= {length}) TRAP(OUT_OF_BOUNDS, {site})")
    texts = [pointer.place()]
    if w.unit.is_block(parameter.type_id):
        texts.append(pointer.end or str(w.unit.block_cells))
    if w.unit.bounds:
        texts.append(_weak_text(w, pointer))
    return texts


def _weak_text(w: NativeWriter, pointer: NativePointer) -> str:
    name = f"t{len(w.lines)}w"
    w.declare(name, "Weak", True)
    if pointer.weak:
        w.put(f"{name} = {pointer.weak}; {name}.place += {pointer.offset};")
    else:
        w.put(f"ONE_PLACE({name}, {pointer.place()})")
    return f"&{name}"


def _result_texts(w: NativeWriter, found: Instruction) -> list[str]:
    if not w.is_flat(found.result_id):
        return [w.place_for(found).place]
    texts = []
    for result in w.results(found):
        texts.append(f"&{result.text}")
        if result.flag:
            texts.append(f"&{result.flag}")
    return texts


SHARED: Final[dict[int, Write]] = {
    **dict.fromkeys(_ATOMIC, _atomic),
    **dict.fromkeys(DERIVATIVES, _derivative),
    opcodes.OpAtomicLoad: _atomic_load,
    opcodes.OpAtomicStore: _atomic_store,
    opcodes.OpFunctionCall: _call,
    opcodes.OpControlBarrier: _barrier,
    opcodes.OpMemoryBarrier: _memory_barrier,
}

"""Pointers, loads, stores, atomics, and calls."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.grammar import DERIVATIVES
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.leaves import Leaf
from aberration.languages.spirv.interpret.subgroups import is_of_subgroup, refuse_subgroup_barrier
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.types import pointee, pointee_of

from .code import Cells, Pointer, tuple_text
from .writer import WRITERS, Writer


def pointer_of(w: Writer, pointer_id: int) -> Pointer:
    """Return where a pointer leads."""
    found = w.pointers.get(pointer_id)
    if found is None:
        raise refuse("a pointer that is computed", w.module.definition(pointer_id))
    return found


def _variable(w: Writer, found: Instruction) -> None:
    type_id = pointee(w.module, found.type_id)
    count = w.leaves.count(type_id)
    initial = w.parts(found.ops[1]) if len(found.ops) > 1 else ["None"] * count
    pointer = w.pointers[found.result_id] = Pointer(found.result_id)
    if w.unit.analysis.is_promoted(found):
        pointer.cells = [f"x{found.result_id}_{k}" for k in range(count)]
        if count and len(found.ops) == 1:
            # None marks what was never written; reading it traps where it is used, not here: a load
            # alone is harmless.
            w.put(f"{' = '.join(pointer.cells)} = None")
        else:
            _assign(w, pointer.cells, initial)
        return
    pointer.region = f"m{found.result_id}"
    if len(found.ops) == 1:
        w.put(f"{pointer.region} = [None] * {count}")
    else:
        w.put(f"{pointer.region} = [{', '.join(initial)}]")


def _assign(w: Writer, names: Cells, cells: Cells) -> None:
    if names:
        w.put(f"{', '.join(names)} = {', '.join(cells)}")


def _chain(w: Writer, found: Instruction) -> None:
    base = pointer_of(w, found.ops[0])
    type_id = pointee_of(w.module, found.ops[0])
    offset = 0
    terms: list[str] = []
    for index_id in found.ops[1:]:
        length, runtime = (
            w.leaves.length(type_id),
            w.leaves.type(type_id).op == opcodes.OpTypeRuntimeArray,
        )
        if w.leaves.is_constant(index_id):
            index = int(w.leaves.constant(index_id)[0] or 0)
            if index >= length and not runtime:
                w.put("out_of_bounds()")
                index = 0
            step, type_id = w.leaves.part(type_id, index)
            offset += step
            continue
        type_id = w.leaves.part_type(type_id)
        stride = w.leaves.count(type_id)
        index_cell = w.one(index_id)
        # The list has exactly these parts then: Python's own IndexError is the check.
        free = base.whole and not terms and offset == 0 and stride == 1 and len(found.ops) == 2
        if not free and not runtime:
            w.put(f"if {index_cell} >= {length}: out_of_bounds()")
        elif not w.is_known(index_cell) and stride != 1:
            w.put(f"-{index_cell}")
        terms.append(index_cell if stride == 1 else f"{index_cell} * {stride}")
    pointer = base.at_offset(offset)
    pointer.whole = base.whole and offset == 0 and not terms
    w.pointers[found.result_id] = pointer
    if terms:
        _move_dynamically(w, found, pointer, terms)


def _move_dynamically(w: Writer, found: Instruction, pointer: Pointer, terms: list[str]) -> None:
    if pointer.dynamic:
        terms = [pointer.dynamic, *terms]
    if len(terms) == 1 and "*" not in terms[0]:
        pointer.dynamic = terms[0]
        return
    pointer.dynamic = f"o{found.result_id}"
    w.put(f"{pointer.dynamic} = {' + '.join(terms)}")


# ---- loads and stores


def read(w: Writer, pointer: Pointer, count: int) -> Cells:
    """Return expressions for the leaves from a pointer on."""
    if pointer.cells is not None:
        return pointer.cells[pointer.offset : pointer.offset + count]
    if pointer.races:
        for k in range(count):
            w.put(f"{pointer.races}r({pointer.place(k)})")
    return [f"{pointer.region}[{pointer.place(k)}]" for k in range(count)]


def write(w: Writer, pointer: Pointer, cells: Cells, leaves: tuple[Leaf, ...]) -> None:
    """Assign leaves from a pointer on."""
    if pointer.external:
        for cell, leaf in zip(cells, leaves, strict=True):
            _check_output(w, cell, leaf)
    if pointer.races:
        for k in range(len(cells)):
            w.put(f"{pointer.races}w({pointer.place(k)})")
    if pointer.cells is not None:
        _assign(w, pointer.cells[pointer.offset : pointer.offset + len(cells)], cells)
    else:
        _assign(w, [f"{pointer.region}[{pointer.place(k)}]" for k in range(len(cells))], cells)


def _check_output(w: Writer, cell: str, leaf: Leaf) -> None:
    if leaf.kind == "float":
        w.put(f"if {cell} - {cell} != 0.0: not_finite()")
    else:
        w.need_known([cell])


def _load(w: Writer, found: Instruction) -> None:
    pointer = pointer_of(w, found.ops[0])
    count = w.leaves.count(found.type_id)
    if pointer.cells is not None and w.is_flat(found.result_id) and _may_stand(w, found, pointer):
        w.values[found.result_id] = read(w, pointer, count)
        return
    names = w.names(found.result_id)
    if not w.is_flat(found.result_id) and _is_plain(pointer) and w.unit.is_own(pointer.root):
        w.put(f"{names[0]} = tuple({pointer.region}[{pointer.offset}:{pointer.offset + count}])")
        return
    cells = read(w, pointer, count)
    if w.is_flat(found.result_id):
        _assign(w, names, cells)
    else:
        w.put(f"{names[0]} = {tuple_text(cells) if cells else '()'}")
    if pointer.known:
        w.known.update(names)


def _may_stand(w: Writer, load: Instruction, pointer: Pointer) -> bool:
    """Say whether the variable's locals can stand for the loaded value: nothing is stored
    before its last use.
    """
    if not w.unit.analysis.is_written(pointer.root):
        return True
    block = load.block
    last = w.unit.analysis.last_use(load)
    if last < 0 or block is None:
        return False
    first = w.module.position(load) + 1
    return not any(_clobbers(w, block.instructions[k], pointer.root) for k in range(first, last))


def _clobbers(w: Writer, found: Instruction, root: int) -> bool:
    if found.op in (opcodes.OpStore, opcodes.OpCopyMemory):
        return w.unit.analysis.root_of(found.ops[0]) == root
    if found.op == opcodes.OpExtInst:
        return any(w.unit.analysis.root_of(value_id) == root for value_id in found.ops[2:])
    return found.op == opcodes.OpFunctionCall and root in w.unit.pointers


def _store(w: Writer, found: Instruction) -> None:
    pointer = pointer_of(w, found.ops[0])
    leaves = w.leaves.of(pointee_of(w.module, found.ops[0]))
    if not w.is_flat(found.ops[1]) and _is_plain(pointer):
        w.put(
            f"{pointer.region}[{pointer.offset}:{pointer.offset + len(leaves)}] = "
            f"{w.cells(found.ops[1])[0]}"
        )
    else:
        write(w, pointer, w.parts(found.ops[1]), leaves)


def _is_plain(pointer: Pointer) -> bool:
    """Say whether a slice of the region is all that has to be read or written: nothing to note
    or to check.
    """
    return pointer.cells is None and not (pointer.dynamic or pointer.races or pointer.external)


def _copy_memory(w: Writer, found: Instruction) -> None:
    target, source = pointer_of(w, found.ops[0]), pointer_of(w, found.ops[1])
    leaves = w.leaves.of(pointee_of(w.module, found.ops[0]))
    cells = read(w, source, len(leaves))
    # The check of an output names each cell several times: it is read once, into a name.
    if target.external:
        names = [f"t{k}" for k in range(len(cells))]
        _assign(w, names, cells)
        cells = names
    write(w, target, cells, leaves)


def _array_length(w: Writer, found: Instruction) -> None:
    name = f"n{pointer_of(w, found.ops[0]).root}"
    w.values[found.result_id] = [name]
    w.known.add(name)


# ---- atomics

_ATOMIC: Final = {
    opcodes.OpAtomicIAdd: "{v} + {a} & {m}",
    opcodes.OpAtomicISub: "{v} - {a} & {m}",
    opcodes.OpAtomicIIncrement: "{v} + 1 & {m}",
    opcodes.OpAtomicIDecrement: "{v} - 1 & {m}",
    opcodes.OpAtomicAnd: "{v} & {a}",
    opcodes.OpAtomicOr: "{v} | {a}",
    opcodes.OpAtomicXor: "{v} ^ {a}",
    opcodes.OpAtomicUMin: "{v} if {v} < {a} else {a}",
    opcodes.OpAtomicUMax: "{v} if {v} > {a} else {a}",
    opcodes.OpAtomicSMin: "{v} if {v} ^ {s} < {a} ^ {s} else {a}",
    opcodes.OpAtomicSMax: "{v} if {v} ^ {s} > {a} ^ {s} else {a}",
    opcodes.OpAtomicExchange: "{a}",
    opcodes.OpAtomicCompareExchange: "{a} if {v} == {c} else {v}",
}


def _atomic(w: Writer, found: Instruction) -> None:
    pointer = pointer_of(w, found.ops[0])
    leaf = w.leaf_of(found.result_id)
    # After pointer, scope and semantics.
    operands = found.ops[3:]
    if found.op == opcodes.OpAtomicCompareExchange:
        # It has two semantics, for the exchange and for the comparison that failed.
        operands = found.ops[4:]
        w.need_known([w.one(operands[1])])
    w.need_known([w.one(value_id) for value_id in operands[:1]])
    cell = _shared_cell(w, pointer)
    name = w.names(found.result_id)[0]
    w.put(f"{name} = {cell}")
    if found.op != opcodes.OpAtomicExchange:
        w.need_known([name])
        w.known.add(name)
    text = _ATOMIC[found.op].format(
        v=name,
        a=w.one(operands[0]) if operands else "",
        c=w.one(operands[1]) if len(operands) > 1 else "",
        m=(1 << leaf.width) - 1,
        s=1 << (leaf.width - 1),
    )
    w.put(f"{cell} = {text}")


def _shared_cell(w: Writer, pointer: Pointer) -> str:
    if pointer.races:
        w.put(f"{pointer.races}a({pointer.place()})")
    if pointer.cells is not None:
        return pointer.cells[pointer.offset]
    return f"{pointer.region}[{pointer.place()}]"


def _atomic_load(w: Writer, found: Instruction) -> None:
    cell = _shared_cell(w, pointer_of(w, found.ops[0]))
    w.put(f"{w.names(found.result_id)[0]} = {cell}")


def _atomic_store(w: Writer, found: Instruction) -> None:
    pointer = pointer_of(w, found.ops[0])
    value = w.one(found.ops[3])
    _check_output(w, value, w.leaf_of(found.ops[3]))
    w.put(f"{_shared_cell(w, pointer)} = {value}")


# ---- calls and pauses


def _call(w: Writer, found: Instruction) -> None:
    function = w.module.function(found.ops[0])
    if function is None:
        raise refuse("a call of no function", found)
    arguments: list[str] = []
    for argument, parameter in zip(found.ops[1:], function.parameters, strict=True):
        if pointee(w.module, parameter.type_id):
            arguments += _pointer_arguments(w, argument)
        else:
            arguments += w.cells(argument)
    call = f"f{function.id}({', '.join(arguments)})"
    if function.id in w.unit.analysis.pausing:
        call = f"(yield from {call})"
    if w.leaves.type(found.type_id).op == opcodes.OpTypeVoid:
        w.put(call)
    else:
        names = w.names(found.result_id)
        w.put(f"{', '.join(names)} = {call}")
        if w.unit.surely_known(found.result_id):
            w.known.update(names)


def _pointer_arguments(w: Writer, argument: int) -> list[str]:
    pointer = pointer_of(w, argument)
    if pointer.cells is not None:
        raise refuse(
            "a pointer to a variable that is kept in locals", w.module.definition(argument)
        )
    hooks = w.unit.hooks(pointer) if w.unit.is_shared(w.module.type_of(argument)) else []
    return [pointer.region, pointer.place(), *hooks]


def _barrier(w: Writer, found: Instruction) -> None:
    refuse_subgroup_barrier(w.leaves, found)
    w.put(f"yield {w.unit.site(found)}")


def _memory_barrier(w: Writer, found: Instruction) -> None:
    semantics = int(w.leaves.constant(found.ops[1])[0] or 0)
    if w.unit.interface.stage == "compute" and not is_of_subgroup(w.leaves, found):
        w.put(f"FENCE({semantics})")


def _derivative(w: Writer, found: Instruction) -> None:
    if w.unit.interface.stage != "fragment":
        raise refuse("a derivative outside of fragment shaders", found)
    names = w.names(found.result_id)
    w.put(f"{', '.join(names)}, = yield {w.unit.site(found)}, {tuple_text(w.cells(found.ops[0]))}")
    w.known.update(names)


WRITERS.update(
    {
        opcodes.OpVariable: _variable,
        opcodes.OpAccessChain: _chain,
        opcodes.OpInBoundsAccessChain: _chain,
        opcodes.OpLoad: _load,
        opcodes.OpStore: _store,
        opcodes.OpCopyMemory: _copy_memory,
        opcodes.OpArrayLength: _array_length,
        opcodes.OpAtomicLoad: _atomic_load,
        opcodes.OpAtomicStore: _atomic_store,
        opcodes.OpFunctionCall: _call,
        opcodes.OpControlBarrier: _barrier,
        opcodes.OpMemoryBarrier: _memory_barrier,
    }
)
WRITERS.update(dict.fromkeys(_ATOMIC, _atomic))
WRITERS.update(dict.fromkeys(DERIVATIVES, _derivative))

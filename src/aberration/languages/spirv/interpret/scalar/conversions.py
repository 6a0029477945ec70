"""Conversions between number types, and bits read as another type."""

from __future__ import annotations

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.leaves import Leaf
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.types import pointee

from .arithmetic import round_to, rows_of
from .writer import WRITERS, Writer


def _to_integer(w: Writer, found: Instruction) -> None:
    leaf = w.leaf_of(found.result_id)
    low, high = (
        (-(1 << (leaf.width - 1)), 1 << (leaf.width - 1))
        if found.op == op.OpConvertFToS
        else (0, 1 << leaf.width)
    )
    for name, cells in rows_of(w, found):
        w.put(f"{name} = int({cells[0]})")
        w.put(f"if not {low} <= {name} < {high}: out_of_range()")
        if low:
            w.put(f"{name} &= {(1 << leaf.width) - 1}")


def _to_float(w: Writer, found: Instruction) -> None:
    source, width = w.leaf_of(found.ops[0]), w.leaf_of(found.result_id).width
    sign = 1 << (source.width - 1)
    for name, cells in rows_of(w, found):
        number = cells[0] if found.op == op.OpConvertUToF else f"({cells[0]} ^ {sign}) - {sign}"
        if source.width <= 32:
            round_to(w, name, width, number if width == 32 else f"float({number})")
        elif width == 64:
            w.put(f"{name} = float({number})")
        else:
            round_to(w, name, width if width == 16 else 64, f"exact_single({number})")


def _float_convert(w: Writer, found: Instruction) -> None:
    width = w.leaf_of(found.result_id).width
    for name, cells in rows_of(w, found):
        round_to(
            w,
            name,
            width,
            f"{cells[0]} * 1.0" if width > w.leaf_of(found.ops[0]).width else cells[0],
        )


def _quantize(w: Writer, found: Instruction) -> None:
    for name, cells in rows_of(w, found):
        w.put(f"{name} = half({cells[0]})")


def _integer_convert(w: Writer, found: Instruction) -> None:
    source, target = w.leaf_of(found.ops[0]), w.leaf_of(found.result_id)
    mask, sign = (1 << target.width) - 1, 1 << (source.width - 1)
    for name, cells in rows_of(w, found):
        if found.op == op.OpSConvert and target.width > source.width:
            w.put(f"{name} = ({cells[0]} ^ {sign}) - {sign} & {mask}")
        else:
            w.put(f"{name} = {cells[0]} & {mask}")


def _bitcast(w: Writer, found: Instruction) -> None:
    if pointee(w.module, found.type_id):
        raise refuse("a bit cast of pointers", found)
    source, target = w.leaf_of(found.ops[0]), w.leaf_of(found.result_id)
    cells = w.cells(found.ops[0])
    if source.width == target.width and source.kind == target.kind:
        w.alias(found.result_id, cells)
        return
    bits = [_bits_of(source, cell) for cell in cells]
    ratio = source.width // target.width
    if ratio > 1:
        mask = (1 << target.width) - 1
        bits = [f"({cell} >> {k * target.width} & {mask})" for cell in bits for k in range(ratio)]
    elif ratio == 0:
        ratio = target.width // source.width
        joined = [bits[k : k + ratio] for k in range(0, len(bits), ratio)]
        bits = [
            " | ".join(f"({cell} << {k * source.width})" for k, cell in enumerate(group))
            for group in joined
        ]
    names = w.names(found.result_id)
    w.known.update(names)
    for name, cell in zip(names, bits, strict=True):
        w.put(f"{name} = {_value_of(target, cell)}")


def _bits_of(leaf: Leaf, cell: str) -> str:
    if leaf.kind == "int":
        return cell
    return f"{ {16: 'half_bits', 32: 'float_bits', 64: 'double_bits'}[leaf.width] }({cell})"


def _value_of(leaf: Leaf, bits: str) -> str:
    if leaf.kind == "int":
        return bits
    return f"{ {16: 'bits_half', 32: 'bits_float', 64: 'bits_double'}[leaf.width] }({bits})"


WRITERS.update(
    {
        op.OpConvertFToS: _to_integer,
        op.OpConvertFToU: _to_integer,
        op.OpConvertSToF: _to_float,
        op.OpConvertUToF: _to_float,
        op.OpFConvert: _float_convert,
        op.OpQuantizeToF16: _quantize,
        op.OpSConvert: _integer_convert,
        op.OpUConvert: _integer_convert,
        op.OpBitcast: _bitcast,
    }
)

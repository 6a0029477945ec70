"""The whole text: what is always there, the module's functions, and what the driver asks of a
module.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from aberration.languages.native.texels import texels_with
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.interpret.outputs import Outputs
from aberration.languages.spirv.interpret.probes import MOST_STATES, MOST_VALUES
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.interpret.vertices import PointPart
from aberration.languages.spirv.types import pointee

from .blocks import write_blocks
from .cells import FLOATS, Cell, kind_of
from .costs import Costs
from .images import looks_up_texels
from .pending_tables import pending_tables
from .pointer import NativePointer
from .starts import asks_for_grouping, middle_text, start_group, start_invocation
from .unit import NativeUnit
from .writer import Aggregate, NativeWriter

_SIZES: Final = {False: 8, True: 48}
"""Bytes of a cell, exact and with bounds."""
_MARGIN: Final = 1 << 16
_LARGEST: Final = 1 << 29
"""Bytes that all invocations of a workgroup together may ask for."""
_GIVEN_BY_ADDRESS: Final = ("F", "H", "D", "J")


class Program(msgspec.Struct, frozen=True):
    """`source` is C; `sites` are the instructions that its numbers of places stand for."""

    source: str
    sites: tuple[Instruction, ...]


@cache
def text_of(name: str) -> str:
    """Return a part of the text that is the same for all modules."""
    return (files(__package__) / "text" / f"{name}.c").read_text(encoding="utf-8")


def write_program(unit: NativeUnit, outputs: Outputs) -> Program:
    """Write a module. Raise `Refused` for what C has no words for here."""
    costs = Costs(unit.module, unit.leaves, unit.analysis)
    functions, frames = [], 0
    for function in unit.analysis.functions:
        writer = NativeWriter(unit, function)
        text, frame = _function(writer, costs)
        functions.append(text)
        frames += frame
    hooks = [start_invocation(unit), start_group(unit), _show(unit, outputs), _semantics(unit)]
    entry = unit.interface.entry_id
    site = unit.site(unit.function(entry).definition)
    spend = f"SPEND({costs.functions[entry]}, {site})"
    hooks.append(f"static void run_entry(void) {{ {spend} f{entry}(); }}")
    heads = "\n".join(f"{_head(unit, function)};" for function in unit.analysis.functions)
    stack = (_MARGIN + 2 * frames * _SIZES[unit.bounds] + 4095) & ~4095
    constants = _constants(unit, stack)
    domain = "bounds" if unit.bounds else "exact"
    parts = [
        constants,
        *_before(domain),
        *_texels(unit, domain),
        _tables(unit),
        pending_tables(unit),
        text_of(f"{domain}_hooks"),
        *_groupings(unit),
    ]
    source = "\n".join([*parts, heads, *functions, *hooks, text_of("driver")])
    return Program(source, tuple(unit.sites))


def _before(domain: str) -> list[str]:
    names = {
        "exact": ("common", "values", "dots", "exact", "exact_driver", "own"),
        "bounds": (
            "common",
            "values",
            "dots",
            "bounds",
            "bounds_functions",
            "bounds_integers",
            "bounds_vectors",
            "bounds_driver",
            "bounds_words",
            "bounds_probes",
            "own",
        ),
    }
    return [text_of(name) for name in names[domain]]


def _texels(unit: NativeUnit, domain: str) -> list[str]:
    if not looks_up_texels(unit):
        return []
    return [texels_with(unit.weight_bits), text_of(f"{domain}_texels")]


def _groupings(unit: NativeUnit) -> list[str]:
    """Return the text of subgroups, for what computes with bounds."""
    return [text_of("bounds_subgroups")] if asks_for_grouping(unit) else []


def _constants(unit: NativeUnit, stack: int) -> str:
    size = unit.interface.local_size
    invocations = (
        size[0] * size[1] * size[2] if unit.interface.stage == "compute" and unit.pauses else 4
    )
    if invocations * (stack + unit.own_cells * (_SIZES[unit.bounds] + 1)) > _LARGEST:
        raise Refused("a workgroup that needs more memory than it is worth")
    numbers = {
        "OWN_CELLS": unit.own_cells,
        "GROUP_CELLS": unit.group_cells,
        "BLOCK_CELLS": unit.block_cells,
        "CONSTANT_CELLS": len(unit.constants),
        "STACK": stack,
        "PAUSES": int(unit.pauses),
        "LOGS": int(unit.interface.stage == "compute"),
        "SIZE_X": size[0],
        "SIZE_Y": size[1],
        "SIZE_Z": size[2],
        "SITES": len(unit.sites) + 1,
        "TRACED": len(unit.traced) + 1,
        "PROBES": len(unit.probes) + 1,
        "PROBED_STATES": MOST_STATES if unit.probes else 1,
        "PROBED_VALUES": MOST_VALUES if unit.probes else 1,
        "ALIKES": len(unit.alike) + 1,
        "STORES": len(unit.pending.stores) + 1 if unit.pending else 1,
    }
    lines = [f"#define {name} {value}" for name, value in numbers.items()]
    if unit.interface.draws:
        lines.append("#define PIXELS")
    return "\n".join(lines)


def _tables(unit: NativeUnit) -> str:
    """Constants that are intervals, and undefined values: made before a run."""
    if not unit.bounds:
        return ""
    made = [f"f_leaf(&K[{k}], {text}, &{kind}_FREE);" for (kind, text), k in unit.numbers.items()]
    for (name, site), k in unit.undefs.items():
        made.append(f"{name.lower()}_undefined(&U{name}[{k}], {site});")
    tables = [f"static {name} U{name}[{len(unit.undefs) + 1}];" for name in ("F", "J", "E")]
    return "\n".join(
        [
            f"static F K[{len(unit.numbers) + 1}];",
            *tables,
            *(["static void forget_alike(void);"] if asks_for_grouping(unit) else []),
            "static void make_numbers(void) {",
            *(["forget_alike();"] if asks_for_grouping(unit) else []),
            *made,
            "}",
        ]
    )


# ---- functions


def _head(unit: NativeUnit, function: Function) -> str:
    texts: list[str] = []
    for parameter in function.parameters:
        texts += _parameter(unit, parameter)
    result = function.definition.type_id
    if unit.leaves.type(result).op != opcodes.OpTypeVoid:
        texts += _results(unit, function, result)
    return f"static void f{function.id}({', '.join(texts) or 'void'})"


def _parameter(unit: NativeUnit, parameter: Instruction) -> list[str]:
    name = parameter.result_id
    if pointee(unit.module, parameter.type_id):
        texts = [f"uint64_t p{name}"]
        if unit.is_block(parameter.type_id):
            texts.append(f"uint64_t p{name}e")
        return [*texts, f"Weak *p{name}w"] if unit.bounds else texts
    if not unit.leaves.is_flat(parameter.type_id):
        return [f"uint64_t a{name}"]
    texts = []
    flagged = name in unit.written.maybe_unset and not unit.bounds
    for k, leaf in enumerate(unit.leaves.of(parameter.type_id)):
        kind = kind_of(leaf, name in unit.loose)
        star = "*" if unit.bounds and kind in _GIVEN_BY_ADDRESS else ""
        texts.append(f"{unit.types[kind]} {star}a{name}_{k}")
        if flagged:
            texts.append(f"int a{name}_{k}k")
    return texts


def _results(unit: NativeUnit, function: Function, type_id: int) -> list[str]:
    if not unit.leaves.is_flat(type_id):
        return ["uint64_t r"]
    texts = []
    for k, leaf in enumerate(unit.leaves.of(type_id)):
        texts.append(f"{unit.types[kind_of(leaf, function.id in unit.loose)]} *r{k}")
        if function.id in unit.flagged_results:
            texts.append(f"int *r{k}k")
    return texts


def _function(w: NativeWriter, costs: Costs) -> tuple[str, int]:
    """Return a function's text, and how many C variables it has."""
    for parameter in w.function.parameters:
        _enter_parameter(w, parameter)
    write_blocks(w, costs)
    lines = [
        f"{_head(w.unit, w.function)} {{",
        "cell *m = own->m;",
        "unsigned char *z = own->z;",
        *w.declared,
        *w.entered,
        *w.lines,
        "}",
    ]
    return "\n".join(lines), w.variables


def _enter_parameter(w: NativeWriter, parameter: Instruction) -> None:
    unit, name = w.unit, parameter.result_id
    if pointee(w.module, parameter.type_id):
        pointer = w.pointers[name] = NativePointer(name, unit.space_of(parameter.type_id))
        pointer.dynamic = f"p{name}"
        pointer.whole = False
        block = unit.is_block(parameter.type_id)
        pointer.end = f"p{name}e" if block else ""
        pointer.marked = not block and w.leaves.type(parameter.type_id).ops[0] != StorageClass.INPUT
        pointer.logged = unit.is_shared(parameter.type_id)
        pointer.external = w.leaves.type(parameter.type_id).ops[0] == StorageClass.STORAGE_BUFFER
        if unit.bounds:
            w.declare(f"w{name}", "Weak", False)
            w.entered.append(f"w{name} = *p{name}w;")
            pointer.weak = f"w{name}"
        return
    if not w.leaves.is_flat(parameter.type_id):
        w.aggregates[name] = Aggregate("m", f"a{name}")
        return
    for k, cell in enumerate(w.results(parameter, local=False)):
        star = "*" if unit.bounds and cell.kind in _GIVEN_BY_ADDRESS else ""
        w.entered.append(f"{cell.text} = {star}a{name}_{k};")
        if cell.flag:
            w.entered.append(f"{cell.flag} = a{name}_{k}k;")


# ---- what the driver asks


def _show(unit: NativeUnit, outputs: Outputs) -> str:
    """Give the colour of a pixel; channels that are left out are those of opaque black. Of a
    vertex, look at its point.
    """
    lines = ["static void show(double *out) {", "cell *m = own->m;", "unsigned char *z = own->z;"]
    variable = outputs.variable
    count = 0 if variable is None else outputs.count
    for k, missing in enumerate(outputs.missing):
        if variable is not None and k < count:
            definition = unit.module.definition(variable.id)
            site = 0 if definition is None else unit.site(definition)
            place = unit.pointers[variable.id].offset + k
            kind = kind_of(unit.leaves.of(variable.type_id)[0])
            if variable.id in unit.relaxed and kind == "F":
                lines.append(f"RELAX_{kind}(m[{place}].f, 0, {site})")
            if variable.id in unit.relaxed and kind == "U" and unit.bounds:
                signed = int(unit.leaves.of(variable.type_id)[0].signed)
                lines.append(f"RELAX_J(m[{place}].j, {signed}, {site})")
            shown = "DEPTH" if outputs.is_depth else kind
            lines.append(f"SHOW_{shown}(out, {k}, {place}, {site})")
        else:
            lines.append(f"SHOW_PLAIN(out, {k}, {missing})")
    for part in unit.interface.point:
        lines += _point_lines(unit, part)
    return "\n".join([*lines, "}"])


def _point_lines(unit: NativeUnit, part: PointPart) -> list[str]:
    """Trap unless the point of a vertex is where it has to be."""
    size = unit.inputs.width, unit.inputs.height
    expected = ["1.0"]
    if part.built_in == BuiltIn.POSITION:
        expected = [middle_text(0, size), middle_text(1, size), "0.0", "1.0"]
    definition = unit.module.definition(part.variable)
    site = 0 if definition is None else unit.site(definition)
    relaxed = unit.bounds and part.variable in unit.relaxed
    lines = []
    for k, text in enumerate(expected, unit.pointers[part.variable].offset + part.offset):
        if relaxed:
            lines.append(f"RELAX_F(m[{k}].f, 0, {site})")
        lines.append(f"POINT_F({k}, {text}, {site})")
    return lines


def _semantics(unit: NativeUnit) -> str:
    lines = ["static int64_t barrier_semantics(int64_t site) {", "switch (site) {"]
    for site, found in enumerate(unit.sites):
        if found.op == opcodes.OpControlBarrier:
            lines.append(f"case {site}: return {int(unit.leaves.constant(found.ops[2])[0] or 0)};")
    return "\n".join([*lines, "} return 0; }"])


__all__ = ["FLOATS", "Cell", "Program", "text_of", "write_program"]

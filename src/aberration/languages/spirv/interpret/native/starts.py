"""What an invocation and a workgroup begin with, as C: inputs, and variables with initializers."""

from __future__ import annotations

from aberration.core.attributes import value_text
from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.languages.spirv.interpret.interface import Variable
from aberration.languages.spirv.interpret.subgroup_inputs import (
    SUBGROUP_BUILT_INS,
    ends_of_input,
    lone_input,
)
from aberration.languages.spirv.interpret.vertices import AttributePart

from .cells import kind_of
from .unit import NativeUnit


def asks_for_grouping(unit: NativeUnit) -> bool:
    """Say whether a module that is computed with bounds has anything to do with subgroups."""
    inputs = unit.interface.of_storage(StorageClass.INPUT)
    asks = any(variable.built_in in SUBGROUP_BUILT_INS for variable in inputs)
    return unit.bounds and (asks or bool(unit.subgroups.operations))


def start_invocation(unit: NativeUnit) -> str:
    """Fill what an invocation sees of itself, and its Private and Output variables."""
    lines = [
        "static void start_invocation(void) {",
        "cell *m = own->m;",
        "unsigned char *z = own->z;",
    ]
    for variable in unit.interface.variables.values():
        count = unit.leaves.count(variable.type_id)
        place = unit.pointers[variable.id].offset
        if variable.storage == StorageClass.INPUT:
            lines += _input(unit, variable, place)
        elif variable.storage in (StorageClass.PRIVATE, StorageClass.OUTPUT) and count:
            initial = unit.initial_place(variable)
            lines.append(
                f"COPY(m + {place}, c + {initial}, {count}) memcpy(z + {place}, cz + "
                f"{initial}, {count});"
            )
    return "\n".join([*lines, "}"])


def _input(unit: NativeUnit, variable: Variable, place: int) -> list[str]:
    leaves = unit.leaves.of(variable.type_id)
    if variable.built_in in SUBGROUP_BUILT_INS:
        return _grouped_input(unit, variable, place)
    if unit.interface.stage == "compute":
        texts = _compute_texts(unit, variable)
    elif unit.interface.stage_of(variable.id) == "vertex":
        texts = _vertex_texts(unit, variable)
    elif variable.built_in == BuiltIn.FRAG_COORD:
        texts = ["(double)own->ids[0] + 0.5", "(double)own->ids[1] + 0.5", "0.0", "1.0"]
    else:
        is_point = unit.interface.stages is not None
        texts = ["1" if is_point and variable.built_in == BuiltIn.FRONT_FACING else "0"]
    return [
        f"INPUT_{kind_of(leaf)}({place + k}, {text}) z[{place + k}] = 1;"
        for k, (leaf, text) in enumerate(zip(leaves, texts, strict=False))
    ]


def _grouped_input(unit: NativeUnit, variable: Variable, place: int) -> list[str]:
    """Fill what an implementation chooses: with bounds, all that it may."""
    size, built_in = unit.interface.local_size, variable.built_in
    count = size[0] * size[1] * size[2]
    texts = [str(number) for number in lone_input(built_in, 0, count)]
    if built_in == BuiltIn.SUBGROUP_ID:
        texts = ["own->ids[12]"]
    lines = [f"INPUT_U({place + k}, {text}) z[{place + k}] = 1;" for k, text in enumerate(texts)]
    definition = unit.module.definition(variable.id)
    if not unit.bounds or definition is None:
        return lines
    site, ends = unit.site(definition), ends_of_input(built_in, count)
    for k in range(len(texts)):
        cell = f"m[{place + k}].j"
        if ends is None:
            lines.append(f"GROUPED_J({cell}, {site})")
        else:
            lines.append(f"GROUPED_RANGE({cell}, {ends[0]}, {ends[1]}, {site})")
    return lines


def _vertex_texts(unit: NativeUnit, variable: Variable) -> list[str]:
    """Return the leaves of an input of a vertex, as `core.attributes` has its values."""
    vertex = f"own->ids[1] * {unit.inputs.width} + own->ids[0]"
    if variable.built_in >= 0:
        return [vertex if variable.built_in == BuiltIn.VERTEX_INDEX else "0"]
    parts = unit.interface.attribute_parts(variable, unit.inputs)
    return [_part_text(unit, part, vertex) for part in parts]


def _part_text(unit: NativeUnit, part: AttributePart, vertex: str) -> str:
    attribute = part.attribute
    if attribute.place:
        return middle_text(part.component, (unit.inputs.width, unit.inputs.height))
    return value_text(attribute, part.column, part.component, vertex)


def middle_text(axis: int, size: tuple[int, int]) -> str:
    """Return the middle of a pixel along an axis, from -1 to 1."""
    return f"single((double)(2 * own->ids[{axis}] + 1) / {size[axis]}.0 - 1.0)"


def _compute_texts(unit: NativeUnit, variable: Variable) -> list[str]:
    groups, size = unit.inputs.groups, unit.interface.local_size
    first = {
        BuiltIn.WORKGROUP_ID: 6,
        BuiltIn.LOCAL_INVOCATION_ID: 3,
        BuiltIn.GLOBAL_INVOCATION_ID: 0,
        BuiltIn.LOCAL_INVOCATION_INDEX: 12,
    }
    if variable.built_in == BuiltIn.NUM_WORKGROUPS:
        return [str(count) for count in groups]
    if variable.built_in == BuiltIn.WORKGROUP_SIZE:
        return [str(count) for count in size]
    start = first[variable.built_in]
    return [f"own->ids[{start + k}]" for k in range(3)]


def start_group(unit: NativeUnit) -> str:
    lines = ["static void start_group(void) {"]
    if asks_for_grouping(unit):
        lines.append("forget_alike();")
    for variable in unit.interface.of_storage(StorageClass.WORKGROUP):
        definition = unit.module.definition(variable.id)
        count = unit.leaves.count(variable.type_id)
        if definition is not None and len(definition.ops) > 1 and count:
            place, initial = unit.pointers[variable.id].offset, unit.initial_place(variable)
            lines.append(
                f"COPY(g + {place}, c + {initial}, {count}) memcpy(gz + {place}, cz + "
                f"{initial}, {count});"
            )
    return "\n".join([*lines, "}"])

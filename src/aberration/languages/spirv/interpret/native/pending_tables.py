"""What may follow a decision that hangs on rounding, as tables of C."""

from __future__ import annotations

from aberration.languages.spirv import opcodes

from .pointer import BLOCKS, GROUP
from .unit import NativeUnit

_DECIDES = frozenset(
    (
        opcodes.OpBranchConditional,
        opcodes.OpSwitch,
        opcodes.OpAccessChain,
        opcodes.OpInBoundsAccessChain,
    )
)


def pending_tables(unit: NativeUnit) -> str:
    """Return the tables: the stores that follow each place, the cells that each may change,
    barriers at risk.
    """
    if not unit.bounds:
        return ""
    if unit.pending is None:
        return "static void free_in_group(int64_t site) {}"
    first, listed = [0], []
    risks = []
    for site in list(unit.sites):
        if site.op in _DECIDES or site.op == opcodes.OpControlBarrier:
            listed += unit.pending.after(site)
        first.append(len(listed))
        risk = unit.pending.risk_of(site) if site.op in _DECIDES else None
        risks.append(-1 if risk is None else unit.site(risk))
    first += [len(listed)] * (len(unit.sites) + 1 - len(first))
    risks += [-1] * (len(unit.sites) - len(risks))
    cells = [_cells(unit, store.pointer_id) for store in unit.pending.stores]
    return "\n".join(
        (
            _table("pending_first", first),
            _table("pending_stores", listed),
            _table("risky", risks),
            _table("store_fixed", [int(store.fixed) for store in unit.pending.stores]),
            _table("store_shared", [int(space == GROUP) for space, _, _ in cells]),
            _table("store_first", [start for _, start, _ in cells]),
            _table("store_count", [count for _, _, count in cells]),
            "#define GROUPS_RUN",
        )
    )


def _cells(unit: NativeUnit, pointer_id: int) -> tuple[str, int, int]:
    """Return space, start and number of the cells that a store may change."""
    pointer = unit.pointers.get(unit.analysis.root_of(pointer_id))
    space = unit.space_of(unit.module.type_of(pointer_id))
    if pointer is None:
        return space, 0, unit.group_cells if space == GROUP else unit.block_cells
    if space == BLOCKS:
        return space, pointer.offset, len(unit.slots[pointer.root])
    type_id = unit.interface.variables[pointer.root].type_id
    return space, pointer.offset, unit.leaves.count(type_id)


def _table(name: str, values: list[int]) -> str:
    return (
        f"static const int32_t {name}[{len(values) + 1}] = {{{', '.join(map(str, [*values, 0]))}}};"
    )

"""The registry of mutants: one file each in this folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.errors import UnknownName
from aberration.targets.mutants import (
    and_true,
    block_start,
    borrow,
    chained_access,
    constant_compare,
    copy_across_blocks,
    copy_of_copy,
    dead_break,
    dead_call_store,
    dead_continue,
    dead_exit,
    dont_inline,
    empty_then,
    equal_phi,
    flatten_mask,
    gather_corner,
    gather_offset,
    inline_result,
    inlined_result,
    load_then_store,
    loop_merge_first,
    merged_offset,
    moved_phi,
    mul_one,
    nested_insert,
    next_level,
    offset_key,
    phi_back_edge_first,
    private_initializer,
    projected_scale,
    rejoined_sampler,
    repeated_read,
    scan_idle_lanes,
    shuffled_twice,
    size_cache,
    slot_sharing,
    swapped_operands,
    swizzled_varying,
    unroll_exit_value,
    xor_zero,
)
from aberration.targets.mutants.mutant import Mutant

MUTANTS: Final[tuple[Mutant, ...]] = (
    and_true.MUTANT,
    block_start.MUTANT,
    borrow.MUTANT,
    chained_access.MUTANT,
    constant_compare.MUTANT,
    copy_across_blocks.MUTANT,
    copy_of_copy.MUTANT,
    dead_break.MUTANT,
    dead_call_store.MUTANT,
    dead_continue.MUTANT,
    dead_exit.MUTANT,
    dont_inline.MUTANT,
    empty_then.MUTANT,
    equal_phi.MUTANT,
    flatten_mask.MUTANT,
    gather_corner.MUTANT,
    gather_offset.MUTANT,
    inline_result.MUTANT,
    inlined_result.MUTANT,
    load_then_store.MUTANT,
    loop_merge_first.MUTANT,
    merged_offset.MUTANT,
    moved_phi.MUTANT,
    mul_one.MUTANT,
    nested_insert.MUTANT,
    next_level.MUTANT,
    offset_key.MUTANT,
    phi_back_edge_first.MUTANT,
    private_initializer.MUTANT,
    projected_scale.MUTANT,
    rejoined_sampler.MUTANT,
    repeated_read.MUTANT,
    scan_idle_lanes.MUTANT,
    shuffled_twice.MUTANT,
    size_cache.MUTANT,
    slot_sharing.MUTANT,
    swapped_operands.MUTANT,
    swizzled_varying.MUTANT,
    unroll_exit_value.MUTANT,
    xor_zero.MUTANT,
)


def mutant(name: str) -> Mutant:
    """Return a mutant by name."""
    return mutant_named(name, MUTANTS)


def mutant_named(name: str, mutants: Sequence[Mutant]) -> Mutant:
    """Return the one of these mutants that has a name."""
    for known in mutants:
        if known.name == name:
            return known
    raise UnknownName(
        f"expected a mutant ({' '.join(known.name for known in mutants)}), but {name!r} came"
    )

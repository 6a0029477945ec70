"""The registry of mutants of the shading languages: one file each in this folder."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import UnknownName
from aberration.targets.shading_mutants import (
    any_for_all,
    by_reference,
    continue_in_switch,
    crossed_members,
    crossed_out,
    default_last,
    eager_logic,
    first_test,
    hoisted_variable,
    index_twice,
    kept_local,
    logical_shift,
    lost_copy_back,
    lost_fallthrough,
    lost_high_bit,
    lost_lower_bound,
    lost_store,
    matrix_order,
    negated_order,
    nested_selection,
    pre_increment,
    regrouped_difference,
    return_in_loop,
    shift_sum,
    short_copy,
    short_countdown,
    signed_compare,
    signed_quotient,
    signed_remainder,
    stale_global,
    swapped_arms,
    swizzle_order,
    unbracketed_compound,
    unsigned_extract,
    unsigned_leading_bit,
    vector_select,
)
from aberration.targets.shading_mutants.mutant import ShadingMutant

SHADING_MUTANTS: Final[tuple[ShadingMutant, ...]] = (
    any_for_all.MUTANT,
    by_reference.MUTANT,
    continue_in_switch.MUTANT,
    crossed_members.MUTANT,
    crossed_out.MUTANT,
    default_last.MUTANT,
    eager_logic.MUTANT,
    first_test.MUTANT,
    hoisted_variable.MUTANT,
    index_twice.MUTANT,
    kept_local.MUTANT,
    logical_shift.MUTANT,
    lost_copy_back.MUTANT,
    lost_fallthrough.MUTANT,
    lost_high_bit.MUTANT,
    lost_lower_bound.MUTANT,
    lost_store.MUTANT,
    matrix_order.MUTANT,
    negated_order.MUTANT,
    nested_selection.MUTANT,
    pre_increment.MUTANT,
    regrouped_difference.MUTANT,
    return_in_loop.MUTANT,
    shift_sum.MUTANT,
    short_copy.MUTANT,
    short_countdown.MUTANT,
    signed_compare.MUTANT,
    signed_quotient.MUTANT,
    signed_remainder.MUTANT,
    stale_global.MUTANT,
    swapped_arms.MUTANT,
    swizzle_order.MUTANT,
    unbracketed_compound.MUTANT,
    unsigned_extract.MUTANT,
    unsigned_leading_bit.MUTANT,
    vector_select.MUTANT,
)


def shading_mutant(name: str) -> ShadingMutant:
    """Return a mutant of the shading languages by name."""
    for known in SHADING_MUTANTS:
        if known.name == name:
            return known
    names = " ".join(known.name for known in SHADING_MUTANTS)
    raise UnknownName(f"expected a mutant of shading languages ({names}), but {name!r} came")

"""The registry of C mutants: one file each in this folder."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import UnknownName
from aberration.targets.c_mutants import (
    callee_saved,
    combined_guards,
    empty_arm,
    first_test,
    loop_condition,
    lost_restore,
    narrow_compare,
    narrow_restore,
    off_by_one,
    orphan_label,
    signed_small,
    speculated_store,
    sunk_store,
    swapped_variables,
    threaded_guard,
    unsigned_guard,
)
from aberration.targets.c_mutants.mutant import CMutant

C_MUTANTS: Final[tuple[CMutant, ...]] = (
    callee_saved.MUTANT,
    combined_guards.MUTANT,
    empty_arm.MUTANT,
    first_test.MUTANT,
    loop_condition.MUTANT,
    lost_restore.MUTANT,
    narrow_compare.MUTANT,
    narrow_restore.MUTANT,
    off_by_one.MUTANT,
    orphan_label.MUTANT,
    signed_small.MUTANT,
    speculated_store.MUTANT,
    sunk_store.MUTANT,
    swapped_variables.MUTANT,
    threaded_guard.MUTANT,
    unsigned_guard.MUTANT,
)


def c_mutant(name: str) -> CMutant:
    """Return a C mutant by name."""
    for known in C_MUTANTS:
        if known.name == name:
            return known
    raise UnknownName(
        f"expected a C mutant ({' '.join(known.name for known in C_MUTANTS)}), but {name!r} came"
    )

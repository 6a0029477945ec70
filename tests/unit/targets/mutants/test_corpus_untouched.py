"""No shader of the corpus triggers a mutant as it stands."""

from __future__ import annotations

import pytest
from helpers.corpus import all_modules
from helpers.sampling import one_in

from aberration.targets.mutants.catalogue import MUTANTS
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.runners.spirv.mutant import apply_mutant

MODULES = all_modules()


@pytest.mark.parametrize("mutant", one_in(7, MUTANTS), ids=lambda mutant: mutant.name)
def test_leaves_every_module_alone(mutant: Mutant) -> None:
    assert MODULES
    touched = [name for name, code in MODULES if apply_mutant(mutant, code) != code]
    assert touched == []

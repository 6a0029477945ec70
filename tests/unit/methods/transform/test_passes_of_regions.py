from __future__ import annotations

import pytest
from benchmarks.large import one_function

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.passes.outline_functions import outline_functions
from aberration.methods.transform.transformations.outline_function import OutlineFunction


@pytest.mark.slow
def test_outlining_looks_at_near_ends_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aberration.methods.transform.passes.outline_functions.FARTHEST", 2)
    lengths = []
    for seed in range(60):
        module = Module.parse(one_function(2000))
        step = outline_functions.attempt(Draw(module, Rng.of(seed)))
        if isinstance(step, OutlineFunction):
            entry, end = module.block(step.entry), module.block(step.exit)
            assert entry is not None
            assert end is not None
            lengths.append(module.layout_index(end) - module.layout_index(entry))
    assert lengths
    assert max(lengths) < 3

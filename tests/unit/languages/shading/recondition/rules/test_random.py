"""Random programs, many of whose operations are undefined: none is when they are reconditioned."""

from __future__ import annotations

import re

import pytest
from helpers.reconditioned import reconditioned_text, run_text
from helpers.shading_kernels import Kernel
from helpers.shading_runs import compute_text

from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.trap import Trap, TrapKind
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.tree import LanguageName

_ANSWERED: frozenset[TrapKind] = frozenset(
    ("division", "shift", "out-of-bounds", "conversion", "domain", "nan")
)
_SEEDS = range(10)
_RISK = 0.4


def _program(language: LanguageName, seed: int) -> str:
    """Its variables begin with a value, for else little is run before the first trap."""
    kernel = Kernel(language, seed, _RISK)
    text = compute_text(language, kernel.body, kernel.before)
    text = re.sub(r"\b(int|uint|float|bool) (v\d+);", r"\1 \2 = \1(1);", text)
    filled = r"\1 \2[4] = \1[4](\1(1), \1(2), \1(3), \1(4));"
    return re.sub(r"\b(int|float) (list|reals)\[4\];", filled, text)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_nothing_is_undefined_any_more(language: LanguageName) -> None:
    before, ended = 0, 0
    for seed in _SEEDS:
        text = _program(language, seed)
        found = run_text(text, language)
        before += isinstance(found, Trap) and found.kind in _ANSWERED
        settings = Settings(indexes="modulo" if seed % 2 else "clamp")
        found = run_text(reconditioned_text(text, language, settings), language)
        assert not isinstance(found, Trap) or found.kind not in _ANSWERED, f"{seed}: {found}"
        ended += isinstance(found, Buffers)
    assert before > len(_SEEDS) // 3
    assert ended > len(_SEEDS) // 2

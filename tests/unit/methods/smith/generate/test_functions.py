"""The functions of random programs."""

from __future__ import annotations

import pytest

from aberration.languages.shading.tree import Block, Function, If, LanguageName, Return
from aberration.methods.smith.generate import PRESETS, generate

PROGRAMS = 40


def _ends(language: LanguageName, version: int) -> list[object]:
    """Return the last statement of each function that has a result."""
    made = [generate(language, version, number, PRESETS["calls"]) for number in range(PROGRAMS)]
    return [
        node.body.statements[-1]
        for one in made
        for node in one.module.decls
        if isinstance(node, Function) and node.result is not None and node.body is not None
    ]


@pytest.mark.parametrize(("language", "version"), [("glsl", 450), ("essl", 310)])
def test_some_functions_may_end_without_a_return(language: LanguageName, version: int) -> None:
    ends = _ends(language, version)
    open_ends = [one for one in ends if isinstance(one, If)]
    assert 0 < len(open_ends) < len(ends) / 4
    # A compiler may ask that there is a `return` somewhere.
    for one in open_ends:
        assert isinstance(one.then, Block)
        assert isinstance(one.then.statements[-1], Return)


def test_functions_of_wgsl_return_always() -> None:
    assert all(isinstance(one, Return) for one in _ends("wgsl", 0))

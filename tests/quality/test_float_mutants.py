"""Which way of computing floats is told from which: what an illegal one gives lies outside of what
a seed may give.

What a legal one gives lies within. The shaders are those beside the experiment; it does the same
with hundreds of others, and with drivers (`experiments/float_mutants`).
"""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from experiments.float_mutants.seeds import OWN, seeds_in

from aberration.core.limits import beyond, within_mask
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.tiles import spread_tiles
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.targets.float_mutants.catalogue import FLOAT_MUTANTS, LEGAL_COMPILERS
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.runners.spirv.mutant import apply_mutant

SIDE = 256
UNTOLD = {"float-kept-nan", "float-lost-specials", "float-moved-across-exact"}
"""The interpreter calls NaN undefined and leaves signs of zeros open, whatever execution modes a
module has. And what lies between the two directions in which a precise sum may be rounded is taken
for legal.
"""


@cache
def seeds() -> tuple[Program, ...]:
    return tuple(with_few_pixels(seed) for seed in seeds_in((OWN,)))


def with_few_pixels(seed: Program) -> Program:
    """Return a fragment shader with some tiles to draw."""
    if seed.stage != "fragment":
        return seed
    tiles = spread_tiles(SIDE, SIDE, 4, 4)
    return msgspec.structs.replace(seed, inputs=msgspec.structs.replace(seed.inputs, tiles=tiles))


@cache
def proof(program: Program) -> Proof:
    return prove(program)


def outside(compiler: Mutant) -> dict[str, int]:
    """Return how many numbers lie outside of what a seed may give, for each seed that a
    compiler changes.
    """
    found: dict[str, int] = {}
    for seed in seeds():
        made = msgspec.structs.replace(seed, source=apply_mutant(compiler, seed.source))
        if made.source == seed.source:
            continue
        known, given = proof(seed), proof(made)
        if (
            known.limits is None
            or given.limits is None
            or not isinstance(given.outcome, Image | Buffers)
        ):
            continue
        found[seed.name] = beyond(given.outcome, within_mask(known.limits, given.limits)).beyond
    return found


@pytest.mark.parametrize("compiler", FLOAT_MUTANTS, ids=lambda one: one.name)
def test_an_illegal_compiler_is_told(compiler: Mutant) -> None:
    found = outside(compiler)
    assert found
    assert any(found.values()) == (compiler.name not in UNTOLD), found


@pytest.mark.parametrize("compiler", LEGAL_COMPILERS, ids=lambda one: one.name)
def test_a_legal_compiler_is_not(compiler: Mutant) -> None:
    found = outside(compiler)
    assert found
    assert {name: count for name, count in found.items() if count} == {}

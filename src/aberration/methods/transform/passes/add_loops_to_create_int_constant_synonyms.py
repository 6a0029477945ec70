"""Propose loops that count down to integer constants."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.constructs import in_any_continue
from aberration.languages.spirv.opcodes import OpConstant, OpConstantComposite
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.loop_depth import DEEPEST, loops_around
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_loop_to_create_int_constant_synonym import (
    AddLoopToCreateIntConstantSynonym,
    can_follow_loop,
    first_values,
    integer_values,
)
from aberration.methods.transform.transformations.split_block import SplitBlock

CONSTANTS: Final = (OpConstant, OpConstantComposite)
TRIES: Final = 4
TWO_BLOCKS: Final = 0.65
LARGE_STEPS: Final = 0.5


@fuzzer_pass(
    chance=(0.05, 0.1),
    followed_by=(
        "apply_id_synonyms",
        "peel_loops",
        "rotate_loops",
        "split_loop_ranges",
        "unroll_loops",
    ),
)
def add_loops_to_create_int_constant_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any integer constant and any place; a block is split there, unless the loop can
    go before it.

    It has up to 16 iterations, half as many for each loop around, one from `DEEPEST` loops on.
    """
    module, rng = draw.module, draw.rng
    constant = _constant(draw)
    anchor = draw.insertion_point()
    block = None if anchor is None else anchor.block
    if (
        not constant
        or anchor is None
        or block is None
        or block.dead
        or in_any_continue(module, block)
    ):
        return None
    iterations = 1 + rng.below(1 << max(0, DEEPEST - loops_around(module, block)))
    steps = _steps(draw, constant)
    if not _make_constants(draw, constant, steps, iterations):
        return None
    label = block.id
    if rng.bits() & 1 or not can_follow_loop(module, block):
        label = draw.fresh()
        if not draw.apply(SplitBlock(Place.of(module, anchor), label)):
            return None
    ids = [draw.fresh() for _ in range(8 if rng.chance(TWO_BLOCKS) else 7)]
    return AddLoopToCreateIntConstantSynonym(constant, steps, iterations, label, *ids)


def _constant(draw: Draw) -> int:
    """Return any integer constant; 0 if none was found."""
    for _ in range(TRIES):
        found = draw.instruction(CONSTANTS)
        if found is not None and integer_values(draw.module, found.result_id):
            return found.result_id
    return 0


def _steps(draw: Draw, constant: int) -> tuple[int, ...]:
    rng, width = draw.rng, types.width(draw.module, draw.module.type_of(constant))
    values = integer_values(draw.module, constant)
    if not rng.chance(LARGE_STEPS):
        return tuple(rng.below(16) for _ in values)
    return tuple((rng.bits() << 32 | rng.bits()) & ((1 << width) - 1) for _ in values)


def _make_constants(draw: Draw, constant: int, steps: tuple[int, ...], iterations: int) -> bool:
    module = draw.module
    type_id, int_type = module.type_of(constant), draw.int_type()
    scalar = types.scalar_of(module, type_id)
    for values in (first_values(module, constant, steps, iterations), list(steps)):
        parts = [draw.int_constant(scalar, value) for value in values]
        if not all(parts) or (scalar != type_id and not draw.composite_constant(type_id, parts)):
            return False
    return draw.bool_type() != 0 and all(
        draw.int_constant(int_type, number) for number in (0, 1, iterations)
    )

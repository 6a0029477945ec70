"""Every transformation, at hundreds of sites; `python -m experiments.transform_soundness.sites`
has the figures.
"""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from experiments.transform_soundness.gathering import Gatherer, Variant
from experiments.transform_soundness.lowering import without_images
from experiments.transform_soundness.promises import PIXELS, broken
from experiments.transform_soundness.seeds import all_programs, newer
from experiments.transform_soundness.sites import SITES
from experiments.transform_soundness.togetherness import partings
from helpers.proved import check_promises
from helpers.transform import flaw_of

from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpISub
from aberration.languages.spirv.place import Place
from aberration.methods.transform.kinds import TRANSFORMATIONS
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations import swap_commutable_operands
from aberration.methods.transform.transformations.replace_irrelevant_id import ReplaceIrrelevantId
from aberration.methods.transform.transformations.split_block import SplitBlock
from aberration.methods.transform.transformations.swap_commutable_operands import (
    SwapCommutableOperands,
)

STRANGER: Final = 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", TRANSFORMATIONS, ids=[kind.__name__ for kind in TRANSFORMATIONS])
def test_keeps_its_promises(kind: type[Transformation]) -> None:
    check_promises(kind, SITES)


def told(kind: type[Transformation], variant: Variant) -> list[str]:
    return broken(kind, variant, all_programs()[STRANGER], 1)


def split() -> Variant:
    """Return a variant of which no promise is broken."""
    variant = Gatherer().gather(SplitBlock, 1)[0]
    assert told(SplitBlock, variant) == []
    return variant


def test_other_bytes_are_noticed() -> None:
    variant = split()
    assert any(
        "other bytes" in each
        for each in told(SplitBlock, msgspec.structs.replace(variant, data=b""))
    )


def test_a_step_that_does_not_replay_is_noticed() -> None:
    variant = split()
    twice = msgspec.structs.replace(variant, steps=(*variant.steps, *variant.steps))
    assert any("does not replay" in each for each in told(SplitBlock, twice))


def test_a_step_that_changes_the_result_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swap_commutable_operands, "COMMUTATIVE", (OpISub,))
    program = next(each for each in all_programs() if each.name == "gcd_grid.opt")
    module = Module.parse(program.source)
    steps = [SwapCommutableOperands(Place.of(module, found)) for found in module.by_opcode(OpISub)]
    variant = Variant(program, tuple(steps), b"")
    assert any("another result" in each for each in told(SwapCommutableOperands, variant))


@pytest.mark.slow
def test_a_branch_that_parts_invocations_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReplaceIrrelevantId, "_is_harmless", lambda *_: True)
    variants = Gatherer().gather(ReplaceIrrelevantId, SITES)
    places = [(3 * k, 5 * k) for k in range(PIXELS)]
    assert any(
        "invocations part" in each
        for one in variants
        for each in partings(one.program, one.steps, places)
    )


def test_the_same_program_in_a_newer_version_is_valid() -> None:
    for program in all_programs():
        assert flaw_of(program.source) is None, program.name
        assert flaw_of(newer(program).source) is None, program.name


def test_what_is_sampled_depends_on_the_image_and_the_coordinate() -> None:
    program = next(each for each in all_programs() if each.name == "images_0")
    assert without_images(program.source) != program.source
    interpreter = Interpreter(without_images(program.source), program.inputs)
    assert interpreter.pixel(1, 1) != interpreter.pixel(2, 1) != interpreter.pixel(2, 2)

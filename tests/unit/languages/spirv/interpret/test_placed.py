"""Points of pairs that throw pixels away: they are stored as the attribute has them, or refused."""

from __future__ import annotations

import pytest
from helpers.module_pairs import module_pair, off_its_pixel
from helpers.pair_texts import TEXTS, Text

from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Refused

EARLY = "#define EARLY if ((k & 3) == 0) discard;"
REASON = "whose points are not stored as the attribute has them"


def image(program: Program) -> object:
    options = Options(path="python")
    return Interpreter(program.source, program.inputs, options, program.companion).image()


@pytest.mark.parametrize("stage", ["fragment", "vertex"])
def test_a_plain_store_of_the_place_is_enough(stage: str) -> None:
    program = module_pair(TEXTS["thrown away"])
    program = program if stage == program.stage else program.companion_program()
    assert isinstance(image(program), Image)


@pytest.mark.parametrize(
    "given", ["k = n.x; gl_Position.x += 0.0;", "k = n.x; if (k > 3) gl_PointSize = 2.0;"]
)
def test_what_is_computed_is_refused(given: str) -> None:
    program = module_pair(Text("flat TO int k;", given, "vec4(1)", EARLY))
    with pytest.raises(Refused, match=REASON):
        image(program)
    assert REASON in prove(program).reason


def test_another_attribute_is_refused() -> None:
    program = off_its_pixel(module_pair(TEXTS["thrown away"]))
    with pytest.raises(Refused, match=REASON):
        image(program)
    assert REASON in prove(program).reason


def test_where_no_pixel_is_thrown_away_it_is_looked_at() -> None:
    computed = Text("flat TO int k;", "k = n.x; gl_PointSize = 2.0;", "vec4(1)")
    assert isinstance(image(module_pair(computed)), Image)

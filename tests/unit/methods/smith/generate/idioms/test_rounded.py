"""Functions whose results may be rounded otherwise: what is made of them is always the same."""

from __future__ import annotations

import pytest

from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import Settings, generate
from aberration.methods.smith.generate.idioms import table
from aberration.methods.smith.generate.idioms.rounded import _rows

ALONE = Settings(
    idioms=12,
    main_length=1,
    program_statements=1,
    functions=0,
    globals=0,
    steered=0,
    swarm=0.0,
    fragment_share=0.0,
    sampled_share=0.0,
    wide_share=0.0,
)


@pytest.mark.parametrize(("language", "version"), [("wgsl", 0), ("glsl", 450), ("essl", 310)])
def test_no_legal_rounding_changes_them(
    language: LanguageName, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "STATEMENTS", (table.shown_rounding,))
    for rng_seed in range(3):
        made = generate(language, version, rng_seed, ALONE)
        shader = read(write(made.module), language)
        # Operands may be anything; the calls themselves need nothing.
        text = recondition(shader, "compute").text(shader)
        results = [
            Interpreter(
                read(text, language), "compute", made.inputs, Options(rounding=number)
            ).dispatch()
            for number in (None, 0, 2, 5, 6, 7, 11)
        ]
        assert isinstance(results[0], Buffers), str(results[0])
        assert all(one == results[0] for one in results)


def test_they_are_those_that_no_other_expression_calls() -> None:
    found = set(_rows("wgsl", 0, "compute"))
    assert {"sin", "pow", "length", "refract", "smoothstep", "ldexp", "determinant"} <= found
    assert not {"abs", "floor", "dot", "transpose", "packSnorm4x8", "modf"} & found
    assert "inverse" in _rows("glsl", 450, "compute")

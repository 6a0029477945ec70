"""What is rare comes up in few programs; and all that can be called is."""

from __future__ import annotations

import pytest
from experiments.smith_coverage.__main__ import rows_in
from experiments.smith_coverage.counting import rows_of, statement_pairs
from experiments.smith_coverage.left_out import reason

from aberration.languages.shading.checker import check
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import Settings, generate

STEERED = Settings(
    main_length=1,
    program_statements=6,
    idioms=1,
    functions=1,
    together=4,
    steered=16,
    swarm=0.0,
    fragment_share=0.4,
    wide_share=1.0,
    sampled_share=0.5,
)


@pytest.mark.parametrize(("language", "version"), [("wgsl", 0), ("glsl", 460), ("essl", 320)])
def test_each_row_is_called_or_left_out_for_a_reason(language: LanguageName, version: int) -> None:
    called: set[str] = set()
    for rng_seed in range(60):
        called |= rows_of(generate(language, version, rng_seed, STEERED))
    rows = rows_in(language)
    assert [row for row in rows if row not in called and not reason(row)] == []
    assert [row for row in rows if row in called and reason(row)] == []


@pytest.mark.parametrize(("language", "version"), [("wgsl", 0), ("glsl", 450)])
def test_rare_pairs_of_statements_occur(language: LanguageName, version: int) -> None:
    found = set()
    for rng_seed in range(40):
        made = generate(language, version, rng_seed, STEERED)
        check(made.module, made.stage)
        found |= set(statement_pairs(made.module))
    assert {("While", "While"), ("Switch", "For"), ("For", "Continue"), ("If", "Return")} <= found


def test_what_is_steered_does_not_shift_with_it() -> None:
    texts = {write(generate("glsl", 450, 4, Settings(steered=count)).module) for count in (0, 1, 2)}
    assert len(texts) == 3

"""Variants of shaders give what their seeds give, on both paths of the interpreter, in both orders
of invocations and with other roundings; and nothing is otherwise than their mutations take for
granted.

A sample of the corpus and of random programs; hundreds of them are in the long tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from helpers.sampling import one_in
from helpers.shading_runs import BothPaths
from msgspec.structs import replace

from aberration.campaign.seeds import bundled_corpus
from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.program import Program, load_program
from aberration.core.recipe import TestCase
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.method import EmiMethod
from aberration.methods.shaders.executed import OPTIONS
from aberration.methods.smith.method import SmithMethod
from aberration.targets.shading_mutants.mutant import ALL

EMI: Final = EmiMethod()
SMITH: Final = SmithMethod()
FOLDERS: Final = ("shading/glsl", "shading/essl", "shading/wgsl", "compute", "vertex")
FILES: Final = [
    pytest.param(file, id=file.name)
    for folder in FOLDERS
    for file in sorted((bundled_corpus() / folder).iterdir())
    if file.suffix != ".json"
]
ROUNDINGS: Final = (None, 0, 1)
"""To the nearest, and two ways in which each operation always goes."""


def variants_of(program: Program, run_seed: int, count: int) -> Sequence[TestCase]:
    try:
        return EMI.make(Request(run_seed, count, program, language=program.language))
    except BadInput:
        return ()


def run(program: Program, options: Options, kind: type[Interpreter] = Interpreter) -> object:
    assert program.language in ALL
    assert program.stage != "program"
    shader = read(program.source, program.language)
    made = kind(shader, program.stage, program.inputs, options)
    return made.image() if program.draws else made.dispatch()


def faults(case: TestCase) -> list[str]:
    """Return what is wrong about a variant."""
    seed, variant = case.recipe.seeds["seed"], case.programs["program"]
    assert isinstance(case.oracle, Expected)
    found = []
    try:
        both = run(variant, OPTIONS, BothPaths)
    except Refused:
        # C has no division by a zero that stands in the text, where it is never done.
        both = run(variant, OPTIONS)
    if both != case.oracle.outcome:
        found.append("another result on one of the paths")
    checked = EMI.with_checks(case)
    assert checked is not None
    for rounding in ROUNDINGS:
        for order in ("forward", "reverse") if seed.stage == "compute" else ("forward",):
            options = replace(OPTIONS, rounding=rounding, order=order)
            wanted = run(seed, options)
            if run(variant, options) != wanted:
                found.append(f"another result, {order}, rounding {rounding}")
            if run(checked.programs["program"], options) != wanted:
                found.append(f"an assumption is wrong, {order}, rounding {rounding}")
    return found


@pytest.mark.parametrize("file", one_in(33, FILES))
def test_variants_of_the_corpus(file: Path) -> None:
    cases = variants_of(load_program(file), 3, 2)
    assert [faults(case) for case in cases] == [[]] * len(cases)


@pytest.mark.parametrize(
    ("language", "number"),
    one_in(31, [(language, n) for n in range(30) for language in ALL], rows=True),
)
def test_variants_of_random_programs(language: LanguageName, number: int) -> None:
    (seed,) = SMITH.make(Request(number, 1, language=language, options={"preset": "tiny"}))
    cases = variants_of(seed.programs["program"], number, 3)
    assert [faults(case) for case in cases] == [[]] * len(cases)


@pytest.mark.slow
@pytest.mark.parametrize("language", ALL)
def test_most_random_programs_have_variants(language: LanguageName) -> None:
    programs = [case.programs["program"] for case in SMITH.make(Request(2, 8, language=language))]
    made = [variants_of(program, 1, 2) for program in programs]
    assert sum(bool(cases) for cases in made) >= 4
    assert [faults(case) for cases in made for case in cases[:1]] == [[]] * sum(map(bool, made))

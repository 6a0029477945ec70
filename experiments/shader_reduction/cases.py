"""Random shaders that show planted bugs, found with our interpreter alone: no driver is needed, and
none can disturb.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.shaders.executed import OPTIONS
from aberration.methods.smith.method import SmithMethod
from aberration.targets.shading_mutants.catalogue import SHADING_MUTANTS, shading_mutant
from aberration.targets.shading_mutants.mutant import ShadingMutant
from aberration.targets.shading_mutants.rewriting import rewrite_shader

LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
PRESETS: Final = ("default", "tiny")
_EXACT: Final = Tolerance()
_OURS: Final = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError, struct.error)
"""What no program may raise: a defect of ours, which is counted, and the program is not taken."""


class Planted(msgspec.Struct, frozen=True):
    """A program, by what it is drawn from, that a mutant gives another result for."""

    language: LanguageName
    preset: str
    seed: int
    mutant: str


def save(file: Path, summary: Mapping[str, object], rows: Sequence[msgspec.Struct]) -> None:
    """Write a result: its summary, then all rows."""
    text = msgspec.json.encode({"summary": summary, "rows": rows})
    file.write_bytes(msgspec.json.format(text, indent=1) + b"\n")


def planted_cases(count: int, first: int = 0) -> Iterator[Planted]:
    """Yield so many cases, languages and presets in turn; of the mutants that a program shows,
    the one that was taken least often.
    """
    method, taken, found, seed = SmithMethod(), Counter[str](), 0, first
    while found < count:
        for language in LANGUAGES:
            for preset in PRESETS:
                shown = _shown(method, language, preset, seed) if found < count else []
                if shown:
                    mutant = min(shown, key=lambda name: (taken[name], name))
                    taken[mutant] += 1
                    found += 1
                    yield Planted(language, preset, seed, mutant)
        seed += 1


def _shown(method: SmithMethod, language: LanguageName, preset: str, seed: int) -> list[str]:
    try:
        case = case_of(method, language, preset, seed)
    except BadInput:
        return []
    known = [one for one in SHADING_MUTANTS if language in one.languages]
    try:
        return [one.name for one in known if shows(case, one)]
    except _OURS:
        return []


def case_of(method: SmithMethod, language: LanguageName, preset: str, seed: int) -> TestCase:
    """Return the test of a program; raise `BadInput` where none is drawn."""
    request = Request(seed, 1, options={"preset": preset}, language=language)
    return method.make(request)[0]


def shows(case: TestCase, mutant: ShadingMutant) -> bool:
    """Say whether the mutant's text is defined, and gives something else than is expected."""
    program, oracle = case.programs["program"], case.oracle
    assert isinstance(oracle, Expected)
    assert isinstance(oracle.outcome, Image | Buffers)
    changed = mutated(program, mutant)
    if changed is None:
        return False
    given = run(changed)
    if given is None:
        return False
    return not within(compare(oracle.outcome, given, _EXACT), _EXACT)


def mutated(program: Program, mutant: ShadingMutant) -> Program | None:
    """Return the program as a mutant understands it; None where it is as the text says."""
    assert program.language in LANGUAGES
    assert program.stage != "program"
    shader = read(program.source, program.language, program.name)
    changed = rewrite_shader(mutant, shader, program.stage)
    if changed == shader.module:
        return None
    return replace(program, source=write(changed).encode())


def run(program: Program) -> Image | Buffers | None:
    """Return what a program gives, by our interpreter; None for what is undefined, or not
    interpreted.
    """
    assert program.language in LANGUAGES
    assert program.stage != "program"
    try:
        shader = read(program.source, program.language, program.name)
        found = execute(shader, program.stage, program.inputs, OPTIONS)
    except BadInput:
        return None
    return found if isinstance(found, Image | Buffers) else None


def is_defined(program: Program) -> bool:
    """Say whether a program does nothing undefined, as its text stands."""
    return run(program) is not None


class Judge:
    """Says whether a smaller program, rewritten just in time as the method does it, still shows
    the bug. `defects` are the errors of our own code on the way, with the program.
    """

    def __init__(self, planted: Planted) -> None:
        self._method = SmithMethod()
        self._mutant = shading_mutant(planted.mutant)
        self.case = case_of(self._method, planted.language, planted.preset, planted.seed)
        self.seed = self.case.recipe.seeds["seed"]
        self.defects: list[str] = []
        self._answers: dict[str, bool] = {}

    def case_with(self, seed: Program) -> TestCase | None:
        """Return the test that is made of another seed; None where it is none."""
        try:
            return self._method.replay(replace(self.case.recipe, seeds={"seed": seed})).case
        except BadInput:
            return None

    def __call__(self, seed: Program) -> bool:
        if seed.digest not in self._answers:
            self._answers[seed.digest] = self._answer(seed)
        return self._answers[seed.digest]

    def _answer(self, seed: Program) -> bool:
        try:
            made = self.case_with(seed)
            return made is not None and shows(made, self._mutant)
        except _OURS as error:
            self.defects.append(f"{type(error).__name__}: {error}\n{seed.source.decode()}")
            return False

    def plain(self, program: Program) -> bool:
        """Answer without rewriting: is the text defined, and does the mutant change what it
        gives?
        """
        given, changed = run(program), mutated(program, self._mutant)
        other = None if changed is None else run(changed)
        if given is None or other is None:
            return False
        return not within(compare(given, other, _EXACT), _EXACT)

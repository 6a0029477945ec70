"""Which planted mistakes of shader compilers does live-code mutation find, and what do they need?

    python -m experiments.emi_shaders.measure [--tests 200] [--language essl]... [--seed 0]
    [--reduce 2] [--json FILE]

Each test is a variant of a seed of the corpus, on inputs that were drawn, in one language. Each
mutant rewrites it, and our interpreter runs what it made: no driver takes part. For each mutant:
the first test that shows it, and the first whose seed shows it too (what `agree` would find); of
the first few that show it while the seed does not, which steps are left when no single one can go,
and how many programs that took. The same mutants are asked about random programs (`smith`).
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec
from experiments.emi_shaders.drawing import of_corpus
from experiments.shading_mutants.campaign import draw_tests
from experiments.shading_mutants.subject import Subject, mutants_of
from msgspec.structs import replace

from aberration.core.errors import BadInput, InternalError
from aberration.core.oracle import Expected
from aberration.core.program import Program
from aberration.core.recipe import Step, TestCase
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.method import EmiMethod
from aberration.methods.shaders.executed import OPTIONS
from aberration.targets.shading_mutants.catalogue import SHADING_MUTANTS
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import rewrite_checked

SHOWN: Final = replace(OPTIONS, turns=4 * OPTIONS.turns, races=False)
VARIANTS: Final = 4


class Reduction(msgspec.Struct, frozen=True):
    """Steps that are left of a test that shows a mutant, and programs that were looked at."""

    kinds: tuple[str, ...]
    steps: int
    tries: int


class Found(msgspec.Struct, frozen=True):
    """When a mutant was first shown in a language: by the number of the test; 0 for never."""

    language: str
    mutant: str
    variant: int = 0
    seed: int = 0
    smith: int = 0
    shown: int = 0
    reductions: tuple[Reduction, ...] = ()


def tests(language: LanguageName, count: int, rng_seed: int) -> Iterator[TestCase]:
    """Yield variants, of each seed a few in turn."""
    method = EmiMethod()
    for request in of_corpus(language, rng_seed, VARIANTS):
        try:
            cases = method.make(request)
        except BadInput:
            continue
        for case in cases:
            yield case
            count -= 1
            if not count:
                return


def is_shown(mutant: ShadingMutant, program: Program, expected: object) -> bool:
    """Whether a program gives another result once a mutant has rewritten it."""
    assert program.stage != "program"
    shader, checked = _checked(program)
    module = rewrite_checked(mutant, checked)
    if module == shader.module:
        return False
    try:
        changed = replace(shader, module=module)
        return execute(changed, program.stage, program.inputs, SHOWN) != expected
    except BadInput:
        return False


@lru_cache(maxsize=4)
def _checked(program: Program) -> tuple[Shader, Checked]:
    assert program.language in ALL
    assert program.stage != "program"
    shader = read(program.source, program.language)
    return shader, Checked(shader, program.stage)


def reduce_steps(case: TestCase, mutant: ShadingMutant, method: EmiMethod) -> Reduction:
    """Drop steps until no single one can go, halves first."""
    steps, tries, size = list(case.recipe.steps), 0, max(len(case.recipe.steps) // 2, 1)
    while True:
        at, changed = len(steps), False
        while at > 0:
            kept = steps[: max(at - size, 0)] + steps[at:]
            tries += 1
            if _shows(case, kept, mutant, method):
                steps, changed = kept, True
            at -= size
        if size == 1 and not changed:
            return Reduction(tuple(str(one["type"]) for one in steps), len(steps), tries)
        size = max(size // 2, 1)


def _shows(case: TestCase, steps: Sequence[Step], mutant: ShadingMutant, method: EmiMethod) -> bool:
    made = method.replay(case.recipe.with_steps(tuple(steps))).case
    assert isinstance(made.oracle, Expected)
    return is_shown(mutant, made.programs["program"], made.oracle.outcome)


def look(
    language: LanguageName, count: int, rng_seed: int, wanted: int
) -> tuple[dict[str, Found], int]:
    """Return what each mutant was shown by, and how many defects of ours there were."""
    method, found, defects = EmiMethod(), dict[str, Found](), 0
    for mutant in SHADING_MUTANTS:
        if language in mutant.languages:
            found[mutant.name] = Found(language, mutant.name)
    for number, case in enumerate(tests(language, count, rng_seed), 1):
        assert isinstance(case.oracle, Expected)
        seed = case.recipe.seeds["seed"]
        for mutant in SHADING_MUTANTS:
            if language not in mutant.languages:
                continue
            known = found[mutant.name]
            if len(known.reductions) >= wanted and known.seed:
                continue
            if not is_shown(mutant, case.programs["program"], case.oracle.outcome):
                continue
            known = replace(known, variant=known.variant or number, shown=known.shown + 1)
            if is_shown(mutant, seed, case.oracle.outcome):
                known = replace(known, seed=known.seed or number)
            elif len(known.reductions) < wanted:
                try:
                    made = reduce_steps(case, mutant, method)
                    known = replace(known, reductions=(*known.reductions, made))
                except InternalError:
                    defects += 1
            found[mutant.name] = known
    return found, defects


def with_smith(
    found: dict[str, Found], language: LanguageName, count: int, rng_seed: int
) -> dict[str, Found]:
    """Return the same, with the first random program that shows each mutant."""
    for number, case in enumerate(islice(draw_tests(language, rng_seed, {}), count), 1):
        assert isinstance(case.oracle, Expected)
        subject = Subject(case.programs["program"], case.oracle.outcome)
        for mutant in mutants_of(language):
            known = found[mutant.name]
            if not known.smith and subject.under(mutant) == "shown":
                found[mutant.name] = replace(known, smith=number)
    return found


def table(rows: Sequence[Found]) -> str:
    """Return the first tests as a table in Markdown."""
    lines = [
        "| mutant | language | emi | its seed alone | smith | steps left | tries |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        kinds = Counter(kind for one in row.reductions for kind in one.kinds)
        left = ", ".join(f"{kind} {n}" for kind, n in kinds.most_common())
        tries = statistics.median([one.tries for one in row.reductions] or [0])
        cells = [str(number or "-") for number in (row.variant, row.seed, row.smith)]
        lines.append(
            f"| `{row.mutant}` | {row.language} | {' | '.join(cells)} | {left} | {tries:.0f} |"
        )
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tests", type=int, default=200)
    parser.add_argument("--language", action="append", choices=ALL)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--reduce", type=int, default=2)
    parser.add_argument("--smith", type=int, default=0)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    rows: list[Found] = []
    for language in asked.language or ALL:
        found, defects = look(language, asked.tests, asked.seed, asked.reduce)
        found = with_smith(found, language, asked.smith, asked.seed)
        rows += found.values()
        print(f"{language}: {asked.tests} tests, {defects} defects of ours", flush=True)
    print(table(rows))
    every = [one.tries for row in rows for one in row.reductions]
    if every:
        print(f"median tries {statistics.median(every)}, of {len(every)} reductions")
    if asked.json is not None:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

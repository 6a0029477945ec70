"""What do kinds of mutation, and kinds of knowledge, add to live-code mutation of shaders?

    python -m experiments.emi_shaders.ablation [--tests 100] [--language essl]... [--seed 0]
    [--setting "FalseBlock only"]... [--json FILE] [--again FILE...]

Each test is a seed on inputs that were drawn, a shader of the corpus and a program of `smith` in
turn. Each setting of `settings.py` makes one variant of it, drawn with the same random numbers.
Each mutant that the seed does not show by itself rewrites the variant, and our interpreter runs
what it made: no driver takes part. Where a setting has no variant, it shows nothing. All but
"all" are asked about the mutants of live code alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
from experiments.emi_shaders.drawing import of_corpus, of_smith
from experiments.emi_shaders.settings import ALL, LIVE_CODE, OF_EVERY_MUTANT, SEEDS, SETTINGS
from experiments.emi_shaders.tables import Row, Shown, by_mutant, by_setting, groups
from experiments.shading_mutants.subject import Subject, mutants_of
from msgspec.structs import replace

from aberration.core.errors import BadInput, InternalError
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.recipe import TestCase
from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.method import EmiMethod
from aberration.targets.shading_mutants.mutant import ALL as LANGUAGES
from aberration.targets.shading_mutants.mutant import ShadingMutant


class Drawn(msgspec.Struct, frozen=True):
    """A seed of a test, where it comes from, and its variant of all kinds."""

    source: str
    request: Request
    case: TestCase


def draw_tests(method: EmiMethod, language: LanguageName, rng_seed: int) -> Iterator[Drawn]:
    """Yield seeds that have a variant, of each source in turn, without end."""
    sources = {
        "corpus": of_corpus(language, rng_seed, 1),
        "smith": of_smith(language, rng_seed, 1),
    }
    while True:
        for name, requests in sources.items():
            yield next(_fit(method, name, requests))


def _fit(method: EmiMethod, source: str, requests: Iterator[Request]) -> Iterator[Drawn]:
    for request in requests:
        try:
            cases = method.make(request)
        except BadInput:
            continue
        yield from (Drawn(source, request, case) for case in cases)


def ask(method: EmiMethod, drawn: Drawn, row: Row, settings: Sequence[str]) -> None:
    """Add to a row what one test shows in each setting."""
    number, oracle = len(row.sources) + 1, drawn.case.oracle
    assert isinstance(oracle, Expected)
    row.sources.append(drawn.source)
    alone = Subject(drawn.case.recipe.seeds["seed"], oracle.outcome)
    by_seed = [one for one in mutants_of(row.language) if alone.under(one) == "shown"]
    row.settings.setdefault(SEEDS, Shown()).add(number, 0, [one.name for one in by_seed])
    left = [one for one in mutants_of(row.language) if one not in by_seed]
    live = [one for one in left if one.name in LIVE_CODE]
    for setting in settings:
        shown = row.settings.setdefault(setting, Shown())
        try:
            request = replace(drawn.request, options=dict(SETTINGS[setting]))
            cases = [drawn.case] if setting == ALL else method.make(request)
        except InternalError as error:
            row.defects.append(f"{setting}, run {drawn.request.run_seed}: {error.message}")
            continue
        asked = left if setting in OF_EVERY_MUTANT else live
        for case in cases:
            shown.add(number, len(case.recipe.steps), _shown_by(case, asked))


def _shown_by(case: TestCase, mutants: Sequence[ShadingMutant]) -> list[str]:
    assert isinstance(case.oracle, Expected)
    subject = Subject(case.programs["program"], case.oracle.outcome)
    return [one.name for one in mutants if subject.under(one) == "shown"]


def measure(
    languages: Sequence[LanguageName],
    tests: int,
    rng_seed: int,
    settings: Sequence[str],
    keep: Callable[[Sequence[Row]], None],
) -> list[Row]:
    """Draw tests of each language in turn, and ask about them in all settings; `keep` gets what is
    known after each round.
    """
    method, rows = EmiMethod(), [Row(language) for language in languages]
    drawn = [draw_tests(method, language, rng_seed) for language in languages]
    for _ in range(tests):
        for row, source in zip(rows, drawn, strict=True):
            ask(method, next(source), row, settings)
        keep(rows)
    return rows


def load_rows(file: Path) -> list[Row]:
    """Return what a file of results holds."""
    return msgspec.json.decode(file.read_bytes(), type=list[Row])


def main(arguments: list[str]) -> int:
    """Print the tables; the exit status is 1 if there was a defect of ours."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tests", type=int, default=100)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--setting", action="append", choices=list(SETTINGS))
    parser.add_argument("--again", type=Path, nargs="+", help="only report on files of results")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)

    def keep(rows: Sequence[Row]) -> None:
        print(f"{len(rows[0].sources)} tests of each language", file=sys.stderr, flush=True)
        if asked.json is not None:
            asked.json.write_bytes(msgspec.json.encode(rows) + b"\n")

    if asked.again:
        rows = [one for file in asked.again for one in load_rows(file)]
    else:
        settings = [one for one in SETTINGS if one == ALL or one in (asked.setting or SETTINGS)]
        rows = measure(asked.language or LANGUAGES, asked.tests, asked.seed, settings, keep)
    for group in groups(rows):
        print(by_setting(rows, group), by_mutant(rows, group), sep="\n\n", end="\n\n")
    defects = [one for row in rows for one in row.defects]
    print(f"{len(defects)} defects of ours", *defects, sep="\n")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""GLSLsmith's and WGSLsmith's settings against ours: which planted mistakes show, after how long?

    python -m experiments.smith_side_by_side.measure [--seeds 10] [--seconds 12] [--mutants 15]
    [--json FILE] [--again FILE]

Two arms draw programs in ESSL, GLSL and WGSL in turn, each until it has used so much processor
time: to generate and rewrite them, and to run them once for the expected result. `published` is
what the paper has: random programs alone, without idioms or steering, rewritten everywhere; `ours`
is the default of `smith`. A planted mistake of a language counts when the first program shows it
(our interpreter runs what the mutant made of it: that is the measuring, and is not counted as the
arm's time). For each seed other mistakes are drawn, the same for both arms. Of the numbers at equal
times: the test of Mann and Whitney.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from experiments.shading_mutants.campaign import draw_tests
from experiments.shading_mutants.subject import Subject, mutants_of
from experiments.transform_questions.ranks import mann_whitney

from aberration.core.oracle import Expected
from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.targets.shading_mutants.mutant import ShadingMutant

LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
PUBLISHED: Final[Mapping[LanguageName, str]] = {
    "essl": "glslsmith",
    "glsl": "glslsmith",
    "wgsl": "wgslsmith",
}
ARMS: Final = ("published", "ours")
_TIMES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 40, 60)
_COUNTS: Final = (5, 10, 14, 20, 50, 100, 200)


class Sight(msgspec.Struct, frozen=True):
    """The first program that showed a mistake: its number, and the arm's time until then."""

    language: str
    mutant: str
    program: int
    seconds: float


class Run(msgspec.Struct, frozen=True):
    """What one arm showed with one seed, of so many mistakes in each language, within its programs
    and seconds.
    """

    arm: str
    seed: int
    mutants: int
    programs: int
    seconds: float
    sights: tuple[Sight, ...]

    def by_time(self, seconds: float) -> int:
        """Return how many mistakes were shown by then."""
        return sum(one.seconds <= seconds for one in self.sights)

    def with_targets(self, seconds: float, each: float) -> int:
        """Return how many were shown by then, if each program takes so long on its targets."""
        return sum(one.seconds + each * one.program <= seconds for one in self.sights)

    def by_count(self, programs: int) -> int:
        return sum(one.program <= programs for one in self.sights)


def options_of(arm: str, language: LanguageName) -> dict[str, str]:
    """Return the options of smith for an arm."""
    if arm == "ours":
        return {}
    return {"kind": "random", "wrappers": "all", "preset": PUBLISHED[language]}


def drawn_mutants(language: LanguageName, seed: int, count: int) -> list[ShadingMutant]:
    """Return the mistakes that both arms are asked for with a seed."""
    rng = Rng.of(seed, "side by side", language)
    return rng.shuffled(mutants_of(language))[:count]


def run_arm(arm: str, seed: int, seconds: float, mutants: int) -> Run:
    """Draw programs until an arm's time is used up."""
    streams = {
        language: draw_tests(language, seed, options_of(arm, language), variants=1)
        for language in LANGUAGES
    }
    left = {language: drawn_mutants(language, seed, mutants) for language in LANGUAGES}
    for language in LANGUAGES:
        # What is looked up once, whatever comes, is no arm's time.
        next(draw_tests(language, seed + 1000, options_of(arm, language), variants=1))
    used, programs = 0.0, 0
    sights: list[Sight] = []
    while used < seconds:
        language = LANGUAGES[programs % len(LANGUAGES)]
        start = _processor_time()
        case = next(streams[language])
        used += _processor_time() - start
        programs += 1
        assert isinstance(case.oracle, Expected)
        subject = Subject(case.programs["program"], case.oracle.outcome)
        for mutant in tuple(left[language]):
            if subject.under(mutant) == "shown":
                left[language].remove(mutant)
                sights.append(Sight(language, mutant.name, programs, round(used, 3)))
    return Run(arm, seed, mutants, programs, round(used, 3), tuple(sights))


def _processor_time() -> float:
    """Return the time of this process and of the C compilers that it ran."""
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system


def report(runs: Sequence[Run], target_times: Sequence[float] = (0.3, 1.0)) -> str:
    """Return a line for each time and each number of programs, in Markdown; also for times in which
    each program takes so long on its targets.
    """
    lines = ["| after | published | ours | p | ours is larger |", "|---|---|---|---|---|"]
    most = min(one.seconds for one in runs)
    for seconds in (one for one in _TIMES if one <= most):
        numbers = {arm: [one.by_time(seconds) for one in _of(runs, arm)] for arm in ARMS}
        lines.append(_line(f"{seconds} s", numbers))
    for each in target_times:
        most = min(one.seconds + each * one.programs for one in runs)
        for seconds in (one for one in _TIMES if 5 < one <= most):
            numbers = {
                arm: [one.with_targets(seconds, each) for one in _of(runs, arm)] for arm in ARMS
            }
            lines.append(_line(f"{seconds} s with {each:g} s of targets", numbers))
    fewest = min(one.programs for one in runs)
    for count in (one for one in _COUNTS if one <= fewest):
        numbers = {arm: [one.by_count(count) for one in _of(runs, arm)] for arm in ARMS}
        lines.append(_line(f"{count} programs", numbers))
    return "\n".join([*lines, "", *(_shown_by(runs, arm) for arm in ARMS)])


def _of(runs: Sequence[Run], arm: str) -> list[Run]:
    return [one for one in runs if one.arm == arm]


def _line(label: str, numbers: Mapping[str, Sequence[int]]) -> str:
    ranked = mann_whitney(numbers["ours"], numbers["published"])
    medians = (f"{statistics.median(numbers[arm]):g}" for arm in ARMS)
    return f"| {label} | {' | '.join(medians)} | {ranked.p:.2g} | {ranked.share:.0%} |"


def _shown_by(runs: Sequence[Run], arm: str) -> str:
    """Return how many of the mistakes that it was asked for an arm showed with any seed."""
    shown = {(one.language, one.mutant) for run in _of(runs, arm) for one in run.sights}
    every = {
        (language, one.name)
        for run in _of(runs, arm)
        for language in LANGUAGES
        for one in drawn_mutants(language, run.seed, run.mutants)
    }
    programs = statistics.median(one.programs for one in _of(runs, arm))
    return (
        f"`{arm}`: {programs:g} programs (median); {len(shown & every)} of {len(every)} mistakes "
        "with any seed.  "
    )


def main(arguments: list[str]) -> int:
    """Run both arms with each seed, and print the numbers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--mutants", type=int, default=15)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--again", type=Path, help="only report on a file of results")
    asked = parser.parse_args(arguments)
    runs: list[Run] = []
    if asked.again is not None:
        print(report(msgspec.json.decode(asked.again.read_bytes(), type=list[Run])))
        return 0
    for seed in range(asked.seeds):
        for arm in ARMS:
            runs.append(run_arm(arm, seed, asked.seconds, asked.mutants))
            print(f"{arm} {seed}: {len(runs[-1].sights)} of {runs[-1].programs} programs",
                  file=sys.stderr, flush=True)  # fmt: skip
            if asked.json is not None:
                asked.json.write_bytes(msgspec.json.encode(runs) + b"\n")
    print(report(runs))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

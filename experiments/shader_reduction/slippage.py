"""Does a reduction without rewriting end in undefined behaviour (RQ3 of "Program reconditioning")?

    python -m experiments.shader_reduction.slippage [--cases 20] [--first 0] [--seconds 30]
    [--output slippage.json]

A driver with a planted mistake is compared with the same driver without, as somebody would do who
has no interpreter: a difference is all that is asked for. `initial`: the program is rewritten once,
and then reduced; `none`: only its loops are bounded; `just in time`: each smaller program is
rewritten. Our interpreter says which final programs are undefined.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec
from experiments.shader_reduction.cases import (
    LANGUAGES,
    Judge,
    Planted,
    is_defined,
    planted_cases,
    save,
)
from msgspec.structs import replace

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.reduce.program import Limits, Questions, lines_of, shrink
from aberration.reduce.search import forget
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

RESULT: Final = Path(__file__).with_name("slippage.json")
Way = Literal["just in time", "initial", "none"]
WAYS: Final[tuple[Way, ...]] = ("just in time", "initial", "none")
_TRIES: Final = 1000
_DEADLINE: Final = 10.0
_LOOPS: Final = Settings(rules=frozenset(["loop-limiter"]), turns=400)
_TOLERANCE: Final = Tolerance()


class Row(msgspec.Struct, frozen=True):
    """What a reduction in one way came to; `defined`: the program that compilers are given is."""

    case: Planted
    way: Way
    lines: int
    tries: int
    defined: bool
    text: str


class Drivers:
    """The driver of a language with and without the mistake of a case."""

    def __init__(self, pool: TargetPool, targets: Sequence[Target], case: Planted) -> None:
        known = {target.id: target for target in targets}
        names = (f"identity-{case.language}", f"mutant-{case.language}-{case.mutant}")
        self._pool = pool
        self._targets = [known[name] for name in names]

    def differ(self, program: Program) -> bool:
        """Say whether the two give results that differ; a refusal is no result."""
        one, other = (self._pool.run(each, program, _DEADLINE).outcome for each in self._targets)
        if not isinstance(one, Image | Buffers) or not isinstance(other, Image | Buffers):
            return False
        return not within(compare(one, other, _TOLERANCE), _TOLERANCE)


def reduce_in(way: Way, case: Planted, drivers: Drivers, seconds: float) -> Row | None:
    """Reduce a case; None where the drivers do not differ to begin with."""
    judge = Judge(case)

    def just_in_time(seed: Program) -> bool:
        made = judge.case_with(seed)
        return made is not None and drivers.differ(made.programs["program"])

    ask = just_in_time if way == "just in time" else drivers.differ
    start = {"initial": judge.case.programs["program"], "just in time": judge.seed}.get(way)
    start = start or _with_bounded_loops(judge.seed)
    if not ask(start):
        return None
    found = shrink(start, Questions(ask, ask, ask), Limits(_TRIES, seconds), forget)
    final = found.program
    if way == "just in time":
        made = judge.case_with(final)
        assert made is not None
        final = made.programs["program"]
    text = found.program.source.decode()
    return Row(case, way, lines_of(found.program), found.tries, is_defined(final), text)


def _with_bounded_loops(seed: Program) -> Program:
    assert seed.language in LANGUAGES
    assert seed.stage != "program"
    shader = read(seed.source, seed.language, seed.name)
    return replace(seed, source=recondition(shader, seed.stage, _LOOPS).text(shader).encode())


def summary(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """Return how many final programs of each way are undefined."""
    ways: dict[str, list[Row]] = {way: [row for row in rows if row.way == way] for way in WAYS}
    return {
        way: {"reduced": len(own), "undefined": sum(not row.defined for row in own)}
        for way, own in ways.items()
    }


def main() -> None:
    """Reduce all cases in each way, print the table, write the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--output", type=Path, default=RESULT)
    asked = parser.parse_args()
    rows: list[Row] = []
    targets = discover()
    with TargetPool() as pool:
        for case in planted_cases(asked.cases, asked.first):
            drivers = Drivers(pool, targets, case)
            for way in WAYS:
                try:
                    row = reduce_in(way, case, drivers, asked.seconds)
                except BadInput as error:
                    print(f"{case}: {way}: {error}", flush=True)
                    continue
                told = "no difference to begin with" if row is None else ""
                if row is not None:
                    rows.append(row)
                    told = f"{row.lines} lines, {row.tries} tries, defined: {row.defined}"
                print(f"{case.language} {case.seed} {case.mutant} {way}: {told}", flush=True)
            # After each case: what was found stays when the run is stopped.
            save(asked.output, summary(rows), rows)
    print(summary(rows))


if __name__ == "__main__":
    main()

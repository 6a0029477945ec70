"""Other reducers on the same cases, with the same question: each text is rewritten just in time.

    python -m experiments.shader_reduction.others [--cases 10] [--seconds 30] [--jobs 2]
    [--output others.json]

Reducers that are not on PATH are named, and left out.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import msgspec
from experiments.shader_reduction.cases import Judge, Planted, planted_cases, save
from msgspec.structs import replace

from aberration.core.errors import AberrationError
from aberration.core.process import search_path
from aberration.core.program import Program
from aberration.reduce.external import External, find_external, reduce_with
from aberration.reduce.program import Limits, Questions, lines_of, shrink
from aberration.reduce.search import forget
from aberration.reduce.text_search import search_text

RESULT: Final = Path(__file__).with_name("others.json")
OURS: Final = "aberration"
_REDUCERS: Final = ("creduce", "cvise", "picire", "shrinkray")
_TRIES: Final = 3000
_SUFFIX: Final = {"fragment": "frag", "compute": "comp"}


class Row(msgspec.Struct, frozen=True):
    """What one reducer made of one case; `asked` counts the texts that were looked at."""

    case: Planted
    reducer: str
    lines_before: int
    lines: int
    characters: int
    asked: int
    complaint: str = ""


def found_reducers() -> list[External]:
    """Return the reducers that are here; say which are not."""
    found = []
    for name in _REDUCERS:
        try:
            external = find_external(search_path(), name)
        except AberrationError as error:
            print(f"left out: {error}", file=sys.stderr)
            continue
        found += [external] if external is not None else []
    return found


def reduce_with_each(planted: Planted, reducers: list[External], seconds: float) -> list[Row]:
    """Reduce one case with our edits, and with each of the others."""
    judge = Judge(planted)
    ours = shrink(judge.seed, Questions(judge, judge, judge), Limits(_TRIES, seconds), forget)
    rows = [_row(planted, OURS, judge, ours.program, ours.tries)]
    for external in reducers:
        judge = Judge(planted)
        rows.append(_with_other(planted, judge, external, seconds))
    return rows


def _with_other(planted: Planted, judge: Judge, external: External, seconds: float) -> Row:
    seed, asked = judge.seed, 0

    def interesting(text: bytes) -> bool:
        nonlocal asked
        asked += 1
        return judge(replace(seed, source=text))

    search = search_text(seed.source, interesting, forget, seconds)
    complaint = reduce_with(external, search, 1, f"shader.{_SUFFIX[seed.stage]}")
    made = replace(seed, source=search.best)
    return _row(planted, external.name, judge, made, asked, complaint)


def _row(
    planted: Planted, name: str, judge: Judge, made: Program, asked: int, complaint: str = ""
) -> Row:
    size = len(b"".join(made.source.split()))
    return Row(planted, name, lines_of(judge.seed), lines_of(made), size, asked, complaint)


def summary(rows: list[Row]) -> dict[str, dict[str, float]]:
    """Return the medians of each reducer."""
    found = {}
    for name in dict.fromkeys(row.reducer for row in rows):
        own = [row for row in rows if row.reducer == name]
        found[name] = {
            "cases": float(len(own)),
            "lines": float(statistics.median(row.lines for row in own)),
            "characters": float(statistics.median(row.characters for row in own)),
            "asked": float(statistics.median(row.asked for row in own)),
            "complained": float(sum(bool(row.complaint) for row in own)),
        }
    return found


def main() -> None:
    """Reduce the cases with all reducers, print the table, write the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--output", type=Path, default=RESULT)
    asked = parser.parse_args()
    reducers, rows = found_reducers(), list[Row]()
    with ProcessPoolExecutor(asked.jobs) as processes:
        jobs = [
            processes.submit(reduce_with_each, one, reducers, asked.seconds)
            for one in planted_cases(asked.cases)
        ]
        for job in jobs:
            for row in job.result():
                rows.append(row)
                print(
                    f"{row.case.language} {row.case.preset} {row.case.seed} {row.case.mutant}: "
                    f"{row.reducer:10} lines {row.lines_before} -> {row.lines}, {row.characters} "
                    f"characters, {row.asked} asked {row.complaint[-200:]}",
                    flush=True,
                )
            # After each case: what was found stays when the run is stopped.
            save(asked.output, summary(rows), rows)
    print(summary(rows))


if __name__ == "__main__":
    main()

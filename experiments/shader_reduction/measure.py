"""Reduce random shaders that show planted bugs, as `aberration reduce` does it.

    python -m experiments.shader_reduction.measure [--cases 100] [--first 0] [--jobs 2]
    [--seconds 120] [--texts FOLDER] [--output result.json]

Prints a row for each case and a summary. `--texts` keeps the programs before and after.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from experiments.shader_reduction.cases import (
    Judge,
    Planted,
    is_defined,
    planted_cases,
    save,
)

from aberration.core.program import Program
from aberration.languages.shading.read import read
from aberration.languages.shading.tree.walk import walk
from aberration.reduce.program import Limits, Questions, lines_of, shrink
from aberration.reduce.search import forget

RESULT: Final = Path(__file__).with_name("result.json")
_TRIES: Final = 3000


class Row(msgspec.Struct, frozen=True):
    """What the reduction of a case came to: sizes of the program before it is rewritten.

    `defined`: the final program is, as it stands. `shows`: the mutation shows in that text, too.
    `kept`: the bug shows in the final program, rewritten. `defects` are errors of our own code.
    """

    case: Planted
    lines_before: int
    nodes_before: int
    lines: int
    nodes: int
    tries: int
    seconds: float
    status: str
    defined: bool
    shows: bool
    kept: bool
    defects: tuple[str, ...] = ()
    before: str = ""
    after: str = ""


def nodes_of(program: Program) -> int:
    """Return how many nodes the tree of a program has."""
    assert program.language in ("essl", "glsl", "wgsl")
    module = read(program.source, program.language, program.name).module
    return sum(1 for _ in walk(module))


def reduce_one(planted: Planted, limits: Limits) -> Row:
    """Reduce a case; each kind of question is the same one, for there is no driver to be asked
    again.
    """
    judge = Judge(planted)
    found = shrink(judge.seed, Questions(judge, judge, judge), limits, forget)
    after = found.program
    return Row(
        planted,
        lines_of(judge.seed),
        nodes_of(judge.seed),
        lines_of(after),
        nodes_of(after),
        found.tries,
        found.seconds,
        found.status,
        is_defined(after),
        judge.plain(after),
        judge(after),
        tuple(judge.defects),
        judge.seed.source.decode(),
        after.source.decode(),
    )


def summary(rows: Sequence[Row]) -> dict[str, float]:
    """Return medians and shares over all rows."""
    share = len(rows) / 100

    def median(name: str) -> float:
        return float(statistics.median(getattr(row, name) for row in rows))

    names = ("lines_before", "nodes_before", "lines", "nodes", "tries", "seconds")
    return {
        "cases": len(rows),
        **{name: round(median(name), 1) for name in names},
        "most_lines": max(row.lines for row in rows),
        "most_tries": max(row.tries for row in rows),
        "complete_percent": sum(row.status == "complete" for row in rows) / share,
        "defined_percent": sum(row.defined for row in rows) / share,
        "shows_as_it_is_percent": sum(row.shows for row in rows) / share,
        "defects": sum(bool(row.defects) for row in rows),
        "kept_percent": sum(row.kept for row in rows) / share,
    }


def main() -> None:
    """Reduce all cases, print the rows, write the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--texts", type=Path)
    parser.add_argument("--output", type=Path, default=RESULT)
    asked = parser.parse_args()
    rows: list[Row] = []
    work = partial(reduce_one, limits=Limits(_TRIES, asked.seconds))
    with ProcessPoolExecutor(asked.jobs) as processes:
        # Reduced while others are still looked for.
        jobs = [processes.submit(work, one) for one in planted_cases(asked.cases, asked.first)]
        for job in jobs:
            row = job.result()
            case = row.case
            print(
                f"{case.language} {case.preset:8} {case.seed:4} {case.mutant:24} lines "
                f"{row.lines_before:4} -> {row.lines:3}  nodes {row.nodes_before:5} -> "
                f"{row.nodes:4}  {row.tries:4} tries {row.seconds:6.1f} s  {row.status}",
                flush=True,
            )
            rows.append(row)
            if asked.texts is not None:
                _keep(row, asked.texts)
    rows.sort(key=lambda row: (row.case.language, row.case.preset, row.case.seed))
    print(summary(rows))
    slim = [msgspec.structs.replace(row, before="", after="", defects=()) for row in rows]
    save(asked.output, summary(rows), slim)


def _keep(row: Row, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    case = row.case
    stem = f"{case.language}-{case.preset}-{case.seed}-{case.mutant}"
    for k, defect in enumerate(row.defects):
        (folder / f"{stem}.defect{k}").write_text(defect)
    (folder / f"{stem}.before").write_text(row.before)
    (folder / f"{stem}.after").write_text(row.after)


if __name__ == "__main__":
    main()

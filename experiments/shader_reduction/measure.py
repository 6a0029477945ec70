"""Reduce random shaders that show planted bugs, as `aberration reduce` does it.

    python -m experiments.shader_reduction.measure [--cases 100] [--seconds 120] [--texts FOLDER]
    [--output result.json]

Prints a row for each of the first cases of `cases.json`, and a summary. `--texts` keeps the
programs before and after.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from experiments.shader_reduction.cases import CASES, Drawn, load, save
from experiments.shader_reduction.judges import Judge, Machine
from experiments.shader_reduction.questions import is_defined
from msgspec.structs import replace

from aberration.core.program import Program
from aberration.languages.shading.read import read
from aberration.languages.shading.tree.walk import walk
from aberration.reduce.program import Limits, Questions, lines_of, shrink
from aberration.reduce.search import forget
from aberration.targets.pool import TargetPool

RESULT: Final = Path(__file__).with_name("result.json")
_TRIES: Final = 3000


class Row(msgspec.Struct, frozen=True):
    """What the reduction of a case came to: sizes of the program before it is rewritten.

    `defined`: the final program is, as it stands. `shows`: the bug shows in that text, too.
    `kept`: the bug shows in the final program, rewritten. `defects` are errors of our own code.
    """

    case: Drawn
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


def reduce_one(drawn: Drawn, machine: Machine, limits: Limits) -> Row:
    """Reduce a case; each kind of question is the same one."""
    judge = Judge(drawn, machine.shows(drawn))
    found = shrink(judge.seed, Questions(judge, judge, judge), limits, forget)
    after = found.program
    return Row(
        drawn,
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
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--texts", type=Path)
    parser.add_argument("--output", type=Path, default=RESULT)
    asked = parser.parse_args()
    rows: list[Row] = []
    with TargetPool() as pool:
        machine = Machine(pool)
        for drawn in load(CASES, asked.cases):
            row = reduce_one(drawn, machine, Limits(_TRIES, asked.seconds))
            print(
                f"{drawn.name:40} lines {row.lines_before:4} -> {row.lines:3}  "
                f"nodes {row.nodes_before:5} -> {row.nodes:4}  {row.tries:4} tries "
                f"{row.seconds:6.1f} s  {row.status}",
                flush=True,
            )
            rows.append(row)
            if asked.texts is not None:
                _keep(row, asked.texts)
            slim = [replace(row, before="", after="", defects=()) for row in rows]
            # After each case: what was found stays when the run is stopped.
            save(asked.output, summary(rows), slim)
    print(summary(rows))


def stem_of(drawn: Drawn) -> str:
    """Return the name of the files of a case, without their endings."""
    return drawn.name.replace(" ", "-").replace(":", "-")


def _keep(row: Row, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    stem = stem_of(row.case)
    for k, defect in enumerate(row.defects):
        (folder / f"{stem}.defect{k}").write_text(defect)
    (folder / f"{stem}.before").write_text(row.before)
    (folder / f"{stem}.after").write_text(row.after)


if __name__ == "__main__":
    main()

"""Other reducers on the same cases, with the same question: each text is rewritten just in time.

    python -m experiments.shader_reduction.others [--cases 100] [--preset tiny] [--seconds 15]
    [--until 1800] [--reducer picire]... [--output others.json]

Each reducer has so many seconds a case; the first cases of `cases.json` are taken, as many as come
to their end until all has taken so long; of one preset, where it is given. Reducers that are not on
PATH are named, and left out. `--reducer` runs only these; what the file has of others stays.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from experiments.shader_reduction.cases import CASES, Drawn, load, load_rows, save
from experiments.shader_reduction.judges import Judge, Machine
from msgspec.structs import replace

from aberration.core.errors import AberrationError
from aberration.core.process import search_path
from aberration.core.program import Program
from aberration.reduce.external import External, find_external, reduce_with
from aberration.reduce.program import Limits, Questions, lines_of, shrink
from aberration.reduce.search import forget
from aberration.reduce.text_search import search_text
from aberration.targets.pool import TargetPool

RESULT: Final = Path(__file__).with_name("others.json")
OURS: Final = "aberration"
_REDUCERS: Final = ("creduce", "cvise", "picire", "shrinkray")
_TRIES: Final = 3000


class Row(msgspec.Struct, frozen=True):
    """What one reducer made of one case; `asked` counts the texts that were looked at, `seconds`
    are those that it took, of which it waited for answers so many, `answering`.
    """

    case: Drawn
    reducer: str
    lines_before: int
    lines: int
    characters: int
    asked: int
    seconds: float
    answering: float
    complete: bool
    complaint: str = ""


class _Asked:
    """Counts the questions about a case, and the time that the answers take."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.count = 0
        self.seconds = 0.0
        self._begun = time.monotonic()
        # Reducers kill a question that takes long, and ask the next while we still answer.
        self._one_at_a_time = threading.Lock()

    def __call__(self, program: Program) -> bool:
        with self._one_at_a_time:
            begun = time.monotonic()
            self.count += 1
            answer = self.judge(program)
            self.seconds += time.monotonic() - begun
            return answer

    def row(self, name: str, made: Program, *, complete: bool, complaint: str = "") -> Row:
        """Return what a reducer made of the case."""
        taken = round(time.monotonic() - self._begun, 2)
        size = len(b"".join(made.source.split()))
        return Row(
            self.judge.drawn,
            name,
            lines_of(self.judge.seed),
            lines_of(made),
            size,
            self.count,
            taken,
            round(self.seconds, 2),
            complete,
            complaint,
        )


def found_reducers(names: Sequence[str]) -> list[External]:
    """Return those of the reducers that are here; say which are not."""
    found = []
    for name in names:
        try:
            external = find_external(search_path(), name)
        except AberrationError as error:
            print(f"left out: {error}", file=sys.stderr)
            continue
        found += [external] if external is not None else []
    return found


def reduce_with_each(
    drawn: Drawn, machine: Machine, reducers: list[External], seconds: float, *, with_ours: bool
) -> list[Row]:
    """Reduce one case with our edits, and with each of the others; nothing where the bug does not
    show any more, as the method draws another program now.
    """
    judge = Judge(drawn, machine.shows(drawn))
    if not judge(judge.seed):
        print(f"left out, the bug does not show: {drawn.name}")
        return []
    rows = [_with_ours(_Asked(judge), seconds)] if with_ours else []
    for external in reducers:
        asked = _Asked(Judge(drawn, machine.shows(drawn)))
        rows.append(_with_other(asked, external, seconds))
    return rows


def _with_ours(asked: _Asked, seconds: float) -> Row:
    limits = Limits(_TRIES, seconds)
    ours = shrink(asked.judge.seed, Questions(asked, asked, asked), limits, forget)
    return asked.row(OURS, ours.program, complete=ours.status == "complete")


def _with_other(asked: _Asked, external: External, seconds: float) -> Row:
    seed = asked.judge.seed
    search = search_text(
        seed.source, lambda text: asked(replace(seed, source=text)), forget, seconds
    )
    complaint = reduce_with(external, search, 1, f"shader{seed.suffix}")
    made = replace(seed, source=search.best)
    complete = bool(search.seconds_left) and not complaint
    return asked.row(external.name, made, complete=complete, complaint=complaint)


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
            "seconds": float(statistics.median(row.seconds for row in own)),
            "answering_percent": round(
                100 * sum(row.answering for row in own) / sum(row.seconds for row in own), 1
            ),
            "complete": float(sum(row.complete for row in own)),
            "complained": float(sum(bool(row.complaint) for row in own)),
        }
    return found


def _rows_of_others(file: Path, names: Sequence[str]) -> list[Row]:
    """Return what a file has of reducers that are not run now."""
    rows = load_rows(file, Row) if file.exists() else []
    return [row for row in rows if row.reducer not in names]


def main() -> None:
    """Reduce the cases with all reducers, print the table, write the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--preset", default="")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--until", type=float, default=1800.0)
    parser.add_argument("--reducer", action="append", choices=(OURS, *_REDUCERS))
    parser.add_argument("--output", type=Path, default=RESULT)
    asked = parser.parse_args()
    names = asked.reducer or (OURS, *_REDUCERS)
    reducers = found_reducers([one for one in _REDUCERS if one in names])
    rows, until = _rows_of_others(asked.output, names), time.monotonic() + asked.until
    with TargetPool() as pool:
        machine = Machine(pool)
        cases = [one for one in load(CASES, asked.cases) if asked.preset in ("", one.preset)]
        for drawn in cases:
            if time.monotonic() > until:
                break
            own = reduce_with_each(drawn, machine, reducers, asked.seconds, with_ours=OURS in names)
            rows += own
            for row in own:
                print(
                    f"{drawn.name:40} {row.reducer:10} lines {row.lines_before} -> {row.lines}, "
                    f"{row.characters} characters, {row.asked} asked, {row.seconds} s of which "
                    f"{row.answering} {row.complaint[-200:]}",
                    flush=True,
                )
            # After each case: what was found stays when the run is stopped.
            save(asked.output, summary(rows), rows)
    print(summary(rows))


if __name__ == "__main__":
    main()

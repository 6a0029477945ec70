"""Replay the cases of `corpus/bugs` on all versions of their compilers, and write the table in
docs/bugs.md.

    python tools/bugs_by_version.py [CASE...]

Each case is replayed in new workers on every version of the targets that `corpus/bugs/index.json`
names, one target for each family. Where a version is not here, the table keeps what it said. Exit
status 1: a version shows another bug than the index says; it is printed as well.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.campaign.verification import NOT_RUN, REFUSED, RIGHT, Subject, Verifier
from aberration.core.errors import TargetUnavailable, UnknownName
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.core.testcase import load_case
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

ROOT: Final = Path(__file__).resolve().parent.parent
BUGS: Final = ROOT / "corpus" / "bugs"
PAGE: Final = ROOT / "docs" / "bugs.md"
START: Final = "<!-- written by tools/bugs_by_version.py; do not edit -->\n"
END: Final = "<!-- end of the table -->\n"
TOLD: Final = re.compile(r"(.+?): ([a-z ]+)(?:, |$)")
"""A version, which may have commas of its own, and what it does with a case."""


class Seen(msgspec.Struct, frozen=True):
    """A row of the index: the case, a target that it was seen on, the part of the version that
    counts, the verdict; two with "or" between them where it depends on the processor.
    """

    case: str
    target: str
    version: str
    verdict: str


class Row(msgspec.Struct, frozen=True):
    """A line of the table: what each version does with a case, oldest first, by the version's
    number.
    """

    case: str
    family: str
    told: dict[str, str]


def index() -> list[Seen]:
    """Return the rows of the index."""
    return msgspec.json.decode((BUGS / "index.json").read_bytes(), type=list[Seen])


def replayed(case: TestCase, target: Target, wanted: str, pool: TargetPool) -> dict[str, str]:
    """Return what each version of a target's compiler does with a case: a verdict, `right`, or
    that it refuses it.
    """
    told: dict[str, str] = {}
    for row in Verifier(pool).verify(Subject("", case, target)).rows:
        if row.word not in (RIGHT, REFUSED, NOT_RUN, *wanted.split(" or ")):
            print(
                f"{target.id} at {row.version}: {row.word}, where {wanted} was seen before",
                file=sys.stderr,
            )
        told[row.version] = row.word
    return told


def rows(wanted: Sequence[str]) -> Iterable[Row]:
    """Replay the cases that are named, or all."""
    done: set[tuple[str, str]] = set()
    with TargetPool() as pool:
        for seen in index():
            target = _named(seen.target)
            if target is None or (wanted and seen.case not in wanted):
                continue
            family = target.family or target.id
            if (seen.case, family) in done:
                continue
            done.add((seen.case, family))
            told = replayed(load_case(BUGS / seen.case), target, seen.verdict, pool)
            print(f"{seen.case} ({family}): {told}", file=sys.stderr)
            yield Row(seen.case, family, told)


def _named(identifier: str) -> Target | None:
    try:
        return select(discover(), [identifier])[0]
    except (TargetUnavailable, UnknownName):
        return None


def stored(page: str) -> list[Row]:
    """Return the rows of a page."""
    text = page.partition(START)[2].partition(END)[0]
    found: list[Row] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        name = re.match(r"\[(?P<case>[\w-]+)\]", cells[0])
        if name is not None:
            found.append(Row(name["case"], cells[1], dict(TOLD.findall(cells[3]))))
    return found


def page_with(page: str, found: Sequence[Row]) -> str:
    """Return a page with these rows, each instead of the one of its case and family, or after
    the last one.
    """
    merged = {(row.case, row.family): row for row in stored(page)}
    for row in found:
        earlier = merged.get((row.case, row.family))
        told = {**(earlier.told if earlier else {}), **row.told}
        merged[row.case, row.family] = Row(
            row.case, row.family, dict(sorted(told.items(), key=_version))
        )
    before, _, rest = page.partition(START)
    return before + START + _table(list(merged.values())) + END + rest.partition(END)[2]


def _version(item: tuple[str, str]) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", item[0]))


def _table(found: Sequence[Row]) -> str:
    bad = [row for row in found if _newest(row) not in (RIGHT, REFUSED, NOT_RUN)]
    lines = [
        f"Of {len(found)} pairs of a bug and a compiler, the newest version here has {len(bad)}.",
        "",
        "| case | compiler | newest | oldest to newest |",
        "|---|---|---|---|",
    ]
    for row in found:
        has = "has it" if row in bad else "does not"
        told = ", ".join(f"{version}: {kind}" for version, kind in row.told.items())
        lines.append(f"| [{row.case}](#{row.case}) | {row.family} | {has} | {told} |")
    return "\n".join(lines) + "\n"


def _newest(row: Row) -> str:
    return list(row.told.values())[-1]


def main() -> int:
    """Replay, and write the page after each case: what was found so far is kept."""
    strange = 0
    for row in rows(sys.argv[1:]):
        PAGE.write_text(page_with(PAGE.read_text(), [row]))
        wanted = [
            verdict
            for seen in index()
            if seen.case == row.case
            for verdict in seen.verdict.split(" or ")
        ]
        strange += any(kind not in (*wanted, RIGHT, REFUSED, NOT_RUN) for kind in row.told.values())
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())

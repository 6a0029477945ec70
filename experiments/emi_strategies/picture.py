"""Which bugs do which strategies find? A matrix in place of the paper's Venn diagram: six circles
do not fit together.

    python -m experiments.emi_strategies.picture

A row is a strategy, a column a set of strategies (its dots); the boxes above are the bugs that just
these strategies find. Reads `compare.json` and `pcc-bugs.json`, writes `strategies.svg`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from benchmarks.svg import FAINT, TITLE, document, text

from .strategies import SETS

HERE: Final = Path(__file__).parent
_COLUMN, _BOX, _ROW, _LEFT, _TOP, _BAR = 112, 20, 26, 230, 64, 90
_PLANTED, _REAL, _DOT, _STRIPE = "#cfe0f5", "#f7d9b0", "#1f3b5c", "#f3f5f7"


class Bug(msgspec.Struct, frozen=True):
    """A bug, and the strategies that find it; `real` if nobody planted it."""

    name: str
    found_by: frozenset[str]
    real: bool = False


class Row(msgspec.Struct, frozen=True):
    """A row of `compare.json`."""

    target: str
    first: dict[str, int | None]


class Known(msgspec.Struct, frozen=True):
    """A row of `pcc-bugs.json`: a bug of a compiler in use, and how many findings of each
    strategy it explains.
    """

    bug: str
    findings: dict[str, int]


def read_bugs(folder: Path) -> list[Bug]:
    """Return the bugs of the result files: every mutant is one, and so is every bug that was
    told apart by hand.
    """
    rows = msgspec.json.decode((folder / "compare.json").read_bytes(), type=list[Row])
    mutants = dict.fromkeys(row.target for row in rows if row.target.startswith("c-mutant-"))
    bugs = [Bug(name.removeprefix("c-mutant-"), _finders(rows, name)) for name in mutants]
    real = folder / "pcc-bugs.json"
    known = msgspec.json.decode(real.read_bytes(), type=list[Known]) if real.exists() else []
    return bugs + [
        Bug(each.bug, frozenset(name for name in SETS if each.findings.get(name)), True)
        for each in known
    ]


def _finders(rows: Sequence[Row], target: str) -> frozenset[str]:
    return frozenset(
        name for row in rows if row.target == target for name in SETS if row.first.get(name)
    )


def draw(bugs: Sequence[Bug], title: str) -> str:
    """Return the picture as SVG."""
    columns = columns_of(bugs)
    height = max(map(len, columns.values())) * _BOX
    floor = _TOP + height + 12
    width = _LEFT + _COLUMN * len(columns) + 16
    bottom = floor + _ROW * len(SETS) + 34
    parts = [
        text(16, 26, title, css=TITLE),
        *_legend(width),
        *_rows(bugs, floor, width),
    ]
    for at, (owners, members) in enumerate(columns.items()):
        parts += _column(_LEFT + _COLUMN * at, floor, owners, members)
    note = (
        "A box is a bug; the dots under it are the strategies that find it. Bars: bugs "
        "found by each strategy."
    )
    return document((width, bottom), title, [*parts, text(16, bottom - 10, note)], heading=15)


def columns_of(bugs: Sequence[Bug]) -> Mapping[frozenset[str], list[Bug]]:
    """Return the bugs by the set of their finders: those of one strategy first, in the order of
    the strategies.
    """
    found: dict[frozenset[str], list[Bug]] = {}
    for bug in bugs:
        found.setdefault(bug.found_by, []).append(bug)
    order = sorted(
        found,
        key=lambda owners: (not owners, len(owners), [SETS.index(s) for s in SETS if s in owners]),
    )
    return {owners: sorted(found[owners], key=lambda bug: (bug.real, bug.name)) for owners in order}


def _column(left: int, floor: int, owners: frozenset[str], members: Sequence[Bug]) -> Iterator[str]:
    for at, bug in enumerate(members):
        top = floor - 12 - _BOX * (at + 1)
        fill = _REAL if bug.real else _PLANTED
        yield (
            f'<rect x="{left + 4}" y="{top}" width="{_COLUMN - 8}" height="{_BOX - 2}" '
            f'rx="3" fill="{fill}"/>'
        )
        yield text(left + _COLUMN // 2, top + 13, bug.name, anchor="middle")
    middle = left + _COLUMN // 2
    rows = [floor + _ROW * at + _ROW // 2 for at in range(len(SETS))]
    dotted = [y for y, name in zip(rows, SETS, strict=True) if name in owners]
    if len(dotted) > 1:
        yield f'<path d="M{middle} {dotted[0]}V{dotted[-1]}" stroke="{_DOT}" stroke-width="3"/>'
    for y in rows:
        yield f'<circle cx="{middle}" cy="{y}" r="7" fill="{_DOT if y in dotted else FAINT}"/>'
    if not owners:
        yield text(middle, floor + _ROW * len(SETS) + 14, "none of them", anchor="middle")


def _rows(bugs: Sequence[Bug], floor: int, width: int) -> Iterator[str]:
    for at, name in enumerate(SETS):
        top, count = floor + _ROW * at, sum(name in bug.found_by for bug in bugs)
        if at % 2 == 0:
            yield f'<rect x="8" y="{top}" width="{width - 16}" height="{_ROW}" fill="{_STRIPE}"/>'
        yield text(16, top + 17, name)
        long = _BAR * count // max(1, len(bugs))
        yield f'<rect x="128" y="{top + 6}" width="{long}" height="{_ROW - 12}" fill="{_DOT}"/>'
        yield text(128 + long + 5, top + 17, str(count))


def _legend(width: int) -> Iterator[str]:
    for at, (fill, words) in enumerate(
        ((_PLANTED, "planted in gcc (mutants)"), (_REAL, "real, in pcc 1.2.0"))
    ):
        left = 16 + 190 * at
        yield f'<rect x="{left}" y="38" width="14" height="12" rx="3" fill="{fill}"/>'
        yield text(left + 20, 48, words)


def main() -> None:
    """Draw the picture of the results."""
    bugs = read_bugs(HERE)
    (HERE / "strategies.svg").write_text(
        draw(bugs, "Which strategies find which bugs"), encoding="utf-8"
    )
    table = {" + ".join(sorted(owners)) or "none": [bug.name for bug in members]
             for owners, members in columns_of(bugs).items()}  # fmt: skip
    print(json.dumps(table, indent=1))


if __name__ == "__main__":
    main()

"""The tables of the README, made from the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from .lanes import LANES
from .ledger import UNKNOWN, Found, Record, by_bug, verdicts_of

PAGE: Final = Path(__file__).parent / "README.md"
START: Final = "<!-- written by `python -m experiments.smith_hunt table`; do not edit -->\n"
END: Final = "<!-- end of the tables -->\n"


def lines_of(records: Sequence[Record]) -> list[str]:
    """Return both tables: the lanes with their sums, and the bugs."""
    return [*_lanes(records), "", *_bugs(records), "", *_put_away(records)]


def write_tables(records: Sequence[Record], page: Path = PAGE) -> None:
    """Write the tables between their marks in the README."""
    before, _, rest = page.read_text("utf-8").partition(START)
    _, _, after = rest.partition(END)
    page.write_text(before + START + "\n".join(lines_of(records)) + "\n" + END + after, "utf-8")


def _lanes(records: Sequence[Record]) -> Iterable[str]:
    yield "| lane | preset | targets | seeds | programs | wrong | crash | other |"
    yield "|---|---|---|---|---|---|---|---|"
    for name in LANES:
        own = [record for record in records if record.lane == name]
        if not own:
            continue
        kinds = verdicts_of(own)
        other = sum(kinds[kind] for kind in kinds if kind in ("timeout", "invalid", "rejected"))
        seeds = ", ".join(str(record.seed) for record in own)
        programs = sum(record.tests for record in own)
        targets = ", ".join(LANES[name].targets)
        cells = [name, LANES[name].preset, targets, seeds, programs]
        cells += [kinds["wrong"], kinds["crash"], other]
        yield "| " + " | ".join(str(cell) for cell in cells) + " |"
    yield f"\n{sum(record.tests for record in records)} programs in all."


def _bugs(records: Sequence[Record]) -> Iterable[str]:
    yield "| bug | newest version | kind | findings | first: lane, seed, test, target |"
    yield "|---|---|---|---|---|"
    for bug, found in sorted(by_bug(records).items()):
        if bug == UNKNOWN:
            continue
        record, first = found[0]
        newest = "yes" if any(_is_newest(*one) for one in found) else "no"
        kinds = ", ".join(sorted({one.kind for _, one in found}))
        where = f"{record.lane}, {record.seed}, {first.test}, {first.target}"
        yield f"| {bug} | {newest} | {kinds} | {len(found)} | {where} |"
    open_ = by_bug(records).get(UNKNOWN, [])
    yield f"\n{len(open_)} findings are not looked at yet."


def _put_away(records: Sequence[Record]) -> Iterable[str]:
    sums: dict[str, int] = {}
    for record in records:
        for reason, count in record.put_away.items():
            sums[reason] = sums.get(reason, 0) + count
    yield "| put away (docs/triage.md) | count |"
    yield "|---|---|"
    yield from (f"| `{reason}` | {count} |" for reason, count in sorted(sums.items()))


def _is_newest(record: Record, found: Found) -> bool:
    return found.target in LANES[record.lane].newest

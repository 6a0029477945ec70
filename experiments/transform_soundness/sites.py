"""Does each transformation keep its promises at hundreds of sites? The interpreter and the
validator judge.

    python -m experiments.transform_soundness.sites [--sites 200] [KIND ...]

For each kind, the passes that make it take turns with others on one program after another, until so
many steps of that kind were applied (`gathering.py`); then all that it promises is asked of these
variants (`promises.py`). Prints a line for each kind and for what fails, and writes its figures to
`sites.json` and the table in `README.md`. Exit status 1 if anything failed, or sites were missing.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.methods.transform.kinds import TRANSFORMATIONS
from aberration.methods.transform.registry import BY_NAME
from aberration.methods.transform.transformation import Transformation

from .gathering import Gatherer
from .promises import broken
from .seeds import all_programs

SITES: Final = 200
FIGURES: Final = Path(__file__).with_name("sites.json")
PAGE: Final = Path(__file__).with_name("README.md")
TABLE: Final = re.compile(r"(?<=<!-- sites -->\n).*(?=\n<!-- end of sites -->)", re.DOTALL)


class Report(msgspec.Struct, frozen=True):
    """What was looked at for one kind: steps of it, variants that hold them, programs, and what
    is wrong.
    """

    kind: str
    sites: int
    variants: int
    programs: int
    failures: tuple[str, ...]
    seconds: float = 0.0


def look_at(kind: type[Transformation], wanted: int, gatherer: Gatherer) -> Report:
    """Ask all that a kind promises at `wanted` sites or a few more."""
    variants = gatherer.gather(kind, wanted)
    failures: list[str] = []
    for number, variant in enumerate(variants):
        stranger = Rng.of(number, "stranger", kind.__name__).choose(all_programs())
        failures += broken(kind, variant, stranger, number)
    sites = sum(variant.sites(kind) for variant in variants)
    programs = {variant.program.name for variant in variants}
    return Report(kind.__name__, sites, len(variants), len(programs), tuple(failures))


def _table(reports: Sequence[Report]) -> str:
    """Return the figures as Markdown."""
    sites = [each.sites for each in reports]
    variants, failures = (
        sum(each.variants for each in reports),
        sum(len(each.failures) for each in reports),
    )
    seconds = sum(each.seconds for each in reports)
    rows = [
        f"{len(reports)} kinds, {sum(sites)} sites ({min(sites)} of each kind or more) in "
        f"{variants} variants, "
        f"{failures} failures, {seconds:.0f} s of one core.",
        "",
        "| kind | sites | variants | programs | failures | s |",
        "|---|---|---|---|---|---|",
    ]
    for each in reports:
        figures = (
            f"{each.sites} | {each.variants} | {each.programs} | {len(each.failures)} | "
            f"{each.seconds:.1f}"
        )
        rows.append(f"| {each.kind} | {figures} |")
    return "\n".join(rows)


def _write(new: Report) -> None:
    """Put the figures of a kind in the place of its old ones."""
    known = {
        each.kind: each for each in msgspec.json.decode(FIGURES.read_bytes(), type=list[Report])
    }
    known[new.kind] = new
    reports = [known[name] for name in BY_NAME if name in known]
    FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(reports), indent=1) + b"\n")
    PAGE.write_text(TABLE.sub(lambda _: _table(reports), PAGE.read_text()))


def main() -> None:
    """Look at all kinds, or those named; print, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sites", type=int, default=SITES)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    options = parser.parse_args()
    gatherer = Gatherer()
    good = True
    for kind in [BY_NAME[name] for name in options.kinds] or TRANSFORMATIONS:
        start = time.process_time()
        report = look_at(kind, options.sites, gatherer)
        report = msgspec.structs.replace(report, seconds=round(time.process_time() - start, 1))
        _write(report)
        good = good and not report.failures and report.sites >= options.sites
        print(
            f"{report.kind}: {report.sites} sites, {report.variants} variants, {report.seconds} s",
            flush=True,
        )
        for failure in report.failures:
            print(f"    {failure}", flush=True)
    sys.exit(not good)


if __name__ == "__main__":
    main()

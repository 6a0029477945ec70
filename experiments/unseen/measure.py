"""A campaign on seeds that nobody here wrote, or that were written in other people's manner, and a
cold loop beside it.

    python -m experiments.unseen.measure SEEDS... --targets T --tests N [--time T] [--jobs 2]
    [--seed S] OUT.json

The campaign is a command line of its own, `aberration fuzz --json`. Prints what became of each
file, rates, findings, and what a loop of fresh processes makes of the same seeds; OUT.json has the
same in figures. Exit status 1 if the campaign failed, a file was passed over without a word, or
what an index expects of a file did not come.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from aberration.campaign.configuration import read_duration
from aberration.campaign.seeds import load_folders
from aberration.core.program import Program
from aberration.core.rng import Rng

from .campaign import Asked, Ran, after_warm_up, run
from .cold import Loop, drivers, loop
from .files import Fate, against_index, fates, reasons


class Measured(msgspec.Struct, frozen=True):
    """All that is in OUT.json. `cold` is None where the campaign tested no seed that the loop
    could take.
    """

    asked: Asked
    ran: Ran
    files: tuple[Fate, ...]
    cold: Loop | None = None

    @property
    def wrong(self) -> list[str]:
        """Return what must not be: a campaign that failed, files passed over, files of an index
        that came otherwise.
        """
        if self.ran.summary is None:
            return [
                f"the campaign ended with status {self.ran.status}",
                *self.ran.told.splitlines(),
            ]
        return [
            *(f"defect of ours: {message}" for message in self.ran.summary.defects),
            *(
                f"passed over without a word: {one.file}"
                for one in self.files
                if self._is_passed_over(one)
            ),
            *(
                (
                    f"{one.file}: {one.expected} is expected, but it was {one.state}. {one.reason}"
                ).rstrip(". ")
                for one in self.files
                if not one.as_expected
            ),
        ]

    def _is_passed_over(self, one: Fate) -> bool:
        return one.state == "not drawn" and self.ran.seeds.all_drawn


def measured(asked: Asked, output: Path, cold_seeds: int) -> Measured:
    """Run the campaign into a folder, then the loop over some of the seeds that it tested."""
    ran = run(asked, output)
    if ran.summary is None:
        return Measured(asked, ran, ())
    files = tuple(fates(asked.seeds, ran.summary.unsteady, ran.seeds.tested))
    seeds = sample(asked, ran.seeds.tested, cold_seeds) if cold_seeds else []
    return Measured(asked, ran, files, loop(seeds, drivers(asked.targets)) if seeds else None)


def sample(asked: Asked, tested: Iterable[str], count: int) -> list[Program]:
    """Return some of the modules that a campaign tested, drawn by its seed."""
    names = set(tested)
    loaded = [
        one
        for one in load_folders(asked.seeds).programs
        if one.name in names and one.language == "spirv"
    ]
    return list(Rng.of(asked.seed, "cold").shuffled(loaded))[:count]


def table(one: Measured) -> str:
    """Return all figures as text."""
    summary = one.ran.summary
    if summary is None:
        return "\n".join(one.wrong)
    states = Counter(fate.state for fate in one.files)
    files = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
    blocks = [
        [
            (
                f"{len(one.files)} files: "
                f"{files or 'none'}{'' if one.ran.seeds.all_drawn else '; too few tests for all'}"
            ),
            *(f"{n:5}  {why}  ({who})" for n, why, who in reasons(one.files)),
        ],
        against_index(one.files),
        rates(one),
        _counted(
            "findings", ((f"{line.target}: {line.kind}", line.state) for line in summary.findings)
        ),
        [
            f"bugs: {len(summary.bugs)}",
            *(f"  {bug.id} {bug.target}: {bug.kind}: {bug.signature}" for bug in summary.bugs),
        ],
        _counted("findings set aside", ((line.reason, "") for line in summary.set_aside)),
        _counted(
            "tests by status",
            ((name, "") for name, count in summary.statuses.items() for _ in range(count)),
        ),
        ["wrong:", *(f"  {line}" for line in one.wrong)] if one.wrong else ["nothing is wrong"],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _counted(title: str, rows: Iterable[tuple[str, str]]) -> list[str]:
    counts = Counter(" ".join(word for word in row if word) for row in rows)
    return [
        f"{title}: {sum(counts.values())}",
        *(f"{count:5}  {what}" for what, count in counts.most_common()),
    ]


def rates(one: Measured) -> list[str]:
    """Return tests a second and the share of time in targets, what was promised, and the cold
    loop's beside them.
    """
    summary = one.ran.summary
    if summary is None:
        return one.wrong
    later = after_warm_up(summary, one.ran.points)
    promised = (
        f"{read_duration(one.asked.time, 'time'):.0f} s promised"
        if one.asked.time
        else "no time was promised"
    )
    lines = [
        (
            f"{summary.tests} tests, {summary.tests_per_second:.2f}/s, target_time_share "
            f"{summary.target_time_share:.2f}"
        ),
        "after 20 s: too few status lines to tell"
        if later is None
        else f"after 20 s: {later.tests_per_second:.2f}/s, target_time_share {later.share:.2f}",
        (
            f"wall time {one.ran.wall:.0f} s in all, {summary.seconds:.0f} s of it for "
            f"tests; {promised}"
        ),
    ]
    if one.cold is None:
        return [*lines, "cold loop: no seed for it"]
    told = f"{one.cold.processes / max(1, one.cold.tests):.1f} processes a test"
    rate = (
        f"cold loop: {one.cold.rate:.2f}/s, share {one.cold.share:.2f}, {told} "
        f"({one.cold.tests} tests)"
    )
    # A test of the loop is one variant on one driver; one of a campaign goes to several targets.
    outcomes = sum(summary.outcomes.values()) / summary.seconds if summary.seconds else 0.0
    ratio = outcomes / one.cold.rate if one.cold.rate else 0.0
    return [*lines, f"variants on targets: {outcomes:.2f}/s", rate, f"ratio {ratio:.1f}"]


def arguments_of(line: Sequence[str] | None) -> tuple[Asked, Path, int, Path | None]:
    """Return what a command line asks for: the campaign, OUT.json, seeds of the cold loop,
    where to keep all.
    """
    parser = argparse.ArgumentParser(prog="experiments.unseen.measure")
    parser.add_argument("seeds", nargs="+", help="folders of seeds")
    parser.add_argument("out", type=Path)
    parser.add_argument("--targets", required=True)
    parser.add_argument("--methods", default="transform")
    parser.add_argument("--tests", type=int, required=True)
    parser.add_argument("--time", default="", help="as fuzz takes it: what is promised")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-reduce", action="store_true", help="end with the tests")
    parser.add_argument("--cold", type=int, default=10, help="seeds of the cold loop")
    parser.add_argument(
        "--keep", type=Path, help="a new folder for the campaign; else it is removed"
    )
    given = parser.parse_intermixed_args(line)
    asked = Asked(
        tuple(given.seeds),
        given.targets,
        given.tests,
        given.time,
        given.jobs,
        given.seed,
        given.methods,
        reduce=not given.no_reduce,
    )
    return asked, given.out, given.cold, given.keep


def main(line: Sequence[str] | None = None) -> int:
    """Measure, print, write."""
    asked, out, cold_seeds, keep = arguments_of(line)
    with tempfile.TemporaryDirectory(prefix="aberration-") as scratch:
        one = measured(asked, keep or Path(scratch) / "campaign", cold_seeds)
    print(table(one))
    out.write_bytes(msgspec.json.format(msgspec.json.encode(one), indent=1) + b"\n")
    return int(bool(one.wrong))


if __name__ == "__main__":
    sys.exit(main())

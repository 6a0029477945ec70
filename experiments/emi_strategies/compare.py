"""Which strategy shows which planted bug, and which bugs of compilers that are in use, within how
many variants?

    python -m experiments.emi_strategies.compare [--variants 96] [--seeds 0] [--budget SECONDS]
    [TARGET ...]

Every strategy mutates the same seeds with the same profiles, eight variants of each. A target is
hunted until its first finding, one of `--collect` to the end. A variant counts only on a target
that runs its seed rightly. All that is seen goes to `runs.jsonl` at once, so that a run that was
broken off goes on, and more targets can be added later; `compare.json` and the printed table are
made from it.
"""

import argparse
import json
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.oracle import judge
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.languages.c.compilers import Compiler
from aberration.methods.emi.method import EmiMethod
from aberration.targets.c import target_of
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

from .strategies import STRATEGIES, Run, variants_of
from .trigger import Trigger

HERE: Final = Path(__file__).parent
SHARE: Final = 8
"""Variants of one seed."""
_COMPILERS: Final = ("tcc", "pcc:-O", "gcc-9:-O3", "clang-11:-O3")
_COLLECTED: Final = ("tcc", "pcc:-O")


class Seen(msgspec.Struct, frozen=True):
    """What one run of a strategy showed: by target the positions of variants that are wrong.

    `made` variants were there to show it; on the targets of `unfit` the seed itself is wrong
    already.
    """

    strategy: str
    seed: int
    run: int
    made: int
    shown: dict[str, tuple[int, ...]]
    unfit: tuple[str, ...] = ()


class Log:
    """What was seen so far, kept in a file of one line for each run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_bytes().splitlines() if path.exists() else []
        self.rows = [msgspec.json.decode(line, type=Seen) for line in lines]

    def add(self, row: Seen) -> None:
        """Keep a row."""
        self.rows.append(row)
        with self._path.open("ab") as stream:
            stream.write(msgspec.json.encode(row) + b"\n")

    def first(self, strategy: str, target: str, seed: int) -> int | None:
        """Return the number of the first variant that is wrong, from 1; None if none is."""
        numbers = [
            row.run * SHARE + at + 1
            for row in self._of(strategy, seed)
            for at in row.shown.get(target, ())
        ]  # fmt: skip
        return min(numbers, default=None)

    def open_targets(
        self, strategy: str, run: Run, targets: Sequence[str], collected: Sequence[str]
    ) -> list[str]:
        """Return the targets that are still to be asked in a run."""
        asked = {
            name
            for row in self._of(strategy, run.seed)
            if row.run == run.number
            for name in row.shown
        }
        found = {
            name
            for name in targets
            if name not in collected and self.first(strategy, name, run.seed)
        }
        return [name for name in targets if name not in asked and name not in found]

    def _of(self, strategy: str, seed: int) -> Iterator[Seen]:
        return (row for row in self.rows if (row.strategy, row.seed) == (strategy, seed))


class Hunt:
    """The targets under test, and the method."""

    def __init__(self, targets: Sequence[Target], collected: Sequence[str]) -> None:
        self.targets = {target.id: target for target in targets}
        self.collected = collected
        self._method = EmiMethod()
        self._pool = TargetPool(limit=4)
        self._trigger = Trigger()
        self._fit: dict[tuple[str, str], bool] = {}

    def run(self, strategy: str, run: Run, names: Sequence[str]) -> Seen:
        """Test the variants of one run on the targets."""
        cases = variants_of(self._method, run, strategy, SHARE)
        unfit = [name for name in names if cases and not self._is_fit(cases[0], name)]
        shown: dict[str, tuple[int, ...]] = {}
        for name in names:
            wrong = () if name in unfit else self._wrong_ones(cases, name)
            shown[name] = tuple(wrong)
        return Seen(strategy, run.seed, run.number, len(cases), shown, tuple(unfit))

    def close(self) -> None:
        """End the workers."""
        self._pool.close()
        self._trigger.close()

    def _wrong_ones(self, cases: Sequence[TestCase], name: str) -> Iterator[int]:
        for at, case in enumerate(cases):
            if self._is_wrong(case, case.programs["variant"], name):
                yield at
                if name not in self.collected:
                    return

    def _is_fit(self, case: TestCase, name: str) -> bool:
        seed = case.programs["reference"]
        key = seed.digest, name
        if key not in self._fit:
            self._fit[key] = not self._is_wrong(case, seed, name)
        return self._fit[key]

    def _is_wrong(self, case: TestCase, program: Program, name: str) -> bool:
        if not self._trigger.is_there(program.source, name):
            return False
        outcome = self._pool.run(self.targets[name], program).outcome
        return judge(case.oracle, {name: {"variant": outcome}})[name].is_finding


def hunt_all(hunt: Hunt, log: Log, seeds: Sequence[int], variants: int, until: float) -> None:
    """Make all runs that are not in the log yet, run after run, all strategies of each."""
    for seed in seeds:
        for number in range(variants // SHARE):
            for strategy in STRATEGIES:
                run = Run(seed, number)
                names = log.open_targets(strategy, run, list(hunt.targets), hunt.collected)
                if time.monotonic() > until:
                    return
                if names:
                    log.add(hunt.run(strategy, run, names))
                    _tell(log.rows[-1])


def table_of(log: Log) -> list[dict[str, object]]:
    """Return for each target and seed the first variant of each strategy, and how many were
    wrong.
    """
    pairs = sorted({(name, row.seed) for row in log.rows for name in row.shown})
    return [
        {
            "target": target,
            "seed": seed,
            "first": {strategy: log.first(strategy, target, seed) for strategy in STRATEGIES},
            "wrong": {
                strategy: sum(
                    len(row.shown.get(target, ()))
                    for row in log.rows
                    if (row.strategy, row.seed) == (strategy, seed)
                )
                for strategy in STRATEGIES
            },
        }
        for target, seed in pairs
    ]


def known_targets() -> dict[str, Target]:
    """Return the targets for C by id, and the Portable C Compiler, which is no target of a
    campaign.
    """
    known = {
        target.id: target for target in discover() if target.available and "c" in target.languages
    }
    path = shutil.which("pcc")
    return known | ({"pcc:-O": target_of(Compiler("pcc", "pcc", path), "-O")} if path else {})


def _tell(row: Seen) -> None:
    wrong = ", ".join(name for name, numbers in row.shown.items() if numbers)
    print(
        f"seed {row.seed} run {row.run:2} {row.strategy:20} {row.made} variants: {wrong or '-'}",
        flush=True,
    )


def _markdown(rows: Sequence[dict[str, object]]) -> str:
    lines = [
        f"| target | seed | {' | '.join(STRATEGIES)} |",
        f"|---|---|{'---:|' * len(STRATEGIES)}",
    ]
    for row in rows:
        first = row["first"]
        assert isinstance(first, dict)
        cells = [str(first[strategy] or "-") for strategy in STRATEGIES]
        lines.append(f"| `{row['target']}` | {row['seed']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Hunt the C mutants and some compilers, or the targets that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--variants", type=int, default=96)
    parser.add_argument("--seeds", type=int, nargs="*", default=[0])
    parser.add_argument("--collect", nargs="*", default=list(_COLLECTED))
    parser.add_argument("--budget", type=float, default=float("inf"))
    parser.add_argument("--output", type=Path, default=HERE)
    options = parser.parse_args()
    known = known_targets()
    mutants = [name for name, target in known.items() if "mutants" in target.groups]
    names = options.targets or [*mutants, *(name for name in _COMPILERS if name in known)]
    missing = [name for name in names if name not in known]
    if missing:
        parser.error(f"expected targets for C, but {missing[0]!r} came")
    log = Log(options.output / "runs.jsonl")
    hunt = Hunt([known[name] for name in names], options.collect)
    try:
        hunt_all(hunt, log, options.seeds, options.variants, time.monotonic() + options.budget)
    finally:
        hunt.close()
    rows = table_of(log)
    (options.output / "compare.json").write_text(json.dumps(rows, indent=1) + "\n")
    print(_markdown(rows))


if __name__ == "__main__":
    main()

"""How much of the optimisers does each strategy reach, with 1, 3 and 10 variants of a seed?

    python -m experiments.emi_strategies.optimisers [--runs 12] [--seed 0] [--level -O3] [--budget
    SECONDS]

The measure is the number of distinct remarks: pass, kind and text without names, numbers and
places. It stands in for the paper's line coverage (section 5.3.2), which would need compilers built
for it. gcc's are those of `-fopt-info-all`, read from its optimisation record, where their pass
stands too; clang's those of `-Rpass=.*` and `-Rpass-missed=.*`. What is seen goes to
`optimisers.jsonl` at once, so that a run that was broken off goes on; `optimisers.json` and the
printed table are made from it.
"""

import argparse
import os
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.program import Program
from aberration.languages.c.compilers import Compiler, find_compilers
from aberration.methods.emi.method import EmiMethod

from .remarks import Remarks, remarks_of
from .strategies import STRATEGIES, Run, variants_of

HERE: Final = Path(__file__).parent
COUNTS: Final = (1, 3, 10)
ALONE: Final = "seed alone"


class Reached(msgspec.Struct, frozen=True):
    """What the seed of a run reached by itself, or else what the variants of a strategy reached
    beyond it.

    By compiler; the remarks beyond the seed's stand in the order of `COUNTS`, each list with those
    that came new.
    """

    seed: int
    run: int
    strategy: str
    remarks: dict[str, list[list[str]]]


def reached_alone(run: Run, seed: Program, compilers: Sequence[Compiler], level: str) -> Reached:
    """Return what a seed reaches."""
    found = {compiler.name: [sorted(remarks_of(compiler, level, seed))] for compiler in compilers}
    return Reached(run.seed, run.number, ALONE, found)


def reached_beyond(
    run: Run,
    strategy: str,
    variants: Sequence[Program],
    alone: Reached,
    compilers: Sequence[Compiler],
    level: str,
) -> Reached:
    """Return what the variants of a strategy reach beyond their seed."""
    found: dict[str, list[list[str]]] = {}
    for compiler in compilers:
        known, steps, before = set(alone.remarks[compiler.name][0]), [], 0
        for count in COUNTS:
            new: Remarks = frozenset().union(
                *(remarks_of(compiler, level, v) for v in variants[before:count])
            )
            steps.append(sorted(new - known))
            known |= new
            before = count
        found[compiler.name] = steps
    return Reached(run.seed, run.number, strategy, found)


class Growth(msgspec.Struct, frozen=True):
    """What a strategy reaches beyond the seeds with 1, 3 and 10 variants of each.

    `beyond` counts remarks that no seed has, `by_seed` those that the own seed has not, a mean;
    `alone_in` those that no other strategy brings about with 10 variants (nothing for the mix of
    all).
    """

    beyond: list[int]
    ratio: list[float]
    by_seed: list[float]
    alone_in: int | None
    passes: dict[str, int]


class Figures(msgspec.Struct, frozen=True):
    """What one compiler says: remarks of all seeds, of a seed (a mean), and what the strategies
    add.
    """

    alone: int
    alone_by_seed: float
    strategies: dict[str, Growth]


class Table(msgspec.Struct, frozen=True):
    """The result: how many seeds of which sources, and the figures by compiler."""

    level: str
    seeds: int
    sources: dict[str, int]
    compilers: dict[str, Figures]


class Log:
    """What was reached so far, kept in a file of one line for each run and strategy."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_bytes().splitlines() if path.exists() else []
        self.rows = [msgspec.json.decode(line, type=Reached) for line in lines]

    def add(self, row: Reached) -> None:
        """Keep a row."""
        self.rows.append(row)
        with self._path.open("ab") as stream:
            stream.write(msgspec.json.encode(row) + b"\n")

    def row(self, run: Run, strategy: str) -> Reached | None:
        """Return what a strategy reached in a run, None if it was not tried."""
        wanted = run.seed, run.number, strategy
        return next((row for row in self.rows if (row.seed, row.run, row.strategy) == wanted), None)

    def complete(self) -> list[Run]:
        """Return the runs that all strategies were given."""
        runs = dict.fromkeys(Run(row.seed, row.run) for row in self.rows)
        return [run for run in runs if all(self.row(run, name) for name in (ALONE, *STRATEGIES))]


def measure(log: Log, run: Run, compilers: Sequence[Compiler], level: str, until: float) -> None:
    """Measure all strategies of a run that are not in the log yet; a seed that no variant is
    made of is left out.
    """
    method = EmiMethod()
    for strategy in STRATEGIES:
        if time.monotonic() > until or log.row(run, strategy) is not None:
            continue
        cases = variants_of(method, run, strategy, max(COUNTS))
        alone = log.row(run, ALONE)
        if alone is None and not cases:
            return
        if alone is None:
            alone = reached_alone(run, cases[0].programs["reference"], compilers, level)
            log.add(alone)
        variants = [case.programs["variant"] for case in cases]
        log.add(reached_beyond(run, strategy, variants, alone, compilers, level))
        news = {name: [len(step) for step in steps] for name, steps in log.rows[-1].remarks.items()}
        print(
            f"run {run.number:2} {run.source:9} {strategy:20} {len(variants):2} variants: {news}",
            flush=True,
        )


def table_of(log: Log, level: str) -> Table:
    """Return figures over all complete runs: what all seeds reach, how many remarks more there are,
    who alone has them.

    A remark counts once, whichever seeds it came from.
    """
    runs = log.complete()
    compilers = list(dict.fromkeys(name for row in log.rows for name in row.remarks))
    sources = dict(Counter(run.source for run in runs))
    return Table(level, len(runs), sources, {name: _figures(log, runs, name) for name in compilers})


def markdown(table: Table) -> str:
    """Return the table for people: remarks beyond the seeds', by compiler, strategy and number
    of variants.
    """
    lines = []
    for name, figures in table.compilers.items():
        head = f"{name} {table.level}: {figures.alone} remarks of {table.seeds} seeds alone"
        columns = " | ".join(f"with {count}" for count in COUNTS)
        lines += [
            f"| {head} | {columns} | growth with {COUNTS[-1]} | by no other |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        for strategy, growth in figures.strategies.items():
            cells = [f"+{count}" for count in growth.beyond]
            lonely = "" if growth.alone_in is None else str(growth.alone_in)
            lines.append(
                f"| {strategy} | {' | '.join(cells)} | "
                f"{100 * (growth.ratio[-1] - 1):.1f} % | {lonely} |"
            )
        lines.append("")
    return "\n".join(lines)


def _figures(log: Log, runs: Sequence[Run], compiler: str) -> Figures:
    alone = _united(log, runs, ALONE, compiler, 1)
    beyond = {
        name: [_united(log, runs, name, compiler, n) - alone for n in (1, 2, 3)]
        for name in STRATEGIES
    }
    lonely = _lonely({name: parts[-1] for name, parts in beyond.items()})
    return Figures(
        alone=len(alone),
        alone_by_seed=round(_mean_new(log, runs, ALONE, compiler, 1), 1),
        strategies={
            name: Growth(
                beyond=[len(part) for part in parts],
                ratio=[round(1 + len(part) / max(1, len(alone)), 3) for part in parts],
                by_seed=[round(_mean_new(log, runs, name, compiler, n), 1) for n in (1, 2, 3)],
                alone_in=lonely.get(name),
                passes=dict(_passes(parts[-1]).most_common(8)),
            )
            for name, parts in beyond.items()
        },
    )


def _united(log: Log, runs: Sequence[Run], strategy: str, compiler: str, steps: int) -> set[str]:
    rows = [row for run in runs if (row := log.row(run, strategy))]
    return {remark for row in rows for step in row.remarks[compiler][:steps] for remark in step}


def _mean_new(log: Log, runs: Sequence[Run], strategy: str, compiler: str, steps: int) -> float:
    rows = [row for run in runs if (row := log.row(run, strategy))]
    return sum(len(step) for row in rows for step in row.remarks[compiler][:steps]) / max(
        1, len(rows)
    )


def _lonely(beyond: Mapping[str, set[str]]) -> dict[str, int]:
    """Return how many remarks only one strategy brings about; the mix of all is no strategy of
    its own.
    """
    single = {name: found for name, found in beyond.items() if STRATEGIES[name]}
    owners = Counter(remark for found in single.values() for remark in found)
    return {name: sum(owners[remark] == 1 for remark in found) for name, found in single.items()}


def _passes(found: set[str]) -> Counter[str]:
    return Counter(sorted(remark.partition("|")[0] for remark in found))


def main() -> None:
    """Measure the newest gcc and the newest clang."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--level", default="-O3")
    parser.add_argument("--budget", type=float, default=float("inf"))
    parser.add_argument("--output", type=Path, default=HERE)
    options = parser.parse_args()
    newest = {each.family: each for each in find_compilers(os.environ.get("PATH", os.defpath))}
    compilers = [newest[family] for family in ("gcc", "clang") if family in newest]
    log = Log(options.output / "optimisers.jsonl")
    until = time.monotonic() + options.budget
    for number in range(options.runs):
        measure(log, Run(options.seed, number), compilers, options.level, until)
    table = table_of(log, options.level)
    (options.output / "optimisers.json").write_bytes(
        msgspec.json.format(msgspec.json.encode(table), indent=1) + b"\n"
    )
    print(markdown(table))


if __name__ == "__main__":
    main()

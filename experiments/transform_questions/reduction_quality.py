"""Second question: how small do the variants become, and what does that cost?

    python -m experiments.transform_questions.reduction_quality

Reads `reductions.jsonl`, writes `reduction_quality.json` and `reduction_quality.svg`, prints
tables.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Final

import msgspec

from .chart import Curve, Panel, curves
from .counting import MUTANT
from .records import HERE, REDUCTIONS, ReductionLine, read

PARTS: Final[Mapping[str, Callable[[ReductionLine], bool]]] = {
    "mutants, wrong result": lambda line: line.target.startswith(MUTANT) and line.kind == "wrong",
    "mutants, crash or hang": lambda line: line.target.startswith(MUTANT) and line.kind != "wrong",
    "drivers": lambda line: not line.target.startswith(MUTANT),
}


class Part(msgspec.Struct, frozen=True):
    """Figures of reductions of one sort: medians, the quarters of the deltas, and those of at
    most 8 instructions.
    """

    count: int
    delta_before: float
    delta: float
    quarters: tuple[float, float]
    largest: int
    at_most_8: int
    steps_before: float
    steps: float
    tries: float
    attempts: float
    runs: float
    seconds: float
    own: float


def part_of(lines: Sequence[ReductionLine]) -> Part | None:
    """Return the figures of reductions; None if there are none."""
    if not lines:
        return None
    deltas = sorted(line.delta for line in lines)
    return Part(
        count=len(lines),
        delta_before=median(line.delta_before for line in lines),
        delta=median(deltas),
        quarters=(quantile(deltas, 0.25), quantile(deltas, 0.75)),
        largest=deltas[-1],
        at_most_8=sum(delta <= 8 for delta in deltas),
        steps_before=median(line.steps_before for line in lines),
        steps=median(len(line.steps) for line in lines),
        tries=median(line.tries for line in lines),
        attempts=median(line.attempts for line in lines),
        runs=median(line.runs for line in lines),
        seconds=median(line.seconds for line in lines),
        own=median(line.own for line in lines),
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which a share of ordered values lies, between two of them in
    proportion.
    """
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def reduced(lines: Sequence[ReductionLine]) -> list[ReductionLine]:
    """Return the reductions that have a smallest case."""
    return [line for line in lines if not line.reason]


def by_target(lines: Sequence[ReductionLine]) -> dict[str, list[ReductionLine]]:
    """Return the reductions of each target, by name."""
    names = sorted({line.target for line in lines})
    return {name: [line for line in lines if line.target == name] for name in names}


def set_aside(lines: Sequence[ReductionLine]) -> dict[str, int]:
    """Return how many findings were not reduced, by target and reason."""
    found: dict[str, int] = {}
    for line in lines:
        if line.reason:
            key = f"{line.target}: {line.reason}"
            found[key] = found.get(key, 0) + 1
    return dict(sorted(found.items()))


def picture(lines: Sequence[ReductionLine]) -> str:
    """Return which share of the reductions has at most so many instructions, and needed at most
    so many runs.
    """
    parts = {name: list(filter(wanted, lines)) for name, wanted in PARTS.items()}
    deltas = tuple(
        _shares(name, [line.delta for line in part]) for name, part in parts.items() if part
    )
    tries = tuple(
        _shares(name, [line.attempts for line in part]) for name, part in parts.items() if part
    )
    return curves(
        "Reduced variants: share of the reductions",
        [
            Panel("size", "instructions more than the reference", "% of reductions", deltas),
            Panel("cost", "cases tried", "% of reductions", tries),
        ],
    )


def _shares(name: str, values: Sequence[int]) -> Curve:
    ordered = sorted(max(0, value) for value in values)
    return Curve(
        name, tuple((value, 100 * (k + 1) / len(ordered)) for k, value in enumerate(ordered))
    )


def table(parts: Mapping[str, Part | None]) -> str:
    """Return the figures as Markdown."""
    rows = [
        "| findings | reduced | instructions before | after | quarters | at most 8 | steps "
        "before | after | tries "
        "| attempts | runs | seconds | own seconds |",
        f"|---|{'---:|' * 12}",
    ]
    for name, part in parts.items():
        if part is None:
            continue
        rows.append(
            f"| {name} | {part.count} | {part.delta_before:g} | {part.delta:g} | "
            f"{part.quarters[0]:g} to "
            f"{part.quarters[1]:g} | {part.at_most_8 / part.count:.0%} | "
            f"{part.steps_before:g} | {part.steps:g} "
            f"| {part.tries:g} | {part.attempts:g} | {part.runs:g} | {part.seconds:.1f} | "
            f"{part.own:.1f} |"
        )
    return "\n".join(rows)


def main() -> None:
    """Count, draw."""
    everything = read(REDUCTIONS, ReductionLine)
    lines = reduced(everything)
    parts = {name: part_of(list(filter(wanted, lines))) for name, wanted in PARTS.items()}
    each = {name: part_of(some) for name, some in by_target(lines).items()}
    figures = {"parts": parts, "targets": each, "not_reduced": set_aside(everything)}
    (HERE / "reduction_quality.json").write_text(
        json.dumps(msgspec.to_builtins(figures), indent=1) + "\n"
    )
    (HERE / "reduction_quality.svg").write_text(picture(lines), encoding="utf-8")
    print(table(parts), table(each), json.dumps(figures["not_reduced"], indent=1), sep="\n\n")


if __name__ == "__main__":
    main()

"""A rule that was tried for deduplication, and did not hold: only the last telling type of a test
is compared.

    python -m experiments.transform_questions.last_type

The reason for it: the last step of a reduced sequence turns a good program into a bad one, those
before may only have made room for it. `SETTLED` are the numbers of lines of `reductions.jsonl` that
were there when the rule was first drawn up and when its limit was; what came later judges it.
Writes `last_type.json`, prints a table.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from aberration.methods.transform.method import TransformMethod

from .duplicates import SORTS, Quality, of_mutants
from .records import HERE, REDUCTIONS, ReductionLine, read
from .reduction_quality import reduced

SETTLED: Final = (47, 76)
LIMITS: Final[Mapping[str, int]] = {
    "paper: any type": 0,
    "last type, of 3 at most": 3,
    "last type": 1000,
}
"""The rules by name: of a test with so many telling types at most, only the last one is
compared.
"""


def telling(line: ReductionLine) -> list[str]:
    """Return the types of a sequence that say anything about its bug, in order."""
    return [
        str(step["type"])
        for step in line.steps
        if step["type"] not in TransformMethod.ignored_types
    ]


def selected(lines: Sequence[ReductionLine], limit: int) -> list[ReductionLine]:
    """Return the tests to look at: those with the fewest types first, each unlike all that were
    selected before it.
    """
    order = sorted(lines, key=lambda line: (len(set(telling(line))), len(line.steps)))
    chosen: list[ReductionLine] = []
    for line in order:
        if not any(_alike(telling(other), telling(line), limit) for other in chosen):
            chosen.append(line)
    return chosen


def _alike(earlier: Sequence[str], types: Sequence[str], limit: int) -> bool:
    compared = types[-1:] if len(set(types)) <= limit else types
    return bool({*earlier} & {*compared}) or (not earlier and not types)


def quality(lines: Sequence[ReductionLine], limit: int) -> Quality:
    """Return how a rule fares."""
    chosen = selected(lines, limit)
    return Quality(
        len(lines),
        len({line.target for line in lines}),
        len(chosen),
        len({line.target for line in chosen}),
    )


def main() -> None:
    """Judge the rule on what it was made from, and on what came later."""
    lines = read(REDUCTIONS, ReductionLine)
    first, second = SETTLED
    parts = {
        f"1 to {first}": lines[:first],
        f"{first + 1} to {second}": lines[first:second],
        "later": lines[second:],
    }
    figures: dict[str, dict[str, dict[str, Quality]]] = {}
    for part, some in parts.items():
        for sort in ("all findings", "wrong results"):
            wanted = list(filter(SORTS[sort], of_mutants(reduced(some))))
            figures.setdefault(part, {})[sort] = {
                name: quality(wanted, limit) for name, limit in LIMITS.items()
            }
    (HERE / "last_type.json").write_text(json.dumps(msgspec.to_builtins(figures), indent=1) + "\n")
    print(
        "| lines | findings | rule | reports | distinct | duplicates | covered |",
        f"|---|---|---|{'---:|' * 4}",
        sep="\n",
    )
    for part, sorts in figures.items():
        for sort, rules in sorts.items():
            for name, one in rules.items():
                shares = f"{one.duplicated:.0%} | {one.covered:.0%}"
                print(f"| {part} | {sort} | {name} | {one.reports} | {one.distinct} | {shares} |")


if __name__ == "__main__":
    main()

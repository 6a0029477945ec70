"""How many bugs are made of the findings of so many planted mistakes?

    python -m experiments.shader_reduction.apart --texts FOLDER [--output apart.json]

The folder is one that `measure --texts` has filled. All mutants of a language are taken for
mistakes of one compiler, which is harder than it is: each is a target of its own.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from experiments.shader_reduction.cases import CASES, Drawn, load, save
from experiments.shader_reduction.measure import stem_of

from aberration.core.finding import Finding
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.dedup.bugs import Bug, find_bugs
from aberration.methods.smith.method import NAME, VERSION

RESULT: Final = Path(__file__).with_name("apart.json")
_NONE: Final = Image(1, 1, "rgba8", bytes(4))


class Row(msgspec.Struct, frozen=True):
    """A bug: of which compiler, the planted mistakes of its findings, and those of the bug that it
    is perhaps.
    """

    language: str
    planted: tuple[str, ...]
    perhaps: tuple[str, ...]


def finding_of(drawn: Drawn, folder: Path) -> Finding | None:
    """Return a finding as a campaign has it; None where the case was not reduced."""
    stem = stem_of(drawn)
    before, after = (folder / f"{stem}.{which}" for which in ("before", "after"))
    if not after.is_file():
        return None
    given, small = (_case_of(drawn, file.read_bytes()) for file in (before, after))
    verdict = Verdict("wrong", "wrong image")
    return Finding(
        drawn.name,
        0,
        drawn.language,
        "",
        verdict,
        given,
        "reliable",
        3,
        3,
        "reduced",
        reduced=small,
    )


def _case_of(drawn: Drawn, text: bytes) -> TestCase:
    is_compute = b"@compute" in text or b"local_size_x" in text or b"buffer " in text
    program = Program(
        drawn.language, "compute" if is_compute else "fragment", text, name=drawn.name
    )
    recipe = Recipe(NAME, VERSION, {"seed": program})
    return TestCase(recipe, {"program": program}, Expected(_NONE))


def rows_of(findings: Sequence[Finding], planted: dict[str, str]) -> list[Row]:
    """Return the bugs that are made of these findings."""
    bugs = find_bugs(findings, {}, lambda _: frozenset())
    by_id = {bug.id: bug for bug in bugs}

    def mistakes(bug: Bug | None) -> tuple[str, ...]:
        if bug is None:
            return ()
        return tuple(sorted({planted[one] for one in bug.findings}))

    return [Row(bug.family, mistakes(bug), mistakes(by_id.get(bug.perhaps))) for bug in bugs]


def summary(
    findings: Sequence[Finding], rows: Sequence[Row], planted: dict[str, str]
) -> dict[str, int]:
    """Return the counts: findings, mistakes, bugs; bugs of several mistakes; and of those that are
    marked as perhaps another, how many are of that one's mistake.
    """
    marked = [row for row in rows if row.perhaps]
    first = {(one.target, planted[one.id]) for one in findings}
    several = Counter((one.target, planted[one.id]) for one in findings)
    return {
        "findings": len(findings),
        "mistakes": len(first),
        "mistakes_found_more_than_once": sum(count > 1 for count in several.values()),
        "bugs": len(rows),
        "bugs_of_several_mistakes": sum(len(row.planted) > 1 for row in rows),
        "perhaps": len(marked),
        "perhaps_rightly": sum(row.planted == row.perhaps for row in marked),
        "bugs_without_perhaps": len(rows) - len(marked),
    }


def main() -> None:
    """Make bugs of the findings, and count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--output", type=Path, default=RESULT)
    asked = parser.parse_args()
    cases = [one for one in load(CASES, 10_000) if one.mutant]
    found = [finding_of(one, asked.texts) for one in cases]
    findings = [one for one in found if one is not None]
    planted = {one.name: one.mutant for one in cases}
    rows = rows_of(findings, planted)
    counts = summary(findings, rows, planted)
    for row in rows:
        print(row.language, *row.planted, "perhaps" if row.perhaps else "", *row.perhaps)
    print(counts)
    save(asked.output, {"counts": counts}, rows)


if __name__ == "__main__":
    main()

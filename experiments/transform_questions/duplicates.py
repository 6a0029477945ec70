"""Third question: of many reduced tests of one compiler with many bugs, does deduplication pick one
of each bug?

    python -m experiments.transform_questions.duplicates

All mutants are taken for one compiler, so that bugs are told apart by the keys under test alone:
the types of steps, the culprit (the pass of that compiler in which a mutant sits), both. Which
mutant showed a test is the truth. Reads `reductions.jsonl`, writes `duplicates.json` and
`duplicates.svg`, prints tables.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from aberration.core.finding import Culprit, CulpritKind, Finding
from aberration.core.oracle import Same, Verdict, VerdictKind
from aberration.core.recipe import Recipe, TestCase
from aberration.dedup.bugs import Bug, find_bugs
from aberration.methods.registry import method_named

from .chart import bars
from .counting import MUTANT
from .records import HERE, REDUCTIONS, ReductionLine, read
from .reduction_quality import reduced

COMPILER: Final = "all mutants as one"
PASSES: Final[Mapping[str, tuple[str, ...]]] = {
    "inline": ("dont-inline", "inline-result", "inlined-result"),
    "scalar replacement": ("chained-access", "nested-insert", "private-initializer"),
    "memory": ("dead-call-store", "load-then-store", "slot-sharing"),
    "branches": ("dead-break", "dead-exit", "empty-then", "flatten-mask"),
    "loops": ("dead-continue", "loop-merge-first", "unroll-exit-value"),
    "fold": (
        "and-true",
        "borrow",
        "constant-compare",
        "mul-one",
        "shuffled-twice",
        "swapped-operands",
        "xor-zero",
    ),
    "images": (
        "gather-corner",
        "gather-offset",
        "merged-offset",
        "next-level",
        "projected-scale",
        "rejoined-sampler",
        "size-cache",
    ),
    "layout": ("block-start",),
    "value numbering": (
        "copy-across-blocks",
        "copy-of-copy",
        "equal-phi",
        "moved-phi",
        "offset-key",
        "phi-back-edge-first",
        "repeated-read",
    ),
    "subgroups": ("scan-idle-lanes",),
    "varyings": ("swizzled-varying",),
}
"""The passes of that compiler, in the order in which they run: each mutant is where a compiler
has what it imitates.
"""


class Key(msgspec.Struct, frozen=True):
    """What findings are compared by.

    `culprit`, of which kind they are given one. `signatures`: crashes and hangs by what the
    compiler says of them, as `dedup` does. `most`: reports with more types than that are left out.
    `sure`: so are those that perhaps are others.
    """

    culprit: CulpritKind = ""
    signatures: bool = False
    most: int | None = None
    sure: bool = False


KEYS: Final[Mapping[str, Key]] = {
    "types": Key(),
    "culprit, then types": Key("pass"),
    "signature, else types": Key(signatures=True),
    "signature, else types, those that are sure": Key(signatures=True, sure=True),
    "types, reports with 1 type": Key(most=1),
    "types, reports with 2 types at most": Key(most=2),
}

VERDICTS: Final[Mapping[str, VerdictKind]] = {
    "wrong": "wrong",
    "crash": "crash",
    "timeout": "timeout",
}
Wanted = Callable[[ReductionLine], bool]
SORTS: Final[Mapping[str, Wanted]] = {
    "all findings": lambda line: True,
    "wrong results": lambda line: line.kind == "wrong",
    "crashes and hangs": lambda line: line.kind != "wrong",
}

DRAWN: Final = ("all findings", "wrong results")


class Quality(msgspec.Struct, frozen=True):
    """How deduplication fares: of `tests` with `bugs`, it reports some, and these have
    `distinct` bugs.
    """

    tests: int
    bugs: int
    reports: int
    distinct: int

    @property
    def duplicates(self) -> int:
        """Return how many reports show a bug that another report shows."""
        return self.reports - self.distinct

    @property
    def duplicated(self) -> float:
        """Return the share of duplicates among the reports."""
        return self.duplicates / self.reports if self.reports else 0.0

    @property
    def covered(self) -> float:
        """Return the share of the bugs that are reported."""
        return self.distinct / self.bugs if self.bugs else 0.0


def quality_of(bugs: Sequence[Bug], truth: Mapping[str, str]) -> Quality:
    """Compare the first finding of each bug with the truth, which is a name for each finding."""
    reported = [truth[bug.findings[0]] for bug in bugs]
    return Quality(len(truth), len(set(truth.values())), len(bugs), len(set(reported)))


def guilty_pass(mutants: Sequence[str]) -> str:
    """Return the first pass that goes wrong, of those in which one of the mutants sits."""
    plain = {name.removeprefix(MUTANT) for name in mutants}
    return next((name for name, members in PASSES.items() if plain & {*members}), "")


def finding_of(line: ReductionLine, key: Key, number: int) -> Finding:
    """Return a reduction as a finding that has what the key may see; else it is wrong code,
    whatever it was.
    """
    recipe = Recipe("transform", method_named("transform").version, {}, line.steps)
    case = TestCase(recipe, {}, Same())
    culprit = Culprit(kind=key.culprit, name=guilty_pass(line.shown_by)) if key.culprit else None
    return Finding(
        id=f"{number:04}",
        test=line.run,
        target=line.target,
        target_version="",
        verdict=verdict_of(line) if key.signatures else Verdict("wrong"),
        case=case,
        reliability="reliable",
        observed=1,
        tries=1,
        state="reduced",
        reduced=case,
        culprit=culprit,
    )


def verdict_of(line: ReductionLine) -> Verdict:
    """Return the verdict without the name of the mutant, which no compiler would tell."""
    stage = line.target.removeprefix(MUTANT)
    return Verdict(
        VERDICTS[line.kind], line.signature.removeprefix(f"{stage}: ").removesuffix(f" {stage}")
    )


def bugs_of(lines: Sequence[ReductionLine], key: Key, families: Mapping[str, str]) -> list[Bug]:
    """Return what deduplication takes the findings for."""
    bugs = find_bugs(
        [finding_of(line, key, number) for number, line in enumerate(lines)],
        families,
        lambda name: method_named(name).ignored_types,
        lambda name: method_named(name).ingredients,
    )
    few = [bug for bug in bugs if key.most is None or len(bug.types) <= key.most]
    return [bug for bug in few if not (key.sure and bug.perhaps)]


def of_mutants(lines: Sequence[ReductionLine]) -> list[ReductionLine]:
    """Return the reductions whose bug is known."""
    return [line for line in lines if line.target.startswith(MUTANT)]


def measured(lines: Sequence[ReductionLine]) -> dict[str, dict[str, Quality]]:
    """Return the quality of each key for each sort of findings of the mutants as one compiler."""
    result: dict[str, dict[str, Quality]] = {}
    for sort, wanted in SORTS.items():
        some = list(filter(wanted, of_mutants(lines)))
        families = {line.target: COMPILER for line in some}
        result[sort] = {
            name: quality_of(bugs_of(some, key, families), _truth(some))
            for name, key in KEYS.items()
        }
    return result


def apart(lines: Sequence[ReductionLine]) -> dict[str, Quality]:
    """Return the quality where each mutant is a compiler by itself, so that all bugs are
    covered.
    """
    some = of_mutants(lines)
    keys = ("types", "signature, else types", "signature, else types, those that are sure")
    return {name: quality_of(bugs_of(some, KEYS[name], {}), _truth(some)) for name in keys}


def _truth(lines: Sequence[ReductionLine]) -> dict[str, str]:
    return {f"{number:04}": line.target for number, line in enumerate(lines)}


def missed(lines: Sequence[ReductionLine], key: Key) -> dict[str, list[str]]:
    """Return the bugs that no report shows, and the reports that stand for their findings, by
    types.
    """
    some = of_mutants(lines)
    bugs = bugs_of(some, key, {line.target: COMPILER for line in some})
    reported = {some[int(bug.findings[0])].target for bug in bugs}
    told: dict[str, list[str]] = {}
    for bug in bugs:
        for finding in bug.findings:
            target = some[int(finding)].target
            if target not in reported:
                told.setdefault(target, []).append(", ".join(bug.types))
    return {target: sorted(set(types)) for target, types in sorted(told.items())}


def table(rows: Mapping[str, Mapping[str, Quality]]) -> str:
    """Return the figures as Markdown."""
    lines = [
        "| findings | key | tests | bugs | reports | distinct | duplicates | covered |",
        f"|---|---|{'---:|' * 6}",
    ]
    for sort, by_key in rows.items():
        for key, quality in by_key.items():
            figures = f"{quality.tests} | {quality.bugs} | {quality.reports} | {quality.distinct}"
            shares = f"{quality.duplicates} ({quality.duplicated:.0%}) | {quality.covered:.0%}"
            lines.append(f"| {sort} | {key} | {figures} | {shares} |")
    return "\n".join(lines)


def picture(rows: Mapping[str, Mapping[str, Quality]]) -> str:
    """Return covered bugs and duplicates as bars."""
    named: dict[str, list[tuple[str, float]]] = {}
    for sort in DRAWN:
        for key, quality in rows[sort].items():
            covered = f"{quality.covered:.0%} of {quality.bugs} bugs covered"
            again = f"{quality.duplicated:.0%} of {quality.reports} reports duplicates"
            named[f"{sort}: {key}"] = [
                (covered, 100 * quality.covered),
                (again, 100 * quality.duplicated),
            ]
    return bars("Deduplication against the truth", named, 100.0)


def main() -> None:
    """Deduplicate, compare with the truth, draw."""
    lines = reduced(read(REDUCTIONS, ReductionLine))
    rows = measured(lines)
    quality = {**rows, "each mutant by itself": apart(lines)}
    told = {name: missed(lines, KEYS[name]) for name in ("types", "signature, else types")}
    figures = {"quality": msgspec.to_builtins(quality), "missed": told}
    (HERE / "duplicates.json").write_text(json.dumps(figures, indent=1) + "\n")
    (HERE / "duplicates.svg").write_text(picture(rows), encoding="utf-8")
    print(table(quality))
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()

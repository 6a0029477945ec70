"""The end of a campaign in figures; its keys are what `fuzz --json` prints."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from aberration.campaign import tables
from aberration.campaign.store import Store
from aberration.campaign.triage.put_away import counts
from aberration.core.finding import Finding

CASES = "cases"


class FindingLine(msgspec.Struct, frozen=True):
    """One finding; `class_` is how reliably it shows, `case` the folder of its test case."""

    id: str
    method: str
    target: str
    kind: str
    signature: str
    class_: str = msgspec.field(name="class")
    case: str
    state: str
    reason: str = ""


class BugLine(msgspec.Struct, frozen=True):
    """One bug after deduplication, with the ids of its findings, the one to report first;
    `perhaps` it is another. `stage` is the last one that the reduced test of a pipeline needs.
    """

    id: str
    target: str
    kind: str
    signature: str
    findings: tuple[str, ...]
    perhaps: str = ""
    stage: str = ""


class SeedLine(msgspec.Struct, frozen=True):
    """A seed that was set aside on a target (on all when it is empty)."""

    seed: str
    target: str
    reason: str


class TargetLine(msgspec.Struct, frozen=True):
    """What one target did: outcomes of tests by kind, and the health of its workers."""

    version: str = ""
    outcomes: dict[str, int] = {}
    runs: int = 0
    crashes: int = 0
    timeouts: int = 0
    restarts: int = 0
    busy: float = 0.0


class Summary(msgspec.Struct, frozen=True):
    """See DESIGN, section 9. `tests` gave a verdict; `defects` are this tool's own; `set_aside`
    findings are explained.

    `bugs` are what the reduced findings amount to; `unreduced` those that were not reduced yet,
    those together that look alike; `waiting` violations were seen in passing and not confirmed yet.
    `codes` counts tests by what came of them: `agree`, `differ`, `rejected by one`, and so on.
    `put_away` counts, by reason, all that could have become a finding and did not (docs/triage.md).
    """

    tests: int
    seconds: float
    tests_per_second: float
    target_time_share: float
    outcomes: dict[str, int]
    rejected: int
    findings: tuple[FindingLine, ...]
    bugs: tuple[BugLine, ...]
    rng_seed: int = msgspec.field(name="seed")
    config_digest: str
    unreduced: tuple[BugLine, ...] = ()
    waiting: int = 0
    set_aside: tuple[FindingLine, ...] = ()
    unsteady: tuple[SeedLine, ...] = ()
    targets: dict[str, TargetLine] = {}
    statuses: dict[str, int] = {}
    defects: tuple[str, ...] = ()
    codes: dict[str, int] = {}
    put_away: dict[str, int] = {}
    interrupted: bool = False
    output: str = ""


def summarise(store: Store, output: Path, *, interrupted: bool = False) -> Summary:
    """Return the figures of a campaign over all its sessions; the bugs are another phase's to
    add.
    """
    header, totals = store.header(), store.totals()
    statuses = store.counts(tables.TESTS, "status")
    outcomes = store.counts(tables.OUTCOMES, "kind")
    found = store.findings()
    lines = [_finding_line(finding, output) for finding in found]
    unsteady = _flaky_seeds(store)
    done = statuses.get("done", 0)
    return Summary(
        tests=done,
        seconds=round(totals.seconds, 3),
        tests_per_second=round(done / totals.seconds, 3) if totals.seconds else 0.0,
        target_time_share=round(totals.busy / totals.executor_seconds, 3)
        if totals.executor_seconds
        else 0.0,
        outcomes=outcomes,
        rejected=outcomes.get("rejected", 0),
        findings=tuple(line for line in lines if line.state not in ("set-aside", "waiting")),
        waiting=sum(line.state == "waiting" for line in lines),
        bugs=(),
        rng_seed=header.configuration.rng_seed,
        config_digest=header.config_digest,
        set_aside=tuple(line for line in lines if line.state == "set-aside"),
        unsteady=unsteady,
        targets=_targets(store, header.configuration.targets),
        statuses=statuses,
        defects=tuple(
            f"test {row['test']}: {row['message']}" for row in store.rows(tables.DEFECTS)
        ),
        codes=store.codes(),
        put_away=counts(store.put_away(), found, [line.reason for line in unsteady], statuses),
        interrupted=interrupted,
        output=str(output),
    )


def _finding_line(finding: Finding, output: Path) -> FindingLine:
    return FindingLine(
        id=finding.id,
        method=finding.case.recipe.method,
        target=finding.target,
        kind=finding.verdict.kind,
        signature=finding.verdict.signature,
        class_=finding.reliability,
        case=str(case_folder(output, finding)),
        state=finding.state,
        reason=finding.reason,
    )


def case_folder(output: Path, finding: Finding) -> Path:
    """Return the folder of a finding's test case."""
    return output / CASES / finding.id


def _flaky_seeds(store: Store) -> tuple[SeedLine, ...]:
    rows = store.rows(tables.FLAKY_SEEDS)
    lines = [SeedLine(str(row["seed"]), str(row["target"]), str(row["reason"])) for row in rows]
    return tuple(sorted(lines, key=lambda line: (line.seed, line.target)))


def _targets(store: Store, names: Sequence[str]) -> dict[str, TargetLine]:
    health = {str(row["target"]): row for row in store.rows(tables.HEALTH)}
    outcomes = store.counts_of_pairs(tables.OUTCOMES, "target", "kind")
    lines = {}
    for name in names:
        counted = {key: value for key, value in health.get(name, {}).items() if key != "target"}
        lines[name] = msgspec.convert({**counted, "outcomes": outcomes.get(name, {})}, TargetLine)
    return lines

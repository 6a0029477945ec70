"""What executors and the writer say to each other, and what the store keeps: one record for
each run of a method.
"""

from typing import Literal

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.plan import Setting
from aberration.campaign.seed_pool import SeedPool
from aberration.core.finding import Finding
from aberration.core.oracle import FINDINGS
from aberration.core.outcome import (
    Crash,
    Invalid,
    Outcome,
    Rejected,
    Timeout,
    kind_of,
    outcome_digest,
)
from aberration.core.recipe import TestCase
from aberration.core.refusal import message_signature
from aberration.core.signature import crash_signature, normalise
from aberration.core.target import Target

TestStatus = Literal["done", "untested", "absent", "defect"]
TriageStatus = Literal["open", "duplicate", "invalid", "reported", "fixed"]


class OutcomeLine(msgspec.Struct, frozen=True, array_like=True):
    """What a target did in one test: kind and digest of the outcome of the program under test,
    and the verdict.
    """

    target: str
    kind: str
    digest: str
    verdict: str


class PutAway(msgspec.Struct, frozen=True, array_like=True):
    """What a target did in a test that came to no finding and no pass: the reason by name, and
    how many numbers.
    """

    target: str
    reason: str
    count: int = 1


class FoundRecord(msgspec.Struct, frozen=True):
    """A finding with the outcomes that show it, by role."""

    finding: Finding
    evidence: dict[str, Outcome]


class Defect(msgspec.Struct, frozen=True):
    """Something that we did wrong: an invalid variant, or a method that failed; never held
    against a target.
    """

    test: int
    message: str
    case: TestCase | None = None


class FlakySeed(msgspec.Struct, frozen=True):
    """A seed set aside on a target, or on all when `target` is empty, and why."""

    seed: str
    digest: str
    target: str
    reason: str


class TestRecord(msgspec.Struct, frozen=True):
    """One test: `done` when at least one target gave a verdict; `absent` when the run made
    fewer variants. `kinds` are the types of its steps, each once.
    """

    __test__ = False

    index: int
    method: str
    variant: int
    status: TestStatus
    seed: str = ""
    detail: str = ""
    outcomes: tuple[OutcomeLine, ...] = ()
    put_away: tuple[PutAway, ...] = ()
    kinds: tuple[str, ...] = ()


class HealthLine(msgspec.Struct, frozen=True):
    """Counts for one target, of one run of a method; `version` as its worker tells it."""

    target: str
    runs: int = 0
    crashes: int = 0
    timeouts: int = 0
    restarts: int = 0
    busy: float = 0.0
    version: str = ""


class RunRecord(msgspec.Struct, frozen=True):
    """All that one run of a method gave; `seconds` of an executor, of which `busy` inside
    compilers and drivers. `stage` and `features`: see `coverage`; `worker` made it, by the name
    that the campaign has for it.
    """

    run: int
    method: str
    run_seed: int
    seconds: float
    busy: float
    tests: tuple[TestRecord, ...]
    found: tuple[FoundRecord, ...] = ()
    defects: tuple[Defect, ...] = ()
    unsteady: tuple[FlakySeed, ...] = ()
    health: tuple[HealthLine, ...] = ()
    stage: str = ""
    features: tuple[str, ...] = ()
    worker: str = ""


class Triage(msgspec.Struct, frozen=True):
    """What people say of a bug, by its id (`dedup.bugs.Bug.id`).

    `duplicate_of` is the id of another bug, `reason` why it is invalid, `reported_at` an address,
    `fixed_in` a version; `changed` in ISO 8601, UTC.
    """

    bug: str
    status: TriageStatus = "open"
    duplicate_of: str = ""
    reason: str = ""
    reported_at: str = ""
    fixed_in: str = ""
    note: str = ""
    owner: str = ""
    changed: str = ""


class Check(msgspec.Struct, frozen=True):
    """The case of a bug was run again on a target, `at` a moment (ISO 8601, UTC): the verdict, and
    the version as the target tells it.

    `campaign` is the number of the campaign that has the finding; `id` that of the row, 0 before it
    is stored.
    """

    bug: str
    campaign: int
    finding: str
    target: str
    version: str
    verdict: str
    at: str
    id: int = 0


class ExecutorJob(msgspec.Struct, frozen=True):
    """All that an executor needs to make any test of a campaign; `targets` in the order of the
    configuration.

    `unsteady` are seeds that earlier calls have set aside: no target is asked about them again.
    `known_results`: the folder of what seeds give.
    """

    configuration: FuzzConfiguration
    setting: Setting
    pool: SeedPool
    targets: tuple[Target, ...]
    unsteady: tuple[FlakySeed, ...] = ()
    known_results: str = ""


class ExecutorRequest(msgspec.Struct, frozen=True):
    """The number of a run that is to be made, and the seeds that other executors have set aside
    meanwhile.

    One that is made `alone` has an executor to itself: an executor died while it had this run in
    hand, and it must be seen whose fault that was.
    """

    run: int
    unsteady: tuple[FlakySeed, ...] = ()
    alone: bool = False


def lasting_digest(outcome: Outcome) -> str:
    """Return a digest that does not depend on addresses, process ids and times in a log."""
    match outcome:
        case Crash():
            return normalise(crash_signature(outcome))
        case Timeout():
            return outcome.stage
        case Rejected():
            return message_signature(outcome.message)
        case Invalid():
            return outcome.program.digest
        case _:
            return outcome_digest(outcome)


def outcome_line(target: str, outcome: Outcome, verdict: str) -> OutcomeLine:
    """Return the line that the store keeps of an outcome.

    A violation has no digest but the link of a chain that it was seen in: wrong code may read what
    was never written, and give another result each time.
    """
    stage = outcome.stage if isinstance(outcome, Crash | Timeout | Rejected | Invalid) else ""
    digest = stage if verdict in FINDINGS else lasting_digest(outcome)
    return OutcomeLine(target, kind_of(outcome), digest, verdict)

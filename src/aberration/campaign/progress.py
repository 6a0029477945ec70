"""What a campaign has done so far, as its events tell it."""

import msgspec

from aberration.campaign.events import (
    DefectFound,
    Event,
    Found,
    Note,
    Reduced,
    RunDone,
    SetAside,
    Started,
)
from aberration.campaign.records import HealthLine
from aberration.core.finding import Finding


class Progress(msgspec.Struct):
    """Sums over the events of one session."""

    executors: int = 1
    limit: int | None = None
    time_left: float | None = None
    earlier: int = 0
    tests: int = 0
    seconds: float = 0.0
    busy: float = 0.0
    health: dict[str, HealthLine] = {}
    findings: dict[str, int] = {}
    explained: int = 0
    seeds_aside: int = 0
    defects: int = 0
    last: Finding | None = None
    started: bool = False

    @property
    def tests_per_second(self) -> float:
        """Return the rate since the executors began."""
        return self.tests / self.seconds if self.seconds else 0.0

    @property
    def target_share(self) -> float:
        """Return the share of the executors' time spent inside compilers and drivers."""
        return min(1.0, self.busy / (self.seconds * self.executors)) if self.seconds else 0.0

    def add(self, event: Event) -> None:
        """Take one event in."""
        match event:
            case Started():
                self.started, self.earlier = True, event.done
                self.executors, self.limit = event.executors, event.tests
                self.time_left = event.seconds
                self.health = {name: HealthLine(name) for name in event.targets}
            case RunDone():
                self._count_run(event)
            case Found():
                self._count_finding(event.finding)
            case SetAside():
                self.seeds_aside += 1
            case DefectFound():
                self.defects += 1
            case Note() | Reduced():
                return

    def _count_run(self, event: RunDone) -> None:
        self.tests += event.tests
        self.seconds = event.seconds
        self.busy += event.busy
        for line in event.health:
            self.health[line.target] = _sum_of(
                self.health.get(line.target, HealthLine(line.target)), line
            )

    def _count_finding(self, finding: Finding) -> None:
        self.last = finding
        if finding.state == "set-aside":
            self.explained += 1
        else:
            self.findings[finding.verdict.kind] = self.findings.get(finding.verdict.kind, 0) + 1


def _sum_of(one: HealthLine, other: HealthLine) -> HealthLine:
    return HealthLine(
        one.target,
        one.runs + other.runs,
        one.crashes + other.crashes,
        one.timeouts + other.timeouts,
        one.restarts + other.restarts,
        one.busy + other.busy,
        other.version or one.version,
    )

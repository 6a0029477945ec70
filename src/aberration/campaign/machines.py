"""Where the runs of a campaign are made: by processes of this machine, or by the workers of a
cluster.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from aberration.campaign.crew import Crew, Processes
from aberration.campaign.local import LocalExecutors
from aberration.campaign.records import ExecutorJob, RunRecord
from aberration.core.errors import BadInput
from aberration.core.target import Target

VERSION_PREFIX = "target "
"""How the names of versions of targets begin in the versions of a campaign: only those begun on a
cluster have them.
"""

Tell = Callable[[str], None]


class Executors(Protocol):
    """Executors of one campaign."""

    def batches(
        self, runs: Iterable[int], stop: Callable[[], bool]
    ) -> Iterator[Sequence[RunRecord]]:
        """Yield the records of all runs, as they come: those that came together in one batch.

        After `stop()` no further run is begun; those that are being made end where they are, and
        their records have fewer tests.
        """

    def close(self, grace: float) -> None:
        """End them; what does not end within so many seconds is killed."""


class Machines(Protocol):
    """The machines of one campaign."""

    def go_on_with(self, versions: Mapping[str, str]) -> None:
        """Keep to the versions that a campaign was begun with; raise `BadInput` where that cannot
        be.
        """

    def targets(self, known: Sequence[Target], patterns: Sequence[str]) -> Sequence[Target] | None:
        """Return the targets that the machines have of what the patterns name, to choose from;
        None where it is those that are `known` here.
        """

    def versions(self, targets: Sequence[Target]) -> dict[str, str]:
        """Return by name the versions of targets that count in this campaign."""

    def count(self, asked: int) -> int:
        """Return how many executors there are where so many were asked for."""

    def accept(self, job: ExecutorJob, versions: Mapping[str, str], tell: Tell) -> bool:
        """Take a job on; return whether the harness was tested by the machines themselves.

        Raise `BadInput` where they cannot make its runs, `SelfTestFailed` where none is trusted.
        """

    def executors(self, job: ExecutorJob, log: Path) -> Executors:
        """Start the executors; `log` takes what those of this machine write on stderr."""

    def crew(self, size: int, log: Path) -> Crew:
        """Return who works on the findings."""

    def known(self) -> Mapping[str, Target]:
        """Return the targets that are known by the machines, and perhaps not here, by id."""


class ThisMachine:
    """Processes of this machine, and what is installed here."""

    def go_on_with(self, versions: Mapping[str, str]) -> None:
        """Refuse the campaigns of clusters, whose targets may be others here."""
        if any(name.startswith(VERSION_PREFIX) for name in versions):
            raise BadInput(
                "expected a campaign of one machine, but it was begun on a cluster",
                hint="Use --cluster to go on with it (`--cluster local:N` on this machine).",
            )

    def targets(self, known: Sequence[Target], patterns: Sequence[str]) -> Sequence[Target] | None:
        """Return None: what is known here counts."""
        del known, patterns
        return None

    def versions(self, targets: Sequence[Target]) -> dict[str, str]:
        """Return none: each run tells those of its targets."""
        del targets
        return {}

    def count(self, asked: int) -> int:
        """Return as many as were asked for."""
        return asked

    def accept(self, job: ExecutorJob, versions: Mapping[str, str], tell: Tell) -> bool:
        """Return false: whoever begins the campaign tests the harness."""
        del job, versions, tell
        return False

    def executors(self, job: ExecutorJob, log: Path) -> Executors:
        """Start processes."""
        return LocalExecutors(job, job.configuration.executors, log)

    def crew(self, size: int, log: Path) -> Crew:
        """Return processes."""
        return Processes(size, log)

    def known(self) -> Mapping[str, Target]:
        """Return none beyond those of this machine."""
        return {}

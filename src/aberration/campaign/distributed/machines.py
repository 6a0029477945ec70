"""The machines of a campaign as a cluster: what its workers have is what the campaign tests."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from aberration.campaign.crew import Crew
from aberration.campaign.distributed.address import ClusterAddress
from aberration.campaign.distributed.connection import Connection
from aberration.campaign.distributed.crew import ClusterCrew
from aberration.campaign.distributed.executors import ClusterExecutors
from aberration.campaign.distributed.fleet import Fleet
from aberration.campaign.distributed.local_cluster import LocalCluster
from aberration.campaign.distributed.security import Certificates, security_of
from aberration.campaign.distributed.tags import Needs, stored_tags
from aberration.campaign.machines import VERSION_PREFIX, Executors, Tell
from aberration.campaign.records import ExecutorJob
from aberration.core.errors import BadInput, SelfTestFailed
from aberration.core.target import Target

FOR_OFFERS: Final = 300.0
"""Seconds for which the first workers are waited for: each asks its drivers for their versions."""
FOR_SELF_TESTS: Final = 180.0
_TICK: Final = 0.25
_CLOSE: Final = 2.0


class ClusterMachines:
    """The workers behind one connection; `count` of them are waited for at the start.

    With `self_test` each tests the harness on its own machine before it makes runs.
    """

    def __init__(self, connection: Connection, count: int, tell: Tell, *, self_test: bool) -> None:
        self._connection = connection
        self._count = count
        self._tell = tell
        self._self_test = self_test
        self._fleet: Fleet | None = None
        self._frozen: dict[str, str] | None = None
        self._known: dict[str, Target] = {}

    @property
    def fleet(self) -> Fleet:
        """Return the workers; there are some from `targets` on."""
        assert self._fleet is not None
        return self._fleet

    def go_on_with(self, versions: Mapping[str, str]) -> None:
        """Keep to the versions of targets that a campaign was begun with, if it has any."""
        self._frozen = stored_tags(versions)

    def targets(self, known: Sequence[Target], patterns: Sequence[str]) -> Sequence[Target] | None:
        """Return what the workers have, in the order of their machines."""
        del known
        self._fleet = Fleet(self._connection, self._tell, patterns, self_test=self._self_test)
        self._fleet.freeze(self._frozen or {})
        chosen = self._fleet.wait_for_offers(self._count, FOR_OFFERS)
        for line in chosen.notes:
            self._tell(line)
        self._known = {target.id: target for target in chosen.targets}
        return chosen.targets

    def versions(self, targets: Sequence[Target]) -> dict[str, str]:
        """Return the versions that count; none for a campaign that was begun on one machine."""
        self.fleet.freeze({target.id: target.version for target in targets})
        if self._frozen is not None and not self._frozen:
            return {}
        return {f"{VERSION_PREFIX}{target.id}": target.version for target in targets}

    def count(self, asked: int) -> int:
        """Return how many workers there are."""
        del asked
        return max(1, len(self.fleet.members))

    def accept(self, job: ExecutorJob, versions: Mapping[str, str], tell: Tell) -> bool:
        """Let the workers work for the job; wait until one does."""
        del tell
        needs = Needs(job.setting, job.targets)
        usable = [one for one in self.fleet.members.values() if not one.refused]
        self.fleet.spread = needs.are_apart(one.has for one in usable)
        if self.fleet.spread:
            self._tell("no worker has all targets: programs go to those that have them")
        self._employ(job, versions)
        until = time.monotonic() + FOR_SELF_TESTS
        while not self.fleet.at_work and time.monotonic() < until:
            if self.fleet.members and all(one.refused for one in self.fleet.members.values()):
                break
            self.fleet.look()
            self._connection.pump(_TICK)
        if not self.fleet.at_work:
            reasons = sorted({one.refused for one in self.fleet.members.values() if one.refused})
            raise SelfTestFailed(
                f"no worker can be used: {'; '.join(reasons) or 'none answers'}",
                where=self._connection.url,
            )
        return self._self_test

    def executors(self, job: ExecutorJob, log: Path) -> Executors:
        """Return the workers as executors; their logs are on their machines."""
        del log
        self._employ(job, self.fleet.versions)
        return ClusterExecutors(job, self.fleet, Needs(job.setting, job.targets))

    def crew(self, size: int, log: Path) -> Crew:
        """Return the workers."""
        del size, log
        return ClusterCrew(self.fleet)

    def known_targets(self) -> Mapping[str, Target]:
        """Return the targets of the workers."""
        return self._known

    def _employ(self, job: ExecutorJob, versions: Mapping[str, str]) -> None:
        self.fleet.employ(
            job,
            {name: text for name, text in versions.items() if not name.startswith(VERSION_PREFIX)},
        )


@contextmanager
def cluster_at(
    address: ClusterAddress, certificates: Certificates, tell: Callable[[str], None]
) -> Iterator[ClusterMachines]:
    """Give the machines at an address, or start those of a local one; they end with the block."""
    if not address.local:
        security = security_of(certificates, encrypted=address.encrypted)
        connection = Connection(address.url, security)
        try:
            yield ClusterMachines(connection, 1, tell, self_test=True)
        finally:
            connection.close()
        return
    if certificates.files:
        raise BadInput("expected no certificates for a cluster on this machine, but some came")
    with tempfile.TemporaryDirectory(prefix="aberration-cluster-") as folder:
        cluster = LocalCluster(address.local, Path(folder))
        try:
            connection = Connection(cluster.url, revive=cluster.revive)
            try:
                yield ClusterMachines(connection, address.local, tell, self_test=False)
            finally:
                connection.close()
        finally:
            cluster.close(_CLOSE)

"""What follows the tests of one call, within its time: the findings are worked on by processes
of their own.
"""

import time
from pathlib import Path

from aberration.campaign.cutting import Stop
from aberration.campaign.events import Note, Reduced
from aberration.campaign.machines import Machines, ThisMachine
from aberration.campaign.session import OnEvent
from aberration.campaign.store import Store
from aberration.campaign.timetable import Timetable
from aberration.campaign.triage.pipeline import (
    apparent_bug,
    families_of,
    reduce_findings,
    targets_of,
)
from aberration.methods.registry import method_named

LOG = "reduction.log"


def follow(
    store: Store,
    output: Path,
    timetable: Timetable,
    tests: float,
    on_event: OnEvent,
    stop: Stop,
    machines: Machines,
) -> None:
    """Reduce what is not reduced yet, after tests that took so many seconds."""
    until = timetable.following_end(time.monotonic(), tests)
    work_on(store, output, until, on_event, stop, machines)


def work_on(
    store: Store,
    output: Path,
    until: float | None,
    on_event: OnEvent,
    stop: Stop,
    machines: Machines | None = None,
) -> None:
    """Reduce what is not reduced yet, until a moment by the monotonic clock."""
    machines = machines or ThisMachine()
    targets = {**machines.known(), **targets_of(store)}
    families = families_of(targets)
    due = [one for one in store.findings() if one.state in ("waiting", "new") or one.culprit_due]
    if not due:
        return
    bugs = len({apparent_bug(one, families) for one in due})
    limit = "" if until is None else f", for at most {max(0.0, until - time.monotonic()):.0f} s"
    on_event(Note(f"{len(due)} findings to look into, of {bugs} apparent bugs{limit}"))
    crew = machines.crew(store.header().configuration.executors, output / LOG)
    reduce_findings(
        store,
        targets,
        method_named,
        crew=crew,
        until=until,
        stop=stop,
        on_reduced=lambda finding: on_event(Reduced(finding)),
    )
    left = sum(one.state in ("waiting", "new") for one in store.findings())
    if left:
        on_event(
            Note(f"{left} findings are not reduced yet; `aberration reduce DIR` goes on with them")
        )

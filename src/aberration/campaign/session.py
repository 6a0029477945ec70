"""The tests of one call: executors make them, the store takes them in, and listeners hear of it."""

import hashlib
import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec

from aberration.campaign import tables
from aberration.campaign.cutting import Stop, never
from aberration.campaign.events import DefectFound, Event, Found, Note, RunDone, SetAside, Started
from aberration.campaign.folder import CampaignFolder
from aberration.campaign.machines import Machines, ThisMachine
from aberration.campaign.plan import Setting, plan_run
from aberration.campaign.records import ExecutorJob, FlakySeed, RunRecord
from aberration.campaign.retention import Retention, size_text
from aberration.campaign.seed_pool import SeedPool
from aberration.campaign.store import Store
from aberration.campaign.summary import case_folder
from aberration.campaign.timetable import Timetable
from aberration.core.finding import Finding
from aberration.core.testcase import save_case

FOR_THE_FIRST = 30.0
"""Seconds beyond their end that the tests get where none was done yet: a campaign that tested
nothing is worse.
"""
EXECUTOR_LOG = "executors.log"

OnEvent = Callable[[Event], None]


class Call(msgspec.Struct, frozen=True):
    """How one call works on a campaign: when it `begun`, by the monotonic clock, whether
    findings are reduced, and by which machines.

    Inside `preparing`, before anything is stored, the end may come as `KeyboardInterrupt`; later
    `stop` tells of it.
    """

    begun: float
    reducing: bool = False
    stop: Stop = never
    preparing: Callable[[], AbstractContextManager[None]] = nullcontext
    machines: Machines = ThisMachine()


class Session:
    """The tests of one call; `timetable` says when they end, `stop` may end them sooner."""

    def __init__(
        self,
        job: ExecutorJob,
        store: Store,
        output: Path,
        timetable: Timetable,
        stop: Stop,
        machines: Machines,
    ) -> None:
        self._job = job
        self._store = store
        self._output = output
        self._folder = CampaignFolder(output)
        self._timetable = timetable
        self._stop = stop
        self._machines = machines
        self._apparent: set[tuple[str, str, str]] = set()
        self._new = 0
        self._start = time.monotonic()
        self._done = False
        keep = job.configuration.keep
        self._retention = None if keep is None else Retention(store, keep)

    def run(self, on_event: OnEvent) -> float:
        """Make the tests that are wanted and not there; return the seconds."""
        configuration = self._job.configuration
        store = self._store
        for finding in store.findings("new"):
            self._count(finding)
        runs = missing_runs(self._job, store.tests_by_run())
        job = msgspec.structs.replace(self._job, unsteady=store.unsteady())
        executors = self._machines.executors(job, self._output / EXECUTOR_LOG)
        start = self._start = time.monotonic()
        self._begin(on_event)
        on_event = without_repeats(on_event)
        _report_refused(self._job.pool, store, on_event)
        store.begin_session(configuration.executors)
        grace = 0.0
        try:
            for records in executors.batches(runs, self._is_over):
                with self._folder.watch():
                    self._take(records, time.monotonic() - start, on_event)
            store.note_time(time.monotonic() - start)
            self._keep_to_budget(on_event)
            grace = 0.0 if self._is_over() else 5.0
        finally:
            executors.close(grace)
        return time.monotonic() - start

    def _begin(self, on_event: OnEvent) -> None:
        configuration = self._job.configuration
        statuses = self._store.counts(tables.TESTS, "status")
        done = sum(statuses.values())
        self._done = statuses.get("done", 0) > 0
        end = self._tests_end()
        left = None if end is None else max(0.0, end - self._start)
        by_language = targets_by_language(self._job.setting)
        on_event(
            Started(
                configuration.executors,
                done,
                configuration.tests,
                left,
                configuration.targets,
                by_language,
            )
        )

    def _is_over(self) -> bool:
        """True from the end of the tests on; where none was done by then, the first one is
        waited for a little.
        """
        end = self._tests_end()
        if end is None or self._stop():
            return self._stop()
        return time.monotonic() >= (end if self._done else end + FOR_THE_FIRST)

    def _tests_end(self) -> float | None:
        executors = self._job.configuration.executors
        return self._timetable.tests_end(self._start, len(self._apparent), self._new, executors)

    def _count(self, finding: Finding) -> None:
        self._new += 1
        self._apparent.add((finding.target, finding.verdict.kind, finding.verdict.signature))

    def _take(self, records: Sequence[RunRecord], seconds: float, on_event: OnEvent) -> None:
        """Store records that came together, in one transaction, and tell of them."""
        self._folder.must_be_there()
        new = self._store.record_all(records, seconds)
        for record, is_new in zip(records, new, strict=True):
            if is_new:
                self._tell(record, seconds, on_event)

    def _tell(self, record: RunRecord, seconds: float, on_event: OnEvent) -> None:
        self._done = self._done or any(test.status == "done" for test in record.tests)
        for found in record.found:
            finding = found.finding
            if finding.state == "new":
                self._count(finding)
            save_case(finding.case, case_folder(self._output, finding))
        if self._retention is not None:
            self._retention.look()
        _report(record, seconds, on_event)

    def _keep_to_budget(self, on_event: OnEvent) -> None:
        done = None if self._retention is None else self._retention.look(at_end=True)
        if done is not None and done.over:
            over = size_text(done.over)
            on_event(Note(f"artifacts: {over} more than the budget, for findings need them"))


def targets_by_language(setting: Setting) -> tuple[tuple[str, int], ...]:
    """Return how many targets get programs in each language of a campaign."""
    drawn: dict[str, set[str]] = {}
    for slot in setting.methods:
        drawn.setdefault(slot.language, set()).update(
            name for family in slot.families for name in family
        )
    return tuple((language, len(names)) for language, names in sorted(drawn.items()))


def without_repeats(on_event: OnEvent) -> OnEvent:
    """Return the listener, called once for each seed that is set aside: every executor finds the
    same ones.
    """
    reported: set[tuple[str, str]] = set()

    def report(event: Event) -> None:
        if isinstance(event, SetAside):
            key = (event.unsteady.digest, event.unsteady.target)
            if key in reported:
                return
            reported.add(key)
        on_event(event)

    return report


def _report_refused(pool: SeedPool, store: Store, on_event: OnEvent) -> None:
    """Name the files that are no programs, as seeds set aside on all targets."""
    for file in pool.refused:
        digest = hashlib.blake2b(
            file.path.encode("utf-8", "surrogateescape"), digest_size=8
        ).hexdigest()
        refused = FlakySeed(file.path, digest, "", file.reason)
        store.set_aside([refused])
        on_event(SetAside(refused))


def missing_runs(job: ExecutorJob, stored: Mapping[int, int]) -> Iterator[int]:
    """Yield the numbers of the runs that are to be made, up to the limit of tests.

    `stored` is how many tests of each run there are: one that was cut short, by a limit or for
    time, is made again.
    """
    limit = job.configuration.tests
    for run in itertools.count():
        plan = plan_run(job.setting, run)
        if limit is not None and plan.first >= limit:
            return
        wanted = plan.variants if limit is None else min(plan.variants, limit - plan.first)
        if stored.get(run, 0) < wanted:
            yield run


def write_cases(store: Store, output: Path) -> None:
    """Write the cases that a killed session stored, but had no time to write."""
    for finding in store.findings():
        if not (case_folder(output, finding) / "case.json").is_file():
            save_case(finding.case, case_folder(output, finding))


def _report(record: RunRecord, seconds: float, on_event: OnEvent) -> None:
    for news in record.unsteady:
        on_event(SetAside(news))
    for defect in record.defects:
        on_event(DefectFound(defect))
    for found in record.found:
        if found.finding.state != "waiting":
            on_event(Found(found.finding))
    done = sum(test.status == "done" for test in record.tests)
    on_event(RunDone(done, seconds, record.busy, record.health))

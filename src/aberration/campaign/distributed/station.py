"""What a worker of a cluster does when it is asked: tells what it has, joins a campaign, makes
runs, works on findings.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

import msgspec

from aberration.campaign.artifacts import Artifacts
from aberration.campaign.campaign import Prepared, self_test
from aberration.campaign.crew import Answer, Piece
from aberration.campaign.distributed.host import ExecutorHost, Host
from aberration.campaign.distributed.messages import (
    Answers,
    Ask,
    Batch,
    Elsewhere,
    Join,
    Joined,
    Offer,
    Work,
    Worked,
    job_of,
)
from aberration.campaign.distributed.offering import OfferBook, with_own_targets
from aberration.campaign.distributed.relay import OwnTargets, Relay, Send
from aberration.campaign.events import Event, Note
from aberration.campaign.known_results import results_folder
from aberration.campaign.plan import Setting
from aberration.campaign.records import ExecutorJob
from aberration.campaign.served import Served
from aberration.core.errors import AberrationError, InternalError
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.methods.registry import method_named
from aberration.targets.elsewhere import EXIT_UNREACHABLE, Asked, Told, elsewhere_in, on_machine
from aberration.targets.registry import discover, resolve

EXECUTOR_LOG = "executor.log"
CREW_LOG = "reduction.log"
_CREW = "aberration.campaign.serve_crew"
_JOBS = "jobs"
_RELAY = "relay"
LATE = 2.0
"""Seconds after which a process that does not end its piece in time is ended with it."""


class Station:
    """One worker: `folder` is its own, on a disk of its machine, which has `jobs` of them; those of
    one process share a `book` of what is here.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        jobs: int,
        host: Host | None = None,
        book: OfferBook | None = None,
    ) -> None:
        self.name = name
        self._folder = folder
        self._jobs = jobs
        folder.mkdir(parents=True, exist_ok=True)
        self._host: Host = ExecutorHost(folder / EXECUTOR_LOG) if host is None else host
        self._book = OfferBook() if book is None else book
        self._artifacts = Artifacts(str(folder / _JOBS))
        self._tested: set[Setting] = set()
        self._joining = threading.Lock()
        self._targets: dict[str, Target] = {}
        self._own_targets = OwnTargets(folder)
        self._send: Send | None = None
        self._relay: Relay | None = None
        self._crew: set[Served] = set()

    def connect(self, send: Send) -> None:
        """Reach other machines by `send`."""
        self._send = send

    def answer(self, asked: Asked) -> Future[Told | None]:
        """Run a program of another machine on a target of this one; None where that failed."""
        return self._own_targets.answer(asked)

    def offer(self, ask: Ask) -> Offer:
        """Tell what is here of what a campaign wants."""
        return self._book.offer(self.name, ask.patterns)

    def join(self, join: Join) -> Joined:
        """Work for a campaign from now on; the job comes once, and is kept by its digest."""
        with self._joining:
            data = join.job or self._find_kept(join.digest)
            if data is None:
                return Joined(needs_job=True)
            # A disk that is full keeps no job: it will be asked for again, and no harm is done.
            with suppress(OSError):
                self._artifacts.put(data)
            try:
                job = self._own(job_of(data), join)
                notes = self._self_test(job) if join.self_test else ()
            except AberrationError as error:
                return Joined(refused=str(error))
            self._targets = {target.id: target for target in job.targets}
            self._host.adopt(join.digest, job)
            return Joined(notes=notes)

    def make(self, batch: Batch) -> Answers:
        """Make runs."""
        return self._host.make(batch)

    def work(self, work: Work) -> Worked:
        """Work on a finding in a process of its own, until its time is over."""
        until = None if work.seconds is None else time.monotonic() + work.seconds
        piece = msgspec.structs.replace(
            work.piece,
            until=until,
            target=self._own_target(work.piece.target),
            elsewhere=tuple(elsewhere_in(list(self._targets.values()))),
        )
        with (self._folder / CREW_LOG).open("ab") as log:
            served = Served(_CREW, log)
        self._crew.add(served)
        late = None if work.seconds is None else work.seconds + LATE
        timer = threading.Timer(late or threading.TIMEOUT_MAX, served.process.kill)
        timer.daemon = True
        timer.start()
        try:
            return _outcome_of(served, piece, lambda: served not in self._crew)
        finally:
            timer.cancel()
            self._crew.discard(served)
            served.close(0.0)

    def cut(self) -> None:
        """End what is being made where it is."""
        self._host.cut()
        self._end_crew()

    def leave(self, grace: float) -> None:
        """Give back what is not begun, and end the executor."""
        self._end_crew()
        self._host.leave(grace)
        self._own_targets.close()
        if self._relay is not None:
            self._relay.close()

    def _find_kept(self, digest: str) -> bytes | None:
        with suppress(AberrationError, OSError):
            return self._artifacts.get(digest)
        return None

    def _own(self, job: ExecutorJob, join: Join) -> ExecutorJob:
        offered = self._book.offer(self.name, tuple(join.tags)).targets
        others = {one.target.id: self._on_its_machine(one) for one in join.elsewhere}
        targets = with_own_targets(job.targets, join.tags, offered)
        return msgspec.structs.replace(
            job,
            configuration=msgspec.structs.replace(job.configuration, jobs=self._jobs),
            targets=tuple(others.get(target.id, target) for target in targets),
            known_results=str(results_folder(self._folder, os.environ)),
        )

    def _on_its_machine(self, there: Elsewhere) -> Target:
        if self._send is None:
            raise InternalError("expected a way to other machines, but there is none")
        if self._relay is None:
            self._relay = Relay(self._folder / _RELAY, self._send)
        return on_machine(there.target, self._relay.folder, there.worker)

    def _own_target(self, target: Target) -> Target:
        """Return this machine's own record of a target, or of a member of a drawn one."""
        return self._targets.get(target.id) or resolve(target.id) or target

    def _end_crew(self) -> None:
        for served in list(self._crew):
            self._crew.discard(served)
            served.process.kill()

    def _self_test(self, job: ExecutorJob) -> tuple[str, ...]:
        if job.setting in self._tested:
            return ()
        notes: list[str] = []

        def keep(event: Event) -> None:
            if isinstance(event, Note):
                notes.append(event.text)

        methods = tuple(method_named(name) for name in job.configuration.methods)
        self_test(Prepared(job, methods, tuple(discover()), ""), keep)
        self._tested.add(job.setting)
        return tuple(notes)


def _outcome_of(served: Served, piece: Piece, was_ended: Callable[[], bool]) -> Worked:
    """Return what a process makes of a piece; one that dies by itself has a status."""
    served.send(piece)
    kept: TestCase | None = None
    while (answer := served.receive(Answer)) is not None:
        if answer.done:
            return Worked(answer.judged)
        kept = answer.kept
    late = piece.until is not None and time.monotonic() > piece.until
    ended = late or was_ended()
    status = None if ended else served.process.wait()
    return Worked(kept=kept, status=None if status == EXIT_UNREACHABLE else status)

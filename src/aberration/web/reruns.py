"""Cases that visitors ask to be run again: one at a time, each in a process of its own with a time
limit.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from aberration.core.errors import AberrationError, BadInput
from aberration.core.oracle import Verdict
from aberration.web.rerun import Everywhere, Reply, Request

LIMIT: Final = 180.0
"""Seconds for one case."""
MOST_WAITING: Final = 32
MOST_KEPT: Final = 500
State = Literal["waiting", "running", "done"]
Done = Callable[[Reply], None]
_STATES: Final = {
    "closed": "right since {fixed_in}, while an older version still shows it",
    "passes": "passes now; no version here shows it, so nothing proves that it is mended",
    "open": "still there",
    "other": "the newest version does something else that is wrong",
    "unknown": "the newest version gave no verdict",
}


def _nothing(_: Reply) -> None:
    """Tell nobody."""


class Key(msgspec.Struct, frozen=True, order=True):
    """What was asked: a finding of a campaign, without the steps of these numbers, or
    `everywhere`.
    """

    campaign: str
    finding: str
    without: tuple[int, ...] = ()
    everywhere: bool = False


class Rerun(msgspec.Struct, frozen=True):
    """A question, and its answer when it is done."""

    key: Key
    state: State
    reply: Reply | None = None

    @property
    def words(self) -> str:
        """Return what came of it, in words."""
        if self.reply is None:
            return "waits for its turn" if self.state == "waiting" else "runs"
        if self.reply.error:
            return f"could not be run: {self.reply.error}"
        if self.reply.state:
            return _STATES[self.reply.state].format(fixed_in=self.reply.fixed_in)
        if self.reply.same:
            often = f" in {self.reply.same} of {self.reply.looks} runs"
            return f"the bug is still there{often if self.reply.looks > 1 else ''}"
        verdict = self.reply.verdict
        if verdict.is_finding:
            return f"another thing is wrong: {verdict.kind} {verdict.signature}"
        return "the bug is gone" if verdict.kind == "pass" else f"no verdict: {verdict.detail}"


class Reruns:
    """The queue of one server, and the answers since it began."""

    def __init__(self, limit: float = LIMIT) -> None:
        self._limit = limit
        self._changed = threading.Condition()
        self._known: OrderedDict[Key, Rerun] = OrderedDict()
        self._waiting: list[tuple[Key, Request | Everywhere, Done]] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    def ask(self, key: Key, request: Request | Everywhere, done: Done = _nothing) -> None:
        """Put a question into the queue, unless it waits or runs already; `done` gets the answer.
        Raise `BadInput` for a queue that is full.
        """
        with self._changed:
            known = self._known.get(key)
            if known is not None and known.state != "done":
                return
            if len(self._waiting) >= MOST_WAITING:
                raise BadInput(f"{MOST_WAITING} cases are waiting to be run already")
            self._known[key] = Rerun(key, "waiting")
            self._known.move_to_end(key)
            self._waiting.append((key, request, done))
            while len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()

    def of(self, campaign: str, finding: str) -> list[Rerun]:
        """Return what was asked about a finding, the last question first."""
        with self._changed:
            known = [
                one
                for key, one in self._known.items()
                if (key.campaign, key.finding) == (campaign, finding)
            ]
        return known[::-1]

    def wait(self, key: Key, seconds: float) -> Rerun | None:
        """Return a question when it is done, or after so many seconds as it is then."""
        with self._changed:
            self._changed.wait_for(lambda: self._known[key].state == "done", seconds)
            return self._known.get(key)

    def close(self) -> None:
        """Ask no more, and end what runs."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            if self._process is not None:
                _end(self._process)

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    self._thread = None
                    return
                key, request, done = self._waiting.pop(0)
                self._known[key] = Rerun(key, "running")
            reply = self._run(request)
            try:
                done(reply)
            except AberrationError as error:
                reply = msgspec.structs.replace(reply, error=f"it was not stored: {error.message}")
            with self._changed:
                self._known[key] = Rerun(key, "done", reply)
                self._changed.notify_all()

    def _run(self, request: Request | Everywhere) -> Reply:
        command = [sys.executable, "-m", "aberration.web.rerun"]
        nothing = Reply(Verdict("none"), 0, 0, 0)
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        ) as process:
            with self._changed:
                self._process = process
                if self._closed:
                    _end(process)
            try:
                said, _ = process.communicate(msgspec.msgpack.encode(request), self._limit)
                return msgspec.msgpack.decode(said, type=Reply)
            except subprocess.TimeoutExpired:
                return msgspec.structs.replace(
                    nothing, error=f"it was not done in {self._limit:.0f} s"
                )
            except msgspec.MsgspecError:
                return msgspec.structs.replace(nothing, error="the process that ran it has failed")
            finally:
                _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process with all that it started in its session."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)

"""The coordinator's line to a scheduler of Dask: tasks for one worker each, and their answers.

A task is pinned to its worker and never repeated by Dask: who has what is the business of the
coordinator, which makes again what was lost. A scheduler that is gone is looked for again.
"""

from __future__ import annotations

import asyncio
import queue
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final, Protocol

from aberration.campaign.distributed import tasks
from aberration.campaign.distributed.library import distributed
from aberration.core.errors import BadInput

PATIENCE: Final = 60.0
"""Seconds for which a scheduler that is gone is looked for."""
_CONNECT: Final = 5.0
_FETCH: Final = 10.0
_FETCH_ONE: Final = 3.0
_PAUSE: Final = 0.25
_GATHER: Final = 0.02

Then = Callable[[bytes | None, str], None]
"""Takes the answer to a task; without one, why there is none (empty: its worker is lost)."""


class Line(Protocol):
    """Tasks for workers, and their answers."""

    url: str

    def workers(self) -> frozenset[str]:
        """Return the addresses of the workers that there are now."""

    def ask(self, worker: str, task: Callable[[bytes], bytes], data: bytes, then: Then) -> str:
        """Give a worker a task; `then` is called with its answer in a `pump`. Return its key."""

    def forget(self, key: str) -> None:
        """Let a task be: its worker is lost."""

    def pump(self, seconds: float) -> None:
        """Wait so long for answers at most, and hand over those that came."""

    def cut(self, workers: Sequence[str]) -> None:
        """Tell workers to end what they make where it is."""


class Connection:
    """A line to the scheduler at `url`; `revive` may bring back one that is gone."""

    def __init__(
        self,
        url: str,
        security: Any = None,
        revive: Callable[[], None] = lambda: None,
        patience: float = PATIENCE,
    ) -> None:
        self.url = url
        self._security = security
        self._revive = revive
        self._patience = patience
        self._numbers = count()
        self._finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._waiting: dict[str, tuple[Any, Then]] = {}
        self._client: Any = self._connect()

    def workers(self) -> frozenset[str]:
        """Return the addresses of the workers that there are now.

        Raise `BadInput` where there is no scheduler any more, and none comes back.
        """
        try:
            return frozenset(
                self._client.sync(self._client.scheduler.ncores, callback_timeout=_CONNECT)
            )
        except Exception:
            # Dask raises what it likes here: a lost line is one that does not answer.
            self._lose_all()
            with suppress(Exception):
                self._client.close(timeout=_PAUSE)
            self._client = self._connect()
            return frozenset()

    def ask(self, worker: str, task: Callable[[bytes], bytes], data: bytes, then: Then) -> str:
        """Give a worker a task; `then` is called with its answer in a `pump`. Return its key."""
        key = f"aberration-{task.__name__}-{self._client.id}-{next(self._numbers)}"
        try:
            future = self._client.submit(
                task, data, key=key, workers=[worker], pure=False, retries=0
            )
        except Exception:
            # The line is being lost: what is asked is lost with it.
            self._waiting[key] = (None, then)
            self._finished.put((key, None))
            return key
        self._waiting[key] = (future, then)
        future.add_done_callback(lambda done: self._finished.put((key, done)))
        return key

    def forget(self, key: str) -> None:
        """Let a task be: its worker is lost."""
        future, _ = self._waiting.pop(key, (None, None))
        if future is not None:
            # A line that is being lost forgets by itself.
            with suppress(Exception):
                future.cancel(reason="lost", msg="its worker is lost")

    def pump(self, seconds: float) -> None:
        """Wait so long for answers at most, and hand over those that came."""
        done: dict[str, Any] = {}
        try:
            key, future = self._finished.get(timeout=seconds)
            done[key] = future
            # Answers that come together are fetched and stored together; each worker has another
            # batch meanwhile.
            time.sleep(_GATHER)
            while True:
                key, future = self._finished.get_nowait()
                done[key] = future
        except queue.Empty:
            self._hand_over(done)

    def cut(self, workers: Sequence[str]) -> None:
        """Tell workers to end what they make where it is."""
        # Whoever cannot be told has nothing that counts any more.
        with suppress(Exception):
            self._client.run(tasks.cut, workers=list(workers), wait=False, on_error="ignore")

    def close(self) -> None:
        """Hang up."""
        with suppress(Exception):
            self._client.close(timeout=_CONNECT)

    def _hand_over(self, done: dict[str, Any]) -> None:
        ready = {
            key: future
            for key, future in done.items()
            if future is not None and future.status == "finished"
        }
        results = self._fetch(ready)
        for key, future in done.items():
            _, then = self._waiting.pop(key, (None, None))
            if then is None:
                continue
            if key in results:
                then(results[key], "")
            elif future is not None and future.status == "error":
                then(None, _words(future))
            else:
                then(None, "")

    def _fetch(self, ready: dict[str, Any]) -> dict[str, bytes]:
        if not ready:
            return {}
        try:
            found: dict[str, bytes] = self._client.sync(self._gather, ready)
        except Exception:
            # The line is lost, and the answers with it: what they told of is made again.
            return {}
        return found

    async def _gather(self, ready: dict[str, Any]) -> dict[str, bytes]:
        """Return the answers, all at once; where that fails, those whose workers are there."""
        together = self._client.gather(list(ready.values()), asynchronous=True)
        try:
            answers = await asyncio.wait_for(together, _FETCH)
            return dict(zip(ready, answers, strict=True))
        except Exception:
            # Of whatever kind: one worker is lost with its answer.
            return await self._gather_each(ready)

    async def _gather_each(self, ready: dict[str, Any]) -> dict[str, bytes]:
        asked = {
            asyncio.ensure_future(self._client.gather([future], asynchronous=True)): key
            for key, future in ready.items()
        }
        done, late = await asyncio.wait(asked, timeout=_FETCH_ONE)
        for one in late:
            one.cancel()
        return {asked[one]: one.result()[0] for one in done if one.exception() is None}

    def _lose_all(self) -> None:
        for key, (_, then) in list(self._waiting.items()):
            self._waiting[key] = (None, then)
            self._finished.put((key, None))

    def _connect(self) -> Any:
        until = time.monotonic() + self._patience
        while True:
            self._revive()
            try:
                return distributed().Client(
                    self.url,
                    security=self._security,
                    timeout=_CONNECT,
                    set_as_default=False,
                    direct_to_workers=True,
                )
            except (OSError, TimeoutError, ValueError) as error:
                if time.monotonic() > until:
                    raise BadInput(
                        f"no scheduler answers ({type(error).__name__})",
                        where=self.url,
                        hint="What is stored stays; `aberration fuzz --resume DIR --cluster ...` "
                        "goes on with it.",
                    ) from None
                time.sleep(_PAUSE)


def _words(future: Any) -> str:
    error = future.exception()
    return f"{type(error).__name__}: {error}".partition("\n")[0]

"""Calls that are made side by side, each in a thread of its own, with their results in order."""

import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import TypeVar

Result = TypeVar("Result")


def side_by_side(
    calls: Sequence[Callable[[], Result]], count: int
) -> Generator[Result, None, None]:
    """Yield what the calls return, in their order; at most `count` (from 1) run at once. Raise
    what the first of them raises that fails.

    Who takes no further result, or is interrupted while waiting, does not wait for the calls that
    run: they end with the process at the latest, and no other is begun. The threads of
    `concurrent.futures` would be waited for.
    """
    futures: list[Future[Result]] = [Future() for _ in calls]
    waiting: SimpleQueue[tuple[Callable[[], Result], Future[Result]]] = SimpleQueue()
    for work in zip(calls, futures, strict=True):
        waiting.put(work)
    for _ in range(min(count, len(calls))):
        threading.Thread(target=_work, args=(waiting,), daemon=True).start()
    try:
        for future in futures:
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


def _work(waiting: "SimpleQueue[tuple[Callable[[], Result], Future[Result]]]") -> None:
    while True:
        try:
            call, future = waiting.get_nowait()
        except Empty:
            return
        if not future.set_running_or_notify_cancel():
            continue
        try:
            future.set_result(call())
        except BaseException as error:
            future.set_exception(error)

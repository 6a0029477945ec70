"""Runs programs as the Vulkan runner does, and counts the calls of the driver that it makes.

Standard input has a list of programs in MessagePack, and the options of the runner; standard output
gets a list of numbers by call, one for each program. The environment names the driver.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import msgspec

from aberration.core.program import Program
from aberration.core.target import WorkerSpec
from aberration.targets.runner import Clock
from aberration.targets.runners.vulkan import binding


class Counting:
    """The library of the driver, with a number for each function that was called."""

    def __init__(self, library: object) -> None:
        self._library = library
        self.calls = Counter[str]()

    def __getattr__(self, name: str) -> Callable[..., object]:
        function = getattr(self._library, name)

        def call(*arguments: object) -> object:
            self.calls[name] += 1
            result: object = function(*arguments)
            return result

        return call


def calls_of(worker: WorkerSpec, programs: list[Program]) -> list[dict[str, int]]:
    """Return what the runner calls on a worker's driver, for each program."""
    done = subprocess.run(
        [sys.executable, __file__],
        input=msgspec.msgpack.encode((dict(worker.options), programs)),
        capture_output=True,
        env={**os.environ, **dict(worker.environment)},
        check=True,
        timeout=120,
    )
    return msgspec.msgpack.decode(done.stdout, type=list[dict[str, int]])


def main() -> None:
    """Run what comes, and write what was called."""
    options, programs = msgspec.msgpack.decode(
        sys.stdin.buffer.read(), type=tuple[dict[str, str], list[Program]]
    )
    counting = Counting(binding.LIBRARY)
    # Before the modules that take it from there are loaded.
    vars(binding)["LIBRARY"] = counting
    from aberration.targets.runners.vulkan.runner import VulkanRunner

    runner, found = VulkanRunner(), []
    runner.open(options)
    for program in programs:
        counting.calls.clear()
        runner.run(program, Clock())
        found.append(dict(counting.calls))
    runner.close()
    sys.stdout.buffer.write(msgspec.msgpack.encode(found))


if __name__ == "__main__":
    main()

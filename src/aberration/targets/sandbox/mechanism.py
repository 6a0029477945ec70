"""Which sandbox this machine has: asked once by each process, of a process of its own."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from aberration.core.process import end_like
from aberration.targets.sandbox.confinement import Confinement
from aberration.targets.sandbox.enter import enter

VARIABLE: Final = "ABERRATION_SANDBOX"
"""`off`: workers run as the user, with all that the user may do."""
OFF: Final = "off"


class Mechanism(msgspec.Struct, frozen=True):
    """What confines workers, or why nothing does; `chosen` when the user turned it off."""

    name: str = ""
    reason: str = ""
    chosen: bool = False

    @property
    def works(self) -> bool:
        """Return whether workers are confined."""
        return bool(self.name)


def mechanism(environment: Mapping[str, str] = os.environ) -> Mechanism:
    """Return what confines the workers of this process."""
    if environment.get(VARIABLE, "") == OFF:
        return Mechanism(reason=f"it was turned off ({VARIABLE}={OFF})", chosen=True)
    reason = reason_unsupported()
    return Mechanism(reason=reason) if reason else Mechanism("Linux namespaces")


@cache
def reason_unsupported() -> str:
    """Return why this machine does not let workers be confined, or nothing."""
    if sys.platform != "linux":
        return "it is made of Linux namespaces, and this is another system"
    with tempfile.TemporaryDirectory(prefix="aberration-") as scratch:
        source, sink = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(source)
            _try(scratch, sink)
        os.close(sink)
        with os.fdopen(source, "rb") as told:
            text = told.read().decode("utf-8", "replace")
        _, status = os.waitpid(child, 0)
    return text or (f"its process ended with the status {status}" if status else "")


def _try(scratch: str, sink: int) -> None:
    """Enter a sandbox and end; tell in words what does not work. Nothing of it is left."""
    code = 0
    try:
        os.setsid()
        enter(Confinement(scratch, ("/dev",), ("/dev/null",)), os.getppid())
    except OSError as error:
        os.write(sink, str(error.strerror or error).encode())
        code = 1
    end_like(code)

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
from aberration.targets.sandbox.confinement import Confinement, Way
from aberration.targets.sandbox.enter import enter

VARIABLE: Final = "ABERRATION_SANDBOX"
"""`off`: workers run as the user, with all that the user may do. The name of a way: this one, even
where a better one works.
"""
OFF: Final = "off"
_NAMES: Final[dict[Way, str]] = {
    "namespaces": "Linux namespaces",
    "landlock": "Landlock and a filter of system calls",
}
"""The ways, the one that is taken where it works before the other."""


class Mechanism(msgspec.Struct, frozen=True):
    """The way in which workers are confined, or why they are not; `chosen` when the user turned it
    off.
    """

    way: Way = ""
    reason: str = ""
    chosen: bool = False

    @property
    def name(self) -> str:
        """Return what it is called; nothing without one."""
        return _NAMES.get(self.way, "")

    @property
    def works(self) -> bool:
        """Return whether workers are confined."""
        return bool(self.way)

    @property
    def holds_strangers(self) -> bool:
        """Return whether a program that means harm can do none. Landlock leaves it the modes,
        owners and times of the user's own files.
        """
        return self.way == "namespaces"


def mechanism(environment: Mapping[str, str] = os.environ) -> Mechanism:
    """Return what confines the workers of this process."""
    wanted = environment.get(VARIABLE, "")
    if wanted == OFF:
        return Mechanism(reason=f"it was turned off ({VARIABLE}={OFF})", chosen=True)
    tried = [way for way in _NAMES if way == wanted] or list(_NAMES)
    reasons = []
    for way in tried:
        reason = reason_unsupported(way)
        if not reason:
            return Mechanism(way)
        reasons.append(f"{_NAMES[way]}: {reason}")
    return Mechanism(reason="; ".join(reasons))


@cache
def reason_unsupported(way: Way = "namespaces") -> str:
    """Return why this machine does not let workers be confined in a way, or nothing."""
    if sys.platform != "linux":
        return "it is a part of Linux, and this is another system"
    with tempfile.TemporaryDirectory(prefix="aberration-") as scratch:
        source, sink = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(source)
            _try(scratch, sink, way)
        os.close(sink)
        with os.fdopen(source, "rb") as told:
            text = told.read().decode("utf-8", "replace")
        _, status = os.waitpid(child, 0)
    return text or (f"its process ended with the status {status}" if status else "")


def _try(scratch: str, sink: int, way: Way) -> None:
    """Enter a sandbox and end; tell in words what does not work. Nothing of it is left."""
    code = 0
    try:
        os.setsid()
        enter(Confinement(scratch, ("/dev",), ("/dev/null",), way=way), os.getppid())
    except OSError as error:
        os.write(sink, str(error.strerror or error).encode())
        code = 1
    end_like(code)

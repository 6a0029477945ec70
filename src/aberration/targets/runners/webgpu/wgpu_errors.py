"""What wgpu says went wrong: in an exception, or in passing, in its log."""

from __future__ import annotations

import logging
import re
from typing import Any, Final

from aberration.core.outcome import Rejected
from aberration.core.program import Language

_NOT_ITS_FAULT: Final = re.compile(
    r"^\s*(Not enough memory left|Parent device is lost|Creation of a resource failed)\b.*$",
    re.MULTILINE,
)
_MEMORY: Final = "Not enough memory left"
_PARTIAL: Final = re.compile(r"^\s*unsupported \w+|\bkind: NotImplemented\(", re.MULTILINE)
"""What naga says of SPIR-V and GLSL that it does not read: it claims no more than a part of
these two languages.
"""
_LOGGER: Final = "wgpu"


class WgpuFailure(Exception):
    """wgpu reported an error that no call raised, so no result can be trusted: a lost device,
    for one.
    """


class Complaints(logging.Handler):
    """Collects the errors that wgpu logs because no call was under way to take them."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._messages: list[str] = []
        logging.getLogger(_LOGGER).addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one message."""
        self._messages.append(record.getMessage())

    def forget(self) -> None:
        """Forget what came so far: a refusal is logged as well as raised."""
        self._messages.clear()

    def check(self) -> None:
        """Raise `WgpuFailure` with the first message that came."""
        if self._messages:
            raise WgpuFailure(self._messages[0])

    def close(self) -> None:
        """Listen no more."""
        logging.getLogger(_LOGGER).removeHandler(self)
        super().close()


def check_refusal(error: Exception) -> None:
    """Raise `WgpuFailure` for what wgpu calls an error in the program though the device is
    broken or out of memory.
    """
    found = _NOT_ITS_FAULT.search(str(error))
    if found is None:
        return
    message = found[0].strip()
    raise WgpuFailure(
        f"out of memory: {message}" if message.startswith(_MEMORY) else message
    ) from error


def refusal_of(error: Exception, language: Language) -> Rejected:
    """Return the refusal of a shader module, as none to judge where naga says that it
    lacks something.
    """
    check_refusal(error)
    message = str(error)
    return Rejected(message, unasked=language != "wgsl" and _PARTIAL.search(message) is not None)


def refusals(wgpu: Any) -> tuple[type[Exception], ...]:
    """Return what wgpu raises when it will not compile; `Internal` is a driver that refuses
    what naga wrote.
    """
    return wgpu.GPUValidationError, wgpu.GPUInternalError, wgpu.GPUPipelineError

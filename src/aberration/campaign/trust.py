"""Whose programs are executed where no sandbox holds what means harm (docs/sandbox.md)."""

from __future__ import annotations

from pathlib import Path

from aberration.campaign.seeds import bundled_corpus
from aberration.core.errors import BadInput
from aberration.targets.sandbox.mechanism import Mechanism, mechanism


def require_trust(path: str | Path, language: str, *, trusted: bool) -> None:
    """Refuse to execute a C program that is not of the bundled corpus where no sandbox holds what
    means harm, unless the user trusts it, or turned the sandbox off.

    All other programs are shaders: what is in them is executed by a driver, and has no system calls
    (docs/sandbox.md).
    """
    found = mechanism()
    if found.holds_strangers or found.chosen or trusted or language != "c" or _is_ours(path):
        return
    raise BadInput(
        f"expected --trust: {_without(found)}",
        where=str(path),
        hint="Give --trust if you know where it comes from; `aberration doctor` says more.",
    )


def _without(found: Mechanism) -> str:
    """Return in words what the program could do."""
    if found.works:
        return f"{found.name} would let the program change the modes and times of your files"
    return (
        f"there is no sandbox here ({found.reason}), and the program would run with all that this "
        "user may do"
    )


def _is_ours(path: str | Path) -> bool:
    return Path(path).resolve().is_relative_to(bundled_corpus().resolve())

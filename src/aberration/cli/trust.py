"""Options about the sandbox, and who may go without one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.seeds import bundled_corpus
from aberration.cli.console import note
from aberration.core.errors import BadInput
from aberration.targets.sandbox.mechanism import OFF, VARIABLE, mechanism


def _turn_off(given: bool) -> bool:
    # By the environment, which the executors of a campaign inherit.
    if given:
        os.environ[VARIABLE] = OFF
    return given


NoSandbox = Annotated[
    bool,
    typer.Option(
        "--no-sandbox",
        callback=_turn_off,
        help="Let compilers and programs do all that this user may do.",
    ),
]
Trust = Annotated[
    bool,
    typer.Option("--trust", help="Execute a C program from elsewhere where no sandbox is."),
]


def note_unconfined() -> None:
    """Say once that what is tested runs without a sandbox, and why."""
    found = mechanism()
    if not found.works:
        note(f"no sandbox: {found.reason}; compilers and programs may do all that this user may")


def require_trust(path: str | Path, language: str, *, trusted: bool) -> None:
    """Refuse to execute a C program that is not of the bundled corpus where no sandbox is, unless
    the user trusts it, or turned the sandbox off.

    All other programs are shaders: what is in them is executed by a driver, and has no system calls
    (docs/sandbox.md).
    """
    found = mechanism()
    if found.works or found.chosen or trusted or language != "c" or _is_ours(path):
        return
    raise BadInput(
        f"expected --trust: there is no sandbox here ({found.reason}), and the program would run "
        "with all that this user may do",
        where=str(path),
        hint="Give --trust if you know where it comes from; `aberration doctor` says more.",
    )


def _is_ours(path: str | Path) -> bool:
    return Path(path).resolve().is_relative_to(bundled_corpus().resolve())

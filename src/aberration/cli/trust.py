"""Options about the sandbox, and who may go without one."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from aberration.cli.console import note
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

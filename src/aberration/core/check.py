"""What one check of a program gave."""

from typing import Literal

import msgspec


class Check(msgspec.Struct, frozen=True):
    """One check: what was looked at and what came of it; a check that could not run says why."""

    name: str
    result: Literal["passed", "failed", "not run"]
    detail: str = ""


def passed_check(name: str, detail: str = "") -> Check:
    """Return a check that found nothing."""
    return Check(name, "passed", detail)


def failed_check(name: str, detail: str) -> Check:
    """Return a check that found something."""
    return Check(name, "failed", detail)


def not_run(name: str, detail: str) -> Check:
    """Return a check that could not run."""
    return Check(name, "not run", detail)

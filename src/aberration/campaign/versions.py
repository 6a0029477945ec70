"""The versions of everything that decides what the tests of a campaign are: our own code, and the
tools that it asks.

They are part of a campaign's digest, so that no campaign goes on with other ones, and are stored by
name, so that it can be seen which are others.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import aberration
from aberration.core.errors import AberrationError
from aberration.core.process import first_line, search_path
from aberration.languages.c import csmith, front_end
from aberration.languages.c.compilers import find_compilers, newest_by_family
from aberration.languages.spirv.validate import VERSION as VALIDATOR

MISSING: Final = "not here"
_DECIDING: Final = ("core", "languages", "methods", "campaign/plan.py", "campaign/seeds.py")
"""What of our own code decides; targets, oracles of campaigns and reports do not."""
_PROFILERS: Final = ("gcc", "tcc", "clang")


def versions_of(languages: Iterable[str]) -> dict[str, str]:
    """Return the versions by name, for a campaign whose methods make programs in these
    languages.
    """
    wanted = set(languages)
    found = {
        "aberration": code_digest(),
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numpy": _package("numpy"),
    }
    if "c" in wanted:
        found |= _of_c()
    if "spirv" in wanted:
        found["SPIRV-Tools"] = VALIDATOR
    return found


def version_changes(then: Mapping[str, str], now: Mapping[str, str]) -> str:
    """Return what is another version now, in words; nothing where all are the same."""
    names = [name for name in {**then, **now} if then.get(name) != now.get(name)]
    return ", ".join(
        f"{name} was {then.get(name, MISSING)} and is {now.get(name, MISSING)}" for name in names
    )


@cache
def code_digest() -> str:
    """Return 16 hex digits over the text of our own code that decides."""
    root = Path(aberration.__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for name in _DECIDING:
        place = root / name
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            digest.update(f"{file.relative_to(root)}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _of_c() -> dict[str, str]:
    """Return those of csmith, of the front end, and of the compilers that watch programs."""
    newest = newest_by_family(find_compilers(search_path()))
    found = {"csmith": _version_by(csmith.version), "libclang": _version_by(front_end.version)}
    for family in _PROFILERS:
        if family in newest:
            option = "-v" if family == "tcc" else "--version"
            found[family] = first_line([newest[family].path, option])
    return found


def _version_by(ask: Callable[[], str]) -> str:
    try:
        return ask()
    except AberrationError:
        return MISSING


def _package(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return MISSING

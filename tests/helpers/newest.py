"""The newest version of a target that is here: the suites of Debian that `make compilers` unpacks
move on.
"""

from __future__ import annotations

from functools import cache

import pytest
from helpers.here import here, named

from aberration.core.target import Target
from aberration.targets.roots import numbers


@cache
def newest(name: str) -> str:
    """Return the id of the newest version in a root, nothing where there is none."""
    found = [
        target.id
        for target in here()
        if target.id.startswith(f"{name}@") and ":" not in target.id and target.available
    ]
    return max(found, key=lambda one: numbers(one.partition("@")[2]), default="")


@cache
def with_newest(identifier: str) -> Target:
    """Return the target of an id in which `NAME@newest` stands for the newest version; skip the
    test where there is none.
    """
    links = []
    for link in identifier.split("+"):
        name, is_newest, settings = link.partition("@newest")
        found = newest(name) if is_newest else name
        if not found:
            pytest.skip(f"no newer version for {identifier} is here: make compilers")
        links.append(f"{found}{settings}")
    return named("+".join(links))

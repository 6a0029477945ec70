"""Findings into bugs: by signature where the compiler says what broke, by step types where it only is wrong.

Findings are compared within one family of targets (two versions or settings of one compiler share their
bugs; two compilers do not), and within one kind of verdict.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence

import msgspec

from aberration.core.finding import Finding
from aberration.core.recipe import TestCase, step_types
from aberration.dedup.types import select_disjoint, types_without

IgnoredTypes = Callable[[str], frozenset[str]]
"""Gives the step types that a method ignores, by its name."""


class Bug(msgspec.Struct, frozen=True):
    """What we take for one bug: its findings, of which the first is the one to look at."""

    id: str
    family: str
    kind: str
    signature: str
    types: tuple[str, ...]
    findings: tuple[str, ...]


def find_bugs(findings: Sequence[Finding], families: Mapping[str, str], ignored: IgnoredTypes) -> list[Bug]:
    """Return the bugs of findings that are not set aside; `families` by target id."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in sorted(findings, key=_simplest_first):
        if finding.state == "set-aside":
            continue
        family = families.get(finding.target, finding.target)
        signature = "" if finding.verdict.kind == "wrong" else finding.verdict.signature
        groups.setdefault((family, finding.verdict.kind, signature), []).append(finding)
    return [bug for key, group in groups.items() for bug in _bugs_of(key, group, ignored)]


def smallest_case(finding: Finding) -> TestCase:
    """Return the reduced case of a finding where there is one."""
    return finding.reduced or finding.case


def _simplest_first(finding: Finding) -> tuple[bool, int, str]:
    return finding.reduced is None, len(smallest_case(finding).recipe.steps), finding.id


def _bugs_of(key: tuple[str, str, str], group: list[Finding], ignored: IgnoredTypes) -> list[Bug]:
    family, kind, signature = key
    if kind != "wrong":
        return [_bug(family, kind, signature, _types(group[0], ignored), [finding.id for finding in group])]
    by_id = {finding.id: finding for finding in group}
    chosen = select_disjoint({finding.id: _types(finding, ignored) for finding in group})
    return [
        _bug(family, kind, by_id[first].verdict.signature, _types(by_id[first], ignored), alike)
        for first, alike in chosen.items()
    ]


def _types(finding: Finding, ignored: IgnoredTypes) -> frozenset[str]:
    recipe = smallest_case(finding).recipe
    return types_without(step_types(recipe), ignored(recipe.method))


def _bug(family: str, kind: str, signature: str, types: frozenset[str], findings: list[str]) -> Bug:
    name = "/".join([family, kind, signature, *sorted(types)])
    digest = hashlib.blake2b(name.encode(), digest_size=4).hexdigest()
    return Bug(f"{kind}-{digest}", family, kind, signature, tuple(sorted(types)), tuple(findings))

"""Findings into bugs: by signature where the compiler says what broke; where it only is wrong, by the culprit in it
where one is known, else by step types, or by the program where its steps only set inputs: the one that was tested, or
the shape of the smallest.

Findings are compared within one family of targets (two versions or settings of one compiler share their
bugs; two compilers do not), and within one kind of verdict.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence

import msgspec

from aberration.core.finding import Finding
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Text
from aberration.core.program import SHADING
from aberration.core.recipe import TestCase, step_types
from aberration.dedup.types import select_disjoint, types_without
from aberration.languages.shading.shrink.shape import shape_of

IgnoredTypes = Callable[[str], frozenset[str]]
"""Gives the step types that a method ignores, by its name."""
Ingredients = Callable[[str], Mapping[str, frozenset[str]]]
"""Gives what steps are made of, by type, by the name of the method."""


def _no_ingredients(_: str) -> Mapping[str, frozenset[str]]:
    return {}


class _Key(msgspec.Struct, frozen=True):
    """What findings must have in common to be compared with each other."""

    family: str
    kind: str
    signature: str
    culprit: str
    exact: bool


class Bug(msgspec.Struct, frozen=True):
    """What we take for one bug: its findings, of which the first is the one to look at."""

    id: str
    family: str
    kind: str
    signature: str
    types: tuple[str, ...]
    findings: tuple[str, ...]
    culprit: str = ""


def find_bugs(
    findings: Sequence[Finding],
    families: Mapping[str, str],
    ignored: IgnoredTypes,
    ingredients: Ingredients = _no_ingredients,
) -> list[Bug]:
    """Return the bugs of findings that are not set aside; `families` by target id."""
    groups: dict[_Key, list[Finding]] = {}
    for finding in sorted(findings, key=_simplest_first):
        if finding.state == "set-aside":
            continue
        family = families.get(finding.target, finding.target)
        wrong = is_wrong_code(finding.verdict)
        kind, signature = ("wrong", "") if wrong else (finding.verdict.kind, finding.verdict.signature)
        known = finding.culprit if wrong else None
        culprit, exact = ("", False) if known is None else (known.key, known.names_one_bug)
        groups.setdefault(_Key(family, kind, signature, culprit, exact), []).append(finding)
    return [bug for key, group in groups.items() for bug in _bugs_of(key, group, ignored, ingredients)]


def is_wrong_code(verdict: Verdict) -> bool:
    """True when the program made is wrong: one that dies or hangs says no more than a wrong result."""
    return verdict.kind == "wrong" or verdict.signature == "timeout run" or verdict.signature.startswith("run: ")


def smallest_case(finding: Finding) -> TestCase:
    """Return the reduced case of a finding where there is one."""
    return finding.reduced or finding.case


def _simplest_first(finding: Finding) -> tuple[bool, int, bool, str]:
    plain = finding.verdict.kind == "wrong"
    return finding.reduced is None, len(smallest_case(finding).recipe.steps), not plain, finding.id


def _bugs_of(key: _Key, group: list[Finding], ignored: IgnoredTypes, ingredients: Ingredients) -> list[Bug]:
    by_id = {finding.id: finding for finding in group}
    if key.kind != "wrong" or key.exact:
        return [_bug(key, group[0], _types(group[0], ignored), list(by_id))]
    chosen = select_disjoint({finding.id: _made_of(finding, ignored, ingredients) for finding in group})
    told = {first: _types(by_id[first], ignored) or _program(by_id[first]) for first in chosen}
    return [_bug(key, by_id[first], told[first], alike) for first, alike in chosen.items()]


def _types(finding: Finding, ignored: IgnoredTypes) -> frozenset[str]:
    recipe = smallest_case(finding).recipe
    return types_without(step_types(recipe), ignored(recipe.method))


def _made_of(finding: Finding, ignored: IgnoredTypes, ingredients: Ingredients) -> frozenset[str]:
    known = ingredients(smallest_case(finding).recipe.method)
    parts = [known.get(kind, frozenset((kind,))) for kind in _types(finding, ignored)]
    return frozenset().union(*parts) or _program(finding) | _shape(finding)


def _program(finding: Finding) -> frozenset[str]:
    """Return what stands for the text of a program that itself goes wrong, on whatever inputs; nothing for others."""
    oracle, recipe = finding.case.oracle, finding.case.recipe
    seed = recipe.seeds.get("seed")
    if seed is None or not isinstance(oracle, Expected) or isinstance(oracle.outcome, Text):
        return frozenset()
    return frozenset((f"{seed.name} {hashlib.blake2b(seed.source, digest_size=4).hexdigest()}",))


def _shape(finding: Finding) -> frozenset[str]:
    """Return what stands for a program that was made small: two of one shape show one bug; nothing for others."""
    seed = finding.case.recipe.seeds.get("seed")
    small = finding.reduced.recipe.seeds.get("seed") if finding.reduced is not None else None
    if seed is None or small is None or small.source == seed.source or small.language not in SHADING:
        return frozenset()
    return frozenset((f"shape {hashlib.blake2b(shape_of(small).encode(), digest_size=8).hexdigest()}",))


def _bug(key: _Key, first: Finding, types: frozenset[str], findings: list[str]) -> Bug:
    signature = first.verdict.signature
    name = "/".join([key.family, key.kind, signature, *([key.culprit] if key.culprit else sorted(types))])
    digest = hashlib.blake2b(name.encode(), digest_size=4).hexdigest()
    names = tuple(sorted(types))
    return Bug(f"{key.kind}-{digest}", key.family, key.kind, signature, names, tuple(findings), key.culprit)

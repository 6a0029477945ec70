"""What findings without steps are told apart by: their programs, as they were found and made small.

A fused program counts as its parts do: one of them shows the bug mostly, and nothing is left of the
other one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from aberration.core.errors import BadInput
from aberration.core.finding import Finding
from aberration.core.oracle import Expected
from aberration.core.outcome import Text
from aberration.core.program import SHADING, Program
from aberration.core.recipe import Recipe, step_types
from aberration.languages.shading.shrink.features import features_of
from aberration.languages.shading.shrink.shape import shape_of
from aberration.methods.fuse.relations.registry import PLAINEST

_PARTS: Final = ("first", "second")
_RELATION: Final = "relation"
"""The option of a fusion that says how the results of both parts become one."""


def texts_of(finding: Finding) -> frozenset[str]:
    """Return what stands for the texts of programs that go wrong themselves, on whatever inputs;
    nothing for others. Of several programs all together: each may be a part of other tests, which
    show other bugs.
    """
    oracle, seeds = finding.case.oracle, _main_seeds(finding.case.recipe)
    if not seeds or not isinstance(oracle, Expected) or isinstance(oracle.outcome, Text):
        return frozenset()
    return frozenset((" and ".join(sorted(map(_named_digest, seeds.values()))),))


def shape_token(finding: Finding) -> frozenset[str]:
    """Return what stands for programs that were made small: two of one shape show one bug; nothing
    for others. A case of several programs has the shape of all together.
    """
    small = _small_seeds(finding)
    left = [one for one in small if _features(one)] or small
    if not small:
        return frozenset()
    shapes = "\n".join([*sorted({shape_of(one) for one in left}), *_mixing(finding)])
    return frozenset((f"shape {hashlib.blake2b(shapes.encode(), digest_size=8).hexdigest()}",))


def made_of(finding: Finding) -> frozenset[str]:
    """Return what programs that were made small are made of, and how parts of them had to be mixed;
    nothing for others.
    """
    return frozenset(_mixing(finding)).union(*map(_features, _small_seeds(finding)))


def _features(program: Program) -> frozenset[str]:
    """Return what a shader is made of; nothing where our checker does not take it, which another
    reducer may have left.
    """
    try:
        return features_of(program)
    except BadInput:
        return frozenset()


def _mixing(finding: Finding) -> list[str]:
    """Return the kinds of the steps that mix two parts, and the relation where the plainest one
    does not show it.
    """
    case = finding.reduced
    if case is None or not any(map(_is_part, case.recipe.seeds)) or not _small_seeds(finding):
        return []
    options = case.recipe.options
    relations = {text for key, text in options.items() if key.split(".")[-1] == _RELATION}
    needed = [f"relation {one}" for one in sorted(relations - set(PLAINEST.values()))]
    return [*sorted(set(step_types(case.recipe))), *needed]


def _is_part(role: str) -> bool:
    return role.split("-")[-1] in _PARTS


def _named_digest(program: Program) -> str:
    return f"{program.name} {hashlib.blake2b(program.source, digest_size=4).hexdigest()}"


def _main_seeds(recipe: Recipe) -> Mapping[str, Program]:
    """Return the seed of a recipe, and the parts of a fusion; where there are none, all of its
    programs.
    """
    known = {
        role: program for role, program in recipe.seeds.items() if role == "seed" or _is_part(role)
    }
    return known or recipe.seeds


def _small_seeds(finding: Finding) -> list[Program]:
    """Return the shaders of a case that were made small; nothing for others."""
    if finding.reduced is None:
        return []
    given, small = (_main_seeds(case.recipe) for case in (finding.case, finding.reduced))
    is_smaller = any(
        role not in given or one.source != given[role].source for role, one in small.items()
    )
    if not is_smaller or any(one.language not in SHADING for one in small.values()):
        return []
    return list(small.values())

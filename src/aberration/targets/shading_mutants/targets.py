"""Targets `mutant-LANGUAGE-NAME`, a driver behind a compiler of a shading language with one
planted mistake, and `identity-LANGUAGE`, without one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.target import BY_REQUEST, OLDER, Stage, Target, WorkerSpec
from aberration.languages.shading.tree import LanguageName
from aberration.targets import dawn, opengl, wgpu
from aberration.targets.shading_mutants.catalogue import SHADING_MUTANTS
from aberration.targets.shading_mutants.mutant import ALL

IDENTITY: Final = "identity"
RUNNER: Final = "shading_mutant"

Groups = tuple[str, ...]
_MUTANTS: Final = ("mutants",)
_IDENTITIES: Final = (IDENTITY, BY_REQUEST)
"""Never asked to confirm what others gave: behind them are drivers that are targets themselves."""
_WEBGPU: Final = ("dawn-gl-llvmpipe", "dawn-swiftshader", "wgpu-swiftshader")
"""The best first: on Vulkan both Dawn 0.6.2 and wgpu-native 29 keep what a variable without an
initialiser held in the round of the loop before.
"""


def shading_targets() -> list[Target]:
    """Return one target for each mutant in each of its languages, and the identities."""
    ends = _ends()
    mutants = [
        _chain(f"mutant-{language}-{mutant.name}", mutant.name, _MUTANTS, language, ends[language])
        for language in ALL
        for mutant in SHADING_MUTANTS
        if language in mutant.languages
    ]
    identities = [
        _chain(f"{IDENTITY}-{language}", IDENTITY, _IDENTITIES, language, ends[language])
        for language in ALL
    ]
    return [*mutants, *identities]


def _ends() -> dict[LanguageName, Target]:
    """Return the target behind the mutants of each language, one that is missing here too."""
    pipe = _first(opengl.providers(), ("llvmpipe",))
    web = _first([*dawn.providers(), *wgpu.providers()], _WEBGPU)
    return {"glsl": pipe, "essl": pipe, "wgsl": web}


def _first(targets: Sequence[Target], names: Sequence[str]) -> Target:
    """Return the first that can run here, by name and then the newest version of its driver."""
    named = [one for name in names for one in targets if one.id.partition("@")[0] == name]
    here = [one for one in named if one.available]
    newest = [one for one in here if OLDER not in one.groups]
    return (newest or here or named)[0]


def _chain(name: str, mutant: str, groups: Groups, language: LanguageName, end: Target) -> Target:
    stage = Stage(mutant, WorkerSpec(RUNNER, (("mutant", mutant),)))
    return Target(
        id=name,
        kind="executes",
        languages=(language,),
        stages=(stage, *end.stages),
        groups=groups,
        family=name,
        available=end.available,
        reason=f"{end.id}: {end.reason}" if end.reason else "",
        install=end.install,
    )

"""Targets `mutant-LANGUAGE-NAME`, a driver behind a compiler of a shading language with one
planted mistake, and `identity-LANGUAGE`, without one.
"""

from __future__ import annotations

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
_OPENGL: Final = "llvmpipe"
_WEBGPU: Final = ("dawn-swiftshader", "wgpu-swiftshader")


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
    """Return the target behind the mutants of each language, one that is missing here too.

    That is the newest llvmpipe for GLSL and ESSL, and the first of Dawn and wgpu for WGSL.
    """
    pipes = [one for one in opengl.providers() if one.series == _OPENGL]
    newest = [one for one in pipes if one.available and OLDER not in one.groups]
    webgpu = {one.id: one for one in (*dawn.providers(), *wgpu.providers())}
    known = [webgpu[name] for name in _WEBGPU]
    here = [one for one in known if one.available]
    pipe = (newest or pipes)[0]
    return {"glsl": pipe, "essl": pipe, "wgsl": (here or known)[0]}


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

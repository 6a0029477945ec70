"""Which part of a shader compiler goes wrong: the pass of spirv-opt, the knob of a driver, then the
version.

spirv-opt: the shortest list of passes that still shows the bug, and in it the pass from which on it
shows. A driver can only be asked with other settings of its environment; the first one with which
it is right is named. Versions that neither show the bug nor are right (they refuse the program, or
do something else wrong) say nothing about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

import msgspec

from aberration.campaign.triage.bisection import last_found, smallest
from aberration.campaign.triage.spirv_passes import is_optimiser, passes_of, with_passes
from aberration.core.finding import Culprit
from aberration.core.target import Target, WorkerSpec

KNOBS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "llvmpipe": (
        ("GALLIVM_PERF", "nopt"),
        ("GALLIUM_OVERRIDE_CPU_CAPS", "sse4.1"),
        ("GALLIUM_OVERRIDE_CPU_CAPS", "sse2"),
        ("LP_NATIVE_VECTOR_WIDTH", "128"),
    ),
    "radv-aco": (
        ("ACO_DEBUG", "nosched"),
        ("ACO_DEBUG", "novn"),
        ("ACO_DEBUG", "noopt"),
        ("RADV_DEBUG", "llvm"),
    ),
    "radv-llvm": (("RADV_DEBUG", ""),),
}
"""Settings that switch parts of a driver off, by its family; the one that switches off least
comes first.
"""


_MESA: Final = re.compile(r"\bMesa \d+(?:\.\d+)+")


class ShaderQuestions(Protocol):
    """What the search may ask about one case; it raises `OutOfQuestions` at its limit."""

    def shows(self, target: Target) -> bool:
        """True when the target shows the bug that is looked into, and no other one."""

    def shows_elsewhere(self, target: Target) -> bool:
        """True when another version shows the bug; where it dies of it, its stack may have
        other names or none.
        """

    def right(self, target: Target) -> bool:
        """True when the target gives what it must."""


def find_shader_culprit(
    target: Target, versions: Sequence[Target], ask: ShaderQuestions
) -> Culprit | None:
    """Return what is to blame in a target that goes wrong; None for one that cannot be asked, or is
    right now.

    `versions` are the installed versions of the compiler with the same settings, oldest first. At
    the limit of questions what is known by then is returned.
    """
    if not is_optimiser(target) and target.family not in KNOBS and len(versions) < 2:
        return None
    return last_found(_culprits(target, versions, ask))


def _culprits(
    target: Target, versions: Sequence[Target], ask: ShaderQuestions
) -> Iterator[Culprit]:
    """Yield the part that is to blame, where one is, then what there is with the versions."""
    if not ask.shows(target):
        return
    culprit = _pass(target, ask) if is_optimiser(target) else _knob(target, ask)
    if culprit.name:
        yield culprit
    several = [(one, with_passes_of(one, culprit)) for one in versions] if len(versions) > 1 else []
    asked = [(label_of(one), ask.right(changed), changed) for one, changed in several]
    yield culprit.with_versions(
        tuple(
            (name, right) for name, right, changed in asked if right or ask.shows_elsewhere(changed)
        )
    )


def with_passes_of(version: Target, culprit: Culprit) -> Target:
    """Return a version of the compiler with the shortest list of passes that goes wrong, where
    there is one.
    """
    return with_passes(version, culprit.passes) if culprit.passes else version


def label_of(version: Target) -> str:
    """Return a version of a compiler in few words: a driver tells whole sentences of itself."""
    mesa = _MESA.search(version.version)
    return (
        mesa[0]
        if mesa
        else version.version
        if version.version and is_optimiser(version)
        else version.id
    )


def _pass(target: Target, ask: ShaderQuestions) -> Culprit:
    """Return the shortest list of passes that shows the bug, and the pass in it that brings the
    bug about.
    """
    names = passes_of(target)
    if not names or not ask.shows(with_passes(target, names)):
        return Culprit()
    numbered = [str(place) for place in range(len(names))]
    kept = smallest(
        numbered, lambda some: ask.shows(with_passes(target, [names[int(place)] for place in some]))
    )
    passes = tuple(names[place] for place in sorted(map(int, kept)))
    guilty = next(
        (
            name
            for k, name in enumerate(passes)
            if not ask.right(with_passes(target, passes[: k + 1]))
        ),
        passes[-1],
    )
    return Culprit(kind="pass", name=guilty, passes=passes)


def _knob(target: Target, ask: ShaderQuestions) -> Culprit:
    """Return the first knob of the driver with which it is right."""
    for name, value in KNOBS.get(target.family, ()):
        if ask.right(_with_knob(target, name, value)):
            return Culprit(kind="knob", name=f"{name}={value}" if value else f"no {name}")
    return Culprit()


def _with_knob(target: Target, name: str, value: str) -> Target:
    """Return the target with a variable of its environment set, added to a list of words that
    is there already.
    """
    stage = target.stages[-1]
    known = dict(stage.worker.environment)
    words = known.get(name, "")
    known[name] = f"{words},{value}" if words and name == "ACO_DEBUG" else value
    worker: WorkerSpec = msgspec.structs.replace(
        stage.worker, environment=tuple(sorted(known.items()))
    )
    stages = (*target.stages[:-1], msgspec.structs.replace(stage, worker=worker))
    return msgspec.structs.replace(
        target, id=f"{target.id} {name}={value}", stages=stages, groups=()
    )

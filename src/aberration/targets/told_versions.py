"""What targets call themselves: their versions, asked of their workers."""

from collections.abc import Iterable

import msgspec

from aberration.core.errors import AberrationError
from aberration.core.target import OLDER, Target
from aberration.targets.float_mutants.targets import LEGAL_GROUP
from aberration.targets.host_mutants.targets import HOST_GROUP
from aberration.targets.mutants.targets import IDENTITY
from aberration.targets.pool import TargetPool

_MUTANT_GROUPS = frozenset({"mutants", LEGAL_GROUP, HOST_GROUP})


def is_mutant(target: Target) -> bool:
    """True for targets that are broken on purpose, and for the one that changes nothing."""
    return IDENTITY in (target.id, *target.groups) or not _MUTANT_GROUPS.isdisjoint(target.groups)


def with_versions(targets: Iterable[Target], pool: TargetPool) -> list[Target]:
    """Return the targets with their versions, asked from one of those that share the same code.

    One that does not open comes back as unavailable, with the reason.
    """
    known: dict[tuple[str, ...], Target] = {}
    return [_with_version(target, pool, known) for target in targets]


def _with_version(target: Target, pool: TargetPool, known: dict[tuple[str, ...], Target]) -> Target:
    if target.version or not target.available or not target.stages:
        return target
    code = _code_of(target)
    if code not in known:
        try:
            known[code] = msgspec.structs.replace(target, version=pool.version(target))
        except AberrationError as error:
            reason = error.message.partition("\n")[0]
            known[code] = msgspec.structs.replace(target, available=False, reason=reason)
    answer = known[code]
    return msgspec.structs.replace(
        target,
        version=_version_for(answer, target),
        available=answer.available,
        reason=answer.reason,
        install=answer.install,
    )


def _code_of(target: Target) -> tuple[str, ...]:
    """Return what targets have in common that give the same version.

    Of an older compiler one is asked, whatever driver is behind it: to open each takes a second.
    All mutants are of aberration's version, in front of one driver for each API. Older drivers are
    asked each: they are in folders of their own.
    """
    first, last = target.stages[0].worker, target.stages[-1].worker
    if is_mutant(target):
        return "mutants", first.runner, last.runner
    if OLDER in target.groups and last.option("path"):
        return OLDER, last.runner, last.option("path")
    manifest = dict(last.environment).get("VK_ICD_FILENAMES", "")
    driver = last.option("device") if target.kind == "executes" else ""
    return target.family or target.id, last.runner, last.option("path"), manifest, driver


def _version_for(answer: Target, target: Target) -> str:
    """Return the version; without the name of the one that gave it, for chips that one driver
    compiles for.

    Likewise for older compilers: without the driver behind the one that gave it.
    """
    if OLDER in target.groups and answer.id != target.id and target.kind != "compiles":
        return answer.version.partition(" on ")[0]
    return answer.version.rpartition(", ")[2] if target.kind == "compiles" else answer.version

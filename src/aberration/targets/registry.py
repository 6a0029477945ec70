"""All targets of this machine by name.

Providers are found through the entry points of the group `aberration.targets`: callables that
return a list of `Target`. They are cheap: no driver is started; a target is available if the files
and programs it needs are there. A provider's module may have a second function, `resolve(id) ->
Target | None`, for ids of an endless family, such as `spirv-opt@2025.5:-O3`, of which `providers`
lists only some.
"""

from __future__ import annotations

import difflib
import fnmatch
import importlib
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from aberration.core.errors import AberrationError, TargetUnavailable, UnknownName
from aberration.core.target import Target

GROUP: Final = "aberration.targets"
_WILDCARDS: Final = frozenset("*?[")

Resolver = Callable[[str], Target | None]


def discover() -> list[Target]:
    """Return the targets of all providers, by provider name; of two with one id the first
    counts.
    """
    found: dict[str, Target] = {}
    for entry in _providers():
        for target in _targets_of(entry):
            found.setdefault(target.id, target)
    return list(found.values())


def resolve(identifier: str) -> Target | None:
    """Return a target of an endless family by its id, or None."""
    for entry in _providers():
        target = _resolve_with(entry, identifier)
        if target is not None:
            return target
    return None


def select(
    targets: Sequence[Target], patterns: Iterable[str], resolver: Resolver = resolve
) -> list[Target]:
    """Return the targets that the patterns name, in the order of the patterns, each once.

    A pattern is an id, a group, a glob over ids, or several of these with commas between. Groups
    and globs take the available targets. Raises `UnknownName` (with near names) and
    `TargetUnavailable` (with the reason).
    """
    chosen: dict[str, Target] = {}
    for pattern in (part.strip() for several in patterns for part in several.split(",")):
        if not pattern:
            continue
        for target in _matches(targets, pattern, resolver):
            chosen.setdefault(target.id, target)
    return list(chosen.values())


def groups(targets: Iterable[Target]) -> list[str]:
    """Return the names of all groups, sorted."""
    return sorted({group for target in targets for group in target.groups})


def _matches(targets: Sequence[Target], pattern: str, resolver: Resolver) -> list[Target]:
    exact = next((target for target in targets if target.id == pattern), None)
    if exact is not None:
        return _available([exact], pattern)
    grouped = [target for target in targets if pattern in target.groups]
    if grouped:
        return _available(grouped, pattern)
    if _WILDCARDS & set(pattern):
        globbed = [target for target in targets if fnmatch.fnmatchcase(target.id, pattern)]
        if globbed:
            return _available(globbed, pattern)
    resolved = resolver(pattern)
    if resolved is not None:
        return _available([resolved], pattern)
    raise _unknown_pattern(targets, pattern)


def _available(matches: list[Target], pattern: str) -> list[Target]:
    usable = [target for target in matches if target.available]
    if usable:
        return usable
    first = matches[0]
    more = f" (and {len(matches) - 1} more)" if len(matches) > 1 else ""
    raise TargetUnavailable(
        f"{pattern}: {first.id}{more} cannot run here: {first.reason}", hint=first.install
    )


def _unknown_pattern(targets: Sequence[Target], pattern: str) -> UnknownName:
    names = sorted({target.id for target in targets} | set(groups(targets)))
    near = difflib.get_close_matches(pattern, names, n=4, cutoff=0.5)
    hint = (
        f"Did you mean {' or '.join(near)}?"
        if near
        else "`aberration targets` lists what there is."
    )
    return UnknownName(
        f"expected a target id, a glob over ids or a group, but {pattern!r} came", hint=hint
    )


def _providers() -> list[EntryPoint]:
    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def _targets_of(entry: EntryPoint) -> list[Target]:
    """Return a provider's targets; for one that is broken, a target that says so, and the
    others go on.
    """
    try:
        targets: list[Target] = entry.load()()
    except AberrationError:
        raise
    except Exception as error:
        reason = f"its provider {entry.value} is broken: {type(error).__name__}: {error}"
        return [Target(entry.name, "compiles", (), available=False, reason=reason)]
    return targets


def _resolve_with(entry: EntryPoint, identifier: str) -> Target | None:
    try:
        module = importlib.import_module(entry.module)
    except Exception:
        return None
    resolver: Resolver | None = getattr(module, "resolve", None)
    return resolver(identifier) if resolver is not None else None

"""Chains by their ids: translators and the target at the end, with `+` between
(`glslang+spirv-opt:-O+lavapipe`).

A link is any target that translates, or `spirv-opt:FLAGS` (`spirv-opt@VERSION:FLAGS`); what a link
writes, the next one must take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from aberration.core.errors import UnknownName
from aberration.core.target import Target
from aberration.targets import spirv_tools, translators
from aberration.targets.registry import discover

JOINT: Final = "+"


def providers() -> list[Target]:
    """Return no target: chains are an endless family, made when one is asked for."""
    return []


def resolve(identifier: str, here: Sequence[Target] | None = None) -> Target | None:
    """Return the chain of an id; None for an id of one link; raise `UnknownName` naming the
    link that does not fit. Links are looked for in the targets that are `here`: who asks for many
    chains looks for those once.
    """
    names = identifier.split(JOINT)
    if len(names) < 2 or not all(names):
        return None
    known = {target.id: target for target in (discover() if here is None else here)}
    last = _end(names[-1], identifier, known)
    links: list[Target] = [last]
    for name in reversed(names[:-1]):
        links.insert(0, translators.suited_translator(_link(name, identifier, known), links[0]))
    for writer, reader in pairwise(links):
        if writer.output not in reader.languages:
            taken = " or ".join(reader.languages)
            raise UnknownName(
                f"{identifier}: {reader.id} takes {taken}, but {writer.id} writes {writer.output}"
            )
    return _chain(identifier, links)


def _link(name: str, identifier: str, known: Mapping[str, Target]) -> Target:
    found = spirv_tools.resolve_link(name) or known.get(name) or translators.resolve(name)
    if found is not None and found.kind == "translates" and found.output:
        return found
    choice = sorted(
        target.id for target in known.values() if target.kind == "translates" and target.output
    )
    message = (
        f"{identifier}: expected a translator ({' '.join(choice)} spirv-opt:FLAGS), but "
        f"{name!r} came"
    )
    raise UnknownName(message, hint="`aberration targets` lists what there is.")


def _end(name: str, identifier: str, known: Mapping[str, Target]) -> Target:
    found = spirv_tools.resolve_link(name) or known.get(name) or translators.resolve(name)
    if found is not None and len(found.stages) == 1:
        return found
    message = (
        f"{identifier}: expected a target without a chain of its own at the end, but {name!r} came"
    )
    raise UnknownName(message, hint="`aberration targets` lists what there is.")


def _chain(identifier: str, links: Sequence[Target]) -> Target:
    lacking = next((link for link in links if not link.available), None)
    last = links[-1]
    return Target(
        id=identifier,
        kind=last.kind,
        languages=links[0].languages,
        stages=tuple(stage for link in links for stage in link.stages),
        groups=("chains",),
        family=JOINT.join(dict.fromkeys(link.family for link in links)),
        available=lacking is None,
        reason=f"{lacking.id}: {lacking.reason}" if lacking else "",
        install=lacking.install if lacking else "",
        output=last.output,
        driver=last.driver,
    )

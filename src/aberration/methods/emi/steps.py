"""Mutations as steps of a recipe, in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from aberration.core.errors import BadInput
from aberration.core.recipe import Step

T = TypeVar("T", bound=msgspec.Struct)


def to_step(mutation: msgspec.Struct) -> Step:
    """Return a mutation as a step of a recipe."""
    step: Step = msgspec.to_builtins(mutation)
    return step


def read_steps(steps: Iterable[Step], kinds: Mapping[str, type[T]], wanted: str) -> list[T]:
    """Return the mutations of a recipe, each of one of the kinds; raise `BadInput` naming the step
    that is none. `wanted` is what such a step is called, such as "a mutation of modules".
    """
    mutations = []
    for number, step in enumerate(steps, 1):
        kind, where = kinds.get(str(step.get("type"))), f"step {number}"
        if kind is None:
            raise BadInput(
                f"expected the name of {wanted}, but {step.get('type')!r} came",
                where=where,
                hint="Was the recipe written by a newer version?",
            )
        try:
            mutations.append(msgspec.convert(step, kind))
        except msgspec.ValidationError as error:
            raise BadInput(f"{kind.__name__}: {error}", where=where) from None
    return mutations

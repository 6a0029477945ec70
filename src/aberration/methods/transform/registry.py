"""Transformations as the steps of a recipe, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.recipe import Step
from aberration.methods.transform.kinds import TRANSFORMATIONS
from aberration.methods.transform.transformation import Transformation

BY_NAME: Final[dict[str, type[Transformation]]] = {kind.__name__: kind for kind in TRANSFORMATIONS}
SUPPORTING: Final[frozenset[str]] = frozenset(
    kind.__name__ for kind in TRANSFORMATIONS if kind.supporting
)


def to_step(transformation: Transformation) -> Step:
    """Return a transformation as the JSON object of a recipe."""
    step: Step = msgspec.to_builtins(transformation)
    return step


def from_steps(steps: Iterable[Step]) -> list[Transformation]:
    """Return the transformations of a recipe; raise `BadInput` naming the step that is none."""
    return [_from_step(step, number) for number, step in enumerate(steps, 1)]


def _from_step(step: Step, number: int) -> Transformation:
    kind = BY_NAME.get(str(step.get("type")))
    if kind is None:
        hint = "Was the recipe written by a newer version?"
        raise BadInput(
            f"expected the name of a transformation, but {step.get('type')!r} came",
            where=f"step {number}",
            hint=hint,
        )
    try:
        return msgspec.convert(step, kind)
    except msgspec.ValidationError as error:
        raise BadInput(f"{kind.__name__}: {error}", where=f"step {number}") from None

"""Recipes of path-first programs: the steps are the plan, the seed is the program written of it.

Where a reducer drops or changes steps, the program is written anew; where it makes the program
smaller, the steps stay as they were, and the program is that. An option says which steps the seed
was written of.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Final, Literal, cast

import msgspec
from msgspec.structs import replace

from aberration.core.comparison import equal
from aberration.core.errors import BadInput, InternalError
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe
from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

from .build import Built, build
from .draw import draw_plan
from .plan import KINDS, Plan, from_steps, smaller, to_steps

KIND: Final = "path"
STEP_TYPES: Final = frozenset(kind.__name__ for kind in KINDS)
SUPPORTING: Final = frozenset(("Input", "Constant"))
_WRITTEN_OF: Final = "written_of"
_COMPUTE_SINCE: Final = {"glsl": 430, "essl": 310, "wgsl": 0}
_FRAGMENT_SHARE: Final = 0.2


def is_path(recipe: Recipe) -> bool:
    """Whether a recipe is of a path-first program."""
    return recipe.options.get("kind") == KIND


def draw_recipe(method: Recipe, language: LanguageName, version: int, rng: Rng) -> Recipe:
    """Return the recipe of a drawn program; `method` is an empty one with the method's names."""
    number = rng.bits()
    plan = draw_plan(language, version, number)
    is_fragment = version < _COMPUTE_SINCE[language] or rng.chance(_FRAGMENT_SHARE)
    stage = "fragment" if is_fragment else "compute"
    options = {
        "wrappers": "needed",
        "kind": KIND,
        "version": str(version),
        "stage": stage,
        "name": f"path-{number:08x}",
        "language": language,
    }
    return replace(method, steps=to_steps(plan), options=options)


class Written(msgspec.Struct, frozen=True):
    """A recipe whose seed is the program to test; `expected` is what it gives where it was written
    just now, and not made smaller since. `skipped` steps did nothing.
    """

    recipe: Recipe
    expected: Buffers | Image | None = None
    skipped: int = 0


def write_program(recipe: Recipe) -> Written:
    """Return the recipe with its program: written of its steps, where these are not those that its
    seed was written of. Steps that do nothing are left out.
    """
    if "seed" in recipe.seeds and recipe.options.get(_WRITTEN_OF) == _digest(recipe):
        return Written(recipe)
    plan = from_steps(recipe.steps)
    made = _build_plan(recipe, plan)
    kept = replace(recipe, steps=to_steps(tuple([plan[k] for k in made.applied])))
    assert made.stage != "vertex"
    program = Program(
        made.module.language,
        made.stage,
        write(made.module).encode(),
        made.inputs,
        name=recipe.options.get("name", KIND),
    )
    options = {**recipe.options, _WRITTEN_OF: _digest(kept)}
    done = replace(kept, seeds={"seed": program}, options=options)
    return Written(done, made.expected, len(plan) - len(made.applied))


def check_agreement(result: Outcome, expected: Buffers | Image | None, name: str) -> None:
    """Raise `InternalError` where the interpreter and the writer say different things."""
    if expected is None:
        return
    assert isinstance(result, Image | Buffers)
    # The sign of a zero that is stored is left open: the writer has no negative zeros.
    if not equal(result, expected):
        message = f"{name}: the interpreter gives another result than the writer of the program"
        hint = "One of the two is wrong: please report it with the recipe."
        raise InternalError(message, hint=hint)


def simpler(recipe: Recipe) -> Iterator[Recipe]:
    """Give recipes with one record made simpler."""
    plan = from_steps(recipe.steps)
    for at, record in enumerate(plan):
        for one in smaller(record):
            yield recipe.with_step(at, to_steps((one,))[0])


def _build_plan(recipe: Recipe, plan: Plan) -> Built:
    language, stage = recipe.options.get("language"), recipe.options.get("stage")
    version = recipe.options.get("version", "")
    if language not in _COMPUTE_SINCE or stage not in ("fragment", "compute"):
        raise BadInput(
            f"expected a language and a stage of a path-first program, but {language!r} and "
            f"{stage!r} came"
        )
    if not version.isdecimal():
        raise BadInput(f"expected the number of a version, but {version!r} came")
    return build(
        cast(LanguageName, language),
        int(version),
        plan,
        stage=cast(Literal["fragment", "compute"], stage),
    )


def _digest(recipe: Recipe) -> str:
    text = msgspec.json.encode(recipe.steps, order="deterministic")
    return hashlib.blake2b(text, digest_size=8).hexdigest()


def describe(steps: tuple[Mapping[str, object], ...]) -> str:
    """Return steps for people, one on each line."""
    return "\n".join(
        " ".join(f"{key}={value}" for key, value in step.items() if value not in (0, (), [], ""))
        for step in steps
    )

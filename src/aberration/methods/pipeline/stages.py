"""The recipe of a pipeline, taken apart into those of its stages, and put together.

The steps of the first stage come first, and each says of which stage it is. The program that the
second stage starts from is not kept: replaying the first one gives it. Where the second one gave it
other inputs, these are kept; where it translated it, into what. Of another program all is kept, and
the first stage only tells where it is from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec

from aberration.core.errors import BadInput
from aberration.core.method import Method
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step

from .translations import Translations

T = TypeVar("T")
STAGE: Final = "stage"
"""The key of a step that names the method that it is of."""
_CARRIED: Final = "carried"
"""The option that names the roles of the second stage that hold the first one's program."""
_FED: Final = "fed"
"""The same of those that hold it with other inputs."""
_TRANSLATED: Final = "translated"
"""The same of those that hold a translation of it, each with the word for that: `seed=wgsl-0`."""


def join(
    name: str,
    version: int,
    first: Recipe,
    second: Recipe,
    carried: Program,
    translations: Translations,
) -> Recipe:
    """Return the recipe of both stages; `carried` is the seed program of the second."""
    roles = [role for role, program in second.seeds.items() if program == carried]
    others = {role: program for role, program in second.seeds.items() if program != carried}
    forms = {role: translations.form_of(program, carried) for role, program in others.items()}
    translated = [f"{role}={form}" for role, form in forms.items() if form]
    kept = {role: program for role, program in others.items() if not forms[role]}
    fed = [role for role, program in kept.items() if program.source == carried.source]
    return Recipe(
        name,
        version,
        first.seeds | _with_prefix(second.method, kept, "-"),
        (*_with_stage(first), *_with_stage(second)),
        first.options
        | _with_prefix(second.method, second.options)
        | _with_prefix(
            second.method,
            {
                _CARRIED: " ".join(roles),
                _FED: " ".join(fed),
                **({_TRANSLATED: " ".join(translated)} if translated else {}),
            },
        ),
        second.rng_seed,
    )


def first_part(recipe: Recipe, first: Method, second: Method) -> Recipe:
    """Return the recipe of the first stage."""
    prefix = f"{second.name}."
    return Recipe(
        first.name,
        first.version,
        _without(recipe.seeds, f"{second.name}-"),
        tuple(_plain(step, first) for step in recipe.steps if step.get(STAGE) != second.name),
        _without(recipe.options, prefix),
        recipe.rng_seed,
    )


def second_part(
    recipe: Recipe, second: Method, carried: Program, translations: Translations
) -> Recipe:
    """Return the recipe of the second stage, which starts from what the first one made; raise
    `BadInput` where that cannot be translated as it was.
    """
    prefix = f"{second.name}."
    options = _of_prefix(recipe.options, prefix)
    seeds = _of_prefix(recipe.seeds, f"{second.name}-")
    seeds |= dict.fromkeys(options.pop(_CARRIED, "").split(), carried)
    for one in options.pop(_TRANSLATED, "").split():
        role, _, form = one.partition("=")
        seeds[role] = translations.of(carried, form)
    for role in options.pop(_FED, "").split():
        if role not in seeds:
            raise BadInput(f"the recipe has no program in the role '{second.name}-{role}'")
        seeds[role] = msgspec.structs.replace(seeds[role], source=carried.source)
    return Recipe(
        second.name,
        second.version,
        seeds,
        tuple(_plain(step, second) for step in recipe.steps if step.get(STAGE) == second.name),
        options,
        recipe.rng_seed,
    )


def options_of(name: str, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of one stage, of those of a pipeline: `smith.preset` is smith's."""
    return _of_prefix(options, f"{name}.")


def _with_stage(recipe: Recipe) -> tuple[Step, ...]:
    return tuple({STAGE: recipe.method, **step} for step in recipe.steps)


def _plain(step: Step, method: Method) -> Step:
    """Return a step as its method knows it; the first stage may be a pipeline itself."""
    if step.get(STAGE) != method.name:
        return step
    return {key: value for key, value in step.items() if key != STAGE}


def _with_prefix(name: str, given: Mapping[str, T], between: str = ".") -> dict[str, T]:
    """Names of programs are those of files, and have no dots."""
    return {f"{name}{between}{key}": value for key, value in given.items()}


def _of_prefix(given: Mapping[str, T], prefix: str) -> dict[str, T]:
    return {key[len(prefix) :]: value for key, value in given.items() if key.startswith(prefix)}


def _without(given: Mapping[str, T], prefix: str) -> dict[str, T]:
    return {key: value for key, value in given.items() if not key.startswith(prefix)}

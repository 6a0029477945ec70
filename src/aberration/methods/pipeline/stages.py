"""The recipe of a pipeline, taken apart into those of its stages, and put together.

The steps of the first stage come first, and each says of which stage it is. A stage is called as
its method; one that is not the first of its method has a number too (`fuse2`). The program that the
second stage starts from is not kept: replaying the first one gives it. Where the second one gave it
other inputs, these are kept; where it translated it, into what; or both. Of another program all is
kept, and the first stage only tells where it is from.
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
_YES: Final = "yes"
BETWEEN: Final = "+"
"""Stands between the stages of a pipeline: `smith+transform`."""
STAGE: Final = "stage"
"""The key of a step that names the stage that it is of."""
_CARRIED: Final = "carried"
"""The option that names the roles of the second stage that hold the first one's program."""
_FED: Final = "fed"
"""The same of those that hold it with other inputs."""
_COMPILED: Final = "compiled"
"""The option that says that the first one's program was compiled to SPIR-V, although the second
stage would take it as it is.
"""
_SEED_BEFORE: Final = "seed-before"
"""The option that has the random seed of the first stage, which may draw from it on each replay."""
_TRANSLATED: Final = "translated"
"""The same of those that hold a translation of it, each with the word for that: `seed=wgsl-0`."""


def stage_name(first: Method, second: Method) -> str:
    """Return what a second stage is called after a first one."""
    before = first.name.split(BETWEEN).count(second.name)
    return f"{second.name}{before + 1}" if before else second.name


def join(
    name: str,
    version: int,
    first: Recipe,
    second: Recipe,
    stage: str,
    carried: Program,
    translations: Translations,
    *,
    compiled: bool = False,
) -> Recipe:
    """Return the recipe of both stages, the second by its name; `carried` is its seed program."""
    roles = [role for role, program in second.seeds.items() if program == carried]
    others = {role: program for role, program in second.seeds.items() if program != carried}
    forms = {role: translations.form_of(program, carried) for role, program in others.items()}
    translated = {role: form for role, form in forms.items() if form}
    kept = {
        role: program
        for role, program in others.items()
        if role not in translated or program != translations.of(carried, translated[role])
    }
    fed = [
        role
        for role, program in kept.items()
        if role in translated or program.source == carried.source
    ]
    return Recipe(
        name,
        version,
        first.seeds | _with_prefix(stage, kept, "-"),
        (*_with_stage(first, first.method), *_with_stage(second, stage)),
        first.options
        | _with_prefix(stage, second.options)
        | _with_prefix(
            stage,
            {
                _CARRIED: " ".join(roles),
                _FED: " ".join(fed),
                **({_TRANSLATED: _words(translated)} if translated else {}),
                **({_COMPILED: _YES} if compiled else {}),
                **(
                    {_SEED_BEFORE: str(first.rng_seed)} if first.rng_seed != second.rng_seed else {}
                ),
            },
        ),
        second.rng_seed,
    )


def first_part(recipe: Recipe, first: Method, stage: str) -> Recipe:
    """Return the recipe of the first stage; the second one is called `stage`."""
    prefix = f"{stage}."
    rng_seed = recipe.options.get(f"{prefix}{_SEED_BEFORE}", "")
    return Recipe(
        first.name,
        first.version,
        _without(recipe.seeds, f"{stage}-"),
        tuple(plain_step(step, first.name) for step in recipe.steps if step.get(STAGE) != stage),
        _without(recipe.options, prefix),
        int(rng_seed) if rng_seed.isdecimal() else recipe.rng_seed,
    )


def second_part(
    recipe: Recipe, second: Method, stage: str, carried: Program, translations: Translations
) -> Recipe:
    """Return the recipe of the second stage, which starts from what the first one made; raise
    `BadInput` where that cannot be translated as it was.
    """
    prefix = f"{stage}."
    options = _of_prefix(recipe.options, prefix)
    seeds = _of_prefix(recipe.seeds, f"{stage}-")
    for name in (_COMPILED, _SEED_BEFORE):
        options.pop(name, "")
    seeds |= dict.fromkeys(options.pop(_CARRIED, "").split(), carried)
    made = {
        role: translations.of(carried, form)
        for role, _, form in (one.partition("=") for one in options.pop(_TRANSLATED, "").split())
    }
    for role in options.pop(_FED, "").split():
        if role not in seeds:
            raise BadInput(f"the recipe has no program in the role '{stage}-{role}'")
        source = made.get(role, carried).source
        made[role] = msgspec.structs.replace(seeds[role], source=source)
    seeds |= made
    return Recipe(
        second.name,
        second.version,
        seeds,
        tuple(plain_step(step, stage) for step in recipe.steps if step.get(STAGE) == stage),
        options,
        recipe.rng_seed,
    )


def is_compiled(recipe: Recipe, stage: str) -> bool:
    """Say whether the second stage starts from SPIR-V, although it would take the first one's
    program as it is.
    """
    return recipe.options.get(f"{stage}.{_COMPILED}") == _YES


def stage_needed(recipe: Recipe) -> str:
    """Return the last stage of a pipeline that has steps left, and its first one where none has:
    what a reduced test needs. Of a method by itself, nothing.
    """
    if BETWEEN not in recipe.method:
        return ""
    stages = [str(step[STAGE]) for step in recipe.steps if STAGE in step]
    return stages[-1] if stages else recipe.method.split(BETWEEN)[0]


def options_of(name: str, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of one stage, of those of a pipeline: `smith.preset` is smith's."""
    return _of_prefix(options, f"{name}.")


def _with_stage(recipe: Recipe, stage: str) -> tuple[Step, ...]:
    return tuple({STAGE: stage, **step} for step in recipe.steps)


def plain_step(step: Step, stage: str) -> Step:
    """Return a step as its method knows it; the first stage may be a pipeline itself."""
    if step.get(STAGE) != stage:
        return step
    return {key: value for key, value in step.items() if key != STAGE}


def _words(translated: Mapping[str, str]) -> str:
    return " ".join(f"{role}={form}" for role, form in translated.items())


def _with_prefix(name: str, given: Mapping[str, T], between: str = ".") -> dict[str, T]:
    """Names of programs are those of files, and have no dots."""
    return {f"{name}{between}{key}": value for key, value in given.items()}


def _of_prefix(given: Mapping[str, T], prefix: str) -> dict[str, T]:
    return {key[len(prefix) :]: value for key, value in given.items() if key.startswith(prefix)}


def _without(given: Mapping[str, T], prefix: str) -> dict[str, T]:
    return {key: value for key, value in given.items() if not key.startswith(prefix)}

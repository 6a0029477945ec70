"""Tests of shaders: a program, or its translation, on drawn inputs must give what our interpreter
says, everywhere.

The recipe's seed is the program in the language of the test; each step sets one of its inputs. A
step after which the program does anything undefined, or does not come to its end, is skipped: so
each subset of a recipe is a test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.caches import remember
from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import BadInput, InternalError, Untranslatable
from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.inputs import Inputs
from aberration.core.method import Replay, Request, untranslated_features
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import DRAWN, OTHER_STAGE, Program, shading_version
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.rng import Rng
from aberration.languages.shading.sampled.given import GivenTextures
from aberration.languages.shading.translate import translate
from aberration.languages.shading.tree import LanguageName

from .defined import defined_text
from .drawing import ShaderScalars, draw_steps
from .executed import Executed, Undefined
from .precision import all_high, is_coarse
from .steps import InputStep, SetSize, from_step, inputs_after, to_step

LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
_ATTEMPTS: Final = 8
_KEPT: Final = 16
_SMALL: Final = 32
_OWN_TEXT: Final = 60
"""Of a hundred runs on a seed of the wanted language so many take its own text, the others
another version.
"""
_VERSIONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "essl": ("300", "300", "310", "320"),
        "glsl": ("330", "330", "400", "420", "430", "450", "460"),
        "wgsl": ("",),
    }
)
"""Versions to translate to; the oldest, which most targets take, more often."""
_FIRST_TARGETS: Final = MappingProxyType({"essl": 300, "glsl": 330, "wgsl": 0})
"""Older versions are no targets of the translation."""

Result = Image | Buffers | Undefined


class ShaderTests:
    """Makes and replays tests of shaders for one method; what was read and run last is kept."""

    def __init__(self, method: str, version: int) -> None:
        self._method = method
        self._version = version
        self._read: dict[tuple[str, bytes, bytes, str, GivenTextures], Executed] = {}
        self._results: dict[str, Result] = {}
        self._defined: dict[str, Program] = {}
        self._translations: dict[tuple[str, str, str], Program] = {}

    def make(self, request: Request) -> list[TestCase]:
        """Return tests of one program, each on its own inputs; raise `BadInput` for a program
        that is no test.
        """
        seed = self.seed_in_language(request)
        recipe = Recipe(self._method, self._version, {"seed": seed}, rng_seed=request.run_seed)
        count = range(max(1, request.variants))
        return [
            self.replay(recipe.with_steps(self._draw_steps(seed, request.run_seed, k))).case
            for k in count
        ]

    def replay(self, recipe: Recipe) -> Replay:
        """Apply the steps to the seed's inputs, and run the program on these."""
        seed = recipe.seeds["seed"]
        steps = [from_step(step) for step in recipe.steps]
        inputs, applied = self._apply_steps(seed, steps)
        program = msgspec.structs.replace(seed, inputs=inputs)
        kept = recipe.with_steps(tuple(recipe.steps[at] for at in applied))
        case = TestCase(
            kept, {"program": program}, Expected(self._result_or_raise(program), may_refuse=True)
        )
        return Replay(case, len(steps) - len(applied))

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Give recipes with one step that changes less."""
        before = recipe.seeds["seed"].inputs
        for at, step in enumerate(recipe.steps):
            for smaller in from_step(step).smaller(before):
                yield recipe.with_step(at, to_step(smaller))

    def precise(self, case: TestCase) -> TestCase | None:
        """Return the case with `highp` for all precisions, None where it has no other."""
        program = case.programs["program"]
        executed = self.execution(program)
        other = executed.shader.companion
        stages = [(executed.shader, program.shader_stage)]
        if other is not None:
            stages.append((other, OTHER_STAGE[program.shader_stage]))
        if not any(is_coarse(shader.module, stage) for shader, stage in stages):
            return None
        source, *companion = (all_high(shader, stage).encode() for shader, stage in stages)
        high = msgspec.structs.replace(program, source=source, companion=b"".join(companion))
        return msgspec.structs.replace(case, programs={"program": high})

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return whether rounding leaves a result other than the known one open."""
        oracle, program = case.oracle, case.programs["program"]
        if not isinstance(oracle, Expected):
            return NO_REASON
        return self.execution(program).permitted_otherwise(
            program.inputs, oracle.outcome, outcome, oracle.tolerance
        )

    def repair(self, program: Program) -> Program:
        """Return a program that does nothing undefined on its own inputs: with what would be
        rewritten, and all else as it is; raise `BadInput` where no rule can rewrite it.
        """
        key = program.digest
        if key not in self._defined:
            made = program
            if isinstance(self.result(program), Undefined):
                text = defined_text(program, "needed").encode()
                made = msgspec.structs.replace(
                    program, source=text, name=f"{program.name} reconditioned"
                )
                self._result_or_raise(made)
            remember(self._defined, key, made, _KEPT)
        return self._defined[key]

    def result(self, program: Program) -> Result:
        """Return what a program gives on its own inputs, or why that is not defined."""
        return self._result(program, program.inputs)

    def on_other_inputs(self, program: Program, run_seed: int, variant: int) -> Program:
        """Return a program on drawn inputs, on which all that it does is defined."""
        steps = self._draw_steps(program, run_seed, variant)
        inputs = inputs_after(program.inputs, [from_step(step) for step in steps])
        assert inputs is not None
        return msgspec.structs.replace(program, inputs=inputs)

    # ---- drawing

    def _draw_steps(self, seed: Program, run_seed: int, variant: int) -> tuple[Step, ...]:
        """Return steps to inputs on which all that the program does is defined: milder ones
        after each that is not.
        """
        executed = self.execution(seed)
        scalars = ShaderScalars(executed.supply(seed.inputs))
        for attempt in range(_ATTEMPTS):
            rng = Rng.of(run_seed, "inputs", variant, attempt)
            steps = draw_steps(scalars, seed.inputs, executed.stage, rng, attempt)
            inputs = inputs_after(seed.inputs, steps)
            if inputs is not None and not isinstance(self._result(seed, inputs), Undefined):
                return tuple(map(to_step, steps))
        small = SetSize(min(seed.inputs.width, _SMALL), min(seed.inputs.height, _SMALL))
        return (to_step(small),) if executed.stage in DRAWN else ()

    # ---- translating

    def seed_in_language(self, request: Request) -> Program:
        """Return the seed in the language that is asked for, its own text or a translation; what
        it does that is undefined is rewritten first.
        """
        if request.seed_program is None:
            raise BadInput("expected a shader to start from, but none came")
        seed = self.repair(request.seed_program)
        rng = Rng.of(request.run_seed, "text")
        language = request.language or seed.language
        only = language == "wgsl" or bool(untranslated_features(seed))
        only = only or self.execution(seed).has_block_array
        if seed.language == language and (only or rng.below(100) < _OWN_TEXT):
            return seed
        return self._translation(seed, language, rng.choose(_VERSIONS[language]))

    def in_version(self, program: Program, like: Program) -> Program:
        """Return a program in language and version of another, or the nearest that it can be
        translated to; raise `BadInput` where there is none.
        """
        version, profile = _version_of(like)
        if (program.language, *_version_of(program)) == (like.language, version, profile):
            return program
        known = version if version >= _FIRST_TARGETS[like.language] else ""
        return self._translation(program, like.language, str(known))

    def _translation(self, seed: Program, language: str, version: str) -> Program:
        """Return a translation that gives what the seed gives; raise `InternalError` for one
        that does not.
        """
        key = (seed.digest, language, version)
        if key not in self._translations:
            try:
                made = translate(seed, language, version)
            except Untranslatable:
                made = translate(seed, language)
            made = msgspec.structs.replace(made, name=f"{seed.name} from {seed.language}")
            self._check_same(seed, made)
            remember(self._translations, key, made, _KEPT)
        return self._translations[key]

    def _check_same(self, seed: Program, made: Program) -> None:
        wanted, given = self._result_or_raise(seed), self._result_or_raise(made)
        if within(compare(given, wanted, Tolerance()), Tolerance()):
            return
        leave = self.execution(seed).permitted_otherwise(seed.inputs, wanted, given, Tolerance())
        if not leave.reason:
            raise InternalError(
                f"{seed.name}: its translation to {made.language} gives another result"
            )

    # ---- running

    def _apply_steps(self, seed: Program, steps: Sequence[InputStep]) -> tuple[Inputs, list[int]]:
        """Return the inputs after all steps; where these are no test, after those that keep it
        one, in order.
        """
        inputs = inputs_after(seed.inputs, steps)
        if inputs is not None and not isinstance(self._result(seed, inputs), Undefined):
            return inputs, list(range(len(steps)))
        inputs, applied = seed.inputs, []
        for at, step in enumerate(steps):
            changed = step.apply(inputs)
            if changed is not None and not isinstance(self._result(seed, changed), Undefined):
                inputs = changed
                applied.append(at)
        return inputs, applied

    def _result_or_raise(self, program: Program) -> Image | Buffers:
        found = self.result(program)
        if isinstance(found, Undefined):
            raise BadInput(
                f"it is no test, for what it does is not defined: {found.reason}",
                where=program.name,
            )
        return found

    def _result(self, program: Program, inputs: Inputs) -> Result:
        """Return what a program gives on these inputs; the last few are kept."""
        key = msgspec.structs.replace(program, inputs=inputs).digest
        if key not in self._results:
            found = self.execution(program).result(inputs)
            remember(self._results, key, found, _KEPT)
        return self._results[key]

    def execution(self, program: Program) -> Executed:
        """Return a program's text as it was read; the last few are kept."""
        textures = GivenTextures.by(program.inputs)
        key = (program.language, program.source, program.companion, program.stage, textures)
        if key not in self._read:
            remember(self._read, key, Executed(program), _KEPT)
        return self._read[key]


def _version_of(program: Program) -> tuple[int, str]:
    return (0, "") if program.language == "wgsl" else shading_version(program.source)

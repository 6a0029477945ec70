"""Tests of fused SPIR-V modules: drawn, and made again of recipes.

What a fused module must give is proved of it (`languages/spirv/interpret/proof.py`), with all that
rounding leaves open; and that is the relation of what is proved of its parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.method import Replay, Request
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.rng import Rng

from ...shaders.drawing import draw_steps
from ...shaders.proved import Proofs, claim_of
from ...shaders.steps import SetSize, inputs_after
from ..records.enter_branch import EnterBranch
from ..records.registry import from_step, to_step
from ..relations.registry import relation_named, relations_for
from ..settings import BRANCHES, draw_weight, kinds_of, weight_of
from .cells import cells_of
from .claim import check_proof
from .fusion import ModuleFusion, refuse_pair
from .inputs import ModuleScalars
from .outside import run_together
from .part import ModulePart, read_module

LANGUAGE: Final = "spirv"
_KEPT: Final = 32
_ATTEMPTS: Final = 8


class ModuleSide:
    """Makes tests of modules for the method `fuse`; what was read and proved last is kept."""

    def __init__(self, method: str, version: int) -> None:
        self._method = method
        self._version = version
        self._parts: dict[str, ModulePart] = {}
        self._proofs = Proofs()

    def draw(self, request: Request, rng: Rng, roles: tuple[str, str], *, alone: bool) -> TestCase:
        """Return a test of the seed and a donor; of the seed alone, where it is to be so, or no
        donor fits it.
        """
        first = request.seed_program
        if first is None or first.language != LANGUAGE:
            raise BadInput("expected a SPIR-V module to start from, but none came")
        with_itself = alone and self._fits(first, first)
        fitting = [one for one in request.donors if not with_itself and self._fits(first, one)]
        second = rng.choose(fitting) if fitting else first
        first, second = (self._on_other_inputs(one, rng) for one in (first, second))
        options = {
            "relation": self._draw_relation(request, first, second, rng),
            "weight": draw_weight(rng),
        }
        seeds = dict(zip(roles, map(_whole, (first, second)), strict=True))
        recipe = Recipe(self._method, self._version, seeds, (), options, request.run_seed)
        branches = rng.below(100) < BRANCHES and EnterBranch.__name__ in kinds_of(request.options)
        steps = (to_step(EnterBranch()),) if branches else ()
        return self.replay(recipe.with_steps(steps), roles).case

    def replay(self, recipe: Recipe, roles: tuple[str, str]) -> Replay:
        """Fuse the parts again; raise `BadInput` where one does what is undefined, or both are too
        much work.
        """
        fusion = self._side_by_side([recipe.seeds[role] for role in roles], recipe.options)
        kept = tuple(step for step in recipe.steps if _apply(step, fusion))
        return Replay(self._case(recipe, fusion, kept), len(recipe.steps) - len(kept))

    def _fits(self, first: Program, second: Program) -> bool:
        """Whether a program can be the second part of a first one, by what both declare."""
        if (second.language, second.stage) != (LANGUAGE, first.stage):
            return False
        try:
            refuse_pair(self._part(first), self._part(second))
        except BadInput:
            return False
        return True

    def _on_other_inputs(self, program: Program, rng: Rng) -> Program:
        """Return a module on values and workgroups of its own, so that at least half of its result
        is known; as it came where none such are drawn.
        """
        scalars = ModuleScalars(self._part(program).module, program.inputs)
        for attempt in range(_ATTEMPTS):
            drawn = draw_steps(scalars, program.inputs, program.stage, rng, attempt)
            steps = [step for step in drawn if not isinstance(step, SetSize)]
            inputs = inputs_after(program.inputs, steps)
            if inputs is not None and self._is_known(program, inputs):
                return replace(program, inputs=inputs)
        return program

    def _is_known(self, program: Program, inputs: Inputs) -> bool:
        tiled, _ = run_together(inputs, inputs)
        try:
            found = self._proofs.of(replace(program, inputs=tiled))
        except BadInput:
            return False
        return 2 * found.compared >= found.drawn

    def _draw_relation(self, request: Request, first: Program, second: Program, rng: Rng) -> str:
        """Return a relation of those that are asked for, if it can be had of these parts."""
        wanted = request.options.get("relation", "")
        parts = (self._part(first), self._part(second))
        with_cells = first.stage == "compute" and all(cells_of(one) is not None for one in parts)
        return rng.choose(relations_for(wanted, first.stage, with_cells=with_cells)).name

    # ---- fusing

    def _side_by_side(self, seeds: list[Program], options: Mapping[str, str]) -> ModuleFusion:
        relation = relation_named(options.get("relation", ""), seeds[0].stage)
        one_group = relation.words is not None
        inputs = run_together(*(seed.inputs for seed in seeds), one_group=one_group)
        first, second = (
            self._part(replace(seed, inputs=given))
            for seed, given in zip(seeds, inputs, strict=True)
        )
        return ModuleFusion(first, second, relation, weight_of(options))

    def _part(self, program: Program) -> ModulePart:
        key = program.digest
        if key not in self._parts:
            remember(self._parts, key, read_module(program), _KEPT)
        return self._parts[key]

    def _case(self, recipe: Recipe, fusion: ModuleFusion, steps: tuple[Step, ...]) -> TestCase:
        proofs = [self._proofs.of(part.program) for part in fusion.parts]
        program = fusion.program(" and ".join(part.program.name for part in fusion.parts))
        found = self._proofs.of(program)
        check_proof(fusion, proofs, found)
        return TestCase(recipe.with_steps(steps), {"program": program}, claim_of(found))


def _apply(step: Step, fusion: ModuleFusion) -> bool:
    """Make a step, where it is one that modules have."""
    record = from_step(step)
    return isinstance(record, EnterBranch) and record.apply(fusion)


def _whole(program: Program) -> Program:
    """Return a program whose inputs name no tiles: how much is drawn is said by both parts."""
    return replace(program, inputs=replace(program.inputs, tiles=()))

"""A loop that runs, changes a variable differently on each turn, and restores it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.constructs import in_any_continue
from aberration.languages.spirv.enums import LoopControl
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.methods.emi.modules.changes import (
    Change,
    change_fits,
    draw_shown,
    kind_of_variable,
    make_change,
    restore,
    save,
    trees_of_change,
    value_kind,
    variables_at,
)
from aberration.methods.emi.modules.draft import Draft
from aberration.methods.emi.modules.ids import counter, load_of
from aberration.methods.emi.modules.mutation import Mutation, Site
from aberration.methods.emi.shading.expressions import Kind, Tree
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.synthesis import Term, Workbench, expression

MOST_TURNS: Final = 5
MOST_IN_ALL: Final = 96
"""Turns of all that an invocation takes on average: far below what a driver stops after."""
_CONTROLS: Final[tuple[Literal[0, 1, 2], ...]] = (0, 0, 1, 2)
assert max(_CONTROLS) == LoopControl.DONT_UNROLL


class LoopBlock(Mutation, frozen=True):
    """Precondition: the variable is of the function or the invocation, and holds a value; what is
    stored is defined on each of `turns` turns from every state known; the place is in no continue
    construct.
    Effect: the variable is saved; a counted loop stores the value, which may read the counter,
    again and again; a use that would be on no turn; then the variable is restored.
    """

    turns: int
    control: Literal[0, 1, 2]
    change: Change
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench = Workbench.on(site.environment, rng)
        variables = variables_at(site.module, site.anchor)
        turns = rng.between(1, MOST_TURNS)
        if bench is None or not variables or turns * bench.environment.turns > MOST_IN_ALL:
            return None
        change = _draw_change(bench, site, rng.choose(variables), turns)
        control = rng.choose(_CONTROLS)
        return cls(site.first, site.point, turns, control, change, bench.knowledge())

    def trees(self) -> tuple[Tree, ...]:
        return trees_of_change(self.change)

    def smaller(self) -> Iterator[Mutation]:
        if self.change.shown is not None:
            yield replace(self, change=replace(self.change, shown=None))
        if self.control:
            yield replace(self, control=0)
        if self.turns > 1:
            yield replace(self, turns=1)
            yield replace(self, turns=self.turns - 1)

    def _fits(self, draft: Draft, anchor: Instruction) -> bool:
        if anchor.block is None or in_any_continue(draft.module, anchor.block):
            return False
        own: dict[str, Kind] = {counter().place: "int"}
        return 0 < self.turns <= MOST_TURNS and change_fits(draft, anchor, self.change, own, 0)

    def _edit(self, draft: Draft, anchor: Instruction) -> None:
        saved = save(draft, anchor, [self.change.variable])
        after = draft.module.split(anchor, draft.fresh())
        (before,) = draft.module.predecessors(after)
        body, number = self._add_loop(draft, before, after)
        make_change(draft, anchor, body, self.change, {counter().place: number}, 0)
        restore(draft, anchor, [self.change.variable], saved)

    def _add_loop(self, draft: Draft, before: Block, after: Block) -> tuple[Block, int]:
        """Put a loop between two blocks; return its body and its counter."""
        module, kind = draft.module, draft.type_of("int")
        header, test, body, further = (draft.fresh() for _ in range(4))
        number, following, less = (draft.fresh() for _ in range(3))
        pairs = [draft.number(0, "int"), before.id, following, further]
        ends = [number, draft.number(self.turns, "int")]
        texts = {
            header: [
                Instruction(o.OpPhi, kind, number, pairs),
                Instruction(o.OpLoopMerge, 0, 0, [after.id, further, self.control]),
                Instruction(o.OpBranch, 0, 0, [test]),
            ],
            test: [
                Instruction(o.OpSLessThan, draft.type_of("bool"), less, ends),
                Instruction(o.OpBranchConditional, 0, 0, [less, body, after.id]),
            ],
            body: [Instruction(o.OpBranch, 0, 0, [further])],
            further: [
                Instruction(o.OpIAdd, kind, following, [number, draft.number(1, "int")]),
                Instruction(o.OpBranch, 0, 0, [header]),
            ],
        }
        blocks = [new_block(before.function, label, lines) for label, lines in texts.items()]
        module.insert_blocks(before.function, module.layout_index(before) + 1, blocks)
        module.set_terminator(before, Instruction(o.OpBranch, 0, 0, [header]))
        return blocks[2], number


def _draw_change(bench: Workbench, site: Site, variable: int, turns: int) -> Change:
    """Return a change that is defined on all turns."""
    module, rng = site.module, bench.rng
    numbers = tuple(turn for turn in range(turns) for _ in range(bench.count))
    # All states come again on each turn.
    terms = [Term(one.tree, one.values * turns) for one in bench.terms]
    terms.append(Term(counter(), numbers))
    value = expression(rng, terms, value_kind(module, variable), len(numbers))
    kind = kind_of_variable(module, variable)
    if kind is not None:
        terms.append(Term(load_of(0, kind), value.values))
    shown = None
    if rng.chance(0.7):
        shown = draw_shown(bench, module, site.anchor, variable, terms)
    return Change(variable, value.tree, shown)

"""A program that is being fused: the declarations of both parts, and the wrapper's statements.

It begins side by side, a call of each part's entry and the relation after them; records
(`records/`) change it from there.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Final

from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.languages.shading.tree import (
    Declaration,
    Directive,
    Function,
    Interface,
    Node,
    Statement,
)
from aberration.languages.shading.tree.walk import rewrite
from aberration.languages.shading.types import Type
from aberration.languages.shading.write import write

from .cells import Cells, both_cells, cells_of, readable
from .locals import Locals, find_locals
from .outside import UniformVariable, free_binding, join_outside
from .packing import Contents, refuse_more_buffers, with_few_blocks
from .part import Part
from .placed import Placed, PlacedDeclaration, text_of
from .relations.relation import Relation
from .wrapper import WEIGHT, cell_by_cell, entry_point, heading, in_branches, side_by_side

_Functions = Mapping[str, Sequence[PlacedDeclaration]]
FIRST: Final = 0
SECOND: Final = 1
BOTH: Final = (FIRST, SECOND)


class Fusion:
    """See the module's text. `items` are the statements of the parts in the wrapper, in order;
    `types` those of all variables by name. With `branches` the first part runs only where the
    relation chooses it; once statements or variables of the parts are `mixed`, it cannot. The image
    of the second part is `mirrored` along the axes that are named.
    """

    def __init__(self, first: Part, second: Part, relation: Relation, weight: int = 128) -> None:
        _refuse_pair(first, second)
        self.parts: Final = (first, second)
        self.relation: Final = relation
        self.weight: Final = weight
        outside = join_outside(self.parts)
        self.inputs: Inputs = outside.inputs
        self._outside: Final = outside
        self.uniforms: list[UniformVariable] = list(outside.variables)
        self.items: tuple[Placed[Statement], ...] = tuple(
            Placed(part, node) for part, one in enumerate(self.parts) for node in one.entry.call
        )
        self.cells: Final = self._combined_cells()
        if self.wgsl:
            refuse_more_buffers(outside.places, 0 if self.cells is None else 1)
        self.decls: list[PlacedDeclaration] = list(self._with_shared_cells(outside.decls))
        self.types: Final[dict[str, Type]] = {**first.types, **second.types}
        self.branches = False
        self.mixed = False
        self.mirrored = ""
        self._copies = 0
        self._functions: tuple[list[PlacedDeclaration], _Functions] | None = None
        self._locals: tuple[tuple[Placed[Statement], ...], Locals] | None = None

    # ---- what records ask and do

    @property
    def wgsl(self) -> bool:
        """Whether the program is in WGSL."""
        return self.parts[0].language == "wgsl"

    @property
    def invocations(self) -> int:
        """Return how many invocations a workgroup has."""
        return prod(self.parts[0].entry.size)

    @property
    def version(self) -> int:
        """Return the version of the program's language."""
        return self.parts[0].module.version

    def of_part(self, part: int) -> list[int]:
        """Return where in `items` the statements of a part are."""
        return [at for at, item in enumerate(self.items) if item.part == part]

    def locals(self) -> Locals:
        """Return the variables of the wrapper, of the statements as they are now."""
        if self._locals is None or self._locals[0] is not self.items:
            self._locals = self.items, find_locals(self.items)
        return self._locals[1]

    def replace_item(self, at: int, made: Sequence[Placed[Statement]]) -> None:
        """Put other statements in place of one."""
        self.items = (*self.items[:at], *made, *self.items[at + 1 :])

    def function(self, name: str) -> PlacedDeclaration | None:
        """Return the only function of a name; None where there are several or none."""
        if self._functions is None or self._functions[0] is not self.decls:
            self._functions = self.decls, _functions_in(self.decls)
        found = self._functions[1].get(name, ())
        return found[0] if len(found) == 1 else None

    def drop_function(self, name: str) -> None:
        """Leave out a function that is called no more."""
        self.decls = [
            item
            for item in self.decls
            if not isinstance(item.node, Function) or item.node.name != name
        ]

    def copy_prefix(self) -> str:
        """Return what the names in another copy of a function's body begin with."""
        self._copies += 1
        return f"c{self._copies}_"

    def change_names(
        self, names: frozenset[str], change: Callable[[Node], Node], parts: Sequence[int] = BOTH
    ) -> None:
        """Rewrite all statements and declarations of some parts that have one of these names."""
        self.items = tuple(
            Placed(one.part, rewrite(one.node, change), merged=one.merged)
            if one.part in parts and names & one.names
            else one
            for one in self.items
        )
        self.decls = [
            PlacedDeclaration(one.part, rewrite(one.node, change))
            if one.part in parts and names & one.names
            else one
            for one in self.decls
        ]

    # ---- the program

    def program(self, name: str) -> Program:
        """Return the fused program with its inputs; raise `BadInput` where no device need take so
        many bytes of uniforms.
        """
        contents = Contents(self.inputs, self.decls, self.items)
        if self.wgsl:
            weights = int(self.relation.weighted)
            contents = with_few_blocks(contents, self._outside.uniforms, self.types, weights)
        inputs, binding = self._with_own(contents.inputs)
        like = self.parts[0].module
        head = write(replace(like, directives=_directives(self.parts), decls=()))
        own = "".join(one.text(like) for one in contents.decls)
        text = head + own + text_of(self._wrapper(contents.items, binding), like)
        return replace(self.parts[0].program, source=text.encode(), inputs=inputs, name=name)

    def _with_own(self, inputs: Inputs) -> tuple[Inputs, int]:
        """Return the inputs of the parts with that of the wrapper, and its binding."""
        taken = {number for _, group, number in self._outside.places if group == 0}
        binding = free_binding(inputs, taken)
        if self.cells is not None:
            count = self._cell_count()
            made = Buffer(binding, bytes(4 * count), (("uint", count),))
            return replace(inputs, buffers=(*inputs.buffers, made)), binding
        if not self.relation.weighted:
            return inputs, binding
        place = binding if self.wgsl else UNBOUND
        weight = Uniform(WEIGHT, struct.pack("<f", self.weight), place)
        return replace(inputs, uniforms=(*inputs.uniforms, weight)), binding

    def _combined_cells(self) -> tuple[Cells, Cells] | None:
        """Return the cells of both parts that the relation combines, None where it combines none;
        raise `BadInput` where a part has none.
        """
        if self.relation.words is None:
            return None
        first, second = self.parts
        inputs = (first.program.inputs, second.program.inputs)
        return both_cells(self.relation, cells_of(first), cells_of(second), inputs)

    def _with_shared_cells(self, decls: Sequence[PlacedDeclaration]) -> Iterator[PlacedDeclaration]:
        """Give declarations so that the wrapper may read the cells that it combines."""
        cells = self.cells or ()
        for one in decls:
            node = one.node
            if isinstance(node, Interface) and any(part.block == node.name for part in cells):
                yield PlacedDeclaration(one.part, readable(node, coherent=self.invocations > 1))
            else:
                yield one

    def _cell_count(self) -> int:
        """Return how many cells the relation makes."""
        assert self.cells is not None
        return min(one.count for one in self.cells) * self.relation.width

    def _wrapper(self, items: Sequence[Placed[Statement]], binding: int) -> tuple[Declaration, ...]:
        like = self.parts[0].module
        entries = [part.entry for part in self.parts]
        if self.branches:
            first, second = (
                [item.node for item in items if item.part == part] for part in (FIRST, SECOND)
            )
            body = in_branches(like, entries, self.relation, first, second)
        else:
            nodes = [item.node for item in items]
            body = side_by_side(like, entries, self.relation, nodes)
        cells = 0
        if self.cells is not None:
            one, other = self.cells
            cells, count = self._cell_count(), min(one.count, other.count)
            made = cell_by_cell(
                like, (one.text, other.text), count, self.relation, self.invocations
            )
            body = (*body, *made)
        indexed = bool(cells) and self.invocations > 1
        return (
            *heading(like, entries[0], self.relation, binding, cells),
            entry_point(like, entries, self.relation, body, indexed=indexed),
        )


def _functions_in(decls: Sequence[PlacedDeclaration]) -> _Functions:
    found: dict[str, list[PlacedDeclaration]] = {}
    for one in decls:
        if isinstance(one.node, Function):
            found.setdefault(one.node.name, []).append(one)
    return found


def _directives(parts: tuple[Part, Part]) -> tuple[Directive, ...]:
    found = [replace(one) for part in parts for one in part.module.directives]
    return tuple(dict.fromkeys(found))


def _refuse_pair(first: Part, second: Part) -> None:
    """Raise `BadInput` for two parts of which no program can be made."""
    one, other = first.module, second.module
    if (one.language, one.version, one.profile) != (other.language, other.version, other.profile):
        raise BadInput(
            f"expected parts in one language and version, came {one.language} {one.version} and "
            f"{other.language} {other.version}"
        )
    if first.program.stage != second.program.stage:
        raise BadInput("expected parts of one stage, came a fragment and a compute shader")
    if first.entry.size != second.entry.size:
        raise BadInput(
            f"expected parts with workgroups of one size, came {first.entry.size} and "
            f"{second.entry.size}"
        )
    ends = one.language != "wgsl" and (first.discards or second.discards)
    if ends and (first.derives or second.derives):
        # After a discard, the neighbours of a pixel have undefined derivatives.
        raise BadInput("they cannot be fused: one discards pixels, and one takes derivatives")

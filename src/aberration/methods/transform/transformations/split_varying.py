"""Let the two stages of a pair hand a vector on as two variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate, entry_points
from aberration.languages.spirv.varyings import Shape, Unmatched, Varying, shape_of
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.add_varying import declare_shape
from aberration.methods.transform.transformations.encode_varying import varying_at, whole_uses
from aberration.methods.transform.transformations.move_varying import is_vertex

_HALVES: Final = 2


class SplitVarying(Transformation, frozen=True, gc=False):
    """Precondition: the module is a stage of a pair, which has no groups of decorations. A vector
    of numbers of 32 bits, which is no member of a block, lies at `location` and `component`, in the
    module and perhaps in the other stage. The vertex stage uses it in stores alone, the fragment
    stage in loads alone, and none of that has RelaxedPrecision; what is behind it is relevant.
    `pointers` are the pointer types, of its class, to the number or vector of its first components
    and to that of the others. `variables` are two fresh ids, and `fresh_ids` two for each use of
    the module, or more.
    Effect: two variables, at its place and at the component behind the first, are in its place, in
    both stages, interpolated as it is. Each store becomes one of each half; the value of each load
    is made of both halves.
    Facts: none used, none added.
    """

    location: int
    component: int
    pointers: tuple[int, int]
    variables: tuple[int, int]
    fresh_ids: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        if not module.facts.companion or not all_fresh(module, *self.variables, *self.fresh_ids):
            return False
        other = Module.parse(module.facts.companion)
        try:
            if any(one.by_opcode(o.OpDecorationGroup) for one in (module, other)):
                return False
            found = varying_at(module, self._place)
            if found is None or module.facts.is_pointee_irrelevant(found.variable):
                return False
            beside = varying_at(other, self._place)
            if beside is not None:
                whole_uses(other, beside)
            is_whole = self._are_halves(module, found)
            return is_whole and _HALVES * len(whole_uses(module, found)) <= len(self.fresh_ids)
        except Unmatched:
            return False
        finally:
            other.clear()

    def apply(self, module: Module) -> None:
        shapes = self._shapes(module)
        fresh = iter(self.fresh_ids)
        _split(module, self._place, (self.pointers, self.variables), lambda: next(fresh))
        other = Module.parse(module.facts.companion)
        if varying_at(other, self._place) is not None:
            storage = StorageClass.OUTPUT if is_vertex(other) else StorageClass.INPUT
            parts = [declare_shape(other, shape) for shape in shapes]
            first, second = (declare(other, o.OpTypePointer, 0, storage, part) for part in parts)
            made = (first, second), (other.fresh_id(), other.fresh_id())
            _split(other, self._place, made, other.fresh_id)
            module.facts.companion = other.to_bytes()
        other.clear()

    @property
    def _place(self) -> tuple[int, int]:
        return self.location, self.component

    def _shapes(self, module: Module) -> list[Shape]:
        return [shape_of(module, types.pointee(module, one)) for one in self.pointers]

    def _are_halves(self, module: Module, whole: Varying) -> bool:
        """Say whether the pointers are to parts of which a vector consists, in its own class."""
        storage = StorageClass.OUTPUT if is_vertex(module) else StorageClass.INPUT
        if any(types.storage_class(module, one) != storage for one in self.pointers):
            return False
        if whole.member >= 0 or whole.shape[0] != "vector":
            return False
        _, count, inner = whole.shape
        parts = self._shapes(module)
        return sum(map(_size, parts)) == count and all(_inner(one) == inner for one in parts)


_Made = tuple[tuple[int, int], tuple[int, int]]
"""Pointer types and ids of two variables."""


def _split(module: Module, place: tuple[int, int], made: _Made, fresh: Callable[[], int]) -> None:
    whole = must_exist(varying_at(module, place))
    pointers, variables = made
    parts = [types.pointee(module, one) for one in pointers]
    sizes = [_size(shape_of(module, one)) for one in parts]
    halves = list(
        zip(variables, parts, (range(sizes[0]), range(sizes[0], sum(sizes))), strict=True)
    )
    for use in whole_uses(module, whole):
        if is_vertex(module):
            made_of = chain.from_iterable(_stores(use, fresh, *half) for half in halves)
            module.replace(use, *made_of)
        else:
            loads = [
                Instruction(o.OpLoad, part, fresh(), [variable, *use.ops[1:]])
                for variable, part, _ in halves
            ]
            ids = [one.result_id for one in loads]
            joined = Instruction(o.OpCompositeConstruct, use.type_id, use.result_id, ids)
            module.replace(use, *loads, joined)
    _remove(module, whole.variable)
    for variable, pointer, begin in zip(variables, pointers, (0, sizes[0]), strict=True):
        marks = sorted(whole.marks)
        _declare(module, variable, pointer, (place[0], place[1] + begin), marks)


def _stores(
    use: Instruction, fresh: Callable[[], int], variable: int, type_id: int, parts: range
) -> Iterator[Instruction]:
    """Give what stores some components of what is stored in a variable."""
    value, taken = use.ops[1], fresh()
    if len(parts) == 1:
        yield Instruction(o.OpCompositeExtract, type_id, taken, [value, parts[0]])
    else:
        yield Instruction(o.OpVectorShuffle, type_id, taken, [value, value, *parts])
    yield Instruction(o.OpStore, 0, 0, [variable, taken, *use.ops[2:]])


def _remove(module: Module, variable: int) -> None:
    """Remove a variable that no code uses."""
    for user in list(module.users(variable)):
        if user.op in (o.OpName, o.OpDecorate):
            module.remove(user)
    for entry in entry_points(module):
        # Its name comes first, in words that may look like an id.
        if variable in entry.ops:
            last = len(entry.ops) - 1 - entry.ops[::-1].index(variable)
            module.set_operands(entry, [*entry.ops[:last], *entry.ops[last + 1 :]])
    module.remove(must_exist(module.definition(variable)))


def _declare(
    module: Module, variable: int, pointer: int, place: tuple[int, int], marks: Iterable[int]
) -> None:
    storage = types.storage_class(module, pointer)
    module.append_global(Instruction(o.OpVariable, pointer, variable, [storage]))
    module.add_input(variable)
    decorate(module, variable, Decoration.LOCATION, place[0])
    if place[1]:
        decorate(module, variable, Decoration.COMPONENT, place[1])
    for mark in marks:
        decorate(module, variable, mark)


def _size(shape: Shape) -> int:
    """Return how many components a number or vector has; none for other types."""
    if shape[0] == "vector":
        assert isinstance(shape[1], int)
        return shape[1]
    return int(shape[0] == "number")


def _inner(shape: Shape) -> object:
    """Return the type of the components of a number or vector."""
    return shape[2] if shape[0] == "vector" else shape

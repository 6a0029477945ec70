"""Floats that surely are integers within known bounds: arithmetic on small ones is exact, whoever
orders or fuses it.

Known are constants, uniforms that the inputs cover, integers made small by a mask or a shift and
converted, and what is computed of these without leaving the integers that a float of 32 bits can
tell apart. Whatever is decorated (as RelaxedPrecision), irrelevant, or of another width is not
known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.floats import float_of_bits
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.products import SINGLE, SUMS, Path, Product, products_of
from aberration.methods.transform.analysis.uniform_precision import is_relaxed

LARGEST: Final = 1 << 24
"""All integers up to here, positive or negative, are floats."""
MOST: Final = 600
"""Definitions that are looked at for one instruction, ..."""
DEEPEST: Final = 32
"""... and how many of them one after the other."""
WIDTH: Final = 32
_CONSTRUCTIONS: Final = (o.OpConstantComposite, o.OpCompositeConstruct)


class Span(msgspec.Struct, frozen=True):
    """An integer from `low` to `high`; as a float it may be zero with a minus sign only if
    `may_be_minus_zero`.
    """

    low: int
    high: int
    may_be_minus_zero: bool = False

    def largest(self) -> int:
        """Return the largest distance from zero."""
        return max(abs(self.low), abs(self.high))


def are_sums_exact(module: Module, instruction: Instruction, paths: Sequence[Path]) -> bool:
    """Say whether each component of a result of SUMS is the same bits, in whatever order its
    products are added, fused or not: each partial sum is exact, and no sum may consist of zeros
    with a minus sign alone.
    """
    spans = _Spans(module)
    found = [spans.sum_of(products_of(module, instruction, path)) for path in paths]
    return all(span is not None and not span.may_be_minus_zero for span in found)


def span_of(module: Module, value_id: int, path: Path = ()) -> Span | None:
    """Return the bounds of a float, or of one in a composite; None if it is not known to be an
    integer.
    """
    return _Spans(module).span(value_id, path)


LookUp = Callable[[int, Path], Span | None]


class _Spans:
    """One search, which looks at a limited number of definitions."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.left = MOST
        self.depth = 0
        self.found: dict[tuple[int, Path], Span | None] = {}

    def span(self, value_id: int, path: Path) -> Span | None:
        if (value_id, path) not in self.found:
            self.found[value_id, path] = self._below(self._span_of_definition, value_id, path)
        return self.found[value_id, path]

    def _below(self, look_up: LookUp, value_id: int, path: Path) -> Span | None:
        """Return what a look-up finds, unless it is too deep below others."""
        self.depth += 1
        found = look_up(value_id, path) if self.depth <= DEEPEST else None
        self.depth -= 1
        return found

    def _span_of_definition(self, value_id: int, path: Path) -> Span | None:
        definition = self._known_definition(value_id)
        if definition is None:
            return None
        if definition.op in (o.OpConstant, o.OpConstantNull):
            return self._constant(definition)
        if definition.op in _CONSTRUCTIONS:
            return self._part(definition, path, self.span)
        if definition.op == o.OpLoad:
            return self._uniform(definition, path)
        if definition.op in (o.OpConvertSToF, o.OpConvertUToF):
            return self._conversion(definition, path)
        if definition.op in SINGLE or definition.op in SUMS:
            return self.sum_of(products_of(self.module, definition, path))
        return self._of_operands(definition, path)

    def _known_definition(self, value_id: int) -> Instruction | None:
        """Return the definition of a value, if that can say anything about it."""
        self.left -= 1
        definition = self.module.definition(value_id)
        if definition is None or self.left < 0 or self.module.is_decorated(value_id):
            return None
        return None if self.module.facts.is_irrelevant(self.module, value_id) else definition

    def _part(self, definition: Instruction, path: Path, span: LookUp) -> Span | None:
        """Return what is known of a part of a composite that is put together; vectors may be
        made of vectors.
        """
        if not path:
            return None
        if types.component_count(self.module, definition.type_id) == len(definition.ops):
            return span(definition.ops[path[0]], path[1:])
        k = path[0]
        for part in definition.ops:
            type_id = self.module.type_of(part)
            size = (
                types.component_count(self.module, type_id)
                if types.is_vector(self.module, type_id)
                else 1
            )
            if k < size:
                return span(part, (k,) if types.is_vector(self.module, type_id) else ())
            k -= size
        return None

    def _of_operands(self, definition: Instruction, path: Path) -> Span | None:
        """Return what is known of a result that is moved, negated, or computed component by
        component.
        """
        ops = definition.ops
        if definition.op == o.OpCopyObject:
            return self.span(ops[0], path)
        if definition.op == o.OpCompositeExtract:
            return self.span(ops[0], (*ops[1:], *path))
        if definition.op == o.OpTranspose:
            return self.span(ops[0], path[::-1])
        if definition.op == o.OpFMul:
            return self.sum_of([((ops[0], path), (ops[1], path))])
        if definition.op == o.OpFAdd:
            return _sum_of_spans([self.span(ops[0], path), self.span(ops[1], path)])
        return None

    # ---- floats

    def _constant(self, definition: Instruction) -> Span | None:
        if definition.op == o.OpConstantNull:
            return Span(0, 0)
        if not types.is_float(self.module, definition.type_id) or len(definition.ops) != 1:
            return None
        if types.width(self.module, definition.type_id) != WIDTH:
            return None
        return _span_of_bits(definition.ops[0])

    def _uniform(self, load: Instruction, path: Path) -> Span | None:
        """Return what the inputs say of what is loaded; None if its precision is
        not certain.
        """
        module = self.module
        chain = module.definition(load.ops[0])
        if (
            chain is None
            or chain.op not in (o.OpAccessChain, o.OpInBoundsAccessChain)
            or module.is_decorated(chain.result_id)
        ):
            return None
        if len(load.ops) > 1:
            return None
        indexes = [module.definition(index) for index in chain.ops[1:]]
        if any(each is None or each.op != o.OpConstant for each in indexes):
            return None
        if any(module.facts.is_irrelevant(module, index) for index in chain.ops[1:]):
            return None
        start = tuple(types.constant_int(module, index) for index in chain.ops[1:])
        known = module.facts.uniforms.at(chain.ops[0], (*start, *path))
        if known is None or not types.is_float(module, known.type_id) or is_relaxed(module, known):
            return None
        return _span_of_bits(known.word)

    def sum_of(self, products: list[Product]) -> Span | None:
        """Return the bounds of a sum of products; None if one of its partial sums might not be
        exact.
        """
        spans = []
        for (left, left_path), (right, right_path) in products:
            a = self.span(left, left_path)
            b = None if a is None else self.span(right, right_path)
            spans.append(None if a is None or b is None else _product_of_spans(a, b))
        return _sum_of_spans(spans)

    # ---- integers that become floats

    def _conversion(self, definition: Instruction, path: Path) -> Span | None:
        if types.width(self.module, _scalar_of(self.module, definition.type_id)) != WIDTH:
            return None
        span = self._integer(definition.ops[0], path)
        return span if span is not None and span.largest() <= LARGEST else None

    def _integer(self, value_id: int, path: Path) -> Span | None:
        """Return the bounds of an integer of 32 bits that is not negative, read as either sign."""
        return self._below(self._span_of_integer, value_id, path)

    def _span_of_integer(self, value_id: int, path: Path) -> Span | None:
        definition = self._known_definition(value_id)
        if (
            definition is None
            or types.width(self.module, _scalar_of(self.module, definition.type_id)) != WIDTH
        ):
            return None
        if definition.op == o.OpConstant:
            return (
                Span(definition.ops[0], definition.ops[0]) if definition.ops[0] <= LARGEST else None
            )
        if definition.op in _CONSTRUCTIONS:
            return self._part(definition, path, self._integer)
        if definition.op in (o.OpCopyObject, o.OpCompositeExtract):
            return self._integer(definition.ops[0], (*definition.ops[1:], *path))
        if definition.op == o.OpBitwiseAnd:
            masks = [
                span
                for span in map(self._integer, definition.ops, (path, path))
                if span is not None
            ]
            return Span(0, min(span.high for span in masks)) if masks else None
        if definition.op == o.OpShiftRightLogical:
            by = self._integer(definition.ops[1], path)
            is_known = by is not None and by.low == by.high < WIDTH
            return Span(0, (1 << (WIDTH - by.low)) - 1) if by is not None and is_known else None
        return None


def _scalar_of(module: Module, type_id: int) -> int:
    return types.component_type(module, type_id) or type_id


def _span_of_bits(word: int) -> Span | None:
    value = float_of_bits(word, WIDTH)
    if not -LARGEST <= value <= LARGEST or value != int(value):
        return None
    return Span(int(value), int(value), word == 1 << (WIDTH - 1))


def _product_of_spans(a: Span, b: Span) -> Span | None:
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    found = Span(min(ends), max(ends), _may_be_minus_zero(a, b) or _may_be_minus_zero(b, a))
    return found if found.largest() <= LARGEST else None


def _may_be_minus_zero(zero: Span, other: Span) -> bool:
    """Say whether a product may be zero with a minus sign because its one factor is zero."""
    if zero.may_be_minus_zero and other.high >= 0:
        return True
    return zero.low <= 0 <= zero.high and (other.low < 0 or other.may_be_minus_zero)


def _sum_of_spans(spans: Sequence[Span | None]) -> Span | None:
    """Return the bounds of a sum; None if one is not known, or a partial sum in some order
    might not be exact.
    """
    known = [span for span in spans if span is not None]
    if not known or len(known) < len(spans) or sum(span.largest() for span in known) > LARGEST:
        return None
    minus_zero = all(span.may_be_minus_zero for span in known)
    return Span(sum(span.low for span in known), sum(span.high for span in known), minus_zero)

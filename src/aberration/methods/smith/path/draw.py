"""Plans drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import Type, scalar_or_vector

from ..generate.literals import int_value, uint_value
from ..generate.settings import LITERALS
from .plan import (
    Again,
    AnyRecord,
    Assign,
    Case,
    Compose,
    Compute,
    Constant,
    Copy,
    Early,
    Element,
    Form,
    Global,
    Guard,
    Increment,
    IndexForm,
    Input,
    Invoke,
    Lazy,
    Leave,
    Loop,
    LoopForm,
    Numbers,
    Pair,
    Parameter,
    Plan,
    Select,
    Swizzle,
    SwizzleStore,
)
from .records.pairs import ROWS as PAIRS
from .rows import rows_for
from .rows.row import Row
from .values import VALUE_TYPES

_SCALARS: Final = ("int", "uint", "float", "bool")
_INTEGERS: Final = ("int", "uint", "int", "uint", "ivec2", "uvec3", "ivec4", "uvec2")
_SHARED: Final = tuple(name for name in VALUE_TYPES if "b" not in name)
_VECTORS: Final = tuple(name for name in VALUE_TYPES if "vec" in name)
_DEEPEST: Final = 3
_FORMS: Final[tuple[Form, ...]] = ("name", "name", "inline", "inline", "variable")
_INDEXES: Final[tuple[IndexForm, ...]] = ("offset", "mask", "remainder", "count")
_DIRECTIONS: Final[tuple[Literal["in", "out", "inout"], ...]] = ("in", "in", "out", "inout")
_LAZY: Final[tuple[Literal["&&", "||", "?"], ...]] = ("&&", "||", "?")
_LOOPS: Final[tuple[LoopForm, ...]] = ("for", "while", "do")
_WGSL_LOOPS: Final[tuple[LoopForm, ...]] = ("for", "while", "loop", "break if")


class Drawer:
    """Draws the records of one plan. `left` is how many it may still draw."""

    def __init__(self, rng: Rng, language: LanguageName, version: int, size: int) -> None:
        self.rng: Final = rng
        self.wgsl: Final = language == "wgsl"
        self.literals: Final = tuple(one for one in LITERALS if rng.chance(0.75)) or LITERALS
        self.left = size
        self.depth = 0
        self.special: tuple[str, ...] = ()
        self._rows: Final = _rows_by_name(rng, rows_for(language, version))
        self._kinds: Final = tuple(
            kind for kind, weight in _WEIGHTS.items() for _ in range(weight) if rng.chance(0.9)
        ) or ("compute",)

    def number(self) -> int:
        """Return an operand's number: small ones, which stand for what is new, more often."""
        return self.rng.below(1 << self.rng.between(2, 8))

    def numbers(self, count: int) -> Numbers:
        return tuple([self.number() for _ in range(count)])

    def words(self, count: int) -> Numbers:
        draw = self.rng.choose((int_value, uint_value))
        return tuple([draw(self.rng, self.literals) & 0xFFFFFFFF for _ in range(count)])

    def row(self) -> tuple[Row, Type]:
        return self.rng.choose(self.rng.choose(self._rows))

    def kind(self) -> str:
        return self.rng.choose(tuple(VALUE_TYPES))

    def parameter_kind(self) -> str:
        return "aggregate" if self.rng.chance(0.2) else self.kind()

    def inside(self, special: str, count: int) -> Plan:
        """Return the plan of a loop's or function's body, where another kind makes sense."""
        outside = self.special
        # A loop around a function is not seen inside of it.
        self.special = (special,) if special == "early" else (*outside, special)
        found = self.plan(count)
        self.special = outside
        return found

    def plan(self, count: int) -> Plan:
        """Return up to `count` records."""
        self.depth += 1
        found: list[AnyRecord] = []
        for _ in range(count):
            if self.left <= 0:
                break
            self.left -= 1
            is_special = bool(self.special) and self.rng.chance(0.12)
            kind = self.rng.choose(self.special if is_special else self._kinds)
            if self.depth > _DEEPEST and kind in _NESTED:
                kind = "compute"
            found.append(_DRAWERS[kind](self))
        self.depth -= 1
        return tuple(found)


def draw_plan(language: LanguageName, version: int, rng_seed: int, size: int = 48) -> Plan:
    """Return a plan for a version: values from outside first, then `size` records at most."""
    rng = Rng.of(rng_seed, "smith", "path", language, version)
    drawer = Drawer(rng, language, version, size)
    # Of each scalar one at least, so that all operations have something to begin with.
    kinds = ["int", "uint", "float", *[rng.choose(_SHARED) for _ in range(rng.between(1, 5))]]
    inputs = [_input(drawer, kind) for kind in kinds]
    return (*inputs, *drawer.plan(rng.between(size // 3, size)))


def _rows_by_name(
    rng: Rng, rows: Sequence[tuple[Row, Type]]
) -> tuple[tuple[tuple[Row, Type], ...], ...]:
    """Return the rows by name, of which each program leaves some out."""
    found: dict[str, list[tuple[Row, Type]]] = {}
    for row, type in rows:
        found.setdefault(row.name, []).append((row, type))
    kept = [tuple(some) for some in found.values() if rng.chance(0.8)]
    return tuple(kept) or (tuple(rows),)


# ---- one function for each kind


def _input(d: Drawer, kind: str) -> Input:
    size = d.rng.between(2, 5) if d.rng.chance(0.2) else 0
    return Input(kind, d.words(4), size, d.rng.chance(0.25))


def _more_input(d: Drawer) -> AnyRecord:
    return _input(d, d.rng.choose(_SHARED))


def _constant(d: Drawer) -> AnyRecord:
    return Constant(d.kind(), d.words(4))


def _global(d: Drawer) -> AnyRecord:
    return Global(d.kind(), d.words(4))


def _copy(d: Drawer) -> AnyRecord:
    return Copy(d.number(), d.number(), d.rng.chance(0.5))


def _compute(d: Drawer) -> AnyRecord:
    row, type = d.row()
    form = d.rng.choose(_FORMS)
    return Compute(row.name, type.glsl, d.numbers(len(row.operands)), form)


def _swizzle(d: Drawer) -> AnyRecord:
    components = tuple([d.rng.below(4) for _ in range(d.rng.between(1, 4))])
    form = d.rng.choose(_FORMS)
    return Swizzle(d.rng.choose(_VECTORS), d.number(), components, form)


def _compose(d: Drawer) -> AnyRecord:
    shape = d.rng.choose(("vector", "array", "array", "structure"))
    if shape == "vector":
        return Compose("vector", (d.rng.choose(_VECTORS),), d.numbers(4))
    if shape == "array":
        return Compose("array", (d.kind(),), d.numbers(4), d.rng.between(2, 5))
    kinds = [d.kind()]
    for _ in range(d.rng.between(0, 3)):
        # Neighbours of one type: what belongs to which is known by their places alone.
        kinds.append(kinds[-1] if d.rng.chance(0.4) else d.kind())
    return Compose("structure", tuple(kinds), d.numbers(4))


def _assign(d: Drawer) -> AnyRecord:
    if d.rng.chance(0.5):
        return Assign(d.kind(), d.number(), d.number())
    rows = ("add", "subtract", "multiply", "divide", "remainder", "and", "or", "xor",
            "shift left", "shift right")  # fmt: skip
    return Assign(d.rng.choose(_INTEGERS), d.number(), d.number(), d.rng.choose(rows))


def _increment(d: Drawer) -> AnyRecord:
    rng = d.rng
    kind = rng.choose(("int", "uint"))
    down, inside, prefix = (rng.chance(0.5) for _ in range(3))
    return Increment(kind, d.number(), down, inside, prefix, d.number())


def _swizzle_store(d: Drawer) -> AnyRecord:
    components = tuple([d.rng.below(4) for _ in range(d.rng.between(1, 4))])
    return SwizzleStore(d.rng.choose(_VECTORS), d.number(), components, d.number())


def _element(d: Drawer) -> AnyRecord:
    how = d.rng.choose(_INDEXES)
    return Element(d.number(), d.number(), d.rng.below(8), how, d.rng.chance(0.5), d.number())


def _pair(d: Drawer) -> AnyRecord:
    name = d.rng.choose(tuple(PAIRS))
    kind = scalar_or_vector(PAIRS[name].element, d.rng.between(1, 4)).glsl
    return Pair(name, kind, d.numbers(2))


def _lazy(d: Drawer) -> AnyRecord:
    rng = d.rng
    op, kind = rng.choose(_LAZY), rng.choose(_SCALARS)
    holds, down = rng.chance(0.5), rng.chance(0.5)
    return Lazy(op, kind, d.numbers(2), rng.below(18), holds, d.number(), down)


def _guard(d: Drawer) -> AnyRecord:
    rng = d.rng
    kind = rng.choose(_SCALARS)
    numbers, comparison, holds = d.numbers(2), rng.below(18), rng.chance(0.5)
    then = d.plan(rng.between(1, 5))
    otherwise = d.plan(rng.between(1, 4)) if rng.chance(0.6) else ()
    return Guard(kind, numbers, comparison, holds, then, otherwise)


def _select(d: Drawer) -> AnyRecord:
    rng = d.rng
    count = rng.between(1, 4)
    cases = tuple(
        [Case(rng.between(-3, 5), d.plan(rng.between(0, 3)), rng.chance(0.4)) for _ in range(count)]
    )
    default = rng.between(-1, count - 1)
    return Select(rng.choose(("int", "uint")), d.number(), cases, rng.below(count), default)


def _loop(d: Drawer) -> AnyRecord:
    rng = d.rng
    form = rng.choose(_WGSL_LOOPS if d.wgsl else _LOOPS)
    turns = rng.between(1, 4) if d.depth > 1 else rng.between(1, 8)
    body = d.inside("leave", rng.between(1, 6))
    stride = rng.choose((1, 1, 2, 3))
    opaque, down, unsigned = rng.chance(0.6), rng.chance(0.3), rng.chance(0.4)
    return Loop(form, turns, body, d.number(), opaque, down, stride, unsigned)


def _leave(d: Drawer) -> AnyRecord:
    return Leave(d.rng.below(8), d.rng.chance(0.5))


def _invoke(d: Drawer) -> AnyRecord:
    rng = d.rng
    parameters = tuple(
        [
            Parameter(d.parameter_kind(), rng.choose(_DIRECTIONS), d.number())
            for _ in range(rng.between(0, 4))
        ]
    )
    body = d.inside("early", rng.between(1, 6))
    return Invoke(d.kind(), parameters, body, d.number())


def _again(d: Drawer) -> AnyRecord:
    return Again(d.number(), d.numbers(4))


def _early(d: Drawer) -> AnyRecord:
    rng = d.rng
    holds = rng.chance(0.3)
    return Early(rng.choose(_SCALARS), d.numbers(2), rng.below(18), holds, d.number())


_WEIGHTS: Final = {
    "input": 1,
    "constant": 1,
    "global": 1,
    "copy": 2,
    "compute": 20,
    "swizzle": 2,
    "compose": 3,
    "assign": 5,
    "increment": 2,
    "swizzle store": 2,
    "element": 4,
    "pair": 1,
    "lazy": 1,
    "guard": 3,
    "select": 2,
    "loop": 3,
    "invoke": 2,
    "again": 1,
}
_NESTED: Final = frozenset(("guard", "select", "loop", "invoke"))
_DRAWERS: Final[Mapping[str, Callable[[Drawer], AnyRecord]]] = MappingProxyType(
    {
        "input": _more_input,
        "constant": _constant,
        "global": _global,
        "copy": _copy,
        "compute": _compute,
        "swizzle": _swizzle,
        "compose": _compose,
        "assign": _assign,
        "increment": _increment,
        "swizzle store": _swizzle_store,
        "element": _element,
        "pair": _pair,
        "lazy": _lazy,
        "guard": _guard,
        "select": _select,
        "loop": _loop,
        "leave": _leave,
        "invoke": _invoke,
        "again": _again,
        "early": _early,
    }
)

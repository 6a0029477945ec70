"""Numbers with bounds, called one operation at a time; and implementations that compute as they are
allowed to.

`Bounds` is the C that generated text calls. An `Implementation` draws how each operation is
rounded, fused and ordered: what it gives has to lie within the bounds.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from aberration.core.rng import Rng
from aberration.languages.native.compiler import Library, build
from aberration.languages.spirv.interpret.native.program import text_of

PARTS: Final = (
    "common",
    "values",
    "bounds",
    "bounds_functions",
    "bounds_integers",
    "bounds_vectors",
    "bounds_driver",
    "bounds_words",
)
ONE: Final = [
    "floor",
    "ceil",
    "trunc",
    "round",
    "abs",
    "sign",
    "fract",
    "radians",
    "degrees",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "exp",
    "exp2",
    "log",
    "log2",
    "rsqrt",
    "sqrt",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "sqr",
]
TWO: Final = ["add", "sub", "mul", "div", "min", "max", "nmin", "nmax", "step", "atan2", "pow"]
THREE: Final = ["clamp", "nclamp", "mix", "smooth", "fma"]
_HEAD: Final = """
#define SITES 8
#define TRACED 1
#define STORES 1
"""
_TAIL: Final = """
static void stop(int64_t kind, int64_t site) {}
static void become_free(int64_t cause, int64_t site) {}
void leaf(double v, F *r) { f_leaf(r, v, &F_FREE); }
void between(double v, double lo, double hi, F *r) { f_between(r, v, lo, hi); }
static const Mode *mode_of(int64_t mode) {
  return mode == 0 ? &F_FREE : mode == 1 ? &F_RIGID : mode == 2 ? &RELAXED : &D_FREE;
}
void neg(F *a, F *r) { f_neg(r, a); }
void mod(F *a, F *b, int64_t to_zero, F *r) { f_mod(r, a, b, (int)to_zero, &F_FREE, 0); }
void determinant_of(F *x, int64_t side, F *r) { f_determinant(r, x, side, &F_FREE, 0); }
void dot_of(F *x, F *y, int64_t count, int64_t same, F *r) {
f_dot(r, x, y, count, (int)same, &F_FREE, 0); }
void give(int64_t i, int64_t k, F *a) { given[i][k] = *a; }
void take(int64_t k, F *r) { *r = found[k]; }
void whole(int64_t which, int64_t n) {
  alike = 0;
  if (which == 0) x_length(n, &F_FREE, 0);
  else if (which == 1) x_distance(n, &F_FREE, 0);
  else if (which == 2) x_normalize(n, &F_FREE, 0);
  else if (which == 3) x_cross(&F_FREE, 0);
  else if (which == 4) x_reflect(n, &F_FREE, 0);
  else if (which == 5) x_refract(n, &F_FREE, 0);
  else if (which == 6) x_inverse(n, &F_FREE, 0);
  else if (which == 7) x_face_forward(n, &F_FREE, 0);
}
int64_t less(F *a, F *b, int64_t or_equal) { return f_less(a, b, (int)or_equal, &F_FREE); }
int64_t equal(F *a, F *b) { return f_equal(a, b, &F_FREE); }
void op(J *a, J *b, int64_t how, int64_t w, J *r) { j_op(r, a, b, (int)how, (int)w, 0); }
void clamped(J *a, J *b, J *c, int64_t with_sign_, int64_t w, J *r) {
j_clamp(r, a, b, c, (int)with_sign_, (int)w, 0); }
int64_t compared(J *a, J *b, int64_t or_equal, int64_t with_sign_, int64_t w) {
  return j_less(a, b, (int)or_equal, (int)with_sign_, (int)w);
}
int64_t equal_integers(J *a, J *b, int64_t w) { return j_equal(a, b, (int)w); }
void to_integer(F *a, int64_t with_sign_, int64_t w, J *r) {
f_to_j(r, a, (int)with_sign_, (int)w, &F_FREE, 0); }
void to_float(J *a, int64_t with_sign_, int64_t w, F *r) {
f_of_j(r, a, (int)with_sign_, (int)w, &F_FREE); }
void widened(J *a, int64_t extend, int64_t from, int64_t to, J *r) {
j_widen(r, a, (int)extend, (int)from, (int)to); }
void bits_from(F *a, J *r) { f_to_bits(r, a, 32, 0); }
void halves(F *a, F *b, J *r) { given[0][0] = *a; given[0][1] = *b; x_pack_half(0);
*r = packed_word; }
void packed(int64_t n, int64_t width, int64_t with_sign_, double scale, J *r) {
  x_pack(n, width, with_sign_, scale, 0);
  *r = packed_word;
}
void narrowed(F *a, F *r) { f_convert(r, a, &F_FREE, &H_FREE, 0); }
"""


class Float(ctypes.Structure):
    """`F` of the text."""

    _fields_ = [(name, ctypes.c_double) for name in ("v", "lo", "hi", "mass", "grid", "n")]
    v: float
    lo: float
    hi: float
    mass: float
    grid: float
    n: float

    @property
    def is_any(self) -> bool:
        return self.lo == -math.inf

    @property
    def is_exact(self) -> bool:
        return self.lo == self.hi == self.v

    def holds(self, value: float) -> bool:
        return self.is_any or self.lo <= value <= self.hi


class Integer(ctypes.Structure):
    """`J` of the text."""

    _fields_ = [(name, ctypes.c_int64) for name in ("v", "lo", "hi", "cause")]
    v: int
    lo: int
    hi: int
    cause: int

    def holds(self, value: int, width: int) -> bool:
        """Say whether an unsigned pattern may be meant."""
        if self.hi - self.lo >= 1 << width:
            return True
        return (value - self.lo) % (1 << width) <= self.hi - self.lo


class Bounds:
    """The functions of the text, by name."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def leaf(self, value: float) -> Float:
        found = Float()
        self._library.functions.leaf(ctypes.c_double(value), ctypes.byref(found))
        return found

    def between(self, low: float, high: float, value: float | None = None) -> Float:
        found = Float()
        near = single(low) if value is None else value
        numbers = (ctypes.c_double(number) for number in (near, low, high))
        self._library.functions.between(*numbers, ctypes.byref(found))
        return found

    def call(self, name: str, *operands: Float, mode: int = 0) -> Float:
        """Call `f_NAME` with a freedom: 0 free, 1 rigid, 2 relaxed, 3 of 64 bits."""
        found = Float()
        given = [ctypes.byref(operand) for operand in operands]
        getattr(self._library.functions, f"call_{name}")(
            *given, ctypes.c_int64(mode), ctypes.byref(found)
        )
        return found

    def neg(self, operand: Float) -> Float:
        found = Float()
        self._library.functions.neg(ctypes.byref(operand), ctypes.byref(found))
        return found

    def mod(self, a: Float, b: Float, to_zero: bool) -> Float:
        found = Float()
        self._library.functions.mod(
            ctypes.byref(a), ctypes.byref(b), ctypes.c_int64(to_zero), ctypes.byref(found)
        )
        return found

    def dot(self, x: Sequence[Float], y: Sequence[Float]) -> Float:
        found = Float()
        array = Float * len(x)
        same = ctypes.c_int64(x is y)
        self._library.functions.dot_of(
            array(*x), array(*y), ctypes.c_int64(len(x)), same, ctypes.byref(found)
        )
        return found

    def determinant(self, cells: Sequence[Float], side: int) -> Float:
        found = Float()
        array = Float * len(cells)
        self._library.functions.determinant_of(
            array(*cells), ctypes.c_int64(side), ctypes.byref(found)
        )
        return found

    def vectors(
        self, which: int, count: int, *operands: Sequence[Float], results: int = 0
    ) -> list[Float]:
        """Call a function of vectors by its number in the text."""
        for i, operand in enumerate(operands):
            for k, cell in enumerate(operand):
                self._library.functions.give(
                    ctypes.c_int64(i), ctypes.c_int64(k), ctypes.byref(cell)
                )
        self._library.functions.whole(ctypes.c_int64(which), ctypes.c_int64(count))
        found = []
        for k in range(results or count):
            cell = Float()
            self._library.functions.take(ctypes.c_int64(k), ctypes.byref(cell))
            found.append(cell)
        return found

    def truth(
        self, name: str, *operands: ctypes.Structure, extra: Sequence[int] = ()
    ) -> bool | None:
        """Return a boolean, None for either."""
        function = getattr(self._library.functions, name)
        function.restype = ctypes.c_int64
        found = function(
            *[ctypes.byref(operand) for operand in operands],
            *[ctypes.c_int64(each) for each in extra],
        )
        return None if found & 2 else bool(found & 1)

    def integer(self, name: str, *operands: ctypes.Structure, extra: Sequence[int] = ()) -> Integer:
        """Call a function that gives an integer."""
        found = Integer()
        numbers = [ctypes.c_int64(each) for each in extra]
        given = [ctypes.byref(operand) for operand in operands]
        getattr(self._library.functions, name)(*given, *numbers, ctypes.byref(found))
        return found

    def pack(self, operands: Sequence[Float], width: int, with_sign: bool, scale: float) -> Integer:
        found = Integer()
        for k, cell in enumerate(operands):
            self._library.functions.give(ctypes.c_int64(0), ctypes.c_int64(k), ctypes.byref(cell))
        numbers = (ctypes.c_int64(len(operands)), ctypes.c_int64(width), ctypes.c_int64(with_sign))
        self._library.functions.packed(*numbers, ctypes.c_double(scale), ctypes.byref(found))
        return found


@cache
def bounds(compiler: str = "") -> Bounds:
    """Return the text as a library."""
    wrappers = []
    for count, names in ((1, ONE), (2, TWO), (3, THREE)):
        for name in names:
            letters = "abc"[:count]
            given = ", ".join(f"F *{letter}" for letter in letters)
            wrappers.append(
                f"void call_{name}({given}, int64_t mode, F *r) "
                f"{{ f_{name}(r, {', '.join(letters)}, mode_of(mode), 0); }}"
            )
    source = "\n".join([_HEAD, *(text_of(part) for part in PARTS), _TAIL, *wrappers])
    return Bounds(build(source, compiler))


# ---- what implementations may do


def single(value: float) -> float:
    return float(np.float32(value))


def rounded(exact: Fraction, direction: int) -> float:
    """Round to 32 bits: down (-1), to nearest (0) or up (1). It has to be in the range of
    normal numbers.
    """
    near = np.float32(float(exact))
    if not direction or Fraction(float(near)) == exact:
        return float(near)
    if direction < 0:
        return float(
            near if Fraction(float(near)) < exact else np.nextafter(near, np.float32(-np.inf))
        )
    return float(near if Fraction(float(near)) > exact else np.nextafter(near, np.float32(np.inf)))


class Node(NamedTuple):
    """An expression: a leaf's value, or an operation on others."""

    op: str
    value: float = 0.0
    parts: tuple[Node, ...] = ()


class Implementation:
    """One way to compute: how each operation is rounded, whether products are fused, sums and
    products regrouped.
    """

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.direction = rng.below(5) - 1
        self.fuses = rng.chance(0.5)
        self.regroups = rng.chance(0.6)

    def round(self, exact: Fraction) -> float:
        direction = self.direction if self.direction < 2 else self.rng.below(3) - 1
        return rounded(exact, direction)

    def value(self, node: Node) -> float:
        if node.op == "leaf":
            return node.value
        if node.op in ("add", "sub"):
            return self._sum(node)
        if node.op == "mul":
            return self._product(node)
        return _PLAIN[node.op](*map(self.value, node.parts))

    # ---- sums

    def _sum(self, node: Node) -> float:
        if self.regroups and self.rng.chance(0.5):
            joined = self._factored(node)
            if joined is not None:
                return joined
        terms = self._terms(node, 1) if self.regroups else [(part, 1) for part in node.parts]
        if not self.regroups and node.op == "sub":
            terms[1] = terms[1][0], -1
        known = [self._term(part, sign) for part, sign in terms]
        while len(known) > 1:
            i, j = (0, 1) if not self.regroups else self._pair(len(known))
            a, b = known[i], known[j]
            # At most one of two products can be fused with the other.
            left = (
                a
                if isinstance(a, Fraction) and not isinstance(b, Fraction)
                else Fraction(self._settled(a))
            )
            joined = self.round(left + (b if isinstance(b, Fraction) else Fraction(b)))
            known = [joined, *(each for k, each in enumerate(known) if k not in (i, j))]
        return self._settled(known[0])

    def _factored(self, node: Node) -> float | None:
        """a * b + a * c as a * (b + c)."""
        left, right = node.parts
        if left.op != "mul" or right.op != "mul" or left.parts[0] is not right.parts[0]:
            return None
        inner = Node(node.op, parts=(left.parts[1], right.parts[1]))
        return self.value(Node("mul", parts=(left.parts[0], inner)))

    def _settled(self, term: float | Fraction) -> float:
        return self.round(term) if isinstance(term, Fraction) else term

    def _pair(self, count: int) -> tuple[int, int]:
        i = self.rng.below(count)
        j = self.rng.below(count - 1)
        return i, j + (j >= i)

    def _terms(self, node: Node, sign: int) -> list[tuple[Node, int]]:
        if node.op == "neg":
            return self._terms(node.parts[0], -sign)
        if node.op == "mul" and node.parts[0].op in ("add", "sub") and self.rng.chance(0.3):
            sum_, factor = node.parts
            products = tuple(Node("mul", parts=(part, factor)) for part in sum_.parts)
            return self._terms(Node(sum_.op, parts=products), sign)
        if node.op not in ("add", "sub"):
            return [(node, sign)]
        other = sign if node.op == "add" else -sign
        return [*self._terms(node.parts[0], sign), *self._terms(node.parts[1], other)]

    def _term(self, node: Node, sign: int) -> float | Fraction:
        """Return a term; as a fraction if it is a product that is not rounded before it is
        added.
        """
        if self.fuses and node.op == "mul" and self.rng.chance(0.7):
            a, b = map(self.value, node.parts)
            return sign * Fraction(a) * Fraction(b)
        return sign * self.value(node)

    # ---- products

    def _product(self, node: Node) -> float:
        if self.regroups and self.rng.chance(0.3):
            spread = self._spread(node)
            if spread is not None:
                return spread
        factors = self._factors(node) if self.regroups else list(node.parts)
        known = [self.value(factor) for factor in factors]
        while len(known) > 1:
            i, j = (0, 1) if not self.regroups else self._pair(len(known))
            joined = self.round(Fraction(known[i]) * Fraction(known[j]))
            known = [joined, *(each for k, each in enumerate(known) if k not in (i, j))]
        return known[0]

    def _factors(self, node: Node) -> list[Node]:
        if node.op != "mul":
            return [node]
        return [factor for part in node.parts for factor in self._factors(part)]

    def _spread(self, node: Node) -> float | None:
        """(a + b) * c as a * c + b * c."""
        left, right = node.parts
        if left.op != "add":
            return None
        a, b = (Node("mul", parts=(part, right)) for part in left.parts)
        return self.value(Node("add", parts=(a, b)))


_PLAIN: Final[dict[str, Callable[..., float]]] = {
    "neg": lambda a: -a,
    "abs": abs,
    "min": min,
    "max": max,
}


def bounded(text: Bounds, node: Node) -> Float:
    """Compute an expression with bounds."""
    if node.op == "leaf":
        return text.leaf(node.value)
    parts = [bounded(text, part) for part in node.parts]
    if node.op == "neg":
        return text.neg(parts[0])
    if node.op == "mul" and node.parts[0] is node.parts[1]:
        return text.call("sqr", parts[0])
    return text.call(node.op, *parts)


def random_leaf(rng: Rng, dyadic: bool) -> float:
    """Return a number: a multiple of 1/8 up to 4, or any of middling size.

    Eight products of four of the former add up to 2^24 of their last places, no more.
    """
    if dyadic:
        return (rng.below(65) - 32) / 8.0
    size = 2.0 ** (rng.below(12) - 6)
    return single(rng.uniform(-1.0, 1.0) * size)


def random_node(rng: Rng, depth: int, dyadic: bool, ops: Sequence[str]) -> Node:
    """Return an expression."""
    if depth == 0 or rng.chance(0.15):
        return Node("leaf", random_leaf(rng, dyadic if not rng.chance(0.2) else True))
    op = ops[rng.below(len(ops))]
    count = 1 if op in ("neg", "abs") else 2
    parts = tuple(random_node(rng, depth - 1, dyadic, ops) for _ in range(count))
    if op in ("add", "mul") and rng.chance(0.1):
        parts = (parts[0], parts[0])
    if op in ("add", "sub") and "mul" in ops and rng.chance(0.15):
        shared = random_node(rng, depth - 1, dyadic, ops)
        left, right = (Node("mul", parts=(shared, part)) for part in parts)
        parts = (left, right)
    return Node(op, parts=parts)

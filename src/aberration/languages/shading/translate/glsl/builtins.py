"""Built-in functions of any language that a version of GLSL or ESSL spells otherwise, or that
are written out there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...builtins.signature import Overload
from ...tree import Binary, Call, Conditional, Name
from ...types import BOOL, FLOAT, INT, UINT, Scalar, Vector, with_element
from ..emitter import Emitter, Rule
from ..values import LETTERS, TranslatedValue


def _has(emitter: Emitter, callee: Overload) -> bool:
    """Whether the target has the row under some name for these types."""
    return any(
        overload.builtin is callee.builtin and overload.types == callee.types
        for form in callee.builtin.forms
        if form.language == emitter.rules.language
        for overload in emitter.builtins.overloads(form.name or callee.builtin.name)
    )


def _text(template: str, name: str = "", *, always: bool = False) -> Rule:
    """A function in GLSL's text for scalars, done component by component for vectors. `$T` is the
    type of the result, `$A` of the first argument; it counts where the target lacks the row, or
    `always`.
    """

    def rule(
        emitter: Emitter, callee: Overload, args: list[TranslatedValue]
    ) -> TranslatedValue | None:
        if not always and _has(emitter, callee):
            return None
        called = _component_wise(
            emitter, name or callee.builtin.name.split()[0], template, callee, args
        )
        return TranslatedValue(
            Call(Name(called), tuple(value.expr for value in args)), callee.result
        )

    return rule


def _component_wise(
    emitter: Emitter, name: str, template: str, callee: Overload, args: list[TranslatedValue]
) -> str:
    result, first = callee.result, args[0].type
    if not isinstance(first, Vector):
        text = template.replace("$T", emitter.text_of(result)).replace("$A", emitter.text_of(first))
        return emitter.helper_name(f"{name}_{emitter.mark(first)}", text)
    single = [TranslatedValue(value.expr, _element(value.type)) for value in args]
    types = tuple(_element(type) for type in callee.types)
    scalar = Overload(
        callee.name, callee.builtin, _element(callee.result), (), types, callee.directions
    )
    one = _component_wise(emitter, name, template, scalar, single)
    names = "abcd"[: len(args)]
    params = ", ".join(
        f"{emitter.text_of(value.type)} {name}" for value, name in zip(args, names, strict=True)
    )
    parts = ", ".join(
        f"{one}({_of_component(args, names, letter)})" for letter in LETTERS[: first.size]
    )
    spelled = emitter.text_of(result)
    text = f"{spelled} @({params}) {{ return {spelled}({parts}); }}"
    return emitter.helper_name(f"{name}_{emitter.mark(first)}", text)


def _of_component(args: list[TranslatedValue], names: str, letter: str) -> str:
    """Return the arguments for one component: scalars are the same for all."""
    return ", ".join(
        f"{name}.{letter}" if isinstance(value.type, Vector) else name
        for value, name in zip(args, names, strict=True)
    )


def _element(type: object) -> Scalar:
    found = type.component if isinstance(type, Vector) else type
    assert isinstance(found, Scalar)
    return found


def _select(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue | None:
    """WGSL's `select` evaluates both values, which have no effects by now."""
    low, high, test = args
    if test.type is BOOL:
        return TranslatedValue(Conditional(test.expr, high.expr, low.expr), callee.result)
    return _text("$T @($A a, $A b, bool c) { return c ? b : a; }", "select")(emitter, callee, args)


def _saturate(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
    bounds = (emitter.constant(0.0, FLOAT), emitter.constant(1.0, FLOAT))
    return TranslatedValue(Call(Name("clamp"), (args[0].expr, *bounds)), callee.result)


def _clamp(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue | None:
    """WGSL says what it gives for integers whose bounds are the wrong way round; GLSL does not."""
    if emitter.given.hazards != "wgsl" or _element(args[0].type) not in (INT, UINT):
        return None
    value, low, high = (one.expr for one in args)
    raised = Call(Name("max"), (value, low))
    return TranslatedValue(Call(Name("min"), (raised, high)), callee.result)


def _fuse(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue | None:
    """Where there is no `fma`, the two operations, which is what it may be everywhere."""
    if _has(emitter, callee):
        return None
    product = Binary("*", args[0].expr, args[1].expr)
    return TranslatedValue(Binary("+", product, args[2].expr), callee.result)


def _any_of_one(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
    return args[0]


def _round(emitter: Emitter, callee: Overload, args: list[TranslatedValue]) -> TranslatedValue:
    """WGSL rounds halves to even, which GLSL's `round` may do or not."""
    defined = emitter.given.hazards == "wgsl"
    return TranslatedValue(
        Call(Name("roundEven" if defined else "round"), (args[0].expr,)), callee.result
    )


def _dot_of_integers(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue:
    type = args[0].type
    assert isinstance(type, Vector)
    sum_ = " + ".join(f"a.{letter} * b.{letter}" for letter in LETTERS[: type.size])
    text = f"{emitter.text_of(callee.result)} @({type.glsl} a, {type.glsl} b) {{ return {sum_}; }}"
    return TranslatedValue(
        emitter.helper(f"dot_{type.glsl}", text, args[0].expr, args[1].expr), callee.result
    )


def _magnitude(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue | None:
    """`abs` of unsigned numbers is nothing to do."""
    return args[0] if with_element(args[0].type, UINT) is args[0].type else None


_EXTRACT: Final = """
$T @($T e, uint offset, uint count) {
  uint at = min(offset, 32u); uint bits = min(count, 32u - at);
  return bits == 0u ? $T(0) : e << (32u - at - bits) >> (32u - bits);
}"""
_INSERT: Final = """
$T @($T e, $T part, uint offset, uint count) {
  uint at = min(offset, 32u); uint bits = min(count, 32u - at);
  if (bits == 0u) { return e; }
  uint mask = (0xffffffffu >> (32u - bits)) << at;
  return $T(uint(e) & ~mask | uint(part) << at & mask);
}"""
_EXTRACT_SIGNED: Final = """
$T @($T e, int offset, int bits) {
  return bits == 0 ? $T(0) : e << (32 - offset - bits) >> (32 - bits);
}"""
_INSERT_SIGNED: Final = """
$T @($T e, $T part, int offset, int bits) {
  if (bits == 0) { return e; }
  uint mask = (0xffffffffu >> (32 - bits)) << offset;
  return $T(uint(e) & ~mask | uint(part) << offset & mask);
}"""
_REVERSE: Final = """
$T @($T e) {
  uint x = uint(e);
  x = (x >> 1u & 0x55555555u) | (x & 0x55555555u) << 1u;
  x = (x >> 2u & 0x33333333u) | (x & 0x33333333u) << 2u;
  x = (x >> 4u & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4u;
  x = (x >> 8u & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8u;
  return $T(x >> 16u | x << 16u);
}"""
_COUNT: Final = (
    "$T @($A e) { uint x = uint(e); int n = 0; while (x != 0u) { n++; x &= x - 1u; } return "
    "$T(n); }"
)
_LOWEST: Final = """
$T @($A e) {
  uint x = uint(e); int n = 0;
  if (x == 0u) { return $T(-1); }
  while ((x & 1u) == 0u) { n++; x >>= 1u; }
  return $T(n);
}"""
_HIGHEST: Final = """
$T @($A e) {
  uint x = SIGN; int n = -1;
  while (x != 0u) { n++; x >>= 1u; }
  return $T(n);
}"""


def _highest(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue | None:
    """The highest bit that differs from the sign."""
    signed = with_element(args[0].type, INT) is args[0].type
    text = _HIGHEST.replace("SIGN", "uint(e < 0 ? ~e : e)" if signed else "e")
    return _text(text)(emitter, callee, args)


_LEADING: Final = (
    "$T @($A e) { uint x = uint(e); int n = 32; while (x != 0u) { n--; x >>= 1u; } return $T(n); }"
)
_TRAILING: Final = """
$T @($A e) {
  uint x = uint(e); int n = 0;
  if (x == 0u) { return $T(32); }
  while ((x & 1u) == 0u) { n++; x >>= 1u; }
  return $T(n);
}"""
RULES: Final[Mapping[str, Rule]] = {
    "mix by bool": _select,
    "saturate": _saturate,
    "fma": _fuse,
    "any or all of one": _any_of_one,
    "round": _round,
    "clamp": _clamp,
    "abs": _magnitude,
    "dot of integers": _dot_of_integers,
    "extractBits": _text(_EXTRACT, "extractBits"),
    "extractBits of uint": _text(_EXTRACT, "extractBits"),
    "insertBits": _text(_INSERT, "insertBits"),
    "bitfieldExtract": _text(_EXTRACT_SIGNED),
    "bitfieldExtract of uint": _text(_EXTRACT_SIGNED),
    "bitfieldInsert": _text(_INSERT_SIGNED),
    "bitfieldReverse": _text(_REVERSE),
    "bitCount": _text(_COUNT),
    "countOneBits": _text(_COUNT),
    "findLSB": _text(_LOWEST),
    "firstTrailingBit": _text(_LOWEST),
    "findMSB": _highest,
    "firstLeadingBit": _highest,
    "countLeadingZeros": _text(_LEADING),
    "countTrailingZeros": _text(_TRAILING),
}

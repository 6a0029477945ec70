"""Calls of built-in functions by the one table: the same row under the target's name, or a rule
of the target's.
"""

from __future__ import annotations

from ..builtins.row import Builtin
from ..builtins.signature import Overload
from ..tree import Call, Name
from ..types import Scalar, Struct, Type, Vector
from .emitter import Emitter
from .values import TranslatedValue


def builtin_call(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue:
    """Return the call of a built-in function that gives what the source's gives; raise
    `Untranslatable` where there is none.
    """
    rule = emitter.builtin_rules.get(callee.builtin.name)
    found = None if rule is None else rule(emitter, callee, args)
    if found is None:
        found = _call_by_row(emitter, callee, args)
    if found is None:
        raise emitter.refuse(
            "built-in function", f"{callee.name}, which {emitter.rules.title} lacks"
        )
    return found


def _call_by_row(
    emitter: Emitter, callee: Overload, args: list[TranslatedValue]
) -> TranslatedValue | None:
    if isinstance(callee.result, Struct):
        return None
    row, language = callee.builtin, emitter.rules.language
    names = [form.name or row.name for form in row.forms if form.language == language]
    for name in dict.fromkeys(names or [callee.name]):
        for overload in emitter.builtins.overloads(name):
            if _same(overload.builtin, row) and overload.result is callee.result:
                spread = _fit_arguments(emitter, args, overload.types)
                if spread is not None:
                    exprs = tuple(value.expr for value in spread)
                    return TranslatedValue(Call(Name(name), exprs), callee.result)
    return None


def _same(one: Builtin, other: Builtin) -> bool:
    """Return whether two rows are one function: where languages differ in its hazards, it has
    several.
    """
    return one is other or (one.meaning is not None and one.meaning is other.meaning)


def _fit_arguments(
    emitter: Emitter, args: list[TranslatedValue], types: tuple[Type, ...]
) -> list[TranslatedValue] | None:
    """Return the arguments as a signature takes them: scalars may be spread over a vector."""
    if len(args) != len(types):
        return None
    found = []
    for value, type in zip(args, types, strict=True):
        spread = (
            isinstance(value.type, Scalar)
            and isinstance(type, Vector)
            and type.component is value.type
        )
        if value.type is not type and not spread:
            return None
        found.append(
            TranslatedValue(emitter.constructor(type, (value.expr,)), type) if spread else value
        )
    return found

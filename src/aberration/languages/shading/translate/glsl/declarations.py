"""What stands at module scope, as GLSL and ESSL write it: structures, variables, blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...checker.family.features import Features, features
from ...tree import (
    Attribute,
    Declaration,
    Declare,
    Interface,
    Literal,
    Member,
    Precision,
    Requalify,
    Storage,
    TypeName,
    Variable,
)
from ...types import Type
from ..declarations import Output
from ..emitter import Emitter
from ..inputs import plain_atomics

BINDING_SINCE: Final = (420, 310)


def _features(emitter: Emitter) -> Features:
    return features(emitter.rules.language, emitter.rules.version, emitter.stage)


def states_bindings(emitter: Emitter) -> bool:
    return _features(emitter).has(BINDING_SINCE)


def output_decl(emitter: Emitter, output: Output) -> Declaration:
    place = (Attribute("location", (Literal("int", output.location),)),)
    syntax = emitter.type_syntax(output.type)
    return Declare((Variable("var", output.name, syntax, storage="out", attributes=place),))


def block_decl(
    emitter: Emitter,
    name: str,
    members: Sequence[tuple[str, Type]],
    binding: int,
    standard: str,
    *,
    buffer: bool,
    instance: str = "",
    qualifiers: tuple[str, ...] = (),
) -> Declaration:
    words = [Attribute(standard)]
    if states_bindings(emitter):
        words.append(Attribute("binding", (Literal("int", binding),)))
    made = [Member(one, emitter.type_syntax(plain_atomics(type))) for one, type in members]
    kind: Storage = "storage" if buffer else "uniform"
    return Interface(name, tuple(made), kind, instance, (), qualifiers, tuple(words))


def head(emitter: Emitter, local_size: tuple[int, int, int]) -> list[Declaration]:
    """Return what stands first: precisions where numbers have them, the size of a workgroup."""
    found: list[Declaration] = []
    if _features(emitter).precisions is not None:
        found += [Precision("highp", TypeName("float")), Precision("highp", TypeName("int"))]
    if emitter.stage == "compute":
        words = zip(("local_size_x", "local_size_y", "local_size_z"), local_size, strict=True)
        sizes = tuple(Attribute(word, (Literal("int", size),)) for word, size in words)
        found.append(Requalify((), "in", (), sizes))
    return found

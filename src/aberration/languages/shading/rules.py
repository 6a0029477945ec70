"""What a language allows, as data: one `Rules` for each language and version.

Tree, lexer, parser, printers, checker and interpreter ask it; what is said here is said nowhere
else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.languages.shading.tree import KINDS, LanguageName, Node

UNARY: Final = "unary"
"""The group of prefix operators; names, literals, calls, indexing and fields have none, and
never need brackets.
"""
SECOND_GENERATION: Final[Mapping[str, int]] = MappingProxyType(
    {"glsl": 130, "essl": 300, "wgsl": 0}
)
"""The first versions with `in`, `out` and `flat`, unsigned integers, operators on bits, sizes of
textures.
"""

_KIND_OF: Final[Mapping[str, type[Node]]] = {kind.__name__: kind for kind in KINDS}


class Operator(msgspec.Struct, frozen=True):
    """An infix operator: how tightly it binds (higher is tighter), and which groups may stand
    beside it unbracketed.
    """

    power: int
    group: str
    bare_left: frozenset[str]
    bare_right: frozenset[str]


class Refusal(msgspec.Struct, frozen=True):
    """Something that a language lacks: a kind of node, or a kind with one of some values in a
    field, and why.

    The value of a field that holds nodes is their kinds' names. Without `values`, any value but an
    empty one is refused. `spelled`: the grammar has a text for it nonetheless, so that reading has
    to look for it.
    """

    kind: str
    reason: str
    field: str = ""
    values: frozenset[str] = frozenset()
    spelled: bool = False


class Scopes(msgspec.Struct, frozen=True):
    """Where a name may be declared again."""

    parameters_share_body: bool
    loop_head_shares_body: bool
    clauses_share_switch: bool


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """All that is peculiar to one language in one version.

    `keywords`, `type_words` (GLSL's built-in types, which no declaration may reuse) and `reserved`
    divide up the words that are no identifiers. `conversions` says of a scalar type, by name, to
    which it converts by itself, nearest first. `refusals` lists what of the tree the language
    lacks; `spelled` what of that the grammar has a text for, so that a tree that was read may hold
    it.
    """

    language: LanguageName
    version: int
    title: str
    keywords: frozenset[str]
    type_words: frozenset[str]
    reserved: frozenset[str]
    operators: Mapping[str, Operator]
    prefixes: frozenset[str]
    assignments: frozenset[str]
    conversions: Mapping[str, tuple[str, ...]]
    swizzle_assignment: bool
    falls_through: bool
    scopes: Scopes
    refusals: Mapping[type[Node], tuple[Refusal, ...]]
    spelled: Mapping[type[Node], tuple[Refusal, ...]]
    extensions: frozenset[str] = frozenset()
    continues_lines: bool = False

    def refusal(self, node: Node) -> str:
        """Return why the language lacks this node (alone, not what is below it), or an empty
        string.
        """
        return reason_against(node, self.refusals.get(type(node), ()))

    def reason(self, kind: str) -> str:
        """Return why the language lacks a kind of node altogether, or an empty string."""
        return next(
            (
                refusal.reason
                for refusal in self.refusals.get(_KIND_OF[kind], ())
                if not refusal.field
            ),
            "",
        )


def reason_against(node: Node, refusals: tuple[Refusal, ...]) -> str:
    """Return why a node is refused by one of the refusals that speak of its kind, or an empty
    string.
    """
    for refusal in refusals:
        if not refusal.field:
            return refusal.reason
        value = getattr(node, refusal.field)
        if value and _holds(value, refusal.values):
            return refusal.reason
    return ""


def _holds(value: object, refused: frozenset[str]) -> bool:
    if type(value) is str:
        return value != "" and (not refused or value in refused)
    if isinstance(value, tuple):
        return any(_holds(item, refused) for item in value)
    if value is None or value is False:
        return False
    word = type(value).__name__ if isinstance(value, Node) else str(value)
    return not refused or word in refused


def by_kind(refusals: Iterable[Refusal]) -> dict[type[Node], tuple[Refusal, ...]]:
    """Return refusals by the kind of node that they speak of."""
    found: dict[type[Node], tuple[Refusal, ...]] = {}
    for refusal in refusals:
        kind = _KIND_OF[refusal.kind]
        found[kind] = (*found.get(kind, ()), refusal)
    return found


def spelled_by_kind(refusals: Iterable[Refusal]) -> dict[type[Node], tuple[Refusal, ...]]:
    """Return by kind the refusals of what the grammar has a text for."""
    return by_kind(refusal for refusal in refusals if refusal.spelled)


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())

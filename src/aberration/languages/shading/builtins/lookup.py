"""The table as one program sees it: the built-in functions of a language, a version and a
stage, by name and types.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from ..glsl.words import types as type_words
from ..types import Type
from .extensions import BROUGHT, brings
from .row import NEVER, Builtin, Form, Language, Stage
from .signature import Overload, overloads
from .subgroup import with_basic
from .table import ROWS

_ALL_TYPES_SINCE: Final = 330
Key = tuple[str, tuple[Type, ...]]


class Lookup:
    """Overloads by name, and by name and types. Each name is expanded when it is first asked
    for.
    """

    def __init__(
        self, forms: Mapping[str, list[tuple[Builtin, Form]]], words: frozenset[str] | None = None
    ) -> None:
        """`words` are the names of the types that there are, None: all that the forms name."""
        self._forms: Final = forms
        self._words: Final = words
        self._by_name: Final[dict[str, tuple[Overload, ...]]] = {}
        self._exact: Final[dict[Key, Overload]] = {}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._forms)

    def has(self, name: str) -> bool:
        return name in self._forms

    def overloads(self, name: str) -> tuple[Overload, ...]:
        """Return all overloads of a name, each once; none for a name that is not built in."""
        found = self._by_name.get(name)
        return found if found is not None else self._expand(name)

    def exact(self, name: str, types: tuple[Type, ...]) -> Overload | None:
        """Return the overload that takes exactly these types."""
        found = self._exact.get((name, types))
        if found is not None or name in self._by_name:
            return found
        self._expand(name)
        return self._exact.get((name, types))

    def _expand(self, name: str) -> tuple[Overload, ...]:
        found: dict[Key, Overload] = {}
        for builtin, form in self._forms.get(name, ()):
            for overload in overloads(builtin, form):
                if self._has_types(overload):
                    found.setdefault((name, overload.types), overload)
        # Two threads may expand a name at once: `setdefault` alone decides whose objects stay, and
        # all of them are there before the name is.
        kept = tuple([self._exact.setdefault(key, overload) for key, overload in found.items()])
        return self._by_name.setdefault(name, kept)

    def _has_types(self, overload: Overload) -> bool:
        return self._words is None or all(
            type.glsl in self._words for type in (*overload.types, overload.result)
        )


@cache
def lookup(
    language: Language, version: int, stage: Stage, extensions: frozenset[str] = frozenset()
) -> Lookup:
    """Return the built-in functions of a language's version (110 to 460, 100 to 320; WGSL has one:
    0) and a stage.

    `extensions` are those that the program switches on, as far as `KNOWN` has them.
    """
    forms: dict[str, list[tuple[Builtin, Form]]] = {}
    switched_on = with_basic(extensions) | {""}
    for row in ROWS:
        for form in row.forms:
            name = form.name or row.name
            if form.language != language or stage not in form.stages:
                continue
            known = form.since <= version < form.until and form.extension in switched_on
            if known or (form.since < NEVER and brings(extensions, name)):
                forms.setdefault(name, []).append((row, form))
    # Before GLSL 3.30 there are fewer types from version to version, and so fewer overloads of the
    # same functions.
    fewer = language == "glsl" and version < _ALL_TYPES_SINCE
    return Lookup(forms, type_words(version) if fewer else None)


KNOWN: Final = frozenset(
    (*BROUGHT, *(form.extension for row in ROWS for form in row.forms if form.extension))
)
"""The extensions that change the table."""

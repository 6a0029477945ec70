"""The table as one program sees it: the built-in functions of a language, a version and a stage, by name and types."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from ..types import Type
from .row import Builtin, Form, Language, Stage
from .signature import Overload, overloads
from .table import ROWS

Key = tuple[str, tuple[Type, ...]]


class Lookup:
    """Overloads by name, and by name and types. Each name is expanded when it is first asked for."""

    def __init__(self, forms: Mapping[str, list[tuple[Builtin, Form]]]) -> None:
        self._forms: Final = forms
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
        made = []
        for builtin, form in self._forms.get(name, ()):
            for overload in overloads(builtin, form):
                key = (name, overload.types)
                if key not in self._exact:
                    self._exact[key] = overload
                    made.append(overload)
        self._by_name[name] = tuple(made)
        return self._by_name[name]


@cache
def lookup(language: Language, version: int, stage: Stage) -> Lookup:
    """Return the built-in functions of a language's version (330 to 460, 100 to 320; WGSL has one: 0) and a stage."""
    forms: dict[str, list[tuple[Builtin, Form]]] = {}
    for row in ROWS:
        for form in row.forms:
            if _is_in(form, language, version, stage):
                forms.setdefault(form.name or row.name, []).append((row, form))
    return Lookup(forms)


def _is_in(form: Form, language: Language, version: int, stage: Stage) -> bool:
    return form.language == language and form.since <= version < form.until and stage in form.stages

"""All rules, found by their files in `rules/`, in the order of their names."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from . import rules
from .rule import Rule


def _find_rules() -> tuple[Rule, ...]:
    found: list[Rule] = []
    for info in sorted(iter_modules(rules.__path__), key=lambda one: one.name):
        module = import_module(f"{rules.__name__}.{info.name}")
        found += [value for value in vars(module).values() if isinstance(value, Rule)]
    return tuple(sorted(found, key=lambda one: one.name))


RULES: Final = _find_rules()

"""Scopes: what a name stands for, and what it stands for again when a scope ends."""

from __future__ import annotations

import random

from aberration.languages.shading.checker.symbols import (
    NestedScopes,
    Symbol,
    TypeSymbol,
    VariableSymbol,
)
from aberration.languages.shading.types import FLOAT, INT


def symbol(name: str) -> VariableSymbol:
    return VariableSymbol(name, INT, "var")


def test_an_inner_scope_hides_and_gives_back() -> None:
    outer, inner, again = symbol("a"), symbol("a"), symbol("a")
    scopes = NestedScopes()
    scopes.add("a", outer)
    scopes.enter()
    assert scopes.here("a") is None
    assert scopes.find("a") is outer
    scopes.add("a", inner)
    scopes.add("a", again)
    assert scopes.find("a") is scopes.here("a") is again
    scopes.leave()
    assert scopes.find("a") is scopes.here("a") is outer
    assert scopes.at_module


def test_the_language_lies_around_the_module_and_is_not_changed() -> None:
    language: dict[str, Symbol] = {"a": TypeSymbol(FLOAT)}
    scopes = NestedScopes(language)
    assert scopes.find("a") is language["a"]
    assert scopes.here("a") is None
    mine = symbol("a")
    scopes.add("a", mine)
    assert scopes.find("a") is scopes.module["a"] is mine
    assert list(language) == ["a"]
    assert language["a"] is not mine


def test_local_scopes_can_be_set_aside() -> None:
    local, module = symbol("a"), symbol("a")
    scopes = NestedScopes()
    scopes.enter()
    scopes.add("a", local)
    aside = scopes.set_aside()
    assert scopes.at_module
    assert scopes.find("a") is None
    scopes.add("a", module)
    assert scopes.find("a") is module
    scopes.bring_back(aside)
    assert scopes.find("a") is local
    scopes.leave()
    assert scopes.find("a") is module


def test_scopes_are_what_a_list_of_dictionaries_is() -> None:
    chance = random.Random("scopes")
    scopes, levels = NestedScopes(), [dict[str, Symbol]()]
    for _ in range(3000):
        name = chance.choice("abcdef")
        act = chance.randrange(4)
        if act == 0 and len(levels) < 8:
            scopes.enter()
            levels.append({})
        elif act == 1 and len(levels) > 1:
            scopes.leave()
            levels.pop()
        elif act == 2:
            levels[-1][name] = made = symbol(name)
            scopes.add(name, made)
        found = next((level[name] for level in reversed(levels) if name in level), None)
        assert scopes.find(name) is found
        assert scopes.here(name) is levels[-1].get(name)
        assert scopes.at_module == (len(levels) == 1)

"""The entry point: a program that may do anything, rewritten by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from ..builtins.row import Stage
from ..checker import check
from ..read import Shader
from ..tree import Function, Module, Node
from ..tree.walk import CHILDREN_OF
from .context import Context, Rewrite, Settings
from .registry import RULES
from .rule import Rule

EVERYTHING: Final = Settings()


class Reconditioned(msgspec.Struct, frozen=True):
    """The rewritten tree, and where which rule rewrote the program, in the order of the text."""

    module: Module
    rewrites: tuple[Rewrite, ...]


def recondition(shader: Shader, stage: Stage, settings: Settings = EVERYTHING) -> Reconditioned:
    """Return the program without the hazards that the rules know; raise `MalformedShader` for one
    that is not legal.
    """
    typing = check(shader.module, stage, shader.source)
    context = Context(shader, stage, typing, settings)
    rewriter = _Rewriter(context, _rules_by_kind(settings))
    module = rewriter.rewritten(shader.module)
    assert isinstance(module, Module)
    rewrites = tuple(sorted(context.rewrites, key=lambda one: (one.place, one.rule)))
    return Reconditioned(_with_declarations(module, context), rewrites)


class _Rewriter:
    """Rewrites a tree from its leaves up, each node by the rules for its kind, in their order."""

    def __init__(self, context: Context, rules: Mapping[type[Node], tuple[Rule, ...]]) -> None:
        self._context = context
        self._rules = rules

    def rewritten(self, node: Node) -> Node:
        new = self._changed(node)
        assert isinstance(new, Node), "several nodes stand only in lists of statements"
        return new

    def _changed(self, node: Node) -> Node | tuple[Node, ...]:
        new = self._with_children(node)
        for one in self._rules.get(type(node), ()):
            if not self._context.may_rewrite(one.name, node):
                continue
            made = one.change(self._context, node, new)
            if made is None:
                continue
            self._context.note(one.name, node, one.hazard)
            if isinstance(made, tuple):
                return made
            new = made
        return new

    def _with_children(self, node: Node) -> Node:
        changes: dict[str, object] = {}
        for field, old in zip(node.CHILDREN, CHILDREN_OF[type(node)](node), strict=True):
            if old is None:
                continue
            new = self._items(old) if isinstance(old, tuple) else self.rewritten(old)
            if new is not old:
                changes[field] = new
        return replace(node, **changes) if changes else node

    def _items(self, old: tuple[Node | None, ...]) -> tuple[Node | None, ...]:
        new: list[Node | None] = []
        for item in old:
            made = None if item is None else self._changed(item)
            if isinstance(made, tuple):
                new += made
            else:
                new.append(made)
        same = len(new) == len(old) and all(a is b for a, b in zip(new, old, strict=True))
        return old if same else tuple(new)


def _rules_by_kind(settings: Settings) -> dict[type[Node], tuple[Rule, ...]]:
    found: dict[type[Node], tuple[Rule, ...]] = {}
    for one in RULES:
        if settings.rules is None or one.name in settings.rules:
            for kind in one.kinds:
                found[kind] = (*found.get(kind, ()), one)
    return found


def _with_declarations(module: Module, context: Context) -> Module:
    added = context.declarations()
    if not added:
        return module
    first = next(
        (at for at, one in enumerate(module.decls) if isinstance(one, Function)),
        len(module.decls),
    )
    return replace(module, decls=(*module.decls[:first], *added, *module.decls[first:]))

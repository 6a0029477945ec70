"""The entry point: a program that may do anything, rewritten by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from ..builtins.row import Stage
from ..checker import check
from ..read import Shader, read
from ..tree import EXPRESSIONS, TYPES, Declaration, Declare, Function, LanguageName, Module, Node
from ..tree.walk import BELOW
from ..write import write_changed
from .conflicts import acting
from .context import Context, Known, Rewrite, Settings
from .registry import RULES
from .rule import Rule

EVERYTHING: Final = Settings()
_FLAT: Final = frozenset((*EXPRESSIONS, *TYPES))


class Reconditioned(msgspec.Struct, frozen=True):
    """The rewritten tree, the names of the declarations in it that rules `added`, and where which
    rule rewrote the program, in the order of the text.
    """

    module: Module
    added: frozenset[str]
    rewrites: tuple[Rewrite, ...]

    def text(self, shader: Shader) -> str:
        """Return its text, with as little change to the original's as can be."""
        if not self.added:
            return write_changed(shader, self.module)
        # Apart: what is inserted and changed at once is printed anew as a whole.
        own = [one for one in self.module.decls if _name_of(one) not in self.added]
        text = write_changed(shader, replace(self.module, decls=tuple(own)))
        again = read(text, shader.module.language, shader.source.where)
        own_again = iter(again.module.decls)
        whole = [
            one if _name_of(one) in self.added else next(own_again) for one in self.module.decls
        ]
        return write_changed(again, replace(again.module, decls=tuple(whole)))


def recondition(
    shader: Shader, stage: Stage, settings: Settings = EVERYTHING, known: Known | None = None
) -> Reconditioned:
    """Return the program without the hazards that the rules know; raise `MalformedShader` for one
    that is not legal. `known` is what was found out about it before.
    """
    rewrites: list[Rewrite] = []
    added: set[str] = set()
    if known is None:
        known = Known(check(shader.module, stage, shader.source))
    context = Context(shader, stage, known, settings)
    for whole in (True, False):
        rules = _rules_by_kind(settings, shader.module.language, whole=whole)
        if not rules:
            continue
        only = context.once(acting) if whole else None
        module = _Rewriter(context, rules, only).rewrite(shader.module)
        assert isinstance(module, Module)
        if module is shader.module:
            continue
        declarations = context.declarations()
        shader = replace(shader, module=_with_declarations(module, declarations))
        rewrites += context.rewrites
        added |= {_name_of(one) for one in declarations}
        if whole:
            context = context.after(shader)
    rewrites.sort(key=lambda one: (one.place, one.rule))
    return Reconditioned(shader.module, frozenset(added), tuple(rewrites))


def _name_of(declaration: Declaration) -> str:
    """Return the name of a function, or of the first variable of a declaration; else nothing."""
    if isinstance(declaration, Declare):
        return declaration.variables[0].name
    return declaration.name if isinstance(declaration, Function) else ""


class _Rewriter:
    """Rewrites a tree from its leaves up, each node by the rules for its kind, in their order;
    with `only`, of lists only what is among these.
    """

    def __init__(
        self,
        context: Context,
        rules: Mapping[type[Node], tuple[Rule, ...]],
        only: frozenset[int] | None = None,
    ) -> None:
        self._only = only
        self._context = context
        self._rules = rules
        self._everywhere = context.settings.places is None
        # No expression, and no type, holds a statement.
        flat = () if any(kind in _FLAT for kind in rules) else _FLAT
        inner = frozenset(BELOW).difference(flat)
        self._fields = {kind: (kind.CHILDREN, BELOW[kind]) for kind in inner}
        # Most nodes are names and literals, which are left as they are.
        self._touched = inner.union(rules)

    def rewrite(self, node: Node) -> Node:
        new = self._rewrite(node)
        assert isinstance(new, Node), "several nodes stand only in lists of statements"
        return new

    def _rewrite(self, node: Node) -> Node | tuple[Node, ...]:
        kind = type(node)
        fields = self._fields.get(kind)
        new = node if fields is None else self._with_children(node, *fields)
        for one in self._rules.get(kind, ()):
            if not self._everywhere and not self._context.may_rewrite(one.name, node):
                continue
            made = one.change(self._context, node, new)
            if made is None:
                continue
            self._context.note(one.name, node, one.hazard)
            if isinstance(made, tuple):
                return made
            new = made
        return new

    def _with_children(
        self, node: Node, names: tuple[str, ...], fields_of: Callable[[Node], tuple[Any, ...]]
    ) -> Node:
        changes: dict[str, object] = {}
        touched = self._touched
        # Behind an only child comes its span.
        for name, old in zip(names, fields_of(node), strict=False):
            new: object
            if type(old) is tuple:
                new = self._items(old) if old else old
            elif type(old) in touched:
                new = self._rewrite(old)
            else:
                continue
            if new is not old:
                changes[name] = new
        return replace(node, **changes) if changes else node

    def _items(self, old: tuple[Node | None, ...]) -> tuple[Node | None, ...]:
        new: list[Node | None] = []
        same = True
        touched, only = self._touched, self._only
        for item in old:
            if (
                item is None
                or type(item) not in touched
                or (only is not None and id(item) not in only)
            ):
                new.append(item)
                continue
            made = self._rewrite(item)
            if made is item:
                new.append(item)
                continue
            same = False
            if isinstance(made, tuple):
                new += made
            else:
                new.append(made)
        return old if same else tuple(new)


def _rules_by_kind(
    settings: Settings, language: LanguageName, *, whole: bool
) -> dict[type[Node], tuple[Rule, ...]]:
    found: dict[type[Node], tuple[Rule, ...]] = {}
    named = None if settings.places is None else {rule for rule, _ in settings.places}
    for one in RULES:
        wanted = settings.rules is None or one.name in settings.rules
        if one.whole != whole or not wanted or not (one.of_wgsl or language != "wgsl"):
            continue
        if named is None or one.name in named:
            for kind in one.kinds:
                found[kind] = (*found.get(kind, ()), one)
    return found


def _with_declarations(module: Module, added: tuple[Declaration, ...]) -> Module:
    if not added:
        return module
    first = next(
        (at for at, one in enumerate(module.decls) if isinstance(one, Function)),
        len(module.decls),
    )
    return replace(module, decls=(*module.decls[:first], *added, *module.decls[first:]))

"""The types of a module that was made of a checked one: what stayed keeps its types, and is not
looked at again.
"""

from __future__ import annotations

from collections.abc import Callable

from ...builtins.row import Stage
from ...rules import Rules
from ...tree import (
    ArrayOf,
    Declare,
    Expression,
    Function,
    Module,
    Node,
    Precision,
    Statement,
    StructDecl,
    StructSyntax,
    TypeSyntax,
    Variable,
)
from ...types import Type
from ..symbols import FunctionSymbol, TypeSymbol, VariableSymbol
from ..typing import Typing
from .expressions import EXPRESSIONS
from .modules import declare
from .state import FamilyChecker
from .statements import check_statements

Place = tuple[str, int, int]


def check_changed(
    before: Typing, stayed: Callable[[Node], bool], module: Module, rules: Rules, stage: Stage
) -> Typing:
    """Return the types of a module; raise `Fault` for what is wrong with its new nodes.

    `before` are those of the module that it was made of, and `stayed` says which nodes were in it.
    Each function with a body stands where one stood before, with the same parameters. A variable
    that stands where one stood is that one: another symbol, for another node, in all places, and a
    constant has the value that it had. The old module has to live as long as what is returned.
    """
    checker = _Changed(before, stayed, module, rules, stage)
    for node in module.decls:
        if not stayed(node) or isinstance(node, Precision):
            _check_declaration(checker, node)
    _exchange_symbols(checker, before)
    return checker.typing


class _Changed(FamilyChecker):
    """The checker with what is known already: only what is new is asked for."""

    def __init__(
        self,
        before: Typing,
        stayed: Callable[[Node], bool],
        module: Module,
        rules: Rules,
        stage: Stage,
    ) -> None:
        super().__init__(module, rules, stage, EXPRESSIONS)
        typing = self.typing
        typing.take_over(before)
        self._stayed = stayed
        self.functions = {_place_of(node): symbol for symbol, node in before.bodies.items()}

    def expression(self, node: Expression) -> Type:
        """Return the type that is known, or find it."""
        known = self.types.get(id(node))
        return super().expression(node) if known is None else known

    def knows(self, node: Statement) -> bool:
        """Whether a statement was checked before; what it declares is in scope from here on."""
        if isinstance(node, Precision) or not self._stayed(node):
            return False
        # It may hold the `return` that a function has to have.
        self.returns = True
        if isinstance(node, Declare):
            for variable in node.variables:
                self._bring_type(variable.type)
                self.scopes.add(variable.name, self.typing.declared[id(variable)])
        elif isinstance(node, StructDecl):
            self.scopes.add(node.name, TypeSymbol(self.typing.structs[id(node)]))
        return True

    def _bring_type(self, syntax: TypeSyntax | None) -> None:
        while isinstance(syntax, ArrayOf):
            syntax = syntax.element
        if isinstance(syntax, StructSyntax) and syntax.name:
            self.scopes.add(syntax.name, TypeSymbol(self.typing.structs[id(syntax)]))


def _check_declaration(checker: _Changed, node: Node) -> None:
    known = checker.functions.get(_place_of(node)) if isinstance(node, Function) else None
    if known is not None:
        assert isinstance(node, Function)
        _check_body(checker, node, known)
        return
    for variable in node.variables if isinstance(node, Declare) else ():
        checker.scopes.module.pop(variable.name, None)
    declare(checker, node)


def _check_body(checker: _Changed, node: Function, symbol: FunctionSymbol) -> None:
    assert node.body is not None
    checker.function = symbol
    checker.typing.bodies[symbol] = node
    checker.enter()
    for param in node.params:
        if param.name:
            checker.scopes.add(param.name, checker.typing.declared[id(param)])
    check_statements(checker, node.body.statements)
    checker.leave()
    checker.function = None


def _exchange_symbols(checker: _Changed, before: Typing) -> None:
    """Let all names stand for the new symbol of a variable that was exchanged."""
    typing = checker.typing
    made = [symbol for key, symbol in typing.declared.items() if key not in before.declared]
    new = {_place_of(one.node): one for one in made if isinstance(one.node, Variable)}
    found: dict[VariableSymbol, VariableSymbol] = {}
    for old in before.declared.values() if new else ():
        symbol = new.get(_place_of(old.node)) if isinstance(old.node, Variable) else None
        if symbol is not None:
            found[old] = symbol
    typing.exchange(found)


def _place_of(node: Node | None) -> Place:
    """Return what a variable or a function is known again by: its name, and its place."""
    assert isinstance(node, Variable | Function)
    return node.name, node.span.start, node.span.end

"""What all parts of the WGSL checker share. Module scope has no order: a declaration is checked
when first named.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NoReturn

from ...builtins.lookup import Lookup, lookup
from ...builtins.row import ALL_STAGES, Stage
from ...rules import Rules
from ...source import quoted
from ...tree import (
    Alias,
    ConstAssert,
    Declaration,
    Declare,
    Expression,
    Function,
    Module,
    Node,
    StructDecl,
    Variable,
)
from ...types import Reference, Type
from .. import arithmetic
from ..effects import Effects, root_of
from ..fault import Fault
from ..symbols import UNKNOWN, Constant, FunctionSet, Scopes, Symbol, TypeSymbol, VariableSymbol
from ..typing import Typing
from .conversion_rank import NEVER, concrete, rank

Named = Variable | Function | StructDecl | Alias
NAMED: Final = (Variable, Function, StructDecl, Alias)


class Base:
    """State of one check. `jumps` is what surrounds a statement: nothing, a `loop`, or a
    `continuing` block.
    """

    def __init__(self, module: Module, rules: Rules) -> None:
        self.module: Final = module
        self.rules: Final = rules
        self.typing: Final = Typing(module)
        self.types: Final = self.typing.types
        self.symbols: Final = self.typing.symbols
        self.constants: Final = self.typing.constants
        self.scopes: Final = Scopes()
        self.globals: Final[dict[str, Named]] = {}
        self.waiting: Final[set[str]] = set()
        self.calls: Final = self.typing.calls
        self.uses: Final = self.typing.uses
        self.roots: Final[dict[VariableSymbol, VariableSymbol]] = {}
        self.ids: Final[set[int]] = set()
        self.effects = Effects()
        self.enabled: Final = {
            word
            for directive in module.directives
            if directive.kind == "enable"
            for word in directive.args
        }
        self.function: Function | None = None
        self.result: Type | None = None
        self.jumps = ""
        self.breakable = False
        self.builtins: Final = builtin_names()
        for declaration in module.decls:
            self._note(declaration)

    def _note(self, declaration: Declaration) -> None:
        if isinstance(declaration, ConstAssert):
            return
        nodes = declaration.variables if isinstance(declaration, Declare) else (declaration,)
        for node in nodes:
            assert isinstance(node, NAMED)
            if node.name in self.globals:
                self.refuse(node, f"{quoted(node.name)} is declared twice in the module")
            self.globals[node.name] = node

    # ---- messages

    def fail(self, node: Node, expected: str, came: str, advice: str = "") -> NoReturn:
        raise Fault(node, f"expected {expected}, came {came}", advice)

    def refuse(self, node: Node, message: str, advice: str = "") -> NoReturn:
        raise Fault(node, message, advice)

    def a(self, type: Type) -> str:
        """Return a type as messages name it."""
        return quoted(type.wgsl)

    # ---- names

    def find(self, node: Node, name: str) -> Symbol | None:
        """Return what a name stands for, checking its declaration first where that is at module
        scope.
        """
        symbol = self.scopes.find(name)
        if symbol is not None or name not in self.globals:
            return symbol
        if name in self.waiting:
            self.refuse(node, f"{quoted(name)} is declared by means of itself")
        self.waiting.add(name)
        aside = self.scopes.set_aside()
        function, result = self.function, self.result
        self.function, self.result = None, None
        found = self.scopes.module[name] = self.resolve(self.globals[name])
        self.scopes.bring_back(aside)
        self.function, self.result = function, result
        self.waiting.discard(name)
        return found

    def resolve(self, node: Named) -> VariableSymbol | FunctionSet | TypeSymbol:
        """Check a declaration of the module; bodies of functions come later."""
        raise NotImplementedError

    # ---- expressions

    def expression(self, node: Expression) -> Type:
        """Return the type of an expression, a reference where it names a place."""
        raise NotImplementedError

    def value(self, node: Expression) -> Type:
        """Return the type of the value of an expression: a reference is loaded."""
        type = self.expression(node)
        if not isinstance(type, Reference):
            return type
        if type.access == "write":
            self.fail(node, "a variable that can be read", "one that can only be written")
        self.effects.touch(self.root(node), written=False)
        return type.store

    def root(self, node: Expression) -> VariableSymbol | None:
        """Return the variable or pointer parameter that a place or pointer comes from."""
        return root_of(node, self.symbols, self.roots)

    def converted(self, node: Expression, given: Type, wanted: Type, what: str) -> Constant | None:
        """Refuse a value that does not become the type that is wanted; return it in that type
        if it is a constant.
        """
        if given is not wanted and rank(given, wanted) == NEVER:
            self.fail(node, f"{self.a(wanted)} {what}", self.a(given))
        return self.fitting(node, given, wanted)

    def fitting(self, node: Expression, given: Type, wanted: Type) -> Constant | None:
        """Return a constant as another type has it; refuse one that this type cannot hold."""
        value = self.constants.get(id(node))
        if value is None or value is UNKNOWN or given is wanted:
            return value
        return self.constant_as(node, value, given, wanted)

    def constant_as(self, node: Node, value: Constant, given: Type, wanted: Type) -> Constant:
        source, target = arithmetic.innermost(given), arithmetic.innermost(wanted)
        if value is UNKNOWN or source is None or target is None or source is target:
            return value
        is_one = not isinstance(value, tuple)
        for part in (value,) if is_one else arithmetic.flat(value):
            if not isinstance(part, bool) and arithmetic.overflows(part, target):
                self.refuse(node, f"the value {part} cannot be represented as {self.a(target)}")
        convert = arithmetic.converted if is_one else arithmetic.converted_all
        return convert(value, source, target)

    def concrete_value(self, node: Expression) -> Type:
        """Return the type of a value that stays: abstract numbers become i32 and f32."""
        given = self.value(node)
        wanted = concrete(given)
        if wanted is not given:
            self.fitting(node, given, wanted)
        return wanted


class BuiltinNames:
    """The built-in functions of all stages: which stage a function is called in, only the entry
    points tell.
    """

    def __init__(self) -> None:
        tables = [(stage, lookup("wgsl", 0, stage)) for stage in ALL_STAGES]
        self._tables: Final = {name: table for _, table in reversed(tables) for name in table.names}
        self._stages: Final = {
            name: frozenset(stage for stage, table in tables if table.has(name))
            for name in self._tables
        }

    def has(self, name: str) -> bool:
        return name in self._tables

    def table_of(self, name: str) -> Lookup:
        """Return the table of the first stage that has a function."""
        return self._tables[name]

    def stages_of(self, name: str) -> frozenset[Stage]:
        return self._stages.get(name, frozenset())


@cache
def builtin_names() -> BuiltinNames:
    """Return the names, which are the same for all programs."""
    return BuiltinNames()

"""A whole module of GLSL or ESSL: functions, blocks, and what stands beside them."""

from __future__ import annotations

from typing import Final

from ...source import quoted
from ...tree import (
    Alias,
    ConstAssert,
    Declare,
    Function,
    Interface,
    Node,
    Param,
    Precision,
    Requalify,
    StructDecl,
)
from ...tree import Member as MemberNode
from ...types import VOID, Array, Member, Struct, Type, is_opaque
from ..symbols import FunctionSet, FunctionSymbol, Role, TypeSymbol, VariableSymbol
from ..typing import Typing
from .statements import StatementsPart

_BLOCK_ROLES: Final[dict[str, Role]] = {
    "uniform": "uniform",
    "storage": "buffer",
    "in": "in",
    "out": "out",
}
_BLOCK_SINCE: Final = {
    "uniform": (140, 300),
    "buffer": (430, 310),
    "in": (150, 320),
    "out": (150, 320),
}


class ModuleChecker(StatementsPart):
    """The checker of one module."""

    def check(self) -> Typing:
        """Check the whole module; raise `Fault` for the first thing that is wrong."""
        for node in self.module.decls:
            if isinstance(node, Function):
                self.function_declaration(node)
            elif isinstance(node, Interface):
                self.interface(node)
            elif isinstance(node, Declare | StructDecl | Precision | Requalify):
                self.statement(node)
            else:
                assert isinstance(node, Alias | ConstAssert)
                self.refuse(node, f"{self.rules.title} has no {type(node).__name__}")
        self._check_recursion()
        return self.typing

    def _check_recursion(self) -> None:
        calls = self.typing.calls
        for name in calls:
            waiting, seen = [name], {name}
            while waiting:
                for callee, at in calls.get(waiting.pop(), {}).items():
                    if callee == name:
                        self.refuse(
                            at, f"{quoted(name)} calls itself, which {self.rules.title} forbids"
                        )
                    if callee not in seen:
                        seen.add(callee)
                        waiting.append(callee)

    # ---- functions

    def function_declaration(self, node: Function) -> None:
        result = self._result(node)
        types, directions = [], []
        for param in node.params:
            types.append(self._param_type(param))
            directions.append("in" if param.direction == "const_in" else param.direction)
        self._check_main(node, result)
        made = FunctionSymbol(node.name, tuple(types), tuple(directions), result, node)
        symbol = self._declared(node, made)
        if node.body is not None:
            self._body(node, symbol)

    def _result(self, node: Function) -> Type:
        if node.result is None:
            return VOID
        result = self.type_of(node.result)
        if isinstance(result, Array) and (
            result.size is None or not self.features.arrays_are_values
        ):
            self.fail(node, "a type that can be returned", self.a(result))
        if is_opaque(result):
            self.fail(node, "a type that can be returned", self.a(result))
        self.check_precision(node, result, node.precision)
        return result

    def _param_type(self, node: Param) -> Type:
        type = self.type_of(node.type)
        if type is VOID or (isinstance(type, Array) and type.size is None):
            self.fail(node, "a parameter of a known type and size", self.a(type))
        if is_opaque(type) and node.direction not in ("in", "const_in"):
            self.fail(node, f"an `in` parameter of type {self.a(type)}", quoted(node.direction))
        self.check_precision(node, type, node.precision)
        return type

    def _check_main(self, node: Function, result: Type) -> None:
        if node.name != "main":
            return
        if result is not VOID:
            self.fail(node, "`void main()`", f"a main that gives {self.a(result)}")
        if node.params:
            self.fail(node, "`void main()`", "a main with parameters")

    def _declared(self, node: Function, made: FunctionSymbol) -> FunctionSymbol:
        """Add a function to those of its name; return the symbol, that of its prototype where
        there was one.
        """
        self.check_name(node, node.name)
        if self.features.builtins_are_fixed and self.builtins.has(node.name):
            self.refuse(
                node, f"{quoted(node.name)} is a built-in function, which may not be declared again"
            )
        known = self.scopes.here(node.name)
        if known is None:
            known = FunctionSet()
            self.scopes.add(node.name, known)
        if not isinstance(known, FunctionSet):
            self.refuse(node, f"{quoted(node.name)} is declared twice in one scope")
        before = known.exact(made.types)
        if before is None:
            known.functions.append(made)
            return made
        return self._matched(node, before, made)

    def _matched(
        self, node: Function, before: FunctionSymbol, made: FunctionSymbol
    ) -> FunctionSymbol:
        if before.result is not made.result or before.directions != made.directions:
            self.refuse(
                node,
                f"{quoted(node.name)} was declared before with the same parameters, but otherwise",
            )
        if node.body is not None and before.defined:
            self.refuse(node, f"{quoted(node.name)} with these parameters has two bodies")
        before.defined = before.defined or node.body is not None
        return before

    def _body(self, node: Function, symbol: FunctionSymbol) -> None:
        assert node.body is not None
        self.function, self.returns = symbol, False
        self.typing.bodies[symbol] = node
        self.enter()
        for param, type in zip(node.params, symbol.types, strict=True):
            self._param(param, type)
        if self.rules.scopes.parameters_share_body:
            self.statements(node.body.statements)
        else:
            self.block(node.body)
        self.leave()
        if symbol.result is not VOID and not self.returns:
            self.refuse(
                node,
                f"expected {quoted(node.name)} to return {self.a(symbol.result)}, came no `return`",
            )
        self.function = None

    def _param(self, node: Param, type: Type) -> None:
        if not node.name:
            return
        self.check_name(node, node.name)
        if self.scopes.here(node.name) is not None:
            self.refuse(node, f"the parameter {quoted(node.name)} is declared twice")
        writable = node.direction != "const_in" and not is_opaque(type)
        symbol = VariableSymbol(
            node.name, type, "param", node, writable=writable, qualifiers=node.qualifiers
        )
        self.scopes.add(node.name, symbol)
        self.typing.declared[id(node)] = symbol

    # ---- blocks

    def interface(self, node: Interface) -> None:
        role = _BLOCK_ROLES.get(node.storage)
        if role is None or not self.features.has(_BLOCK_SINCE[role]):
            self.fail(node, "a block after uniform, buffer, in or out", quoted(node.storage))
        if role in ("in", "out") and (
            self.stage == "compute" or (self.stage == "vertex") == (role == "in")
        ):
            self.fail(
                node,
                "a block of what vertex shaders pass to fragment shaders",
                f"one in a {self.stage} shader",
            )
        self.check_name(node, node.name)
        self.check_again(node, node.name)
        self.check_layout(node, node.attributes, role, None)
        block = Struct(
            node.name, tuple(self._block_member(node, k, role) for k in range(len(node.members)))
        )
        self.typing.structs[id(node)] = block
        self.scopes.add(node.name, _BlockName(block))
        self._mark_access(node, block)
        self._declare_block(node, block, role)

    def _block_member(self, node: Interface, k: int, role: Role) -> Member:
        member = node.members[k]
        if any(other.name == member.name for other in node.members[:k]):
            self.refuse(member, f"the member {quoted(member.name)} is declared twice")
        if member.storage and member.storage != node.storage:
            self.fail(member, f"a member that is {quoted(node.storage)}", quoted(member.storage))
        self.check_name(member, member.name)
        type = self.type_of(member.type)
        self._check_member_type(node, member, k, type, role)
        for attribute in member.attributes:
            self.check_identifier(attribute)
        self.check_precision(member, type, member.precision)
        return Member(
            member.name,
            type,
            align=self._layout_number(member, "align") or self._layout_number(node, "align"),
            offset=self._layout_number(member, "offset"),
            row_major=self._is_row_major(node, member),
        )

    def _is_row_major(self, node: Interface, member: MemberNode) -> bool:
        """Return whether rows lie together: the member says so, or the block, or
        `layout(row_major) uniform;`.
        """
        for attributes in (member.attributes, node.attributes):
            words = [one.name for one in attributes if one.name in ("row_major", "column_major")]
            if words:
                return words[-1] == "row_major"
        return self.row_major.get(node.storage, False)

    def _layout_number(self, node: Interface | MemberNode, name: str) -> int | None:
        """Return what a layout identifier of a block or member is given (GLSL 4.40, 4.4.5 "Uniform
        and Shader Storage Block Layout Qualifiers"); None without it.
        """
        attribute = next((one for one in node.attributes if one.name == name and one.args), None)
        value = None if attribute is None else self.constant(attribute.args[0])
        return value if isinstance(value, int) else None

    def _check_member_type(
        self, node: Interface, member: MemberNode, k: int, type: Type, role: Role
    ) -> None:
        if type is VOID or is_opaque(type):
            self.fail(member, "a type with a place in memory", self.a(type))
        if role in ("in", "out"):
            self.check_role(member, type, role, (*node.qualifiers, *member.qualifiers))
        unsized = isinstance(type, Array) and type.size is None
        if (
            unsized
            and (role != "buffer" or k != len(node.members) - 1)
            and not self.features.unsized_arrays
        ):
            self.fail(member, "a size for the array", "none")

    def _mark_access(self, node: Interface, block: Struct) -> None:
        for member in node.members:
            if "readonly" in (*node.qualifiers, *member.qualifiers):
                self.read_only.add((block, member.name))
            if "writeonly" in (*node.qualifiers, *member.qualifiers):
                self.write_only.add((block, member.name))

    def _declare_block(self, node: Interface, block: Struct, role: Role) -> None:
        if node.instance:
            self.check_name(node, node.instance)
            type: Type = block
            if None in node.array and not self.features.unsized_arrays:
                self.fail(node, "a size for the array of blocks", "none")
            for size in reversed(node.array):
                type = type.array(None if size is None else self.array_size(size))
            self._add(
                node, VariableSymbol(node.instance, type, role, node, qualifiers=node.qualifiers)
            )
            return
        for member, made in zip(node.members, block.members, strict=True):
            words = (*node.qualifiers, *member.qualifiers)
            self._add(member, VariableSymbol(member.name, made.type, role, node, qualifiers=words))

    def _add(self, node: Node, symbol: VariableSymbol) -> None:
        self.check_again(node, symbol.name)
        self.scopes.add(symbol.name, symbol)


class _BlockName(TypeSymbol):
    """The name of a block, which is no type that may be written."""

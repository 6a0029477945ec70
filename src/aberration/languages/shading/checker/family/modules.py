"""A whole module of GLSL or ESSL: functions, blocks, and what stands beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...builtins.row import Stage
from ...rules import Rules
from ...source import quote
from ...tree import (
    Function,
    Interface,
    Module,
    Node,
    Param,
)
from ...tree import Member as MemberNode
from ...types import VOID, Array, Struct, Type, TypeMember, is_opaque
from ..array_sizes import array_of
from ..fault import fail, refuse
from ..symbols import FunctionSet, FunctionSymbol, Role, TypeSymbol, VariableSymbol
from ..typing import Typing
from .constants import constant
from .declarations import DECLARATIONS, check_again, check_role
from .expressions import EXPRESSIONS
from .layouts import check_identifier, check_layout, check_workgroup_size, is_end
from .primitives import check_primitives, input_type
from .state import FamilyChecker, spelling
from .statements import check_block, check_statements
from .type_syntax import array_size, check_name, check_precision, type_of

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


class _BlockName(TypeSymbol):
    """The name of a block, which is no type that may be written."""


def check_family(module: Module, rules: Rules, stage: Stage) -> Typing:
    """Check a whole module; raise `Fault` for the first thing that is wrong."""
    checker = FamilyChecker(module, rules, stage, EXPRESSIONS)
    for node in module.decls:
        declare(checker, node)
    check_workgroup_size(checker)
    check_primitives(checker)
    _check_recursion(checker)
    return checker.typing


def declare(checker: FamilyChecker, node: Node) -> None:
    """Check what stands at module scope."""
    check = _DECLARATIONS.get(type(node))
    if check is None:
        refuse(node, f"{checker.rules.title} has no {type(node).__name__}")
    check(checker, node)


def _check_recursion(checker: FamilyChecker) -> None:
    calls = checker.typing.calls
    for name in calls:
        waiting, seen = [name], {name}
        while waiting:
            for callee, at in calls.get(waiting.pop(), {}).items():
                if callee == name:
                    refuse(at, f"{quote(name)} calls itself, which {checker.rules.title} forbids")
                if callee not in seen:
                    seen.add(callee)
                    waiting.append(callee)


# ---- functions


def _declare_function(checker: FamilyChecker, node: Function) -> None:
    result = _result_type(checker, node)
    types, directions = [], []
    for param in node.params:
        types.append(_param_type(checker, param))
        directions.append("in" if param.direction == "const_in" else param.direction)
    if node.name == "main" and result is not VOID:
        fail(node, "`void main()`", f"a main that gives {spelling(result)}")
    if node.name == "main" and node.params:
        fail(node, "`void main()`", "a main with parameters")
    made = FunctionSymbol(node.name, tuple(types), tuple(directions), result, node)
    symbol = _add_function(checker, node, made)
    if node.body is not None:
        _check_body(checker, node, symbol)


def _result_type(checker: FamilyChecker, node: Function) -> Type:
    if node.result is None:
        return VOID
    result = type_of(checker, node.result)
    if isinstance(result, Array) and (
        result.size is None or not checker.features.arrays_are_values
    ):
        fail(node, "a type that can be returned", spelling(result))
    if is_opaque(result):
        fail(node, "a type that can be returned", spelling(result))
    check_precision(checker, node, result, node.precision)
    return result


def _param_type(checker: FamilyChecker, node: Param) -> Type:
    type = type_of(checker, node.type)
    if type is VOID or (isinstance(type, Array) and type.size is None):
        fail(node, "a parameter of a known type and size", spelling(type))
    if is_opaque(type) and node.direction not in ("in", "const_in"):
        fail(node, f"an `in` parameter of type {spelling(type)}", quote(node.direction))
    check_precision(checker, node, type, node.precision)
    return type


def _add_function(checker: FamilyChecker, node: Function, made: FunctionSymbol) -> FunctionSymbol:
    """Add a function to those of its name; return the symbol, that of its prototype where
    there was one.
    """
    check_name(checker, node, node.name)
    if checker.features.builtins_are_fixed and checker.builtins.has(node.name):
        refuse(node, f"{quote(node.name)} is a built-in function, which may not be declared again")
    known = checker.scopes.here(node.name)
    if known is None:
        known = FunctionSet()
        checker.scopes.add(node.name, known)
    if not isinstance(known, FunctionSet):
        refuse(node, f"{quote(node.name)} is declared twice in one scope")
    before = known.exact(made.types)
    if before is None:
        known.functions.append(made)
        return made
    return _match(node, before, made)


def _match(node: Function, before: FunctionSymbol, made: FunctionSymbol) -> FunctionSymbol:
    if before.result is not made.result or before.directions != made.directions:
        refuse(
            node, f"{quote(node.name)} was declared before with the same parameters, but otherwise"
        )
    if node.body is not None and before.defined:
        refuse(node, f"{quote(node.name)} with these parameters has two bodies")
    before.defined = before.defined or node.body is not None
    return before


def _check_body(checker: FamilyChecker, node: Function, symbol: FunctionSymbol) -> None:
    assert node.body is not None
    checker.function, checker.returns = symbol, False
    checker.typing.bodies[symbol] = node
    checker.enter()
    for param, type in zip(node.params, symbol.types, strict=True):
        _declare_param(checker, param, type)
    if checker.rules.scopes.parameters_share_body:
        check_statements(checker, node.body.statements)
    else:
        check_block(checker, node.body)
    checker.leave()
    if symbol.result is not VOID and not checker.returns:
        fail(node, f"{quote(node.name)} to return {spelling(symbol.result)}", "no `return`")
    checker.function = None


def _declare_param(checker: FamilyChecker, node: Param, type: Type) -> None:
    if not node.name:
        return
    check_name(checker, node, node.name)
    if checker.scopes.here(node.name) is not None:
        refuse(node, f"the parameter {quote(node.name)} is declared twice")
    writable = node.direction != "const_in" and not is_opaque(type)
    symbol = VariableSymbol(
        node.name, type, "param", node, writable=writable, qualifiers=node.qualifiers
    )
    checker.scopes.add(node.name, symbol)
    checker.typing.declared[id(node)] = symbol


# ---- blocks


def _declare_interface(checker: FamilyChecker, node: Interface) -> None:
    role = _BLOCK_ROLES.get(node.storage)
    if role is None or not checker.features.has(_BLOCK_SINCE[role]):
        fail(node, "a block after uniform, buffer, in or out", quote(node.storage))
    if role in ("in", "out") and (checker.stage == "compute" or is_end(checker.stage, role)):
        fail(
            node,
            "a block of what one stage passes to the next",
            f"one in a {checker.stage} shader",
        )
    check_name(checker, node, node.name)
    check_again(checker, node, node.name)
    check_layout(checker, node.attributes, role, None)
    block = Struct(
        node.name, tuple(_block_member(checker, node, k, role) for k in range(len(node.members)))
    )
    checker.typing.structs[id(node)] = block
    checker.scopes.add(node.name, _BlockName(block))
    for member in node.members:
        if "readonly" in (*node.qualifiers, *member.qualifiers):
            checker.read_only.add((block, member.name))
        if "writeonly" in (*node.qualifiers, *member.qualifiers):
            checker.write_only.add((block, member.name))
    _declare_block(checker, node, block, role)


def _block_member(checker: FamilyChecker, node: Interface, k: int, role: Role) -> TypeMember:
    member = node.members[k]
    if any(other.name == member.name for other in node.members[:k]):
        refuse(member, f"the member {quote(member.name)} is declared twice")
    if member.storage and member.storage != node.storage:
        fail(member, f"a member that is {quote(node.storage)}", quote(member.storage))
    check_name(checker, member, member.name)
    type = type_of(checker, member.type)
    _check_member_type(checker, node, member, k, type, role)
    for attribute in member.attributes:
        check_identifier(checker, attribute)
    check_precision(checker, member, type, member.precision)
    return TypeMember(
        member.name,
        type,
        align=_layout_number(checker, member, "align") or _layout_number(checker, node, "align"),
        offset=_layout_number(checker, member, "offset"),
        row_major=_is_row_major(checker, node, member),
    )


def _is_row_major(checker: FamilyChecker, node: Interface, member: MemberNode) -> bool:
    """Return whether rows lie together: the member says so, or the block, or
    `layout(row_major) uniform;`.
    """
    for attributes in (member.attributes, node.attributes):
        words = [one.name for one in attributes if one.name in ("row_major", "column_major")]
        if words:
            return words[-1] == "row_major"
    return checker.row_major.get(node.storage, False)


def _layout_number(checker: FamilyChecker, node: Interface | MemberNode, name: str) -> int | None:
    """Return what a layout identifier of a block or member is given (GLSL 4.40, 4.4.5 "Uniform
    and Shader Storage Block Layout Qualifiers"); None without it.
    """
    attribute = next((one for one in node.attributes if one.name == name and one.args), None)
    value = None if attribute is None else constant(checker, attribute.args[0])
    return value if isinstance(value, int) else None


def _check_member_type(
    checker: FamilyChecker, node: Interface, member: MemberNode, k: int, type: Type, role: Role
) -> None:
    if type is VOID or is_opaque(type):
        fail(member, "a type with a place in memory", spelling(type))
    if role in ("in", "out"):
        check_role(checker, member, type, role, (*node.qualifiers, *member.qualifiers))
    unsized = isinstance(type, Array) and type.size is None
    if (
        unsized
        and (role != "buffer" or k != len(node.members) - 1)
        and not checker.features.unsized_arrays
    ):
        fail(member, "a size for the array", "none")


def _declare_block(checker: FamilyChecker, node: Interface, block: Struct, role: Role) -> None:
    if node.instance:
        check_name(checker, node, node.instance)
        type: Type = block
        if None in node.array and not checker.features.unsized_arrays:
            fail(node, "a size for the array of blocks", "none")
        for size in reversed(node.array):
            type = array_of(node, type, None if size is None else array_size(checker, size))
        if role == "in" and checker.stage == "geometry":
            type = input_type(checker, node, type)
        _add_variable(
            checker,
            node,
            VariableSymbol(node.instance, type, role, node, qualifiers=node.qualifiers),
        )
        return
    for member, made in zip(node.members, block.members, strict=True):
        words = (*node.qualifiers, *member.qualifiers)
        _add_variable(
            checker, member, VariableSymbol(member.name, made.type, role, node, qualifiers=words)
        )


def _add_variable(checker: FamilyChecker, node: Node, symbol: VariableSymbol) -> None:
    check_again(checker, node, symbol.name)
    checker.scopes.add(symbol.name, symbol)


_DECLARATIONS: Final[dict[type[Node], Callable[[FamilyChecker, Any], object]]] = {
    **DECLARATIONS,
    Function: _declare_function,
    Interface: _declare_interface,
}

"""The changed tree of a shader, and the parts that several mutants build it of."""

from __future__ import annotations

from typing import Final, TypeVar, cast

from msgspec.structs import replace

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.read import Shader
from aberration.languages.shading.tree import (
    Attribute,
    Call,
    Clause,
    Declare,
    DoWhile,
    Expression,
    For,
    Function,
    Literal,
    Loop,
    Module,
    Name,
    Node,
    Statement,
    TypeName,
    TypeSyntax,
    Unary,
    Variable,
    While,
)
from aberration.languages.shading.tree.walk import with_children
from aberration.languages.shading.types import INT, UINT, Struct, Type, with_element
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import Change, ShadingMutant

N = TypeVar("N", bound=Node)
LOOPS: Final = (For, While, DoWhile, Loop)
_FIXED: Final = ("const", "override")
BITS: Final = 32


def rewrite_shader(mutant: ShadingMutant, shader: Shader, stage: Stage) -> Module:
    """Return the tree as the mutant understands it; raise `MalformedShader` for one that is not
    legal.
    """
    return rewrite_checked(mutant, Checked(shader, stage))


def rewrite_checked(mutant: ShadingMutant, checked: Checked) -> Module:
    """Return the tree of a shader that is known to be legal as the mutant understands it; an
    equal one where nothing in it triggers the mistake.
    """

    def rewrite_function(node: Node) -> Node:
        if isinstance(node, Function) and node.body is not None:
            return _rewrite_part(checked, node, mutant.change)
        return node

    return with_children(checked.module, rewrite_function)


def _rewrite_part(checked: Checked, node: N, change: Change) -> N:
    """Return a part of a body, changed from its leaves upwards.

    Left alone is what has to be known when the shader is compiled.
    """
    if isinstance(node, TypeSyntax | Attribute):
        return node
    if isinstance(node, Variable) and node.kind in _FIXED:
        return node

    def deeper(below: Node) -> Node:
        return _rewrite_part(checked, below, change)

    new: Node
    if isinstance(node, Clause):
        new = replace(node, body=deeper(node.body))
    elif isinstance(node, Call):
        given = tuple(deeper(one) for one in node.args)
        same = all(a is b for a, b in zip(given, node.args, strict=True))
        new = node if same else replace(node, args=cast(tuple[Expression, ...], given))
    else:
        new = with_children(node, deeper)
    return cast(N, change(checked, node, new))


def cast_to(checked: Checked, type: Type, value: Expression) -> Call:
    """Return the conversion of a value to a scalar or vector type."""
    return Call(type_name(checked, type), (value,))


def type_name(checked: Checked, type: Type) -> Name | TypeName:
    """Return a scalar, vector, matrix or structure as it is called in an expression."""
    text = type.wgsl if checked.is_wgsl else type.glsl
    name, _, inner = text.partition("<")
    return TypeName(name, (TypeName(inner.rstrip(">")),)) if inner else Name(name)


def type_syntax(type: Type | None) -> TypeSyntax | None:
    """Return how GLSL writes a type before a name; None for arrays and others that are not
    values of one name.
    """
    is_named = type is not None and (type.scalar is not None or isinstance(type, Struct))
    return TypeName(type.glsl) if type is not None and is_named else None


def local(
    checked: Checked, name: str, type: Type | None, value: Expression | None
) -> Declare | None:
    """Return the declaration of a local variable; None for a type that cannot be written here.

    WGSL takes the type from the value.
    """
    syntax = None if checked.is_wgsl else type_syntax(type)
    if (syntax is None and not checked.is_wgsl) or (checked.is_wgsl and value is None):
        return None
    return Declare((Variable("var", name, syntax, value, "function"),))


def as_unsigned(type: Type) -> Type:
    """Return the type with unsigned integers in place of signed ones."""
    return with_element(type, UINT)


def as_signed(type: Type) -> Type:
    """Return the type with signed integers in place of unsigned ones."""
    return with_element(type, INT)


def power_of_two(node: Node) -> int:
    """Return the exponent of a literal that is 2, 4, 8, ...; 0 for anything else."""
    value = node.value if isinstance(node, Literal) else 0
    if type(value) is not int or value < 2 or value & (value - 1):
        return 0
    return value.bit_length() - 1


def is_negative(node: Node) -> bool:
    """Say whether an expression is a negative literal, or a vector of such."""
    if isinstance(node, Call):
        return bool(node.args) and all(map(is_negative, node.args))
    operand = node.operand if isinstance(node, Unary) and node.op == "-" else None
    return isinstance(operand, Literal) and bool(operand.value)


def call_in(statement: Statement) -> Call | None:
    """Return the call that is all of a statement: called alone, or its value assigned or
    declared.
    """
    found: object = None
    if isinstance(statement, Declare) and len(statement.variables) == 1:
        found = statement.variables[0].init
    else:
        found = getattr(statement, "call", None) or getattr(statement, "value", None)
    return found if isinstance(found, Call) else None


def with_call(statement: Statement, call: Call) -> Statement:
    """Return a statement with another call in place of its own; see `call_in`."""
    if isinstance(statement, Declare):
        return replace(statement, variables=(replace(statement.variables[0], init=call),))
    field = "call" if hasattr(statement, "call") else "value"
    return replace(statement, **{field: call})

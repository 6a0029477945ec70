"""The one typed tree of GLSL, ESSL and WGSL.

Nodes are frozen records without links to parents: a method makes hundreds of variants of one
program, and keeping the old one, sharing what stays, replaying, hashing and comparing are free that
way, where copies of a mutable tree cost thirty times the rewriting. Assignment and increment as
statements are common to all languages; the nested forms are nodes of their own.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree.attributes import Attribute
from aberration.languages.shading.tree.declarations import (
    QUALIFIERS,
    Access,
    Alias,
    ConstAssert,
    Declare,
    Direction,
    Function,
    Interface,
    Member,
    Param,
    Precision,
    PrecisionLevel,
    Requalify,
    Storage,
    StructDecl,
    StructSyntax,
    Variable,
    VariableKind,
)
from aberration.languages.shading.tree.expressions import (
    AddressOf,
    AssignExpr,
    Binary,
    Call,
    Comma,
    Conditional,
    Deref,
    Field,
    IncrementExpr,
    Index,
    InitList,
    Literal,
    LiteralKind,
    Name,
    Unary,
)
from aberration.languages.shading.tree.module import Directive, DirectiveKind, LanguageName, Module
from aberration.languages.shading.tree.node import (
    NOWHERE,
    Declaration,
    Expression,
    Node,
    Span,
    Statement,
    TypeSyntax,
)
from aberration.languages.shading.tree.statements import (
    Assign,
    Block,
    Break,
    CallStatement,
    Clause,
    Continue,
    Discard,
    DoWhile,
    Evaluate,
    For,
    If,
    Increment,
    Loop,
    Return,
    Switch,
    While,
)
from aberration.languages.shading.tree.type_syntax import ArrayOf, TypeName

EXPRESSIONS: Final[tuple[type[Expression], ...]] = (
    Literal, Name, Unary, Binary, Conditional, Call, Index, Field, AddressOf, Deref, AssignExpr,
    IncrementExpr, Comma, InitList,
)  # fmt: skip
STATEMENTS: Final[tuple[type[Statement], ...]] = (
    Block, Assign, Increment, CallStatement, Evaluate, If, Switch, For, While, DoWhile, Loop, Break,
    Continue, Discard, Return,
)  # fmt: skip
DECLARATIONS: Final[tuple[type[Declaration], ...]] = (
    Declare, Function, StructDecl, Alias, ConstAssert, Interface, Precision, Requalify,
)  # fmt: skip
TYPES: Final[tuple[type[TypeSyntax], ...]] = (TypeName, ArrayOf, StructSyntax)
PARTS: Final[tuple[type[Node], ...]] = (
    Attribute,
    Variable,
    Param,
    Member,
    Clause,
    Directive,
    Module,
)
KINDS: Final[tuple[type[Node], ...]] = (*EXPRESSIONS, *STATEMENTS, *DECLARATIONS, *TYPES, *PARTS)

__all__ = [
    "DECLARATIONS",
    "EXPRESSIONS",
    "KINDS",
    "NOWHERE",
    "PARTS",
    "QUALIFIERS",
    "STATEMENTS",
    "TYPES",
    "Access",
    "AddressOf",
    "Alias",
    "ArrayOf",
    "Assign",
    "AssignExpr",
    "Attribute",
    "Binary",
    "Block",
    "Break",
    "Call",
    "CallStatement",
    "Clause",
    "Comma",
    "Conditional",
    "ConstAssert",
    "Continue",
    "Declaration",
    "Declare",
    "Deref",
    "Direction",
    "Directive",
    "DirectiveKind",
    "Discard",
    "DoWhile",
    "Evaluate",
    "Expression",
    "Field",
    "For",
    "Function",
    "If",
    "Increment",
    "IncrementExpr",
    "Index",
    "InitList",
    "Interface",
    "LanguageName",
    "Literal",
    "LiteralKind",
    "Loop",
    "Member",
    "Module",
    "Name",
    "Node",
    "Param",
    "Precision",
    "PrecisionLevel",
    "Requalify",
    "Return",
    "Span",
    "Statement",
    "Storage",
    "StructDecl",
    "StructSyntax",
    "Switch",
    "TypeName",
    "TypeSyntax",
    "Unary",
    "Variable",
    "VariableKind",
    "While",
]

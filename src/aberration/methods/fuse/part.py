"""One of the two shaders of a fused program: its declarations with names of their own, and its
entry point as a function like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.program import POINTED, Program
from aberration.languages.shading.analysis.facts import BARRIERS
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.checker.symbols import VariableSymbol
from aberration.languages.shading.checker.wgsl.uniformity.values import SAMPLINGS
from aberration.languages.shading.interpret.interface import InterfaceReader, ShaderInterface
from aberration.languages.shading.read import Shader
from aberration.languages.shading.tree import (
    ArrayOf,
    Attribute,
    Block,
    Clause,
    Declaration,
    Declare,
    Discard,
    Interface,
    LanguageName,
    Module,
    Node,
    Param,
    Precision,
    Requalify,
    Statement,
    StructSyntax,
    Variable,
)
from aberration.languages.shading.tree.walk import rewrite, walk
from aberration.languages.shading.types import Type, is_opaque

from .entry import (
    OUTPUTS,
    Entry,
    as_private,
    family_entry,
    is_other_entry,
    wgsl_entry,
    without_entry_attributes,
)
from .placed import PlacedDeclaration
from .renaming import Renaming

PREFIXES: Final = ("a", "b")
"""What the names of the parts begin with."""
_BLOCKS: Final = ("uniform", "storage")
_LAYOUTS: Final = ("std140", "std430")


class Part(msgspec.Struct, frozen=True, eq=False):
    """A part of a fused program.

    `decls` have their new names; `home` is the node of the old tree that each was made of. `types`
    are those of all variables by new name, `reads` the built-in inputs that it uses. `derives`: it
    takes derivatives; `waits`: its invocations wait for each other, for derivatives or at barriers.
    """

    program: Program
    shader: Shader
    outside: ShaderInterface
    renaming: Renaming
    decls: tuple[PlacedDeclaration, ...]
    home: tuple[Declaration | None, ...]
    entry: Entry
    types: Mapping[str, Type]
    reads: frozenset[str]
    constants: Mapping[int, Any]
    derives: bool
    waits: bool
    discards: bool

    @property
    def module(self) -> Module:
        """Return the tree as it was read."""
        return self.shader.module

    @property
    def language(self) -> LanguageName:
        """Return the language of the part."""
        return self.shader.module.language


def read_part(program: Program, shader: Shader, number: int) -> Part:
    """Return a program as part number 0 or 1; raise `BadInput` for one that cannot be fused."""
    if program.is_pair:
        message = "it cannot be fused: it is a pair of a vertex and a fragment shader"
        raise BadInput(message, where=program.name)
    if program.stage in POINTED:
        message = f"it cannot be fused: it is for the {program.stage} stage"
        raise BadInput(message, where=program.name)
    assert program.stage != "program"
    typing = check(shader.module, program.stage, shader.source)
    _refuse_unfit(typing, program)
    outside = InterfaceReader(typing, program.stage).read()
    prefix = PREFIXES[number]
    renaming = Renaming(typing, prefix, {name: f"{prefix}_{name[3:]}" for name in OUTPUTS})
    try:
        read_entry = wgsl_entry if shader.module.language == "wgsl" else family_entry
        entry, added = read_entry(typing, outside, renaming)
    except BadInput as error:
        raise error.at(program.name) from None
    rows: list[tuple[Declaration, Declaration | None]] = []
    rows += _declarations(shader.module, outside, renaming)
    # After the default precisions, which the added variables need.
    first = next((at for at, row in enumerate(rows) if not isinstance(row[0], Precision)), 0)
    rows[first:first] = [(one, None) for one in added]
    called = [one for one in typing.callees.values() if isinstance(one, Overload)]
    derives = any(one.builtin.theme == "derivative" or one.name in SAMPLINGS for one in called)
    return Part(
        program,
        shader,
        outside,
        renaming,
        tuple(PlacedDeclaration(number, made) for made, _ in rows),
        tuple(home for _, home in rows),
        entry,
        MappingProxyType(renaming.type_of()),
        _built_in_inputs(typing, entry),
        typing.constants,
        derives,
        derives or any(one.name in BARRIERS for one in called),
        any(isinstance(node, Discard) for node in walk(shader.module)),
    )


def _built_in_inputs(typing: Typing, entry: Entry) -> frozenset[str]:
    """Return the built-in inputs that a part uses, by the names that its language has for them."""
    used = (one for one in typing.symbols.values() if one.node is None and one.role == "in")
    return frozenset((*(name for name, _ in entry.asks), *(one.name for one in used)))


def _refuse_unfit(typing: Typing, program: Program) -> None:
    name, inputs = program.name, program.inputs
    if inputs.constants:
        raise BadInput("it cannot be fused: it has given specialisation constants", where=name)
    if inputs.attachments:
        raise BadInput("it cannot be fused: it has several attachments", where=name)
    given = {one.name for one in inputs.textures} | {one.name for one in inputs.samplers}
    for symbol in typing.declared.values():
        if is_opaque(symbol.type) and not _is_given(symbol, given):
            message = "it has textures or samplers that its inputs do not give, or that have local"
            raise BadInput(f"it cannot be fused: {message} names", where=name)
    for node in walk(typing.module):
        if isinstance(node, Variable) and node.name.startswith("gl_"):
            raise BadInput(f"it cannot be fused: it declares {node.name} again", where=name)
        if isinstance(node, Interface) and node.storage not in _BLOCKS:
            raise BadInput(f"it cannot be fused: its block {node.name}", where=name)
        if isinstance(node, Interface) and node.array:
            raise BadInput("it cannot be fused: it has an array of blocks", where=name)


def _is_given(symbol: VariableSymbol, given: Set[str]) -> bool:
    """Whether a texture or sampler is one of the inputs, or a parameter."""
    node = symbol.node
    if isinstance(node, Param):
        return True
    return isinstance(node, Variable) and node.init is None and symbol.name in given


def _declarations(
    module: Module, outside: ShaderInterface, renaming: Renaming
) -> Iterator[tuple[Declaration, Declaration]]:
    """Give the renamed declarations of a part with those that they were made of; not its other
    entry points, and nothing that says something about declarations of the other part.
    """
    layouts: dict[str, str] = {}
    wgsl = module.language == "wgsl"
    for node in module.decls:
        if isinstance(node, Requalify) and (node.storage or "invariant" in node.qualifiers):
            named = next((one.name for one in node.attributes if one.name in _LAYOUTS), "")
            layouts |= {node.storage: named} if named else {}
            continue
        if is_other_entry(node, outside):
            continue
        made = _with_layout(renaming.rename(node), layouts)
        made = without_entry_attributes(made) if wgsl else rewrite(as_private(made), _separate)
        for one in _apart(made):
            assert isinstance(one, Declaration)
            yield one, node


def _with_layout(node: Declaration, layouts: Mapping[str, str]) -> Declaration:
    """Return a block with the layout that the module gives to all."""
    if not isinstance(node, Interface) or node.storage not in layouts:
        return node
    if any(one.name in _LAYOUTS for one in node.attributes):
        return node
    return replace(node, attributes=(*node.attributes, Attribute(name=layouts[node.storage])))


def _separate(node: Node) -> Node:
    """Return a block with a declaration for each variable, where its base type is a name."""
    if isinstance(node, Block):
        made = tuple(one for statement in node.statements for one in _apart(statement))
        return node if len(made) == len(node.statements) else replace(node, statements=made)
    return replace(node, body=_separate(node.body)) if isinstance(node, Clause) else node


def _apart(node: Statement) -> tuple[Statement, ...]:
    if not isinstance(node, Declare) or len(node.variables) < 2:
        return (node,)
    base = node.variables[0].type
    while isinstance(base, ArrayOf):
        base = base.element
    if isinstance(base, StructSyntax):
        return (node,)
    return tuple(replace(node, variables=(one,)) for one in node.variables)

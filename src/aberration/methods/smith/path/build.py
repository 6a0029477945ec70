"""From a plan to a program and what it gives."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.tree import (
    Assign,
    Attribute,
    Block,
    Declaration,
    Declare,
    Expression,
    Field,
    Function,
    Index,
    LanguageName,
    Literal,
    Module,
    Name,
    Precision,
    Requalify,
    Return,
    Statement,
    TypeName,
    Variable,
)
from aberration.languages.shading.types import FLOAT, INT, UINT, vector

from ..generate.fold import FOLD, bits_function, colour_of
from ..generate.resources import attribute_of
from ..generate.syntax import Syntax
from . import interface
from .builder import Builder, Known, block_of
from .expr import Expr
from .fold import fold_new, word_expression
from .memory import Place, Undefined
from .plan import Plan
from .records import write_record

_CELLS: Final = 40
"""Values of `main` that have a cell of their own; the others are folded."""
_COLOUR: Final = "colour"


class Built(msgspec.Struct, frozen=True, eq=False):
    """A program and what it gives. `done` are the records that did something, `ran` those whose
    statements control came to.
    """

    module: Module
    stage: Stage
    inputs: Inputs
    expected: Buffers | Image
    done: frozenset[Place]
    ran: frozenset[Place]

    @property
    def applied(self) -> tuple[int, ...]:
        """Return the numbers of the records of the plan that did something."""
        return tuple(sorted(place[0] for place in self.done if len(place) == 1))


def build(language: LanguageName, version: int, plan: Plan, *, stage: Stage) -> Built:
    """Write the program of a plan."""
    syntax = Syntax(wgsl=language == "wgsl", short=True)
    trouble: dict[Place, int] = {}
    while True:
        b = Builder(language, version, syntax, write_record, fragment=stage == "fragment")
        b.trouble = trouble
        try:
            b.write_plan(plan)
            return finish(b)
        except Undefined as met:
            # At its end `main` reads what is written where it is used, after all that changed.
            trouble[met.place] = trouble.get(met.place, 0) + 1


def finish(b: Builder) -> Built:
    """Return the program that was written; raise `Undefined` where its end reads what is not."""
    cells = [] if b.fragment else [one for one in b.state.known if one.folded][:_CELLS]
    words = [word_expression(b, one.read) for one in cells]
    values = [_at_end(b, word, one.place) for word, one in zip(words, cells, strict=True)]
    _fold_others(b, cells)
    total = b.memory.values[FOLD]
    outers = b.state.outers
    shell = (
        interface.uniforms(b.syntax, outers, total)
        if b.fragment
        else interface.buffers(b.syntax, outers, b.memory, total, values)
    )
    last = _colour(b) if b.fragment else _stores(b, [one.node for one in words])
    body = Block(statements=(*block_of(b.state.steps).statements, *last))
    decls = (
        *_heading(b),
        *shell.declarations,
        *_interface(b),
        _fold_variable(b),
        bits_function(b.syntax),
        *b.state.declarations,
        _entry_point(b, body),
    )
    module = Module(language=b.language, version=b.version, decls=decls)
    done, ran = frozenset(b.done), frozenset(b.memory.ran)
    stage: Stage = "fragment" if b.fragment else "compute"
    return Built(module, stage, shell.inputs, shell.expected, done, ran)


def _at_end(b: Builder, word: Expr, place: Place) -> int:
    try:
        found: int = word.value(b.memory)
    except Undefined:
        raise Undefined(place) from None
    return found


def _fold_others(b: Builder, cells: list[Known]) -> None:
    kept = b.state.known
    b.state.known = [one for one in kept if not any(one is cell for cell in cells)]
    fold_new(b, 0)
    b.state.known = kept


def _stores(b: Builder, words: list[Expression]) -> list[Statement]:
    """Store each word in its cell, and the fold."""
    found: list[Statement] = []
    for k, word in enumerate(words):
        place = Index(base=_result(b, interface.CELLS), index=b.syntax.literal(k, INT))
        found.append(Assign(op="=", target=place, value=word))
    found.append(Assign(op="=", target=_result(b, interface.TOTAL), value=Name(name=FOLD)))
    return found


def _result(b: Builder, member: str) -> Expression:
    return Field(base=Name(name=interface.RESULT), name=member) if b.wgsl else Name(name=member)


def _colour(b: Builder) -> list[Statement]:
    colour = colour_of(b.syntax)
    if b.wgsl:
        return [Return(value=colour)]
    return [Assign(op="=", target=Name(name=_COLOUR), value=colour)]


# ---- what stands around


def _heading(b: Builder) -> list[Declaration]:
    if b.language != "essl":
        return []
    return [
        Precision(level="highp", type=b.syntax.type(FLOAT)),
        Precision(level="highp", type=b.syntax.type(INT)),
    ]


def _fold_variable(b: Builder) -> Declaration:
    zero = b.syntax.literal(0, UINT)
    made = Variable(kind="var", name=FOLD, type=b.syntax.type(UINT), init=zero, storage="private")
    return Declare(variables=(made,))


def _interface(b: Builder) -> list[Declaration]:
    if b.wgsl:
        return []
    if not b.fragment:
        size = attribute_of("local_size_x", 1, "int")
        return [Requalify(storage="in", attributes=(size,))]
    colour = Variable(
        kind="var",
        name=_COLOUR,
        type=b.syntax.type(vector(FLOAT, 4)),
        storage="out",
        attributes=(attribute_of("location", 0, "int"),),
    )
    return [Declare(variables=(colour,))]


def _entry_point(b: Builder, body: Block) -> Function:
    if not b.wgsl:
        return Function(name="main", body=body)
    number = Literal(kind="abstract_int", value=0 if b.fragment else 1)
    if not b.fragment:
        size = Attribute(name="workgroup_size", args=(number,))
        return Function(name="main", body=body, attributes=(Attribute(name="compute"), size))
    return Function(
        name="main",
        result_attributes=(Attribute(name="location", args=(number,)),),
        result=TypeName(name="vec4", args=(TypeName(name="f32"),)),
        body=body,
        attributes=(Attribute(name="fragment"),),
    )

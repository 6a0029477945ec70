"""The wrapper of a fused program: the entry point that runs both parts and makes one result of
theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.rules import SECOND_GENERATION
from aberration.languages.shading.tree import (
    Attribute,
    Block,
    Declaration,
    Function,
    If,
    Literal,
    Module,
    Name,
    Param,
    Statement,
    TypeName,
)

from .entry import Entry
from .relations.relation import Relation
from .written import declarations_of, statements_of

_EXPLICIT: Final = {"glsl": 330, "essl": 300}
"""The first versions in which outputs have locations."""
COLOUR: Final = "fused_colour"
WEIGHT: Final = "weight"
CELLS: Final = "cells"
INDEX: Final = "local_invocation_index"
_FAMILY_INDEX: Final = "gl_LocalInvocationIndex"
_WAIT: Final = "memoryBarrierBuffer(); barrier(); memoryBarrierBuffer();"
"""What an invocation did to buffers comes before what others do to them behind this: there are
memory barriers on both sides, as Vulkan's memory model asks for.
"""


def heading(
    like: Module, first: Entry, relation: Relation, binding: int, cells: int
) -> tuple[Declaration, ...]:
    """Return what stands before the wrapper: precisions, the output or the size of workgroups, and
    what the relation needs: a uniform, or a buffer of so many `cells`, at a `binding`.
    """
    if like.language == "wgsl":
        bound = f"@group(0) @binding({binding})"
        lines = [f"{bound} var<uniform> {WEIGHT}: f32;"] if relation.weighted else []
        if cells:
            lines.append(f"{bound} var<storage, read_write> {CELLS}: array<u32, {cells}>;")
        return declarations_of("\n".join(lines), like)
    lines = ["precision highp float;", "precision highp int;"] if like.language == "essl" else []
    if relation.stage == "compute":
        x, y, z = first.size
        lines.append(f"layout(local_size_x = {x}, local_size_y = {y}, local_size_z = {z}) in;")
    elif like.version >= SECOND_GENERATION[like.language]:
        layout = "layout(location = 0) " if like.version >= _EXPLICIT[like.language] else ""
        lines.append(f"{layout}out vec4 {COLOUR};")
    if relation.weighted:
        lines.append(f"uniform float {WEIGHT};")
    if cells:
        block = f"buffer FusedCells {{ uint {CELLS}[{cells}]; }};"
        lines.append(f"layout(std430, binding = {binding}) {block}")
    return declarations_of("\n".join(lines), like)


def entry_point(
    like: Module,
    entries: Sequence[Entry],
    relation: Relation,
    body: Sequence[Statement],
    *,
    indexed: bool = False,
) -> Function:
    """Return the entry point with a body, in WGSL with the built-in values that parts ask for; also
    with the number of the invocation, where it is `indexed`.
    """
    block = Block(statements=tuple(body))
    if like.language != "wgsl":
        return Function(name="main", body=block)
    asks = {name: type for entry in reversed(entries) for name, type in entry.asks}
    if indexed:
        asks[INDEX] = TypeName(name="u32")
    params = tuple(
        Param(
            name=name,
            type=asks[name],
            attributes=(Attribute(name="builtin", args=(Name(name=name),)),),
        )
        for name in sorted(asks)
    )
    if relation.stage == "compute":
        sizes = tuple(Literal(kind="abstract_int", value=size) for size in entries[0].size)
        size = Attribute(name="workgroup_size", args=sizes)
        attributes = (Attribute(name="compute"), size)
        return Function(name="main", params=params, body=block, attributes=attributes)
    (like_this,) = declarations_of(
        "@fragment fn main() -> @location(0) vec4<f32> { return vec4<f32>(); }", like
    )
    assert isinstance(like_this, Function)
    return replace(like_this, params=params, body=block)


def side_by_side(
    like: Module, entries: Sequence[Entry], relation: Relation, items: Sequence[Statement]
) -> tuple[Statement, ...]:
    """Return the body of a wrapper in which both parts run, then the relation."""
    if relation.stage == "compute":
        return tuple(items)
    names = ("first", "second")
    colours = [_levels(name, one, like) for name, one in zip(names, entries, strict=True)]
    text = "\n".join((*colours, _result(like), relation.text, _give(like)))
    return (*items, *statements_of(text, like))


def cell_by_cell(
    like: Module, arrays: tuple[str, str], count: int, relation: Relation, invocations: int
) -> tuple[Statement, ...]:
    """Return the loop that combines so many cells of the two arrays. Several invocations wait until
    all have written theirs, and combine some each; the first one does all where the relation takes
    them in order.
    """
    wgsl = like.language == "wgsl"
    name, word, declared = ("i32", "u32", "let {}") if wgsl else ("int", "uint", "uint {}")
    given = "\n".join(
        f"{declared.format(part)} = {word}({array}[k]);"
        for part, array in zip(("first", "second"), arrays, strict=True)
    )
    wait, begin, step = "", "0", 1
    if invocations > 1:
        wait = "storageBarrier();" if wgsl else _WAIT
        begin, step = f"{name}({INDEX if wgsl else _FAMILY_INDEX})", invocations
    if relation.in_order and invocations > 1:
        begin, step = f"{begin} * {count}", 1
    turn = "k++" if step == 1 else f"k += {step}"
    head = f"for ({'var' if wgsl else name} k = {begin}; k < {count}; {turn})"
    return statements_of(f"{wait}\n{head} {{\n{given}\n{relation.text}\n}}", like)


def in_branches(
    like: Module,
    entries: Sequence[Entry],
    relation: Relation,
    first: Sequence[Statement],
    second: Sequence[Statement],
) -> tuple[Statement, ...]:
    """Return the body of a wrapper in which the second part runs, and the first one where the
    relation chooses it.
    """
    first_entry, second_entry = entries
    before = f"{_levels('second', second_entry, like)}\n{_result(like)}"
    after = f"{_levels('first', first_entry, like)}\nresult = first;"
    (choice,) = statements_of(f"if ({relation.condition}) {{ result = second; }}", like)
    assert isinstance(choice, If)
    other = Block(statements=(*first, *statements_of(after, like)))
    return (
        *second,
        *statements_of(before, like),
        replace(choice, otherwise=other),
        *statements_of(_give(like), like),
    )


def _levels(name: str, entry: Entry, like: Module) -> str:
    """Return the text that declares a part's colour in levels; colours beyond 0 and 1 are cut off,
    as they are in an image.
    """
    declared = f"let {name}" if like.language == "wgsl" else f"vec4 {name}"
    return f"{declared} = floor(clamp({entry.colour}, vec4(0.0), vec4(1.0)) * 255.0 + vec4(0.5));"


def _result(like: Module) -> str:
    return "var result: vec4<f32>;" if like.language == "wgsl" else "vec4 result;"


def _give(like: Module) -> str:
    if like.language == "wgsl":
        return "return result / 255.0;"
    declared = like.version >= SECOND_GENERATION[like.language]
    return f"{COLOUR if declared else 'gl_FragColor'} = result / 255.0;"

"""The geometry stage of a program under test: what it is given of its point, and what it emits
(docs/formats.md, "Programs for the geometry stage").

The last vertex that it emits on its own pixel is the pixel's colour; one far behind or before all
that is drawn is drawn nowhere; without any other, the pixel keeps the colour of the background.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..builtins.emission import EMITS, ENDS
from ..builtins.signature import Overload
from ..checker.primitives import defaults_of
from ..checker.symbols import VariableSymbol
from ..tree import Attribute, Field, Literal
from ..tree.walk import find
from ..types import BOOL, FLOAT, INT, Array, Struct, Type
from .generator import Generator
from .interface import ShaderInterface
from .texts import blank_text
from .trap import Refused
from .vertex import POINT, POSITION, check_outputs, component_texts, trap_text

TAKEN: Final = "gl_in"
"""The variable of what a geometry shader takes."""
_UNWRITTEN: Final = ("gl_ClipDistance", "gl_CullDistance")
_EMITTED: Final = "emitted"
_COUNT: Final = "emissions"
_KEPT: Final = tuple(f"kept_{k}" for k in range(4))
"""Variables of an invocation: whether a point lies on its pixel, how many vertices were emitted,
and the colour of the last one on its pixel.
"""
_MOST: Final = 64
"""Vertices that each implementation lets a program emit: together they have no more than 1024
components.
"""
_NEAR: Final = 2.0
_FAR: Final = 64.0
"""A point on its pixel whose depth, with either sign, lies between these is drawn nowhere: what
is drawn ends at 1 (OpenGL 4.6, 13.7 "Primitive Clipping"). Of those beside the image that is not
said: OpenGL leaves them away by their middle, OpenGL ES by all that they cover.
"""


def check_form(gen: Generator) -> None:
    """Refuse by name a geometry shader that takes or gives anything else than points."""
    for storage in ("in", "out"):
        for one in defaults_of(gen.typing.module, storage):
            _check_default(gen, one, storage)


def _check_default(gen: Generator, node: Attribute, storage: str) -> None:
    name = node.name
    if name == "max_vertices" and most_vertices(gen) > _MOST:
        raise Refused(f"more than {_MOST} vertices of a geometry shader")
    if name == "invocations" and _value(gen, node) != 1:
        raise Refused("several invocations of a geometry shader")
    if not node.args and name != "points":
        raise Refused(f"a geometry shader with `layout({name}) {storage};`")


def _refuse_unwritten(gen: Generator) -> None:
    """Refuse what our vertex stage does not write of a vertex."""
    for node in find(gen.typing.module, Field):
        if node.name in _UNWRITTEN and gen.typing.types.get(id(node.base)) in _taken_types(gen):
            raise Refused(f"{node.name} of {TAKEN}, which no vertex stage writes")


def _taken_types(gen: Generator) -> list[Type]:
    symbols = (one for one in gen.typing.symbols.values() if one.name == TAKEN)
    return [one.type.element for one in symbols if isinstance(one.type, Array)]


def most_vertices(gen: Generator) -> int:
    """Return `max_vertices`, of which the shader may say more than one: then the last counts."""
    said = [one for one in defaults_of(gen.typing.module, "out") if one.name == "max_vertices"]
    return _value(gen, said[-1])


def _value(gen: Generator, node: Attribute) -> int:
    (argument,) = node.args
    found = gen.integer_of(argument)
    if found is None and isinstance(argument, Literal) and isinstance(argument.value, int):
        return argument.value
    if found is None:
        raise Refused(f"the value of {node.name}, which is not known")
    return found


def taken_text(symbol: VariableSymbol) -> str:
    """Return the one vertex that a geometry shader takes, an element of `gl_in`: our vertex stage
    writes its place and size alone.
    """
    assert isinstance(symbol.type, Array)
    struct = symbol.type.element
    assert isinstance(struct, Struct)
    given = {POINT[0]: f"[{', '.join(POSITION)}]", POINT[1]: "1.0"}
    texts = (given.get(one.name) or blank_text(one.type, False) for one in struct.members)
    return f"[{', '.join(texts)}]"


def begin_emissions(gen: Generator, shader: ShaderInterface) -> None:
    """Write the variables in which an invocation keeps what it emitted."""
    check_form(gen)
    check_outputs(gen, shader)
    if not any(one.place for one in gen.given.attributes):
        raise Refused("points of which no attribute says where they lie")
    _refuse_unwritten(gen)
    for callee in gen.typing.callees.values():
        if isinstance(callee, Overload) and callee.builtin.theme == "subgroup":
            raise Refused(f"{callee.name} in a geometry shader")
    gen.writer.line(f"{_EMITTED} = False")
    gen.writer.line(f"{_COUNT} = 0")
    gen.writer.line(f"{' = '.join(_KEPT)} = 0.0")
    gen.unnamed[_EMITTED], gen.unnamed[_COUNT] = (BOOL, False), (INT, False)
    gen.unnamed.update(dict.fromkeys(_KEPT, (FLOAT, False)))
    gen.globals.extend((_EMITTED, _COUNT, *_KEPT))
    gen.emitted.extend(symbol for _, symbol in shader.outputs)


def write_emission(gen: Generator, name: str) -> None:
    """Write a call of `EmitVertex` or `EndPrimitive`; the latter does nothing to points."""
    if name == ENDS:
        return
    if name != EMITS:
        raise Refused(f"the built-in function {name}")
    own = {one.name: one for one in gen.typing.symbols.values() if one.node is None}
    line, most = gen.writer.line, most_vertices(gen)
    line(f"{_COUNT} = {_COUNT} + 1")
    more = f"Undefined('emission', 'it emits more than {most} vertices')"
    line(f"if {_COUNT} > {most}: raise {more}")
    built_in = [own[one] for one in POINT if one in own]
    if built_in[:1] != [own.get(POINT[0])] or not built_in:
        line(f"raise {trap_text(f'{POINT[0]} is never written')}")
        return
    position, *size = (component_texts(gen, one) for one in built_in)
    apart = _write_apart(gen, position, size)
    with gen.writer.block(f"if not {apart}:"):
        _write_kept(gen)
    for symbol in (*built_in, *gen.emitted):
        _write_undefined(gen, symbol)


def _write_apart(gen: Generator, position: Sequence[str], sizes: Sequence[Sequence[str]]) -> str:
    """Write whether a vertex lies beyond what is drawn, and the trap of one that lies neither there
    nor on its pixel, or is of another size; return the name of the variable that says it.
    """
    line = gen.writer.line
    wrong, apart = gen.writer.temporary(), gen.writer.temporary()
    message = "gl_Position or gl_PointSize is another, or is not written as a whole"
    trap = f"raise {trap_text(message)}"
    other_size = " or ".join(f"{one} != 1.0" for (one,) in sizes) or "False"
    place = [f"{a} != {b}" for a, b in zip(position, POSITION, strict=True)]
    elsewhere = " or ".join((*place[:2], place[3], other_size))
    z = position[2]
    near, within = (f"{z} > -{bound} and {z} < {bound}" for bound in (_NEAR, _FAR))
    for name, text in ((wrong, elsewhere), (apart, place[2])):
        line(f"try: {name} = {text}")
        line(f"except (NameError, TypeError): {trap} from None")
    line(f"if {wrong}: {trap}")
    with gen.writer.block(f"if {apart}:"):
        line(f"if ({near}) or not ({within}): {trap}")
    return apart


def _write_kept(gen: Generator) -> None:
    """Write that the colour of a vertex is kept: what a fragment takes, its point has to give."""
    (result,) = gen.emitted
    texts = component_texts(gen, result)
    message = f"the output {result.name} is never written, or not as a whole"
    # Nothing is less than itself; but to ask that of what was never written is an error.
    name = gen.writer.temporary()
    gen.writer.line(f"try: {name} = {' or '.join(f'{one} < {one}' for one in texts)}")
    gen.writer.line(
        f"except (NameError, TypeError): raise Undefined('unwritten-output', {message!r}) from None"
    )
    gen.writer.line(f"{', '.join(_KEPT)} = {', '.join(texts)}")
    gen.writer.line(f"{_EMITTED} = True")


def _write_undefined(gen: Generator, symbol: VariableSymbol) -> None:
    """Write that an output holds nothing: it is undefined behind each `EmitVertex` (GLSL 4.60,
    8.15 "Geometry Shader Functions").
    """
    texts = component_texts(gen, symbol)
    if gen.is_in_memory(symbol):
        for one in texts:
            gen.writer.line(f"{one} = None")
        return
    gen.writer.line(f"{' = '.join(texts)} = 0")
    gen.writer.line(f"del {', '.join(texts)}")


def return_emitted(gen: Generator) -> int:
    """Write the colour of the last vertex on the pixel; return its numbers."""
    gen.writer.line(f"if not {_EMITTED}: raise Discarded")
    gen.writer.line(f"return written(({', '.join(_KEPT)},))")
    return len(_KEPT)

"""A whole shader as one Python text: resources, then one function for each invocation, with all
functions inside.

The functions of the shader are closures of the invocation's, so that variables of the invocation
are Python variables, as fast as local ones, and unset until they are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from ..analysis.facts import is_waiting
from ..builtins.row import Stage
from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..precisions import has_coarse_integers, has_coarse_samplers
from ..tree import Discard, Literal, Node, Variable
from ..tree.walk import children, walk
from ..types import BOOL, Matrix, Struct, Type, is_numeric, stored_type
from .builtin import Cast, Origin
from .entry import BUILTINS, OF_POINTS, write_entry
from .functions import write_function
from .generator import DISCARDED, Frame, Generator
from .geometry import TAKEN, begin_emissions, taken_text
from .interface import Resource, ShaderInterface
from .pair import FirstStage
from .statements import declare, declare_blank
from .texts import blank_text, in_memory_text
from .trap import Refused
from .value import count_of, is_boxed, scalar_of
from .vertex import set_attributes

_HELPER: Final = "gl_HelperInvocation"
_AGAIN: Final = Frame(True)
"""As if in a loop: a variable without value is made unset, so that it is one of the
invocation's.
"""


class Text(msgspec.Struct, frozen=True, eq=False):
    """A generated text. `places` say which node a line comes from; `names` what Python variables a
    variable has.

    `variable_types` are the types of what these hold, and whether a number there is alone in a
    list; `return_types` what functions return, `out` parameters after the result. `fenced`: it
    calls memory barriers that order storage memory.
    """

    source: str
    places: dict[int, Node]
    names: dict[VariableSymbol, tuple[str, ...]]
    objects: dict[str, object]
    inexact: tuple[str, ...]
    suspends: bool
    nodes_by_number: dict[int, Node]
    channels: int
    origins: dict[str, Origin | Cast]
    variable_types: dict[str, tuple[Type, bool]]
    return_types: dict[str, tuple[Type, ...]]
    fenced: bool


def write_module(gen: Generator, shader: ShaderInterface, first: FirstStage | None = None) -> Text:
    """Write one shader, or the fragment shader of a pair behind the vertex stage `first`."""
    writer = gen.writer
    stages = [(gen, shader)] if first is None else [(first.gen, first.shader), (gen, shader)]
    for one, outside in stages:
        _claim_memory(one, outside)
        _note_precisions(one, outside.stage)
        _note_folded(one)
    with writer.block("def make(resources, watch, local, incoherent):"):
        all_resources = ((one, each) for one, outside in stages for each in outside.resources)
        for k, (one, resource) in enumerate(all_resources):
            _resource(one, k, resource)
        with writer.block("def invocation(shared, me, turns, ids):"):
            if first is not None:
                _own_variables(first.gen, first.shader)
            _own_variables(gen, shader, () if first is None else tuple(first.unwritten()))
            for one, outside in stages:
                for function in one.facts.reached_from(outside.entry):
                    write_function(one, function)
            channels = write_entry(gen, shader, first)
            writer.line("return run")
        writer.line("return invocation")
    with writer.block("def shared_memory():"):
        writer.line(f"return [{', '.join(_blank_shared(gen, symbol) for symbol in shader.shared)}]")
    text, places = writer.text()
    return Text(
        source=text,
        places=places,
        names=gen.names,
        objects=gen.objects,
        inexact=tuple(gen.inexact),
        suspends=shader.entry in gen.facts.suspending,
        nodes_by_number=writer.nodes_by_number(),
        channels=channels,
        origins=gen.origins,
        variable_types=_variable_types(gen) | gen.unnamed,
        return_types=gen.return_types,
        fenced=gen.facts.fenced,
    )


def _variable_types(gen: Generator) -> dict[str, tuple[Type, bool]]:
    found: dict[str, tuple[Type, bool]] = {}
    for symbol, names in gen.names.items():
        type, listed = stored_type(symbol.type), gen.is_in_memory(symbol)
        apart = is_numeric(type) and not listed
        found.update(dict.fromkeys(names, (scalar_of(type) if apart else type, listed)))
    return found


def _claim_memory(gen: Generator, shader: ShaderInterface) -> None:
    """Storage and shared variables are lists; several invocations may use them."""
    for resource in shader.resources:
        if resource.buffer:
            gen.tracked.update(
                dict.fromkeys(resource.symbols, "watch" if resource.coherent else "incoherent")
            )
    gen.tracked.update(dict.fromkeys(shader.shared, "local"))
    gen.facts.in_memory.update(gen.tracked)


def _note_precisions(gen: Generator, stage: Stage) -> None:
    """Where precisions count, values of `mediump` and `lowp` may be coarser than computed here."""
    if not gen.semantics.inexact_precisions:
        return
    levels = {
        getattr(node, "precision", "") or getattr(node, "level", "")
        for node in walk(gen.typing.module)
    }
    if has_coarse_samplers(gen.typing.module):
        levels.add("lowp")
    coarse = sorted(levels & {"mediump", "lowp"})
    gen.inexact.update(dict.fromkeys(coarse))
    if gen.rounding is not None and (coarse or has_coarse_integers(gen.typing.module, stage)):
        gen.rounding.beyond_model = True


def _note_folded(gen: Generator) -> None:
    """Integers and booleans that the checker computed from floats: a compiler may have rounded
    these otherwise.
    """
    if gen.rounding is None:
        return
    for node in walk(gen.typing.module):
        if id(node) not in gen.typing.constants or _numbers_of(gen, node) is not False:
            continue
        floats = (part for part in children(node) if _numbers_of(gen, part))
        if not all(isinstance(part, Literal) for part in floats):
            gen.rounding.beyond_model = True


def _numbers_of(gen: Generator, node: Node) -> bool | None:
    """Return whether the numbers of a scalar, vector or matrix are floats; None for other nodes."""
    type = gen.typing.types.get(id(node))
    if type is None or not is_numeric(type):
        return None
    return scalar_of(type).is_float


def _blank_shared(gen: Generator, symbol: VariableSymbol) -> str:
    type = stored_type(symbol.type)
    return in_memory_text(type, blank_text(type, gen.semantics.zero_initialised))


# ---- resources


def _resource(gen: Generator, k: int, resource: Resource) -> None:
    if resource.node is not None:
        gen.writer.at(resource.node)
    if not resource.members:
        for symbol in resource.symbols:
            if resource.buffer and is_boxed(resource.type):
                gen.members[symbol] = ("resources", k, resource.type)
                continue
            _bind(gen, symbol, f"resources[{k}]", resource.type)
        return
    assert isinstance(resource.type, Struct)
    names = [member.name for member in resource.type.members]
    for symbol in resource.symbols:
        number = names.index(symbol.name)
        type = resource.type.members[number].type
        if is_numeric(type) and count_of(type) == 1 and resource.buffer:
            gen.members[symbol] = (f"resources[{k}]", number, type)
        else:
            _bind(gen, symbol, f"resources[{k}][{number}]", type)


def _bind(gen: Generator, symbol: VariableSymbol, text: str, type: Type) -> None:
    names = gen.names_of(symbol)
    if gen.is_in_memory(symbol):
        gen.writer.line(f"{names[0]} = {in_memory_text(type, text)}")
        return
    if isinstance(type, Matrix):
        text = f"[row for column in {text} for row in column]"
    gen.writer.line(f"{', '.join(names)} = {text}")


# ---- an invocation's own variables


def _own_variables(
    gen: Generator, shader: ShaderInterface, unwritten: Sequence[VariableSymbol] = ()
) -> None:
    for k, symbol in enumerate(shader.shared):
        gen.writer.line(f"{gen.names_of(symbol)[0]} = shared[{k}]")
    _builtin_variables(gen, shader)
    set_attributes(gen, shader)
    gen.frames.append(_AGAIN)
    for symbol in (*(one for _, one in shader.outputs), *shader.handed_on, *unwritten):
        _declare_output(gen, symbol)
    for node in shader.private:
        symbol = gen.typing.declared[id(node)]
        _refuse_calls(gen, node)
        declare(gen, node)
        _keep_global(gen, symbol)
    gen.frames.pop()
    _declare_discarded(gen, shader)
    if shader.stage == "geometry":
        begin_emissions(gen, shader)
    _refuse_helpers(gen)


def _refuse_helpers(gen: Generator) -> None:
    """Drivers may draw the image in parts, with helper invocations along their edges: who is one
    shows in a derivative there.
    """
    asks = any(symbol.name == _HELPER for symbol in gen.typing.symbols.values())
    derives = any(
        isinstance(callee, Overload) and callee.builtin.theme == "derivative"
        for callee in gen.typing.callees.values()
    )
    if asks and (derives or gen.facts.derived):
        raise Refused("derivatives beside the question which invocations are helpers")


def _declare_discarded(gen: Generator, shader: ShaderInterface) -> None:
    """Where a discarded pixel goes on, it is noted; what it stores is kept from nobody here."""
    nodes = walk(gen.typing.module)
    if gen.semantics.discard_returns or not any(isinstance(node, Discard) for node in nodes):
        return
    if any(_is_written(resource) for resource in shader.resources):
        raise Refused(
            "a buffer that is written beside a discarded pixel, which goes on as a helper"
        )
    gen.writer.line(f"{DISCARDED} = False")
    gen.unnamed[DISCARDED] = (BOOL, False)
    gen.globals.append(DISCARDED)


def _is_written(resource: Resource) -> bool:
    return isinstance(resource.node, Variable) and resource.node.access == "read_write"


def _refuse_calls(gen: Generator, node: Variable) -> None:
    """Functions of the shader are not there yet when global variables begin, and nobody
    waits for others.
    """
    for below in walk(node.init) if node.init is not None else ():
        callee = gen.typing.callees.get(id(below))
        if isinstance(callee, FunctionSymbol) or (
            isinstance(callee, Overload) and (is_waiting(callee) or id(below) in gen.facts.derived)
        ):
            raise Refused(
                f"the call of {callee.name} in the initialiser of the global variable {node.name}"
            )


def _keep_global(gen: Generator, symbol: VariableSymbol) -> None:
    if symbol in gen.names and not gen.is_in_memory(symbol):
        gen.globals.extend(gen.names_of(symbol))


def _declare_output(gen: Generator, symbol: VariableSymbol) -> None:
    if symbol.node is not None:
        gen.writer.at(symbol.node)
    declare_blank(gen, symbol, gen.names_of(symbol))
    _keep_global(gen, symbol)


def _builtin_variables(gen: Generator, shader: ShaderInterface) -> None:
    """The language's own variables that the program names."""
    known = BUILTINS if gen.beside is None else OF_POINTS
    seen = {
        symbol: None
        for symbol in gen.typing.symbols.values()
        if symbol.node is None and symbol.constant is None
    }
    for symbol in seen:
        if symbol.role == "out":
            gen.frames.append(_AGAIN)
            _declare_output(gen, symbol)
            gen.frames.pop()
        elif symbol.name == TAKEN:
            _set_builtin(gen, symbol, [taken_text(symbol)])
        elif symbol.name in known:
            _set_builtin(gen, symbol, known[symbol.name])
        else:
            raise Refused(f"the variable {symbol.name}")
    for symbol in dict.fromkeys(gen.typing.symbols.values()):
        if symbol.name == "gl_WorkGroupSize" and symbol.node is None:
            _set_builtin(gen, symbol, [str(size) for size in shader.local_size])


def _set_builtin(gen: Generator, symbol: VariableSymbol, texts: Sequence[str]) -> None:
    names, joined = gen.names_of(symbol), ", ".join(texts)
    listed = gen.is_in_memory(symbol)
    gen.writer.line(f"{names[0]} = [{joined}]" if listed else f"{', '.join(names)} = {joined}")

"""A pair of a vertex and a fragment shader as one text: both stages of a pixel are one invocation,
in which an input of the second is the variable that the first wrote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import msgspec

from ..builtins.row import Stage
from ..builtins.signature import Overload
from ..checker.symbols import VariableSymbol
from ..precisions import level_of
from ..tree import Interface, Name
from ..tree.walk import walk
from ..types import stored_type
from .generator import Generator
from .handed import Handed, handed_on
from .interface import Resource, ShaderInterface
from .trap import Refused
from .value import count_of
from .varyings import Match, is_same_type, leaf_texts, matches


class FirstStage(msgspec.Struct, frozen=True, eq=False):
    """The vertex stage of a pair: its own generator, which shares the text, its interface, and what
    it hands on, in WGSL by location.
    """

    gen: Generator
    shader: ShaderInterface
    matches: tuple[Match, ...] = ()
    handed: Mapping[int, Handed] = MappingProxyType({})

    def unwritten(self) -> Iterator[VariableSymbol]:
        """Give the inputs of the fragment shader that the vertex shader never writes."""
        for match in self.matches:
            yield from (taken for given, taken in match.symbols() if given is None)


def first_stage(
    vertex: Generator, shader: ShaderInterface, fragment: Generator, second: ShaderInterface
) -> FirstStage:
    """Return the vertex stage of a pair, with the inputs of the fragment stage bound to what it
    hands on; raise `Refused` for what is not known of pairs.
    """
    begin, end = vertex.typing.module, fragment.typing.module
    if (begin.version, begin.profile) != (end.version, end.profile):
        raise Refused("a pair of shaders of two versions")
    _check_resources(vertex, shader.resources, fragment, second.resources)
    _refuse_neighbours(fragment)
    if end.language == "wgsl":
        return FirstStage(vertex, shader, handed=handed_on(vertex, shader, fragment))
    found = matches(vertex, fragment)
    _refuse_early_reads(fragment, second, found)
    shared = vertex.facts.in_memory | fragment.facts.in_memory
    for match in found:
        for given, taken in match.symbols():
            if given in shared or taken in shared:
                shared |= {taken} if given is None else {given, taken}
    for one in (vertex, fragment):
        one.facts.in_memory.update(shared)
    for match in found:
        for given, taken in match.symbols():
            fragment.passed.add(taken)
            if given is not None:
                fragment.names[taken] = vertex.names_of(given)
    return FirstStage(vertex, shader, found)


def write_handing_on(first: FirstStage) -> None:
    """Write the check that all is written that the fragment shader takes: what it would read of
    the rest is undefined (GLSL 4.60, 4.3.6 "Output Variables").
    """
    gen = first.gen
    for match in first.matches:
        message = f"{match.input.name} is taken by the other stage, and not written as a whole"
        trap = f"Undefined('unwritten-output', {message!r})"
        for given, _ in match.symbols():
            if given is None:
                gen.writer.line(f"raise {trap}")
                return
            texts = _texts(gen, given)
            # Nothing is less than itself; but to ask that of what was never written is an error.
            gen.writer.line(f"try: apart = {' or '.join(f'{one} < {one}' for one in texts)}")
            gen.writer.line(f"except (NameError, TypeError): raise {trap} from None")


def _texts(gen: Generator, symbol: VariableSymbol) -> list[str]:
    names, type = gen.names_of(symbol), stored_type(symbol.type)
    if not gen.is_in_memory(symbol):
        assert len(names) == count_of(type)
        return list(names)
    return leaf_texts(type, names[0])


# ---- what is not known


def _check_resources(
    vertex: Generator,
    first: tuple[Resource, ...],
    fragment: Generator,
    second: tuple[Resource, ...],
) -> None:
    """Refuse resources that the two stages declare otherwise: one linker takes them for one, and
    another refuses them. In WGSL what is bound at one place is one, whatever its name.
    """
    is_wgsl = vertex.typing.module.language == "wgsl"
    for one in first:
        for other in second:
            same_place = (one.group, one.binding) == (other.group, other.binding)
            if one.name != other.name and not (is_wgsl and same_place):
                continue
            if (
                one.name != other.name
                or not _is_same(one, other)
                or _levels(vertex, one) != _levels(fragment, other)
            ):
                raise Refused(f"{one.name}, which the two stages declare otherwise")


def _is_same(one: Resource, other: Resource) -> bool:
    return is_same_type(one.type, other.type) and all(
        getattr(one, name) == getattr(other, name)
        for name in ("standard", "buffer", "binding", "group", "loose", "members", "pushed")
    )


def _levels(gen: Generator, resource: Resource) -> list[str]:
    """Return the precisions of what a resource holds: both stages have to state the same (ESSL
    3.20, 9.2 "Matching of Qualifiers").
    """
    node, module = resource.node, gen.typing.module
    stage: Stage = "vertex" if gen.beside is None else "fragment"
    if module.language == "wgsl":
        return []
    if isinstance(node, Interface):
        return [level_of(module, stage, one.type, one.precision) for one in node.members]
    return [] if node is None else [level_of(module, stage, node.type, node.precision)]


def _refuse_neighbours(gen: Generator) -> None:
    """Refuse derivatives: what lies beside the pixel of a point is nobody's promise."""
    for callee in gen.typing.callees.values():
        if isinstance(callee, Overload) and callee.builtin.theme == "derivative":
            raise Refused(f"{callee.builtin.name} in the fragment shader of a pair")
    if gen.facts.derived:
        raise Refused("an implicit level of detail in the fragment shader of a pair")


def _refuse_early_reads(gen: Generator, shader: ShaderInterface, found: tuple[Match, ...]) -> None:
    """Refuse inputs in initialisers of global variables, which begin before the vertex stage
    runs.
    """
    inputs = {id(taken) for match in found for _, taken in match.symbols()}
    for node in shader.private:
        for below in walk(node.init) if node.init is not None else ():
            symbol = gen.typing.symbols.get(id(below)) if isinstance(below, Name) else None
            if symbol is not None and id(symbol) in inputs:
                raise Refused(
                    f"the input {symbol.name} in the initialiser of the global variable {node.name}"
                )

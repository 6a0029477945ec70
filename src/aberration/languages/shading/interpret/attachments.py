"""What a shader gives to one of its attachments: the depth, or the components of an output,
and zeros for the channels that it does not have.
"""

from __future__ import annotations

from typing import Final

from aberration.core.attachments import DEPTH, Attachment

from ..checker.symbols import VariableSymbol
from ..fragment_outputs import depth_symbol, is_depth, outputs_of
from ..tree import Attribute
from ..types import Scalar, Type, Vector
from .generator import Generator
from .interface import ShaderInterface
from .trap import Refused
from .value import count_of, scalar_of
from .vertex import location_of

WRITTEN_DEPTH: Final = "written_depth"
"""The function of generated text that looks at a depth."""
_CHANNELS: Final = 4
_ELSEWHERE: Final = ("index", "component")
"""Words of a layout that lead an output elsewhere."""


def output_at(gen: Generator, shader: ShaderInterface, one: Attachment) -> VariableSymbol:
    """Return the output that goes to an attachment; raise `Refused` where it is not the only one
    there, or of another type.
    """
    if one.is_depth:
        return _depth(gen)
    found = [symbol for location, symbol in shader.outputs if location == one.location]
    if len(found) != 1:
        raise Refused(f"{len(found)} outputs for {one.title}")
    (symbol,) = found
    words: tuple[Attribute, ...] = getattr(symbol.node, "attributes", ())
    if any(word.name in _ELSEWHERE for word in words):
        raise Refused(f"the output {symbol.name} with an index or a component")
    return symbol


def goes_to(gen: Generator, attributes: tuple[Attribute, ...], one: Attachment | None) -> bool:
    """Whether a part of the result of WGSL goes to an attachment, or is the colour where there is
    none.
    """
    if one is not None and one.is_depth:
        return is_depth(attributes)
    return location_of(gen, attributes) == (0 if one is None else one.location)


def hand_over(one: Attachment | None) -> str:
    """Return the function that looks at what is given to an attachment."""
    return "written" if one is None or not one.is_depth else WRITTEN_DEPTH


def check_output(type: Type, one: Attachment, name: str) -> None:
    """Raise `Refused` unless the type of an output is that of its attachment."""
    is_plain = isinstance(type, Scalar | Vector)
    if is_plain and (scalar_of(type).kind, count_of(type)) == (one.scalar, one.channels):
        return
    raise Refused(f"{name}, which is no output for {one.title}")


def component_texts(gen: Generator, symbol: VariableSymbol) -> list[str]:
    """Return the texts of an output's components."""
    names, count = list(gen.names_of(symbol)), count_of(symbol.type)
    return [f"{names[0]}[{k}]" for k in range(count)] if gen.is_in_memory(symbol) else names


def _depth(gen: Generator) -> VariableSymbol:
    """Return the variable of the depth; raise `Refused` where another one may be kept."""
    symbol = depth_symbol(gen.typing)
    if symbol is None or DEPTH not in outputs_of(gen.typing, gen.typing.module.language):
        raise Refused("the depth of a shader that gives none, or with early tests")
    return symbol


def pad_channels(texts: list[str], one: Attachment) -> list[str]:
    """Return the texts of all channels of a pixel."""
    zero = "0.0" if one.scalar == "float" else "0"
    return [*texts, *[zero] * (_CHANNELS - len(texts))]

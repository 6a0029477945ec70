"""Between which bounds integers and booleans of a program stay, over all of its invocations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NoReturn

from aberration.core.program import Program
from aberration.languages.spirv import types
from aberration.languages.spirv.module import Module

from .lanes.ranges import TooMuch
from .lanes.tiles import Tiles
from .leaves import Cell
from .options import Options
from .run import Interpreter
from .undefined import Refused, Trap

Range = tuple[int, int]
LANE_WORK: Final = 100_000
"""Instructions, each for all pixels of a tile, that may be executed: about a second."""
PIXELS: Final = 1 << 18
INVOCATIONS: Final = 2048
SIGN: Final = 1 << 31
BLOCKS: Final = 50_000
"""Blocks that all invocations of a dispatch together may enter."""


def ranges_of(program: Program, ids: Sequence[int], work: int = LANE_WORK, blocks: int = BLOCKS) -> dict[int, Range]:
    """Return the smallest and largest value of each scalar id that is defined anywhere, booleans as 0 and 1.

    Executes the whole program. Nothing is known if that takes too long, does something undefined or is
    not interpreted.
    """
    try:
        if program.stage == "fragment":
            return _of_image(program, frozenset(ids), work)
        return _of_dispatch(program, tuple(ids), blocks)
    except (Refused, TooMuch):
        return {}


def _of_image(program: Program, ids: frozenset[int], work: int) -> dict[int, Range]:
    """Ask the engine for many pixels. A quad may reach out of the image if its sides are odd."""
    inputs = program.inputs
    if inputs.width & 1 or inputs.height & 1 or inputs.width * inputs.height > PIXELS:
        return {}
    interpreter = Interpreter(program.source, inputs)
    known = interpreter.module, interpreter.leaves, interpreter.interface, interpreter.outputs
    tiles = Tiles(*known, inputs, Options(trace_ranges=ids), _too_much)
    tiles.ranges.left = work
    try:
        return {} if isinstance(tiles.image(), Trap) else tiles.ranges.found
    finally:
        interpreter.module.clear()


def _too_much(_x: int, _y: int) -> NoReturn:
    """Called for a pixel that would be left to the other engine: it may do something undefined, or does not end."""
    raise TooMuch


def _of_dispatch(program: Program, ids: tuple[int, ...], blocks: int) -> dict[int, Range]:
    """Ask the engine for single invocations; it gives every value that an id had."""
    interface = Interpreter(program.source, program.inputs).interface
    invocations = math.prod(program.inputs.groups) * math.prod(interface.local_size)
    if not 0 < invocations <= INVOCATIONS:
        return {}
    options = Options(steps=max(1, blocks // invocations), trace_values=ids)
    interpreter = Interpreter(program.source, program.inputs, options)
    found = {}
    if not isinstance(interpreter.dispatch(), Trap):
        for value_id, values in interpreter.seen_values().items():
            if values:
                found[value_id] = _range(values, _is_signed(interpreter.module, value_id))
    interpreter.module.clear()
    return found


def _is_signed(module: Module, value_id: int) -> bool:
    type_id = module.type_of(value_id)
    return types.is_int(module, type_id) and types.is_signed(module, type_id)


def _range(values: Sequence[tuple[Cell, ...]], signed: bool) -> Range:
    numbers = [int(value or 0) for (value,) in values]
    if signed:
        numbers = [number - ((number & SIGN) << 1) for number in numbers]
    return min(numbers), max(numbers)

"""Four neighbouring pixels in step, for derivatives.

The four stand in the order left top, right top, left bottom, right bottom. Differences are taken
within the pixel's own row and column, which every kind of derivative allows.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.leaves import Cell

from .runtime import Killed, single

Values = tuple[Cell, ...]
Paused = Generator[object, object, Values]
_BY_X: Final = (opcodes.OpDPdx, opcodes.OpDPdxFine, opcodes.OpDPdxCoarse)
_SAMPLES: Final = (opcodes.OpImageSampleImplicitLod,)
"""What takes the derivatives of two or three coordinates in both directions."""
_BY_Y: Final = (opcodes.OpDPdy, opcodes.OpDPdyFine, opcodes.OpDPdyCoarse)


class Lane(Exception):
    """An exception of one invocation of a quad."""

    def __init__(self, number: int, error: Exception) -> None:
        super().__init__(number)
        self.number = number
        self.error = error


class Apart(Exception):
    """The invocations of a quad are not all at the same derivative."""

    def __init__(self, number: int, site: int) -> None:
        super().__init__(number)
        self.number = number
        self.site = site


def quad(running: Sequence[Paused], sites: Sequence[Instruction]) -> list[Values | None]:
    """Run four invocations to their ends; None stands for a discarded one."""
    results: list[Values | None] = [None] * 4
    answers: list[object] = [None] * 4
    while True:
        places: list[int] = []
        asked: list[tuple[float, ...]] = []
        for number, invocation in enumerate(running):
            place, values = _advance(number, invocation, answers[number], results)
            places.append(place)
            asked.append(values)
        if len(set(places)) > 1:
            raise Apart(next(k for k in range(4) if places[k] != max(places)), max(places))
        if places[0] < 0:
            return results
        answers = _differences(sites[places[0]].op, asked)


def _advance(
    number: int, invocation: Paused, answer: object, results: list[Values | None]
) -> tuple[int, tuple[float, ...]]:
    """Return the place of the next derivative and its operand; place -1 at the end."""
    try:
        asked = invocation.send(answer)
    except StopIteration as end:
        results[number] = end.value
        return -1, ()
    except Killed:
        return -1, ()
    except Exception as error:
        raise Lane(number, error) from None
    if not isinstance(asked, tuple):
        return -1, ()
    return asked[0], asked[1]


def _differences(op: int, asked: Sequence[tuple[float, ...]]) -> list[object]:
    answers: list[object] = []
    for number in range(4):
        row, column = number & 2, number & 1
        by_x = [
            single(right - left) for left, right in zip(asked[row], asked[row + 1], strict=True)
        ]
        by_y = [
            single(low - high) for high, low in zip(asked[column], asked[column + 2], strict=True)
        ]
        if op in _SAMPLES:
            answers.append((*_of_three(by_x), *_of_three(by_y)))
        elif op in _BY_X:
            answers.append(tuple(by_x))
        elif op in _BY_Y:
            answers.append(tuple(by_y))
        else:
            answers.append(
                tuple([single(abs(x) + abs(y)) for x, y in zip(by_x, by_y, strict=True)])
            )
    return answers


def _of_three(slopes: list[float]) -> list[float]:
    return [*slopes, *[0.0] * (3 - len(slopes))]

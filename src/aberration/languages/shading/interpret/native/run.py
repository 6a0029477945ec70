"""One shader with its inputs on the C path.

It stops at the first undefined operation, and says no more than where: what it was, the Python path
says, which meets it again.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from aberration.core.outcome import FLOATS, PixelFormat
from aberration.languages.native.compiler import Library, build

from ..compiled import Compiled
from ..options import Order
from .cells import cells_of, value_at
from .host import host
from .kinds import Unsupported, cells
from .prelude import NONE
from .program import Program, write_program

DONE: Final = 0
TRAPPED: Final = 1
ENDLESS: Final = 2
DISCARDED: Final = 3
REFUSED: Final = 4
"""How an invocation ends. `REFUSED`: what it met, or the lack of memory, is the Python path's
to deal with.
"""
_NO_MEMORY: Final = -1
_RESULTS: Final = ("draw", "draw_quads", "work", "open_run")
_WHOLE: Final = ctypes.c_int64
_ADDRESS: Final = ctypes.c_void_p


class Native:
    """A shader as loaded C. `compiler`: one of `COMPILERS` alone."""

    def __init__(self, compiled: Compiled, compiler: str = "") -> None:
        if compiled.options.nonfinite != "trap":
            raise Unsupported("infinities and NaN that do not trap, whose bits are the machine's")
        if compiled.options.count:
            raise Unsupported("counting the expressions")
        if compiled.options.rounding is not None:
            raise Unsupported("other roundings than to the nearest")
        self.compiled: Final = compiled
        self.turns: Final = compiled.options.turns
        self.program: Final[Program] = write_program(
            compiled.text, compiled.shader, compiled.semantics
        )
        self.library: Final[Library] = build(self.program.source, compiler)
        for name in _RESULTS:
            if hasattr(self.library.functions, name):
                getattr(self.library.functions, name).restype = _WHOLE
        self._host: Final = host(compiled, self.program.hosted)
        self.library.functions.set_host(self._host)
        self._memory: Any = None
        self._shared: Any = None
        self._places: list[int] = []

    # ---- resources

    def open(self, resources: list[Any], *, logging: bool) -> bool:
        """Give a run its resources; return whether there is memory for the logs."""
        parts = [
            cells_of(kind, value)
            for kind, value in zip(self.program.resources, resources, strict=True)
        ]
        self._places = [0]
        for part in parts:
            self._places.append(self._places[-1] + len(part) // 8)
        self._memory = ctypes.create_string_buffer(b"".join(parts), 8 * self._places[-1] + 8)
        count = sum([cells(kind) for kind in self.program.shared])
        self._shared = ctypes.create_string_buffer(8 * count + 8)
        at = (_WHOLE * len(self._places))(*self._places)
        given = (
            self._memory,
            _WHOLE(self._places[-1]),
            at,
            self._shared,
            _WHOLE(count),
            _WHOLE(int(logging)),
        )
        return not self.library.functions.open_run(*given)

    def resources(self) -> list[Any]:
        """Return the resources as they are now."""
        data = memoryview(self._memory).cast("B")
        return [
            value_at(kind, data, 8 * at)[0]
            for kind, at in zip(self.program.resources, self._places, strict=False)
        ]

    def holds_unset(self) -> bool:
        """Say whether a resource was given what was never written."""
        cells = np.frombuffer(self._memory, np.int64, self._places[-1])
        return bool((cells == NONE).any())

    # ---- images

    def draw(self, x: int, y: int, count: int, size: tuple[int, int]) -> Drawn:
        """Draw pixels from (x, y) to the right: `count` of them, or so many quads where pixels
        wait for each other.
        """
        together, functions = self.program.together, self.library.functions
        pixels = 4 * count if together else count
        drawn = Drawn(pixels, together)
        draw = functions.draw_quads if together else functions.draw
        numbers = _WHOLE(x), _WHOLE(y), _WHOLE(count), (_WHOLE * 2)(*size), _WHOLE(self.turns)
        drawn.done = draw(*numbers, _pointer(drawn.colours), _pointer(drawn.ends))
        if drawn.done == _NO_MEMORY:
            drawn.done, drawn.ends[0] = 0, REFUSED
        return drawn

    # ---- compute

    def work(
        self, number: int, group: tuple[int, int, int], groups: tuple[int, int, int], order: Order
    ) -> int:
        """Run a workgroup; return how it ended."""
        size = self.compiled.shader.local_size
        numbers = (_WHOLE * 10)(number, *group, *size, *groups)
        functions = self.library.functions
        functions.open_group()
        reverse = int(order == "reverse")
        count = _WHOLE(size[0] * size[1] * size[2])
        code = functions.work(numbers, count, _WHOLE(reverse), _WHOLE(self.turns))
        return REFUSED if code == _NO_MEMORY else int(code)

    def close(self) -> None:
        """Give the memory of the logs back."""
        self.library.functions.close_logs()


class Drawn:
    """Pixels that were drawn: their colours, how each ended; `done` of them (or of the quads)
    before one failed.
    """

    __slots__ = ("colours", "done", "ends", "together")

    def __init__(self, pixels: int, together: bool) -> None:
        self.colours: Final[npt.NDArray[np.float64]] = np.zeros((pixels, 4))
        self.ends: Final[npt.NDArray[np.int64]] = np.zeros(pixels, dtype=np.int64)
        self.together: Final = together
        self.done = 0

    @property
    def failure(self) -> int:
        """How the first pixel or quad that failed ended; `DONE` where none did."""
        step = 4 if self.together else 1
        return int(self.ends[self.done * step]) if self.done * step < len(self.ends) else DONE

    def rows(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Return colours and ends as rows of the image: one, or the two of a row of quads."""
        if not self.together:
            return self.colours[None], self.ends[None]
        colours = self.colours.reshape(-1, 2, 2, 4).transpose(1, 0, 2, 3).reshape(2, -1, 4)
        return colours, self.ends.reshape(-1, 2, 2).transpose(1, 0, 2).reshape(2, -1)


def image_bytes(
    colours: npt.NDArray[np.float64], ends: npt.NDArray[np.int64], pixels: PixelFormat
) -> bytes:
    """Return the pixels of an image, as `pixel_bytes` makes them one by one; discarded ones are
    zero.
    """
    kept = np.where((ends == DONE)[..., None], colours, 0.0)
    if pixels in FLOATS:
        return kept.astype("<f4").tobytes()
    if pixels != "rgba8":
        # A double holds each integer of 32 bits.
        return kept.astype(np.int64).astype(np.uint32).tobytes()
    return (np.clip(kept, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8).tobytes()


def _pointer(array: npt.NDArray[Any]) -> Any:
    return array.ctypes.data_as(_ADDRESS)

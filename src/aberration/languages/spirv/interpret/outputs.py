"""From the outputs of an invocation to a pixel, as our Vulkan runner reads the image back: those of
a vertex shader go through a fragment shader that hands on the colour.
"""

from __future__ import annotations

import struct
from typing import Final

from aberration.core.attachments import Attachment, unfit_attachment
from aberration.core.inputs import Inputs
from aberration.core.outcome import FLOATS, PixelFormat
from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.languages.spirv.fragment_outputs import outputs_of

from .interface import KILLED, Interface, Variable, unorm8
from .leaves import Cell
from .undefined import Refused, Undefined
from .vertices import PointPart, check_point, expected_point

_MISSING: Final = (0.0, 0.0, 0.0, 1.0)
"""Channels that an output of fewer components leaves out."""
_ZEROS: Final = (0.0, 0.0, 0.0, 0.0)
"""Those of an attachment, of which our runners make the rest zero."""

_WIDTH: Final = 32
Colour = tuple[float, float, float, float]


class Misplaced(Exception):
    """The point of a vertex is not where it has to be; `variable` is the id of what says so."""

    def __init__(self, undefined: Undefined, variable: int) -> None:
        super().__init__(undefined.message)
        self.undefined: Final = undefined
        self.variable: Final = variable


class Outputs:
    """Where the colour lies among the leaves of all outputs, or what goes to an attachment."""

    def __init__(self, interface: Interface, attachment: Attachment | None = None) -> None:
        self.attachment: Final = attachment
        self.missing: Final = _MISSING if attachment is None else _ZEROS
        self.variable: Variable | None = None
        self.start = self.count = 0
        self.point: list[tuple[PointPart, int]] = []
        """The parts of a vertex shader's point, and where they lie among the leaves."""
        start = 0
        for variable in interface.of_storage(StorageClass.OUTPUT):
            count = interface.leaves.count(variable.type_id)
            if _goes_to(variable, attachment):
                self.variable, self.start, self.count = variable, start, count
            self.point += [
                (part, start + part.offset)
                for part in interface.point
                if part.variable == variable.id
            ]
            start += count
        if attachment is not None:
            _check_attachment(interface, attachment)
        elif self.variable is not None and self.count:
            leaf = interface.leaves.of(self.variable.type_id)[0]
            if leaf.kind != "float" or self.count > len(_MISSING):
                raise Refused(
                    f"output %{self.variable.id} at location 0, which is no vector of floats"
                )
        if interface.stage == "vertex":
            self._check_vertex(interface)

    @property
    def is_depth(self) -> bool:
        """Whether it is the depth that is drawn: outside of 0 to 1, nobody says what is kept
        (Vulkan, "Depth Clamping and Range Adjustment").
        """
        return self.attachment is not None and self.attachment.is_depth

    def _check_vertex(self, interface: Interface) -> None:
        """Refuse a vertex shader unless it gives what the fragment shader behind it takes."""
        if self.variable is None or self.count != len(_MISSING):
            raise Refused("a vertex shader without four floats at location 0")
        located = [one for one in interface.of_storage(StorageClass.OUTPUT) if one.location >= 0]
        if len(located) > 1:
            raise Refused("a vertex shader with more outputs than its colour")
        if interface.leaves.of(self.variable.type_id)[0].width != _WIDTH:
            raise Refused("a colour of a vertex shader that is not of 32 bits")

    def check_point(self, values: tuple[Cell, ...], inputs: Inputs, x: int, y: int) -> None:
        """Raise `Misplaced` unless the point of a vertex shader is where it has to be."""
        for part, start in self.point:
            expected = expected_point(part.built_in, inputs, x, y)
            try:
                check_point(part, values[start:], expected)
            except Undefined as undefined:
                raise Misplaced(undefined, part.variable) from None

    def colour(self, values: tuple[Cell, ...]) -> Colour:
        """Return the colour of a pixel; raise `Undefined` if a component was never written or
        is no number.
        """
        found = list(self.missing)
        for k, cell in enumerate(values[self.start : self.start + self.count]):
            if cell is None:
                raise Undefined("uninitialised", f"component {k} of the output is never written")
            if cell - cell != 0.0:
                raise Undefined("nan", f"component {k} of the output is {cell}")
            found[k] = float(cell)
        if self.is_depth and not 0.0 <= found[0] <= 1.0:
            raise Undefined("invalid-argument", f"a depth of {found[0]}, which is not in 0 to 1")
        return found[0], found[1], found[2], found[3]


def _goes_to(variable: Variable, attachment: Attachment | None) -> bool:
    """Whether an output goes to an attachment, or is the colour where there is none."""
    if attachment is not None and attachment.is_depth:
        return variable.built_in == BuiltIn.FRAG_DEPTH
    return variable.location == (0 if attachment is None else attachment.location)


def _check_attachment(interface: Interface, one: Attachment) -> None:
    """Refuse an attachment that not one output alone goes to, of its own type."""
    outputs = outputs_of(interface.module) if interface.stage == "fragment" else {}
    reason = unfit_attachment((one,), outputs)
    if reason:
        raise Refused(reason)


def pixel_bytes(colour: Colour | None, pixels: PixelFormat) -> bytes:
    """Return a pixel of the image; None stands for a discarded one. Integers come without sign."""
    if pixels in ("rgba32i", "rgba32ui"):
        return struct.pack("<4I", *map(int, colour or _ZEROS))
    if pixels in FLOATS:
        return struct.pack("<4f", *(colour or (0.0, 0.0, 0.0, 0.0)))
    return KILLED if colour is None else bytes([unorm8(value) for value in colour])

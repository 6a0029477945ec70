"""Executes a SPIR-V program without a driver: what it gives, or the undefined operation that it
does.
"""

from __future__ import annotations

import math
from typing import Final

from aberration.core.errors import BadInput, InternalError
from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image, PixelFormat, join_images
from aberration.core.program import Program
from aberration.languages.native.compiler import Unsupported, available
from aberration.languages.spirv.given_constants import give_constants

from .block_arrays import part_block_arrays
from .interface import Interface
from .leaves import Cell, Leaves
from .native.exact import Exact
from .native.run import Failure
from .options import Options
from .outputs import Colour, Misplaced, Outputs, pixel_bytes
from .pair import parse_stages, refuse_inputs
from .placed import need_placed
from .scalar.engine import ScalarEngine
from .storage_images import make_images_buffers
from .undefined import Refused, Trap, Trapped, Undefined

WORTH: Final = 256
"""Invocations from which on C pays for its making."""
LONG: Final = 50_000_000
"""Instructions before a trap that are not executed again by the Python path."""


class Interpreter:
    """One module with its inputs; of a pair, `companion` is that of the other stage. A `Trap` is a
    result; `Refused` is raised for what is not interpreted.
    """

    def __init__(
        self,
        source: bytes,
        inputs: Inputs,
        options: Options | None = None,
        companion: bytes = b"",
    ) -> None:
        self.inputs = inputs
        self.options = options or Options()
        self.module, stages = parse_stages(source, companion)
        if stages is not None:
            refuse_inputs(inputs)
        reason = give_constants(self.module, inputs.constants)
        if reason:
            raise Refused(reason)
        part_block_arrays(self.module)
        make_images_buffers(self.module, inputs)
        self.leaves = Leaves(self.module, self.options.rng_seed)
        self.interface = Interface(self.module, self.leaves, stages)
        self.outputs = Outputs(self.interface, next(iter(inputs.attachments), None))
        need_placed(self.interface, inputs)
        self.scalar = ScalarEngine(self.module, self.leaves, self.interface, inputs, self.options)
        self._exact: Exact | None = None
        self._others = [Interpreter(source, part, options) for part in inputs.each_attachment()[1:]]

    def pixel(self, x: int, y: int) -> Colour | Trap | None:
        """Return the colour of one pixel, None if it is discarded."""
        try:
            values = self.scalar.pixel(x, y)
            if values is None:
                return None
            colour = self.outputs.colour(values)
            self.outputs.check_point(values, self.inputs, x, y)
            return colour
        except Trapped as trapped:
            return trapped.trap
        except Misplaced as misplaced:
            definition = self.module.definition(misplaced.variable)
            return self.scalar.trap(misplaced.undefined, definition, (x, y))
        except Undefined as undefined:
            return self._output_trap(undefined, (x, y))

    def image(self, pixels: PixelFormat = "rgba8") -> Image | Trap:
        """Return the whole image, or the trap of the first pixel that has one. Of several
        attachments, each is drawn by a run of its own.
        """
        images = [self._image(pixels), *(other.image(pixels) for other in self._others)]
        trap = next((one for one in images if isinstance(one, Trap)), None)
        return trap or join_images([one for one in images if isinstance(one, Image)])

    def _image(self, pixels: PixelFormat) -> Image | Trap:
        exact = self.exact(self.inputs.width * self.inputs.height)
        if exact is None:
            return self.scalar_image(pixels)
        found = exact.image(self._format(pixels))
        if isinstance(found, Image):
            return found
        return self.trap_of_failure(exact, found)

    def scalar_image(self, pixels: PixelFormat = "rgba8") -> Image | Trap:
        """Return the whole image of the first attachment, pixel by pixel."""
        pixels = self._format(pixels)
        width, height = self.inputs.width, self.inputs.height
        rows = bytearray()
        for y in range(height):
            for x in range(width):
                colour = self.pixel(x, y)
                if isinstance(colour, Trap):
                    return colour
                rows += pixel_bytes(colour, pixels)
        return Image(width, height, pixels, bytes(rows))

    def _format(self, pixels: PixelFormat) -> PixelFormat:
        """Return the format of the image that is wanted: that of integers or depths."""
        one = self.outputs.attachment
        return pixels if one is None or one.is_colour_of_floats else one.stored

    def dispatch(self) -> Buffers | Trap:
        """Return the storage buffers of the inputs after the whole dispatch."""
        exact = self.exact(math.prod(self.inputs.groups) * math.prod(self.interface.local_size))
        if exact is None:
            return self.scalar_dispatch()
        found = exact.dispatch()
        if isinstance(found, Failure):
            return self.trap_of_failure(exact, found)
        return self._buffers(found)

    def scalar_dispatch(self) -> Buffers | Trap:
        """Return the same, one invocation after the other on the Python path."""
        self.scalar.bind(self.inputs)
        try:
            self.scalar.dispatch()
        except Trapped as trapped:
            return trapped.trap
        return self._buffers(self.scalar.buffers())

    def workgroup(self, x: int, y: int = 0, z: int = 0) -> Buffers | Trap:
        """Return the storage buffers after one workgroup alone."""
        self.scalar.bind(self.inputs)
        try:
            self.scalar.workgroup((x, y, z))
        except Trapped as trapped:
            return trapped.trap
        return self._buffers(self.scalar.buffers())

    def exact(self, invocations: int) -> Exact | None:
        """Return the C path where it is there, and worth it for so many invocations."""
        options = self.options
        if options.path == "python" or options.trace_blocks or options.trace_values:
            return None
        if options.path == "auto" and (invocations < WORTH or not available()):
            return None
        if self._exact is None:
            known = self.module, self.leaves, self.interface, self.outputs
            try:
                self._exact = Exact(*known, self.inputs, options.steps)
            except (Refused, Unsupported):
                if options.path == "native":
                    raise
        return self._exact

    def trap_of_failure(self, exact: Exact, failure: Failure) -> Trap:
        """Return the trap that C met: as the Python path words it, unless that would take long."""
        mine = exact.trap(failure)
        if failure.kind == "loop-limit" or exact.cost(failure) > LONG:
            return mine
        draws = self.interface.draws
        theirs = self.pixel(*failure.invocation[:2]) if draws else self.scalar_dispatch()
        if isinstance(theirs, Trap):
            return theirs
        raise InternalError(f"C met {mine}, and Python met nothing")

    def entered_blocks(self) -> dict[int, int]:
        """Return how often each block was entered so far; only counted when the options ask for
        it.
        """
        return self.scalar.entered_blocks()

    def seen_values(self) -> dict[int, list[tuple[Cell, ...]]]:
        """Return the leaves of each traced id, each time it was defined."""
        return self.scalar.values

    def _buffers(self, after: dict[tuple[int, int], bytes]) -> Buffers:
        data = [
            after.get((buffer.descriptor_set, buffer.binding), buffer.data)[: len(buffer.data)]
            for buffer in self.inputs.buffers
        ]
        return Buffers(tuple(data), tuple(buffer.fields for buffer in self.inputs.buffers))

    def _output_trap(self, undefined: Undefined, invocation: tuple[int, ...]) -> Trap:
        variable = self.outputs.variable
        definition = None if variable is None else self.module.definition(variable.id)
        return self.scalar.trap(undefined, definition, invocation)


def interpret(program: Program, options: Options | None = None) -> Image | Buffers | Trap:
    """Execute a whole program."""
    if program.language != "spirv":
        hint = "Compile it to SPIR-V first."
        raise BadInput(
            f"expected SPIR-V, but a {program.language} program came", where=program.name, hint=hint
        )
    interpreter = Interpreter(program.source, program.inputs, options, program.companion)
    return interpreter.image() if program.draws else interpreter.dispatch()

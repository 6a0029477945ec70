"""Executes a shader: what it gives, or the undefined operation that it does."""

from __future__ import annotations

import struct
from typing import Any, Final

from aberration.core.inputs import Inputs
from aberration.core.outcome import FLOATS, Buffers, Image, PixelFormat, join_images
from aberration.core.program import DRAWN, POINTED
from aberration.languages.native.compiler import available

from ..builtins.row import Stage
from ..read import Shader as Read
from ..sampled.given import GivenTextures
from .compiled import Compiled
from .fast import WORTH, Again, Colour, Fast, fast
from .fences import FencedWatch
from .lockstep import Lockstep, Stopped
from .options import Options, Order, in_turn, position
from .probes import Probes
from .races import GroupWatch, IncoherentWatch, Unwatched, Watch
from .supply import Supply
from .trap import Discarded, Endless, Refused, StepLimit, Trap, Undefined

_MISSING: Final = (0.0, 0.0, 0.0, 1.0)
"""Channels that an output of fewer components leaves out."""
_LARGEST_GROUP: Final = 1024
Watches = tuple[Watch, Watch, Watch]


class Interpreter:
    """One shader with its inputs. `Trap` and `Endless` are results; `Refused` is raised for
    what is not interpreted. `compiled` is what an earlier one made of the same shader, stage and
    options, where it neither counts nor rounds: making it takes longer than most runs. It is of no
    use for other textures, attributes and specialisation constants.
    """

    def __init__(
        self,
        read: Read,
        stage: Stage,
        inputs: Inputs,
        options: Options | None = None,
        probes: Probes | None = None,
        compiled: Compiled | None = None,
    ) -> None:
        self.inputs: Final = inputs
        self.options: Final = options or Options()
        if inputs.attachments and (stage != "fragment" or read.companion is not None):
            raise Refused("attachments of a program with a vertex stage of its own")
        if (stage in POINTED or read.companion is not None) and inputs.tiles:
            what = "vertex" if read.companion is not None else stage
            raise Refused(f"tiles of a program for the {what} stage")
        given = GivenTextures.by(inputs)
        constants = inputs.constants
        if compiled is None or (compiled.given, compiled.constants) != (given, constants):
            compiled = Compiled(read, stage, self.options, probes, given, constants)
        self.compiled: Final = compiled
        self.supply: Final = Supply(self.compiled.shader, inputs)
        self._lockstep: Final = Lockstep(
            self.compiled.locator,
            self.compiled.text.nodes_by_number,
            self.options.turns,
            discard_returns=self.compiled.semantics.discard_returns,
            rounding=self.compiled.rounding,
        )
        self._pixels: Any = None
        self._asked = 0
        self._fast: list[Fast | None] = []
        self._others: Final = [
            Interpreter(read, stage, part, options) for part in inputs.each_attachment()[1:]
        ]

    def begin_rounding(self, number: int) -> None:
        """Round from now on as another number has it (`Rounding.begin`)."""
        assert self.compiled.rounding is not None
        self.compiled.rounding.begin(number)
        # Global variables may have been rounded the old way.
        self._pixels = None

    def forget_choices(self) -> None:
        """Begin to notice whether anything can be rounded otherwise (`Rounding.had_choice`)."""
        assert self.compiled.rounding is not None
        self.compiled.rounding.had_choice = False

    @property
    def had_choice(self) -> bool:
        """Whether what ran since then may come out otherwise in another rounding."""
        rounding = self.compiled.rounding
        return rounding is None or rounding.had_choice or rounding.beyond_model

    @property
    def inexact(self) -> tuple[str, ...]:
        return self.compiled.inexact

    def fast(self, invocations: int) -> Fast | None:
        """Return the C path where it is there, and worth it for so many invocations."""
        path = self.options.path
        if path == "python" or (path == "auto" and (invocations < WORTH or not available())):
            return None
        if not self._fast:
            self._fast.append(fast(self.compiled, self.supply, self.inputs))
        return self._fast[0]

    @property
    def is_fast(self) -> bool:
        """Whether the C path is in use."""
        return bool(self._fast and self._fast[0])

    # ---- images, of fragments or of vertices that are points

    def row(self, y: int) -> Trap | Endless | None:
        """Return what the first pixel of a row (or of the quads that the row is in) met that
        has no colour, if any.
        """
        path = self.fast(WORTH)
        again = Again() if path is None else path.row(y)
        if again is None:
            return None
        if again.pixel is not None:
            met = self._python_pixel(*again.pixel)
            again.confirm(met)
            if isinstance(met, Trap | Endless):
                return met
        found = (self._python_pixel(x, y) for x in range(self.inputs.width))
        return next((met for met in found if isinstance(met, Trap | Endless)), None)

    def pixel(self, x: int, y: int) -> Colour | Trap | Endless | None:
        """Return the colour of one pixel, None if it is discarded or the shader gives no colour."""
        # Single pixels add up: C pays from some number of them on.
        self._asked += 1
        path = self.fast(self._asked)
        again = Again() if path is None else path.pixel(x, y)
        if not isinstance(again, Again):
            return again
        found = self._python_pixel(x, y)
        again.confirm(found)
        return found

    def _python_pixel(self, x: int, y: int) -> Colour | Trap | Endless | None:
        try:
            if self.compiled.text.suspends:
                return self._quad(x - x % 2, y - y % 2)[x % 2 + 2 * (y % 2)]
            return self._lone_pixel(x, y)
        except Stopped as stopped:
            return stopped.outcome

    def image(self, pixels: PixelFormat = "rgba8") -> Image | Trap | Endless:
        """Return the whole image, or what the first pixel that has no colour met.

        Raise `Refused` for a shader that gives no colour: what an image then holds is nobody's
        promise. Of several attachments, each is drawn by a run of its own.
        """
        first = self._image(pixels)
        images = [first, *(other.image(pixels) for other in self._others)]
        met = next((one for one in images if not isinstance(one, Image)), None)
        return met or join_images([one for one in images if isinstance(one, Image)])

    def _image(self, pixels: PixelFormat) -> Image | Trap | Endless:
        one = self.compiled.given.attachment
        if one is not None and not one.is_colour_of_floats:
            pixels = one.stored
        if not self.compiled.text.channels:
            hint = "`aberration check` runs it all the same, and names what is undefined."
            raise Refused(
                "the image of a fragment shader without an output at location 0", hint=hint
            )
        path = self.fast(self.inputs.width * self.inputs.height)
        again = Again() if path is None else path.image(pixels)
        if not isinstance(again, Again):
            return again
        if again.met and again.pixel is not None:
            met = self._python_pixel(*again.pixel)
            again.confirm(met)
            return met if isinstance(met, Trap | Endless) else self._python_image(pixels)
        return self._python_image(pixels)

    def _python_image(self, pixels: PixelFormat) -> Image | Trap | Endless:
        width, height = self.inputs.width, self.inputs.height
        rows: list[list[Colour | None]] = [[None] * width for _ in range(height)]
        # Only derivatives make invocations wait for each other: then pixels are drawn by quads.
        step = 2 if self.compiled.text.suspends else 1
        try:
            for y in range(0, height, step):
                for x in range(0, width, step):
                    self._draw_at(x, y, rows)
        except Stopped as stopped:
            return stopped.outcome
        return Image(
            width,
            height,
            pixels,
            b"".join(pixel_bytes(colour, pixels) for row in rows for colour in row),
        )

    def _draw_at(self, x: int, y: int, rows: list[list[Colour | None]]) -> None:
        if not self.compiled.text.suspends:
            rows[y][x] = self._lone_pixel(x, y)
            return
        for k, colour in enumerate(self._quad(x, y)):
            if y + k // 2 < len(rows) and x + k % 2 < len(rows[0]):
                rows[y + k // 2][x + k % 2] = colour

    def _maker(self) -> Any:
        """Return what makes the invocations of pixels; raise `Refused` where the inputs lack a
        resource.
        """
        if self._pixels is None:
            self._pixels = self.compiled.make(
                self.supply.resources(), Unwatched(), Unwatched(), Unwatched()
            )
        return self._pixels

    def _begin(
        self, maker: Any, shared: list[Any], index: int, ids: tuple[Any, ...], who: tuple[int, ...]
    ) -> Any:
        """Return an invocation whose global variables have their first values."""
        try:
            return maker(shared, index, self.options.turns, ids)
        except Exception as error:
            raise Stopped(self.compiled.locator.trap(error, who)) from None

    def _lone_pixel(self, x: int, y: int) -> Colour | None:
        ids = (x, y, False, self.inputs.width, self.inputs.height)
        run = self._begin(self._maker(), [], 0, ids, (x, y))
        return _colour(self._run_alone(run, (x, y)))

    def _quad(self, x: int, y: int) -> list[Colour | None]:
        names = [(x + k % 2, y + k // 2) for k in range(4)]
        size = (self.inputs.width, self.inputs.height)
        maker = self._maker()
        runs = [
            # Beyond the edge of an image of odd sides there are helper invocations, whose colours
            # go nowhere.
            self._begin(maker, [], 0, (*who, who[0] >= size[0] or who[1] >= size[1], *size), who)()
            for who in names
        ]
        return [_colour(found) for found in self._lockstep.quad(runs, names)]

    # ---- compute

    def dispatch(self, order: Order | None = None) -> Buffers | Trap | Endless:
        """Return the storage buffers of the inputs after the whole dispatch; `order` comes in place
        of the one of the options.
        """
        order = order or self.options.order
        total = self.invocations
        path = self.fast(total)
        logging = self.options.races and total > 1
        again = Again() if path is None else path.dispatch(order, logging=logging)
        if not isinstance(again, Again):
            return again
        found = self._python_dispatch(order)
        again.confirm(found)
        return found

    @property
    def invocations(self) -> int:
        """The invocations of the dispatch; refuse workgroups that are too large."""
        groups, size = self.inputs.groups, self.compiled.shader.local_size
        count = size[0] * size[1] * size[2]
        if count > _LARGEST_GROUP:
            raise Refused(f"a workgroup of {count} invocations")
        return count * groups[0] * groups[1] * groups[2]

    def _python_dispatch(self, order: Order) -> Buffers | Trap | Endless:
        resources = self.supply.resources()
        try:
            self._dispatch(resources, order)
            data = self.supply.buffers(resources)
        except Stopped as stopped:
            return stopped.outcome
        except Undefined as error:
            return Trap(error.kind, error.message)
        return Buffers(data, tuple(buffer.fields for buffer in self.inputs.buffers))

    def _dispatch(self, resources: list[Any], order: Order) -> None:
        groups = self.inputs.groups
        # The logs of buffers, of shared memory, and of buffers that are not coherent.
        watches: Watches = (Unwatched(), Unwatched(), Unwatched())
        if self.invocations > 1 and self.options.races:
            x, y, z = self.compiled.shader.local_size
            watch = FencedWatch(x * y * z) if self.compiled.text.fenced else Watch()
            watches = (watch, GroupWatch(), IncoherentWatch())
        maker = self.compiled.make(resources, *watches)
        for number in in_turn(order, groups[0] * groups[1] * groups[2]):
            for watch in watches:
                watch.begin_group(number)
            self._workgroup(maker, watches, position(number, groups), order)

    def _workgroup(
        self, maker: Any, watches: Watches, group: tuple[int, int, int], order: Order
    ) -> None:
        size, groups = self.compiled.shader.local_size, self.inputs.groups
        shared = self.compiled.shared_memory()
        runs, names = [], []
        for index in in_turn(order, size[0] * size[1] * size[2]):
            local = position(index, size)
            who = tuple(g * s + own for g, s, own in zip(group, size, local, strict=True))
            run = self._begin(maker, shared, index, (*who, *local, *group, index, *groups), who)
            if self.compiled.text.suspends:
                runs.append(run())
                names.append(who)
            else:
                self._run_alone(run, who)

        watch, shared_watch, _ = watches

        def wait(workgroup: bool, storage: bool) -> None:
            shared_watch.wait(ordered=workgroup)
            watch.wait(ordered=storage)

        self._lockstep.workgroup(runs, names, wait)

    def _run_alone(self, run: Any, who: tuple[int, ...]) -> Any:
        """Run an invocation that waits for no other one; None where it is discarded."""
        try:
            return run()
        except Discarded:
            return None
        except StepLimit:
            raise Stopped(Endless(self.options.turns, who)) from None
        except Exception as error:
            raise Stopped(self.compiled.locator.trap(error, who)) from None


def execute(
    read: Read, stage: Stage, inputs: Inputs, options: Options | None = None
) -> Image | Buffers | Trap | Endless:
    """Execute a whole shader on its inputs; raise `Refused` for what is not interpreted."""
    interpreter = Interpreter(read, stage, inputs, options)
    return interpreter.image() if stage in DRAWN else interpreter.dispatch()


def _colour(values: tuple[float, ...] | None) -> Colour | None:
    if not values:
        return None
    found = (*values, *_MISSING[len(values) :])
    return found[0], found[1], found[2], found[3]


def pixel_bytes(colour: Colour | None, pixels: PixelFormat) -> bytes:
    """Return a pixel of the image; None stands for a discarded one."""
    if pixels in FLOATS:
        return struct.pack("<4f", *(colour or (0.0, 0.0, 0.0, 0.0)))
    if pixels != "rgba8":
        code = "<4i" if pixels == "rgba32i" else "<4I"
        return struct.pack(code, *map(int, colour or (0, 0, 0, 0)))
    if colour is None:
        return b"\0\0\0\0"
    return bytes([int(min(max(value, 0.0), 1.0) * 255.0 + 0.5) for value in colour])

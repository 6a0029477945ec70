"""Execute vertex, geometry, fragment and compute shaders in GLSL and ESSL on a device of EGL, as
the environment sets it up.

Options: `renderer`, what the renderer's name must look like (with * and ?); `devices`, `all` to
look for it on every device of EGL, else on the software device; `told`, what the context for GLSL
must tell as its version, if anything; `format`, `rgba8` (default) or `rgba32f`; `renew`, after how
many programs the contexts are made anew (zink on lavapipe keeps 1.7 MiB of address space for each
program). GLSL runs in a context of OpenGL's core profile, or of the compatibility profile where its
`#version` says so, ESSL in one of OpenGL ES; each is opened when the first such program comes.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Mapping
from typing import Final

from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.outcome import Outcome, PixelFormat, Rejected
from aberration.core.program import Language, Program, shading_version, without_comments
from aberration.core.ways import ways_of
from aberration.targets.runner import Clock
from aberration.targets.runners.block_layouts import own_layouts, storage_is_stated
from aberration.targets.runners.block_places import stated_bindings
from aberration.targets.runners.interface import NO_COLOUR
from aberration.targets.runners.opengl.attachments import unfit_program
from aberration.targets.runners.opengl.context import Api, Context, open_display
from aberration.targets.runners.opengl.drawing import FORMATS, Canvas, dispatch
from aberration.targets.runners.opengl.made_program import made_program, ways_of_context
from aberration.targets.runners.opengl.points import (
    attribute_refusal,
    primitive_refusal,
    unfit_text,
    vertex_limits_of,
)
from aberration.targets.runners.opengl.program import (
    Refusal,
    has_colour,
    requirements_of,
)
from aberration.targets.runners.opengl.resources import fresh_supply, limits_of, refusal
from aberration.targets.runners.opengl.storage_images import image_refusal
from aberration.targets.runners.textures import ALL_SHAPES

RENEW_AFTER: Final = 250

_PIXEL_FORMATS: Final[dict[str, PixelFormat]] = {name: name for name in FORMATS}
_TURNED: Final = re.compile(rb"\b(origin_upper_left|pixel_center_integer)\b")
_WARM_UP: Final[dict[Api, bytes]] = {
    "glsl": b"#version 330\nout vec4 c; "
    b"void main() { c = vec4(gl_FragCoord.xy / 256.0, 0.0, 1.0); }",
    "compatibility": b"#version 330 compatibility\nout vec4 c; "
    b"void main() { c = vec4(gl_FragCoord.xy / 256.0, 0.0, 1.0); }",
    "essl": b"#version 300 es\nout highp vec4 c; "
    b"void main() { c = vec4(gl_FragCoord.xy / 256.0, 0.0, 1.0); }",
}


class OpenGlRunner:
    """See the module's docstring for the options."""

    ways: Final = ways_of("opengl")
    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    attachments: Final = True
    depths: Final = True
    vertices: Final = True
    pairs: Final = True
    geometry: Final = True

    def open(self, options: Mapping[str, str]) -> str:
        """Open the display and the context for GLSL, and draw once."""
        pixels = _PIXEL_FORMATS.get(options.get("format", "rgba8"))
        if pixels is None:
            raise BadInput(f"expected the format rgba8 or rgba32f, but {options['format']!r} came")
        self._pixels: PixelFormat = pixels
        self._renderer = options.get("renderer", "*")
        self._left = self._renew = int(options.get("renew", RENEW_AFTER))
        self._sessions: dict[Api, _Session] = {}
        self._software = options.get("devices", "software") == "software"
        self._display = open_display(self._renderer, software=self._software)
        version = self._session("glsl").context.version
        if options.get("told", version) != version:
            raise TargetUnavailable(
                f"expected the driver {options['told']!r}, but {version!r} came"
            )
        return version

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Draw or dispatch once; what a context cannot do never reaches it."""
        if program.language == "glsl" or program.language == "essl":
            self._renew_contexts()
            return self._run_in(_api_of(program), program, clock)
        message = f"expected GLSL or ESSL, but a {program.language} program came"
        raise BadInput(
            message, where=program.name, hint="`spirv-cross+TARGET` translates SPIR-V first."
        )

    def _run_in(self, api: Api, program: Program, clock: Clock) -> Outcome:
        try:
            session = self._session(api)
        except TargetUnavailable as error:
            if api != "compatibility":
                raise
            return Rejected(f"no compatibility profile here: {error.message}", unasked=True)
        return session.run(program, clock)

    def close(self) -> None:
        """Destroy all."""
        self._display.close()

    def _renew_contexts(self) -> None:
        if self._left:
            self._left -= 1
            return
        self._left = self._renew
        self._sessions.clear()
        self._display.close()
        self._display = open_display(self._renderer, software=self._software)

    def _session(self, api: Api) -> _Session:
        """Return the context for a language; look at its renderer first: a silent fall-back
        would fake agreement.
        """
        if api in self._sessions:
            self._sessions[api].context.use()
            return self._sessions[api]
        context = self._display.context(api)
        if not fnmatch.fnmatchcase(context.renderer, self._renderer):
            message = (
                f"expected an OpenGL renderer {self._renderer!r}, but {context.renderer!r} came"
            )
            raise TargetUnavailable(message)
        session = self._sessions[api] = _Session(context, self._pixels)
        language: Language = "essl" if api == "essl" else "glsl"
        session.run(Program(language, "fragment", _WARM_UP[api]), Clock())
        return session


def _api_of(program: Program) -> Api:
    if program.language == "essl":
        return "essl"
    _, profile = shading_version(program.source)
    return "compatibility" if profile == "compatibility" else "glsl"


class _Session:
    """One context with all that is kept between programs."""

    def __init__(self, context: Context, pixels: PixelFormat) -> None:
        self.context = context
        self._gl = context.gl
        self._canvas = Canvas(context.gl, pixels)
        self._ways = ways_of_context(context.gl, context.api)
        self._limits = limits_of(context.gl, storage=context.abilities.storage)

    def run(self, program: Program, clock: Clock) -> Outcome:
        reason = self._unsuitable(program)
        if reason:
            return Rejected(reason, unasked=True)
        try:
            with clock:
                return self._execute(program)
        except Refusal as error:
            self._gl.check("compiling a program")
            return Rejected(str(error), unasked=error.unasked)

    def _unsuitable(self, program: Program) -> str:
        abilities = self.context.abilities
        if program.stage == "compute" and not abilities.compute:
            return "this driver has no compute shaders for this language"
        if program.inputs.buffers and not abilities.storage:
            return "this driver has no storage buffers for this language"
        if program.inputs.storage_images and not abilities.compute:
            return "this driver has no storage images for this language"
        if program.inputs.buffers and not storage_is_stated(program):
            return "a storage block without std430 or std140: each driver lays it out as it likes"
        if program.inputs.attachments and not abilities.outputs:
            return "this driver does not tell where outputs go"
        if program.language == "essl" and any(one.is_depth for one in program.inputs.attachments):
            return "depths cannot be read back in OpenGL ES"
        missing = [way for way in program.inputs.ways if way not in self._ways]
        if missing:
            return f"this context is not driven in this way: {missing[0]}"
        unfit = self._unfit_vertices(program) if program.vertices else ""
        if unfit:
            return unfit
        for _, source in program.stages():
            turned = _TURNED.search(without_comments(source))
            if turned:
                return f"{turned[0].decode()} turns gl_FragCoord, and so the image"
        return ""

    def _unfit_vertices(self, program: Program) -> str:
        abilities = self.context.abilities
        if program.stage == "geometry" and not abilities.geometry:
            return "this driver has no geometry shaders for this language"
        stage = program.stage if program.stage == "geometry" else "vertex"
        return unfit_text(program, vertex_limits_of(self._gl, stage, storage=abilities.storage))

    def _execute(self, program: Program) -> Outcome:
        gl, inputs = self._gl, program.inputs
        with made_program(gl, program) as used, fresh_supply(gl, inputs.ways) as given:
            made = used.program
            wanted = requirements_of(gl, made, storage=self.context.abilities.storage)
            reason = refusal(wanted, inputs, self._limits)
            reason = reason or image_refusal(gl, made, program, wanted.loose, wanted.storage)
            if program.vertices:
                reason = reason or primitive_refusal(gl, made, program)
                reason = reason or attribute_refusal(gl, made, program)
            if reason:
                return Rejected(reason, unasked=True)
            if (
                (program.stage == "fragment" or program.is_pair)
                and self.context.abilities.outputs
                and not inputs.attachments
                and not has_colour(gl, made)
            ):
                return Rejected(NO_COLOUR, unasked=True)
            unfit = unfit_program(gl, made, inputs) if inputs.attachments else ""
            if unfit:
                return Rejected(unfit, unasked=True)
            layouts = own_layouts(program) if wanted.blocks else {}
            if layouts is None:
                return Rejected(
                    "a block without std140, whose layout our front end does not read", unasked=True
                )
            gl["UseProgram"](made)
            given.set_loose(made, wanted.loose, inputs)
            # Images first: what makes one leaves no texture bound to the first unit.
            given.bind_images(made, wanted.loose, inputs)
            given.bind_textures(made, wanted.loose, inputs)
            given.bind_blocks(
                made, wanted.blocks, inputs, stated_bindings(program).uniform, layouts
            )
            given.bind_storage(wanted.storage, inputs)
            used.use(gl)
            gl.check("supplying a program")
            if program.stage == "compute":
                return dispatch(gl, inputs, given)
            if program.vertices:
                return self._canvas.draw_points(inputs)
            return self._canvas.draw(inputs)

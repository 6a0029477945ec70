"""What a shader gives, by our interpreter; and why a target may give something else."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import BadInput
from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.inputs import Inputs
from aberration.core.oracle import in_terms_of
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import DRAWN, Program
from aberration.languages.shading.interpret.compiled import Compiled
from aberration.languages.shading.interpret.freedom import freedom
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.supply import Supply
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import Shader, read_program
from aberration.languages.shading.tree import Interface

TURNS: Final = 4000
"""Turns of loops for each invocation: eight that run together stay far below the 65,535 after
which llvmpipe stops.
"""
OPTIONS: Final = Options(turns=TURNS)
_COLOUR: Final = 4
"""Components of the colour that an image holds."""


class Undefined(msgspec.Struct, frozen=True):
    """Inputs that make no test, and why."""

    reason: str


class Executed:
    """A shader whose text was read once, to be run on many inputs; raise `BadInput` for one
    that cannot be run.

    Textures and attributes are part of the program as its text is: whatever the inputs, it gets
    those of the program's own.
    """

    def __init__(self, program: Program) -> None:
        if program.stage == "program" or program.language not in ("glsl", "essl", "wgsl"):
            raise BadInput(
                f"expected a shader in GLSL, ESSL or WGSL, but a {program.language} program came"
            )
        self.stage: Final = program.stage
        self._own: Final = program.inputs
        self.shader: Final[Shader] = read_program(program)
        self._compiled: Compiled | None = None

    @property
    def has_block_array(self) -> bool:
        """Whether the shader has an array of blocks, with which none is translated."""
        decls = self.shader.module.decls
        return any(isinstance(one, Interface) and bool(one.array) for one in decls)

    def supply(self, inputs: Inputs) -> Supply:
        """Return the shader's resources as the inputs fill them."""
        return self._interpreter(inputs).supply

    def result(self, inputs: Inputs) -> Image | Buffers | Undefined:
        """Return what the shader gives for these inputs, whoever runs it; or why that is not
        defined.
        """
        interpreter = self._interpreter(inputs)
        channels = interpreter.compiled.text.channels
        # What the image has of the others is anything (OpenGL 4.6, 15.2.3 "Shader Outputs"). A
        # reducer comes to such programs, which no file may bring.
        draws = self.stage in DRAWN
        if draws and not inputs.attachments and 0 < channels < _COLOUR:
            return Undefined(f"its colour has {channels} of {_COLOUR} components")
        if draws:
            found: Image | Buffers | Trap | Endless = interpreter.image()
        else:
            found = interpreter.dispatch()
        if isinstance(found, Trap | Endless):
            return Undefined(str(found))
        alone = draws or interpreter.invocations == 1
        if not alone and interpreter.dispatch("reverse") != found:
            return Undefined("the buffers depend on the order in which invocations run")
        return found

    def float_image(self, inputs: Inputs) -> Image | Undefined:
        """Return the colours that a shader draws, before they are rounded to 8 bits; zeros where it
        discards.
        """
        found = self._interpreter(inputs).image("rgba32f")
        return found if isinstance(found, Image) else Undefined(str(found))

    def permitted_otherwise(
        self, inputs: Inputs, expected: Outcome, outcome: Outcome, tolerance: Tolerance
    ) -> Freedom:
        """Return whether rounding leaves another result than the expected one open."""
        given = in_terms_of(outcome, expected)
        if not isinstance(expected, Image | Buffers) or not isinstance(given, Image | Buffers):
            return NO_REASON
        if within(compare(expected, given, tolerance), tolerance):
            return NO_REASON
        return freedom(
            self.shader,
            self.stage,
            self._with_own(inputs),
            OPTIONS,
            expected,
            given,
            tolerance,
        )

    def _with_own(self, inputs: Inputs) -> Inputs:
        own = self._own
        return msgspec.structs.replace(
            inputs,
            textures=own.textures,
            samplers=own.samplers,
            attributes=own.attributes,
        )

    def _interpreter(self, inputs: Inputs) -> Interpreter:
        given = self._with_own(inputs)
        made = Interpreter(self.shader, self.stage, given, OPTIONS, compiled=self._compiled)
        self._compiled = made.compiled
        return made

"""Translate ESSL with ANGLE, to ESSL as it hands it to OpenGL; nothing is drawn.

Options: as of the runner `chromium`. The browser tells the text by `WEBGL_debug_shaders`. ANGLE
writes `_u` before the names of the shader, and `_b` before those of its blocks: the inputs are
renamed with them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.outcome import Outcome, Rejected, Translated
from aberration.core.program import Program
from aberration.core.texture_arrays import element_of
from aberration.targets.runner import Clock
from aberration.targets.runners.textures import ALL_SHAPES
from aberration.targets.runners.webgpu.chromium import open_browser
from aberration.targets.runners.webgpu.webgl_client import webgl_frame

_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_BLOCK: Final = re.compile(r"\buniform\s+_b(?P<name>\w+)\s*\{")


class AngleRunner:
    """See the module's docstring for the options."""

    texture_shapes: Final = ALL_SHAPES

    def open(self, options: Mapping[str, str]) -> str:
        """Start the browser and open the device in a page."""
        self._device, version = open_browser({**options, "api": "webgl"})
        return version

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Let ANGLE compile once, and take what it wrote."""
        framed = webgl_frame(program)
        if isinstance(framed, Rejected):
            return framed
        header, payload = framed
        asked = self._device.ask(({**header, "translates": True}, payload), clock)
        if not isinstance(asked, tuple):
            return asked
        text = asked[1]
        inputs = rename_uniforms(program.inputs, text.decode())
        return Translated(msgspec.structs.replace(program, source=text, inputs=inputs))

    def close(self) -> None:
        """End the browser with the process that drives it."""
        self._device.close()


def rename_uniforms(inputs: Inputs, text: str) -> Inputs:
    """Return the inputs with the names that ANGLE's text has for them."""
    blocks = {block["name"] for block in _BLOCK.finditer(text)}
    uniforms = [
        msgspec.structs.replace(one, name=_name_in_text(one.name, blocks))
        for one in inputs.uniforms
    ]
    textures = [
        msgspec.structs.replace(one, name=_name_in_text(one.name, set())) for one in inputs.textures
    ]
    return msgspec.structs.replace(inputs, uniforms=tuple(uniforms), textures=tuple(textures))


def _name_in_text(name: str, blocks: set[str]) -> str:
    """Return the name of a uniform, as in `lamps[1].colour`, or of a block."""
    array = element_of(name)
    if (array[0] if array else name) in blocks:
        return f"_b{name}"
    return _NAME.sub(r"_u\g<0>", name)

"""What is said to a device of WebGL, which `webgl_device.mjs` runs in a browser: vertex and
fragment shaders in ESSL.

Uniforms and attributes are found by name: a loose uniform, a sampler and an attribute by its own, a
block by the block's name.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.attachments import unfit_attachment
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.core.textures import Texture, each_level, texel_bytes
from aberration.languages.shading.checker import check
from aberration.languages.shading.fragment_outputs import outputs_of
from aberration.languages.shading.read import read_program
from aberration.targets.runners.areas import MARGIN, areas_of
from aberration.targets.runners.attachments import CHANNELS
from aberration.targets.runners.gl_attributes import (
    OF_ITSELF,
    SCALAR_TYPES,
    gl_attribute,
    result_shader,
    text_refusal,
)
from aberration.targets.runners.gl_textures import gl_texture, wrong_sampler
from aberration.targets.runners.resources import static_start
from aberration.targets.runners.vertices import columns_of
from aberration.targets.runners.webgpu.attachments import webgl_targets
from aberration.targets.runners.webgpu.client import Dialect, Frame

WARM_UP: Final = Program(
    "essl",
    "fragment",
    b"precision highp float; "
    b"void main() { gl_FragColor = vec4(gl_FragCoord.xy / 256.0, 0.0, 1.0); }",
    Inputs(width=16, height=16),
    "warm-up",
)
_SHAPES: Final = ("2D", "3D", "2DArray", "Cube", "2DShadow", "2DArrayShadow", "CubeShadow")
"""Those of OpenGL ES 3.0."""


def webgl_frame(program: Program) -> Frame | Rejected:
    """Return the header and the bytes of a program, or why no browser may see it."""
    if program.language != "essl":
        raise BadInput(f"expected essl, but a {program.language} program came", where=program.name)
    if not program.draws:
        return Rejected("WebGL has no compute shaders", unasked=True)
    strange = next((one for one in program.inputs.textures if one.shape not in _SHAPES), None)
    if strange is not None:
        message = f"WebGL has no textures of shape {strange.shape}: {strange.name}"
        return Rejected(message, unasked=True)
    stray = _stray_output(program)
    if stray:
        return Rejected(stray, unasked=True)
    vertex = program.companion_program() if _is_second(program) else program
    unfit = text_refusal(vertex) if program.vertices else ""
    if unfit:
        return Rejected(unfit, unasked=True)
    try:
        for _, source in program.stages():
            source.decode("utf-8")
    except UnicodeDecodeError as error:
        return Rejected(f"the text is not UTF-8: {error}", unasked=True)
    payload = bytearray(program.source)
    uniforms = []
    for uniform in program.inputs.uniforms:
        uniforms.append({"name": uniform.name, "offset": len(payload), "length": len(uniform.data)})
        payload += uniform.data
    textures = []
    for texture in program.inputs.textures:
        levels = []
        for own in each_level(texture):
            texels = texel_bytes(own)
            place = {"offset": len(payload), "length": len(texels)}
            levels.append({"size": own.size, **place})
            payload += texels
        textures.append(_texture(texture) | {"levels": levels})
    points: dict[str, object] = {}
    if program.vertices:
        columns, data = _columns(program.inputs, len(payload))
        payload += data
        points = {"points": _points(program) | {"columns": columns}}
    header: dict[str, object] = {
        **points,
        "code": len(program.source),
        "uniforms": uniforms,
        "textures": textures,
        "width": program.inputs.width,
        "height": program.inputs.height,
        "areas": msgspec.to_builtins(areas_of(program.inputs)),
        "ways": program.inputs.ways,
        "margin": MARGIN if "EnlargeTarget" in program.inputs.ways else 0,
        "start": static_start(program.inputs.ways),
    }
    return header, bytes(payload)


def _stray_output(program: Program) -> str:
    """Return why outputs do not go to the attachments, or nothing: WebGL tells nothing of outputs,
    so our front end reads them.
    """
    attachments = program.inputs.attachments
    if not attachments:
        return ""
    try:
        shader = read_program(program)
        typing = check(shader.module, "fragment", shader.source)
    except BadInput as error:
        return f"our front end does not read its outputs: {error.message}"
    return unfit_attachment(attachments, outputs_of(typing, "essl"))


def _is_second(program: Program) -> bool:
    """Whether it is the fragment shader of a pair that is under test."""
    return program.is_pair and program.stage == "fragment"


def _other_shader(program: Program) -> dict[str, object]:
    """Return the shader that the one under test is linked with."""
    if _is_second(program):
        return {"vertex": program.companion.decode()}
    return {"fragment": program.companion.decode() or result_shader(program)}


def _points(program: Program) -> dict[str, object]:
    """Return what the device is told of a program for the vertex stage, or a pair, besides what is
    bound.
    """
    found = [gl_attribute(one) for one in program.inputs.attributes]
    attributes: list[dict[str, object]] = [
        {
            "name": one.name,
            "location": one.location,
            "type": one.type,
            "wrongType": one.wrong_type(),
            "wrongLocation": one.wrong_location(),
        }
        for one in found
        if one is not None
    ]
    return {
        **_other_shader(program),
        "attributes": attributes,
        "ofItself": OF_ITSELF,
        "count": program.inputs.width * program.inputs.height,
    }


def _columns(inputs: Inputs, offset: int) -> tuple[list[dict[str, object]], bytes]:
    """Return what is said of the columns of attributes, and their bytes, which are at an offset."""
    columns: list[dict[str, object]] = []
    payload = bytearray()
    for one in columns_of(inputs):
        columns.append(
            {
                "location": one.location,
                "type": SCALAR_TYPES[one.numbers],
                "components": one.components,
                "offset": offset + len(payload),
                "length": len(one.data),
            }
        )
        payload += one.data
    return columns, bytes(payload)


def _texture(texture: Texture) -> dict[str, object]:
    """Return what the device is told of a texture besides its texels."""
    known = gl_texture(texture)
    numbers: dict[str, object] = msgspec.to_builtins(known)
    refusal = wrong_sampler(texture.name, known.word)
    return numbers | {"name": texture.name, "refusal": refusal}


WEBGL: Final = Dialect(webgl_frame, WARM_UP, webgl_targets, CHANNELS)

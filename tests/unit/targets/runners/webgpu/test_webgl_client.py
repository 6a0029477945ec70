"""What is said to a device of WebGL."""

import msgspec
import pytest
from helpers.webgl import ESSL_300

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, Uniform
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.core.textures import Texture, texel_bytes
from aberration.targets.runners.gl_textures import gl_texture, wrong_sampler
from aberration.targets.runners.webgpu.webgl_client import webgl_frame


def test_a_frame_holds_the_text_and_the_uniforms_one_after_the_other() -> None:
    inputs = Inputs((Uniform("a", b"1234"), Uniform("b", b"567812345678")), width=3, height=2)
    answer = webgl_frame(msgspec.structs.replace(ESSL_300, inputs=inputs))
    assert not isinstance(answer, Rejected)
    header, payload = answer
    at = len(ESSL_300.source)
    assert payload == ESSL_300.source + b"1234" + b"567812345678"
    assert header == {
        "code": at,
        "uniforms": [
            {"name": "a", "offset": at, "length": 4},
            {"name": "b", "offset": at + 4, "length": 12},
        ],
        "textures": [],
        "width": 3,
        "height": 2,
        "areas": [[0, 0, 3, 2]],
        "ways": (),
        "margin": 0,
        "start": 0,
    }


def test_a_frame_holds_the_texels_behind_the_uniforms() -> None:
    texture = Texture("t", "3D", "int", (2, 3, 4), 5)
    inputs = Inputs((Uniform("a", b"1234"),), textures=(texture,))
    answer = webgl_frame(msgspec.structs.replace(ESSL_300, inputs=inputs))
    assert not isinstance(answer, Rejected)
    header, payload = answer
    at = len(ESSL_300.source) + 4
    assert payload[at:] == texel_bytes(texture)
    known = gl_texture(texture)
    assert header["textures"] == [
        {
            "name": "t",
            "size": (2, 3, 4),
            "offset": at,
            "length": 2 * 3 * 4 * 16,
            "target": known.target,
            "stored": known.stored,
            "format": known.format,
            "type": known.type,
            "parameters": known.parameters,
            "sampler": known.sampler,
            "word": "isampler3D",
            "refusal": wrong_sampler("t", "isampler3D"),
        }
    ]


def test_what_no_browser_takes_is_not_asked_for() -> None:
    assert webgl_frame(Program("essl", "compute", b"")) == Rejected(
        "WebGL has no compute shaders", unasked=True
    )
    answer = webgl_frame(Program("essl", "fragment", b"\xff"))
    assert isinstance(answer, Rejected)
    assert answer.unasked
    with pytest.raises(BadInput, match="expected essl, but a glsl program came"):
        webgl_frame(Program("glsl", "fragment", b""))


def test_a_frame_says_how_the_shader_is_driven() -> None:
    ways = ("DrawInTiles", "EnlargeTarget", "BindWithinBuffer")
    inputs = Inputs(width=4, height=2, ways=ways)
    answer = webgl_frame(msgspec.structs.replace(ESSL_300, inputs=inputs))
    assert not isinstance(answer, Rejected)
    header = answer[0]
    assert (header["ways"], header["margin"], header["start"]) == (ways, 16, 256)
    assert header["areas"] == [[2, 0, 2, 2], [0, 0, 2, 2]]

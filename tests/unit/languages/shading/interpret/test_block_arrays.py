"""Arrays of blocks of GLSL and ESSL: each element is a block of its own, on both paths."""

from __future__ import annotations

import struct

import pytest
from helpers.shading_runs import BothPaths
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

DECLARED = """
layout(local_size_x = 1) in;
layout(std140, binding = 3) uniform B { uint x; uint many[2]; } b[3];
layout(std430, binding = 0) buffer S { uint count; uint data[3]; } s[2];
"""
BLOCKS = (100, 200, 300)
UNIFORMS = tuple(
    Uniform(f"B[{k}]", struct.pack("<12I", x, 0, 0, 0, x + 1, 0, 0, 0, x + 2, 0, 0, 0), 3 + k)
    for k, x in enumerate(BLOCKS)
)


def words(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}I", *numbers)


INPUTS = Inputs(UNIFORMS, (Buffer(0, words(1, 2, 3, 4)), Buffer(1, words(10, 20, 30, 40))))


def left(body: str, language: LanguageName = "glsl", inputs: Inputs = INPUTS) -> tuple[bytes, ...]:
    head = {"glsl": "#version 450", "essl": "#version 320 es"}[language]
    text = f"{head}\n{DECLARED}\nvoid main() {{ {body} }}"
    found = BothPaths(read(text, language), "compute", inputs).dispatch()
    assert isinstance(found, Buffers)
    return found.data


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("b[0].x", 100),
        ("b[2].many[1]", 302),
        ("b[3 - 2].many[0]", 201),
        ("b[b[0].x - 99u].x", 200),
        ("uint(b.length())", 3),
        ("s[1].data[2]", 40),
    ],
)
def test_an_element_has_what_is_bound_for_it(language: LanguageName, term: str, value: int) -> None:
    assert left(f"s[0].count = {term};", language)[0] == words(value, 2, 3, 4)


def test_each_element_is_written_back_to_its_own_buffer() -> None:
    first, second = left("s[1].data[0] = s[0].data[0] + b[1].x; atomicAdd(s[1].count, 5u);")
    assert (first, second) == (words(1, 2, 3, 4), words(15, 202, 30, 40))


def test_each_element_may_be_of_a_length_of_its_own() -> None:
    text = f"#version 450\n{DECLARED.replace('data[3]', 'data[]')}void main() {{ "
    text += "s[1].data[0] = uint(s[0].data.length()) * 10u + uint(s[1].data.length()); }"
    inputs = replace(INPUTS, buffers=(Buffer(0, words(1, 2)), INPUTS.buffers[1]))
    found = Interpreter(read(text, "glsl"), "compute", inputs).dispatch()
    assert isinstance(found, Buffers)
    assert found.data == (words(1, 2), words(10, 13, 30, 40))


def test_a_counter_of_a_loop_chooses_elements() -> None:
    body = "uint t = 0u; for (int k = 0; k < 3; ++k) t += b[k].x; s[0].count = t;"
    assert left(body)[0] == words(600, 2, 3, 4)


def test_blocks_without_a_binding_are_found_by_their_names() -> None:
    uniforms = tuple(replace(one, binding=UNBOUND) for one in UNIFORMS)
    text = f"#version 450\n{DECLARED.replace(', binding = 3', '')}"
    text += "void main() { s[0].count = b[1].x; }"
    found = BothPaths(read(text, "glsl"), "compute", replace(INPUTS, uniforms=uniforms)).dispatch()
    assert isinstance(found, Buffers)
    assert found.data[0] == words(200, 2, 3, 4)


def refused(text: str, language: LanguageName = "glsl") -> str:
    with pytest.raises((Refused, BadInput)) as caught:
        Interpreter(read(text, language), "compute", INPUTS).dispatch()
    return str(caught.value)


def test_refuses_an_index_that_may_vary() -> None:
    text = f"#version 450\n{DECLARED}void main() {{ s[0].count = b[s[1].count % 3u].x; }}"
    assert "may not be dynamically uniform" in refused(text)


def test_refuses_arrays_of_arrays() -> None:
    text = f"#version 450\n{DECLARED.replace('b[3]', 'b[3][2]')}"
    assert "the array of blocks b" in refused(f"{text}void main() {{ s[0].count = b[1][1].x; }}")


@pytest.mark.parametrize(
    ("head", "language", "index"),
    [("310 es", "essl", "b[i].x"), ("320 es", "essl", "s[i].count")],
)
def test_older_versions_and_storage_blocks_of_essl_want_constants(
    head: str, language: LanguageName, index: str
) -> None:
    loop = f"for (int i = 0; i < 2; ++i) s[0].count += {index};"
    message = refused(f"#version {head}\n{DECLARED}void main() {{ {loop} }}", language)
    assert "expected a constant index into the array of blocks" in message


def test_a_buffer_that_an_element_lacks_is_refused() -> None:
    text = f"#version 450\n{DECLARED}void main() {{ s[0].count = s[1].count; }}"
    with pytest.raises(Refused, match=r"the storage buffer S\[1\]"):
        Interpreter(
            read(text, "glsl"), "compute", replace(INPUTS, buffers=INPUTS.buffers[:1])
        ).dispatch()

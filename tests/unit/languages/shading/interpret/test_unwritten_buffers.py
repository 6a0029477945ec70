"""A parameter that a function leaves unset gives a buffer nothing that is defined."""

from __future__ import annotations

import pytest

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options, Path
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import read

TEXT = """#version 320 es
layout(local_size_x = 1) in;
layout(std430, binding = 1) buffer B {{ {type}4 whole; {scalar} single; }};
void set(out {given} p) {{ {body} }}
void main() {{ set({argument}); }}
"""


def given(type: str, scalar: str, argument: str, body: str, path: Path) -> object:
    size = {"whole": "4", "whole.xw": "2"}.get(argument, "")
    text = TEXT.format(
        type=type,
        scalar=scalar,
        given=f"{type}{size}" if size else scalar,
        body=body,
        argument=argument,
    )
    buffers = (Buffer(1, bytes(32), ((("float" if scalar == "float" else "int"), 8),)),)
    shader = read(text.encode(), "essl")
    return execute(shader, "compute", Inputs(buffers=buffers), Options(path=path))


@pytest.mark.parametrize("path", ["python", "c"])
@pytest.mark.parametrize("argument", ["whole", "whole.xw", "whole.y", "single"])
@pytest.mark.parametrize(("type", "scalar"), [("ivec", "int"), ("vec", "float")])
def test_what_was_never_written_traps(type: str, scalar: str, argument: str, path: Path) -> None:
    found = given(type, scalar, argument, "", path)
    assert isinstance(found, Trap)
    assert found.kind == "uninitialised"
    assert isinstance(given(type, scalar, argument, f"p = {_one(type, argument)};", path), Buffers)


def _one(type: str, argument: str) -> str:
    size = {"whole": "4", "whole.xw": "2"}.get(argument, "")
    return f"{type}{size}(1)" if size else ("1.0" if type == "vec" else "1")

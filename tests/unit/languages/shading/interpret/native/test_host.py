"""Functions of Python that C calls."""

from __future__ import annotations

import ctypes

from aberration.languages.shading import types
from aberration.languages.shading.interpret.builtin import Origin
from aberration.languages.shading.interpret.compiled import Compiled
from aberration.languages.shading.interpret.native.cells import cells_of, value_at
from aberration.languages.shading.interpret.native.host import HostedFunction, host
from aberration.languages.shading.interpret.native.kinds import FLOAT, kind_of, row_of
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import read

_TEXT = """#version 450
layout(location = 0) out vec4 colour;
void main() { colour = vec4(unpackHalf2x16(packHalf2x16(vec2(gl_FragCoord.x, 0.5))), 0.0, 1.0); }
"""


def test_a_function_of_python_works_on_cells() -> None:
    vec2 = types.vector(types.FLOAT, 2)
    hosted = HostedFunction(
        lambda x, v: (x + v[0], v[1]), (types.INT, vec2), row_of((FLOAT, FLOAT))
    )
    given, result = (
        ctypes.create_string_buffer(cells_of(hosted.kinds, (3, (0.5, 1.5)))),
        ctypes.create_string_buffer(16),
    )
    hosted(ctypes.addressof(given), ctypes.addressof(result))
    assert value_at(hosted.kind, memoryview(result).cast("B"))[0] == [3.5, 1.5]


def test_vectors_matrices_and_bools_come_as_the_table_takes_them() -> None:
    taken: list[object] = []
    given = (types.matrix(types.FLOAT, 2, 2), types.vector(types.BOOL, 2), types.BOOL)

    def took(*values: object) -> float:
        taken.extend(values)
        return 1.0

    hosted = HostedFunction(took, given, FLOAT)
    data = ctypes.create_string_buffer(
        cells_of(hosted.kinds, (((1.0, 2.0), (3.0, 4.0)), (True, False), True))
    )
    result = ctypes.create_string_buffer(8)
    hosted(ctypes.addressof(data), ctypes.addressof(result))
    assert taken == [((1.0, 2.0), (3.0, 4.0)), (True, False), True]
    assert [type(value) for value in (*taken[1:2], taken[2])] == [tuple, bool]


def test_what_raises_in_python_stops_c() -> None:
    compiled = Compiled(read(_TEXT, "glsl"), "fragment", Options())
    origins = compiled.text.origins.items()
    (name,) = [
        name
        for name, of in origins
        if isinstance(of, Origin) and of.overload.name == "packHalf2x16"
    ]
    function = host(compiled, ((name, kind_of(types.UINT)),))
    data, result = ctypes.create_string_buffer(16), ctypes.create_string_buffer(8)
    ended = []
    for values in ((1.0, 0.5), (1e6, 0.5)):
        data.raw = cells_of(row_of((FLOAT, FLOAT)), values)
        ended.append(function(0, ctypes.addressof(data), ctypes.addressof(result)))
    assert ended == [0, 1]

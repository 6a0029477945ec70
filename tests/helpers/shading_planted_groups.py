"""Undefined operations of workgroups, planted as in `shading_planted`: races, and barriers that
not all come to.
"""

from __future__ import annotations

from typing import Final

from helpers.shading_planted import Row

_BARRIER = "shared int cell[4];"
_MINE = "cell[gl_LocalInvocationIndex]"
_OTHER = "cell[3u - gl_LocalInvocationIndex]"
COMPUTE: Final[tuple[Row, ...]] = (
    (
        "race in shared memory",
        "race",
        "cell[0] = int(gl_LocalInvocationIndex);",
        "cell[gl_LocalInvocationIndex] = int(gl_LocalInvocationIndex);",
        "cell[0] = int(gl_LocalInvocationIndex);",
        _BARRIER,
    ),
    (
        "read before the barrier",
        "race",
        f"{_MINE} = 1; barrier(); {_MINE} = 2; data[gl_LocalInvocationIndex] = {_OTHER};",
        (
            f"{_MINE} = 1; barrier(); {_MINE} = 2; barrier(); data[gl_LocalInvocationIndex] "
            f"= {_OTHER};"
        ),
        f"{_MINE} = 2;",
        _BARRIER,
    ),
    (
        "race in a buffer",
        "race",
        "data[0] = int(gl_LocalInvocationIndex);",
        "atomicAdd(data[0], int(gl_LocalInvocationIndex));",
        "data[0] = int(gl_LocalInvocationIndex);",
        "",
    ),
    (
        "barrier for some",
        "barrier",
        "if (gl_LocalInvocationIndex < 2u) { barrier(); }",
        "barrier(); if (gl_LocalInvocationIndex < 2u) { data[0] = data[0]; }".replace(
            "data[0] = data[0];", "cell[gl_LocalInvocationIndex] = 1;"
        ),
        "barrier()",
        _BARRIER,
    ),
    (
        "shared memory never written",
        "uninitialised",
        "data[gl_LocalInvocationIndex] = cell[gl_LocalInvocationIndex];",
        (
            "cell[gl_LocalInvocationIndex] = 1; data[gl_LocalInvocationIndex] = "
            "cell[gl_LocalInvocationIndex];"
        ),
        "cell[gl_LocalInvocationIndex]",
        _BARRIER,
    ),
)
_LANE = "int lane = int(gl_LocalInvocationIndex); "
_AFTER = "barrier(); data[4 + lane] = data[3 - lane];"
COHERENT_COMPUTE: Final[tuple[Row, ...]] = (
    (
        "atomic and plain",
        "race",
        "atomicAdd(data[0], 1); data[1 + int(gl_LocalInvocationIndex)] = data[0];",
        (
            "atomicAdd(data[0], 1); groupMemoryBarrier(); barrier(); data[1 + "
            "int(gl_LocalInvocationIndex)] = data[0];"
        ),
        "atomicAdd(data[0], 1)",
        "",
    ),
    (
        "a barrier that orders no buffer",
        "race",
        f"{_LANE} data[lane] = 5; {_AFTER}",
        f"{_LANE} data[lane] = 5; memoryBarrierBuffer(); {_AFTER}",
        "data[3 - lane]",
        "",
    ),
    (
        "a memory barrier that orders no buffer",
        "race",
        f"{_LANE} data[lane] = 5; memoryBarrierShared(); {_AFTER}",
        f"{_LANE} data[lane] = 5; memoryBarrier(); {_AFTER}",
        "data[3 - lane]",
        "",
    ),
    (
        "a memory barrier too early",
        "race",
        f"{_LANE} memoryBarrierBuffer(); data[lane] = 5; {_AFTER}",
        f"{_LANE} memoryBarrierBuffer(); data[lane] = 5; memoryBarrierBuffer(); {_AFTER}",
        "data[3 - lane]",
        "",
    ),
    (
        "a memory barrier at which nobody waits",
        "race",
        f"{_LANE} data[lane] = 5; memoryBarrierBuffer(); data[4 + lane] = data[3 - lane];",
        f"{_LANE} data[lane] = 5; memoryBarrierBuffer(); data[4 + lane] = data[lane];",
        "data[lane] = 5;",
        "",
    ),
    (
        "a memory barrier of the writer alone",
        "race",
        (
            f"{_LANE} if (lane == 0) {{ data[0] = 5; memoryBarrierBuffer(); }} barrier(); "
            f"data[4 + lane] = data[0];"
        ),
        f"{_LANE} if (lane == 0) {{ data[0] = 5; memoryBarrierBuffer(); }} barrier(); "
        f"memoryBarrierBuffer();"
        " data[4 + lane] = data[0];",
        "data[0]",
        "",
    ),
    (
        "a memory barrier of the readers alone",
        "race",
        f"{_LANE} if (lane == 0) {{ data[0] = 5; }} else {{ memoryBarrierBuffer(); }} "
        f"barrier(); memoryBarrierBuffer();"
        " data[4 + lane] = data[0];",
        f"{_LANE} if (lane == 0) {{ data[0] = 5; memoryBarrierBuffer(); }} barrier(); "
        f"barrier(); memoryBarrierBuffer();"
        " data[4 + lane] = data[0];",
        "data[0]",
        "",
    ),
    (
        "a memory barrier of one of several readers",
        "race",
        f"{_LANE} int read = data[7]; if (lane == 0) {{ memoryBarrierBuffer(); }} "
        f"barrier(); memoryBarrierBuffer();"
        " if (lane == 1) { data[7] = read + 1; }",
        f"{_LANE} int read = data[7]; if (lane < 4) {{ memoryBarrierBuffer(); }} barrier(); "
        f"memoryBarrierBuffer();"
        " if (lane == 1) { data[7] = read + 1; }",
        "data[7] = read + 1;",
        "",
    ),
    (
        "a read of a buffer before a barrier",
        "race",
        f"{_LANE} int other = data[3 - lane]; barrier(); data[lane] = other;",
        (
            f"{_LANE} int other = data[3 - lane]; memoryBarrierBuffer(); barrier(); "
            f"data[lane] = other;"
        ),
        "data[lane] = other;",
        "",
    ),
)
"""With a buffer that is coherent."""
_CELL = "var<workgroup> cell: array<i32, 4>;"
WGSL_COMPUTE: Final[tuple[Row, ...]] = (
    (
        "race in workgroup memory",
        "race",
        "cell[0] = i32(lane);",
        "cell[lane] = i32(lane);",
        "cell[0] = i32(lane);",
        _CELL,
    ),
    (
        "read before the barrier",
        "race",
        "cell[lane] = 1; held.data[lane] = cell[3 - lane];",
        "cell[lane] = 1; workgroupBarrier(); held.data[lane] = cell[3 - lane];",
        "cell[lane] = 1;",
        _CELL,
    ),
    (
        "race in a buffer",
        "race",
        "held.data[0] = i32(lane);",
        "held.data[lane] = i32(lane);",
        "held.data[0] = i32(lane);",
        "",
    ),
    (
        "storage memory and a barrier of workgroup memory",
        "race",
        "held.data[lane] = 5; workgroupBarrier(); held.data[4 + lane] = held.data[3 - lane];",
        "held.data[lane] = 5; storageBarrier(); held.data[4 + lane] = held.data[3 - lane];",
        "held.data[3 - lane]",
        "",
    ),
    (
        "workgroup memory and a barrier of storage memory",
        "race",
        "cell[lane] = 5; storageBarrier(); held.data[lane] = cell[3 - lane];",
        "cell[lane] = 5; storageBarrier(); workgroupBarrier(); held.data[lane] = cell[3 - lane];",
        "cell[3 - lane]",
        _CELL,
    ),
    (
        "storage memory and a barrier of textures",
        "race",
        "held.data[lane] = 5; textureBarrier(); held.data[4 + lane] = held.data[3 - lane];",
        (
            "held.data[lane] = 5; textureBarrier(); storageBarrier(); held.data[4 + lane] = "
            "held.data[3 - lane];"
        ),
        "held.data[3 - lane]",
        "",
    ),
    (
        "storage memory and a uniform load",
        "race",
        "held.data[lane] = workgroupUniformLoad(&flag); held.data[4 + lane] = held.data[3 - lane];",
        "cell[lane] = 5; held.data[lane] = workgroupUniformLoad(&flag) + cell[3 - lane];",
        "held.data[lane] = workgroupUniformLoad(&flag);",
        _CELL + "var<workgroup> flag: i32;",
    ),
    (
        "a read of storage memory before a barrier",
        "race",
        "let other = held.data[3 - lane]; workgroupBarrier(); held.data[lane] = other;",
        "let other = held.data[3 - lane]; storageBarrier(); held.data[lane] = other;",
        "held.data[lane] = other;",
        "",
    ),
    (
        "race through a pointer",
        "race",
        "write(&cell, 0);",
        "write(&cell, lane);",
        "(*p)[n] = 1;",
        _CELL + "fn write(p: ptr<workgroup, array<i32, 4>>, n: u32) { (*p)[n] = 1; }",
    ),
)

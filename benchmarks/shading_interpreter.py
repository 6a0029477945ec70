"""Operations per second of the interpreter of the shading languages, all checks on, on its Python
path and its C path: `python benchmarks/shading_interpreter.py`.

The kernel hashes integers, sorts a local array, passes a structure both ways, iterates floats,
divides and takes remainders. An operation is one expression that is evaluated, names and numbers
aside.
"""

from __future__ import annotations

import time
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.languages.native.compiler import available
from aberration.languages.shading.interpret.fast import Fast
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import Shader, read

SIDE: Final = 48
LARGE: Final = 256
"""The side of the image that the C path draws."""
REPEATS: Final = 5
_KERNEL: Final = """
struct State { int sum; float energy; int swaps; };

uint mixed(uint x) {
  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
  return x;
}

void settle(inout State state, float by) {
  for (int i = 0; i < 24; i++) {
    state.energy = state.energy * 0.75 + by;
    by = by * 0.5 + 0.125;
  }
  state.sum = state.sum + int(state.energy * 16.0);
}

void main() {
  int numbers[10];
  uint seed = uint(gl_FragCoord.x) * 1973u + uint(gl_FragCoord.y) * 9277u;
  for (int i = 0; i < 10; i++) {
    seed = mixed(seed + uint(i));
    numbers[i] = int(seed & 1023u);
  }
  State state = State(0, 1.0, 0);
  for (int i = 0; i < 9; i++) {
    for (int j = 0; j < 9 - i; j++) {
      if (numbers[j] > numbers[j + 1]) {
        int held = numbers[j];
        numbers[j] = numbers[j + 1];
        numbers[j + 1] = held;
        state.swaps++;
      }
    }
  }
  settle(state, float(numbers[4]) * 0.0078125);
  for (int i = 0; i < 10; i++) {
    state.sum += numbers[i] / (i + 1) + numbers[i] % 7;
  }
  float sum = float(state.sum % 256) * 0.00390625;
  colour = vec4(sum, float(state.swaps) * 0.0078125, state.energy * 0.0625, 1.0);
}
"""
SHADERS: Final = {
    "GLSL 4.50": ("glsl", "#version 450\nlayout(location = 0) out vec4 colour;" + _KERNEL),
    "ESSL 3.10": (
        "essl",
        "#version 310 es\nprecision highp float; precision highp int;\nout vec4 colour;" + _KERNEL,
    ),
}


class Figure(msgspec.Struct, frozen=True):
    """One shader on one path: operations of one image, its best time, the wall-clock time to make
    it ready.

    `compiler` is what the C path used, empty on the Python path.
    """

    name: str
    compiler: str
    operations: int
    seconds: float
    ready: float


def measure(name: str, compiler: str = "") -> Figure:
    """Time a shader on the Python path, or on the C path of a compiler."""
    language, text = SHADERS[name]
    shader = read(text, "glsl" if language == "glsl" else "essl")
    side = LARGE if compiler else SIDE
    inputs = Inputs(width=side, height=side)
    ready, times = [], []
    for _ in range(REPEATS):
        start = time.perf_counter()
        interpreter = Interpreter(shader, "fragment", inputs, Options(path="python"))
        path = (
            Fast(interpreter.compiled, interpreter.supply, inputs, compiler) if compiler else None
        )
        ready.append(time.perf_counter() - start)
        begun = time.process_time()
        found = interpreter.image() if path is None else path.image("rgba8")
        times.append(time.process_time() - begun)
        assert isinstance(found, Image)
    operations = count(shader, Inputs(width=SIDE, height=SIDE)) * side * side // (SIDE * SIDE)
    return Figure(name, compiler, operations, min(times), min(ready))


def count(shader: Shader, inputs: Inputs) -> int:
    """Return the number of operations of one image."""
    counting = Interpreter(shader, "fragment", inputs, Options(count=True))
    counting.image()
    return counting.compiled.counted[0]


def report() -> str:
    figures = [measure(name, compiler) for compiler in ("", *available()) for name in SHADERS]
    return "\n".join(
        f"{one.name:10} {one.compiler or 'Python':7} "
        f"{one.operations / one.seconds / 1e6:7.1f} million operations/s,"
        f" ready in {one.ready * 1000:.1f} ms"
        for one in figures
    )


if __name__ == "__main__":
    print(report())

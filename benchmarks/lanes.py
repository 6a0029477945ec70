"""How fast whole images are interpreted: `python -m benchmarks.lanes`.

All fragment shaders of the corpus, plain and optimised, with all checks on: images of 256x256 pixels in lanes, and for
comparison single pixels in the scalar engine. Instructions are those that pixels execute, counted on a sample of them;
times are processor time. An image of 1,500 instructions a pixel is what the figures per second give for one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import Final

import msgspec
from benchmarks import corpus

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.run import Interpreter

SIZE: Final = 256
_RNG: Final = Rng.of(0, "sample")
SAMPLE: Final = [(_RNG.below(SIZE), _RNG.below(SIZE)) for _ in range(64)]
TYPICAL: Final = 1500


class Figures(msgspec.Struct, frozen=True):
    """One shader: instructions of a pixel on average, seconds to prepare, for the image, for the sampled pixels."""

    name: str
    instructions: float
    prepare: float
    image: float
    sample: float

    @property
    def rate(self) -> float:
        """Return instructions per second of the whole image."""
        return self.instructions * SIZE * SIZE / self.image


def shaders() -> list[Program]:
    """Return the fragment shaders that are run or donated."""
    found = [program for kind in ("references", "donors") for program in corpus.programs(kind)]
    return [msgspec.structs.replace(program, inputs=_large(program.inputs)) for program in found]


def _large(inputs: Inputs) -> Inputs:
    return msgspec.structs.replace(inputs, width=SIZE, height=SIZE)


def measure(program: Program, repeats: int = 2) -> Figures:
    """Run one shader; the best of some repeats counts."""
    counting = Interpreter(program.source, program.inputs, Options(trace_blocks=True))
    for x, y in SAMPLE:
        counting.pixel(x, y)
    lengths = {block.id: len(block.instructions) for block in counting.module.blocks}
    entered = counting.entered_blocks()
    instructions = sum(times * lengths[block_id] for block_id, times in entered.items()) / len(SAMPLE)
    start = time.process_time()
    interpreter = Interpreter(program.source, program.inputs)
    interpreter.tiles()
    prepare = time.process_time() - start
    image = min(_seconds_for_image(interpreter) for _ in range(repeats))
    start = time.process_time()
    for x, y in SAMPLE:
        interpreter.pixel(x, y)
    return Figures(program.name, instructions, prepare, image, time.process_time() - start)


def _seconds_for_image(interpreter: Interpreter) -> float:
    start = time.process_time()
    interpreter.image()
    return time.process_time() - start


def report(figures: Sequence[Figures]) -> str:
    """Return what is worth knowing, one line each."""
    pixels = SIZE * SIZE
    executed = sum(one.instructions for one in figures)
    images = sum(one.image for one in figures)
    alone = executed * len(SAMPLE) / sum(one.sample for one in figures)
    typical = sorted((TYPICAL * pixels / one.rate, one.name) for one in figures)
    slowest = max(figures, key=lambda one: one.image)
    middle = median(seconds for seconds, _ in typical)
    return "\n".join(
        (
            f"{executed * pixels / images / 1e6:.0f} million instructions/s in whole images of {len(figures)} shaders",
            f"{alone / 1e6:.1f} million instructions/s in single pixels",
            f"{TYPICAL * images / executed:.2f} s for a {SIZE}x{SIZE} image of {TYPICAL} instructions a pixel; "
            f"for the median shader {middle:.2f} s, for the slowest ({typical[-1][1]}) {typical[-1][0]:.2f} s",
            f"{images / len(figures):.3f} s for an image on average, at most {slowest.image:.2f} s ({slowest.name})",
            f"{sum(one.prepare for one in figures) / len(figures) * 1000:.0f} ms to prepare a shader",
        )
    )


def main() -> None:
    """Print the figures of each shader, then those of all."""
    figures = [measure(program) for program in shaders()]
    for one in sorted(figures, key=lambda one: one.rate):
        print(f"{one.name:26} {one.instructions:6.0f} a pixel  {one.image:.3f} s  {one.rate / 1e6:6.0f} million/s")
    print(report(figures))


if __name__ == "__main__":
    main()

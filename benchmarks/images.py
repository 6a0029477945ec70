"""How fast whole images are interpreted and proved: `python -m benchmarks.images`.

All fragment shaders of the corpus, plain and optimised, with all checks on: images of 256x256
pixels on the C path, the same with bounds (`prove`), and for comparison single pixels on the Python
path. Instructions are those that pixels execute, counted on a sample of them; times are processor
time, that of the C compiler included.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from statistics import median
from typing import Final

import msgspec
from benchmarks import corpus

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import Budget, prove
from aberration.languages.spirv.interpret.run import Interpreter

SIZE: Final = 256
_RNG: Final = Rng.of(0, "sample")
SAMPLE: Final = [(_RNG.below(SIZE), _RNG.below(SIZE)) for _ in range(64)]
ENOUGH: Final = Budget(1 << 40, 1 << 40)


class Figures(msgspec.Struct, frozen=True):
    """One shader: instructions of a pixel on average; seconds for the first image, the next,
    the proof, the sample.
    """

    name: str
    instructions: float
    first: float
    image: float
    proof: float
    sample: float
    compared: float

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


def measure(program: Program) -> Figures:
    """Run one shader."""
    counting = Interpreter(program.source, program.inputs, Options(trace_blocks=True))
    for x, y in SAMPLE:
        counting.pixel(x, y)
    lengths = {block.id: len(block.instructions) for block in counting.module.blocks}
    entered = counting.entered_blocks()
    instructions = sum(times * lengths[block_id] for block_id, times in entered.items()) / len(
        SAMPLE
    )
    start = _processor_time()
    interpreter = Interpreter(program.source, program.inputs)
    interpreter.image()
    first = _processor_time() - start
    start = _processor_time()
    interpreter.image()
    image = _processor_time() - start
    start = _processor_time()
    found = prove(program, ENOUGH)
    proof = _processor_time() - start
    start = _processor_time()
    for x, y in SAMPLE:
        interpreter.pixel(x, y)
    sample = _processor_time() - start
    return Figures(
        program.name,
        instructions,
        first,
        image,
        proof,
        sample,
        found.compared / max(1, found.drawn),
    )


def _processor_time() -> float:
    """Return the processor time of this process and of the compilers that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def report(figures: Sequence[Figures]) -> str:
    """Return what is worth knowing, one line each."""
    pixels = SIZE * SIZE
    executed = sum(one.instructions for one in figures)
    images, proofs = (
        sorted(part) for part in ([one.first for one in figures], [one.proof for one in figures])
    )
    alone = executed * len(SAMPLE) / sum(one.sample for one in figures)
    slowest = max(figures, key=lambda one: one.proof)
    return "\n".join(
        (
            f"{executed * pixels / sum(one.image for one in figures) / 1e6:.0f} million "
            f"instructions/s in whole images "
            f"of {len(figures)} shaders, {executed * pixels / sum(proofs) / 1e6:.0f} with "
            f"bounds, all included",
            f"{alone / 1e6:.1f} million instructions/s in single pixels",
            f"a {SIZE}x{SIZE} image: median {median(images):.2f} s, at most {images[-1]:.2f} s",
            f"its proof: median {median(proofs):.2f} s, at most {slowest.proof:.2f} s "
            f"({slowest.name}); "
            f"{100 * min(one.compared for one in figures):.0f} % of the pixels compared or more",
        )
    )


def main() -> None:
    """Print the figures of each shader, then those of all."""
    figures = [measure(program) for program in shaders()]
    for one in sorted(figures, key=lambda one: one.rate):
        print(
            f"{one.name:26} {one.instructions:6.0f} a pixel  {one.image:.3f} s  "
            f"{one.rate / 1e6:6.0f} million/s  "
            f"first {one.first:.3f} s  proof {one.proof:.3f} s"
        )
    print(report(figures))


if __name__ == "__main__":
    main()

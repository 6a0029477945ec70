"""Instructions per second of the SPIR-V interpreter, all checks on: `python -m
benchmarks.interpreter`.

Counted are the instructions of the blocks that are entered, terminators included. Fragment shaders
run on 49 pixels, compute shaders as a whole; building the generated code is timed apart.
"""

from __future__ import annotations

import time
from typing import Final

import msgspec
from benchmarks import corpus

from aberration.core.program import Program
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.run import Interpreter

PIXELS: Final = [(x, y) for x in range(3, 256, 40) for y in range(5, 256, 40)]
REPEATS: Final = 5


class Figure(msgspec.Struct, frozen=True):
    """One program: instructions of one run, its best time, and the time to make it ready."""

    program: Program
    instructions: int
    seconds: float
    ready: float


def measure(program: Program) -> Figure:
    """Time a program."""
    start = time.process_time()
    interpreter = Interpreter(program.source, program.inputs)
    ready = time.process_time() - start
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        run(interpreter, program)
        times.append(time.process_time() - start)
    return Figure(program, count(program), min(times), ready)


def count(program: Program) -> int:
    """Return the number of instructions that one run executes."""
    counting = Interpreter(program.source, program.inputs, Options(trace_blocks=True))
    run(counting, program)
    lengths = {block.id: len(block.instructions) for block in counting.module.blocks}
    return sum(entered * lengths[label] for label, entered in counting.entered_blocks().items())


def run(interpreter: Interpreter, program: Program) -> None:
    """Run some pixels, or the whole dispatch."""
    if program.stage == "compute":
        interpreter.dispatch()
        return
    for x, y in PIXELS:
        interpreter.pixel(x, y)


def report() -> str:
    """Return the figures of the corpus."""
    lines = []
    for kind in ("references", "donors", "compute"):
        figures = [measure(program) for program in corpus.programs(kind)]
        speeds = sorted(figure.instructions / figure.seconds / 1e6 for figure in figures)
        whole = (
            sum(figure.instructions for figure in figures)
            / sum(figure.seconds for figure in figures)
            / 1e6
        )
        ready = 1e3 * sum(figure.ready for figure in figures) / len(figures)
        lines.append(
            f"{kind:<10} {whole:6.1f} M instructions/s in all, {speeds[0]:.1f} to "
            f"{speeds[-1]:.1f} a module, "
            f"median {speeds[len(speeds) // 2]:.1f}; ready in {ready:.1f} ms"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())

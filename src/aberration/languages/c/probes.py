"""Probes: how often control comes to places of a C program, and which values expressions have
there.

The caller puts `call_text` of each probe into the program; a `Profiler` compiles it without
optimisation together with the recorder, and runs it. What C leaves unspecified (the order of
evaluation) differs between compilers, so a profile that serves several is that of two `Profilers`,
one from right to left (gcc), one from left to right (tcc, clang).
"""

from __future__ import annotations

import shutil
import signal
import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import BadInput, InternalError, TargetUnavailable
from aberration.core.inputs import Inputs
from aberration.core.process import OUTPUT_CAP, Finished, execute, own_folder, plain_environment
from aberration.languages.c import recorder
from aberration.languages.c.compilers import (
    Compiler,
    csmith_include,
    find_compilers,
    newest_by_family,
)
from aberration.languages.c.integers import IntType
from aberration.languages.c.profile_sample import Agreement, ProfileSample, agreement_of

_PREFIX: Final = f"{recorder.DECLARATIONS}\n#line 1\n".encode()
_BLOCK: Final = 512
"""The unit of `ulimit -f`."""
_MEMORY_KIB: Final = 2 << 20
# exec, so that the limits and the process id are the program's own.
_LIMITED: Final = (
    f'ulimit -c 0; ulimit -f {OUTPUT_CAP // _BLOCK}; ulimit -v {_MEMORY_KIB}; exec "$0" "$@"'
)
_OUTPUT_SIGNAL: Final = signal.Signals.SIGXFSZ.name


class Probe(msgspec.Struct, frozen=True):
    """A place to watch: `expressions` are C integer expressions without side effects, of the
    `types` beside them.
    """

    key: str
    expressions: tuple[str, ...] = ()
    types: tuple[IntType, ...] = ()


class DoesNotEnd(BadInput):
    """A program that runs past its limit; another compiler would only go as far."""


class Run(msgspec.Struct, frozen=True):
    """What a program printed, and its exit status."""

    stdout: bytes
    status: int


class Observed(msgspec.Struct, frozen=True):
    """What one profiler saw, by the key of the probe, and how the program ran."""

    run: Run
    seen: dict[str, ProfileSample]


class Confirmed(msgspec.Struct, frozen=True):
    """What two profilers agree about, by the key of the probe; a probe whose counts differ is
    not here.
    """

    run: Run
    seen: dict[str, Agreement]


class Limits(msgspec.Struct, frozen=True):
    """Seconds that compiling and running may take.

    They are for what hangs, and far from what decides about a program: one that is watched is ended
    by the number of places that it passes (`recorder.PASSES`), which is the same on every machine.
    """

    compile: float = 300.0
    run: float = 30.0


_NO_INPUTS: Final = Inputs()
_LIMITS: Final = Limits()


def call_text(number: int, probe: Probe) -> str:
    """Return the statement that stands for a probe, `number` being its place in what `observe`
    is given.
    """
    if len(probe.expressions) != len(probe.types) or len(probe.expressions) > recorder.EXPRESSIONS:
        raise InternalError(
            f"probe {probe.key!r}: expected at most {recorder.EXPRESSIONS} expressions with "
            f"a type each, "
            f"but {len(probe.expressions)} with {len(probe.types)} came"
        )
    stores = "".join(
        f"aberration_values[{at}] = ({text}); " for at, text in enumerate(probe.expressions)
    )
    return f"{{ {stores}aberration_seen({number}); }}"


class Profiler:
    """Compiles programs with one compiler without optimisation and runs them, in a folder that
    `close` removes.
    """

    def __init__(self, compiler: Compiler, limits: Limits = _LIMITS) -> None:
        self.compiler = compiler
        self._limits = limits
        include = csmith_include()
        self._command = [compiler.path, "-w", *([f"-I{include}"] if include else [])]
        self._folder = own_folder()
        self._environment = plain_environment(self._folder)
        self._recorder: Path | None = None
        # Also where nobody calls `close`: a campaign ends in many ways.
        self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    def close(self) -> None:
        """Remove the folder."""
        self._remove()

    def observe(
        self, text: bytes, probes: Sequence[Probe], inputs: Inputs = _NO_INPUTS
    ) -> Observed:
        """Compile and run a program that holds the calls of these probes; raise `BadInput` with
        the reason if that fails.
        """
        # Which expressions have values that do not fit into `long long`.
        shape = [
            tuple(each.width == 64 and not each.signed for each in probe.types) for probe in probes
        ]
        if len({probe.key for probe in probes}) != len(probes):
            raise InternalError("expected probes with different keys, but one came twice")
        with tempfile.TemporaryDirectory(dir=self._folder) as name:
            folder = Path(name)
            table = recorder.empty_table(shape)
            run = self._run(_PREFIX + text, folder, table, inputs)
            dump = (folder / "work" / recorder.TABLE).read_bytes()
        if recorder.passed_too_often(dump):
            built = f"the program, built by {self.compiler.name} -O0,"
            raise DoesNotEnd(
                f"{built} passed the places that were watched {recorder.PASSES:,} "
                f"times, and went on"
            )
        seen = recorder.read_table(dump, shape)
        return Observed(run, dict(zip((probe.key for probe in probes), seen, strict=True)))

    def _run(self, text: bytes, folder: Path, table: bytes, inputs: Inputs) -> Run:
        (folder / "program.c").write_bytes(text)
        object_file = str(self._recorder_object())
        # Without optimisation compilers are hardly ever wrong; and two of different make have to
        # agree about what they see.
        self._compile(("-O0", "program.c", object_file, "-o", "program", "-lm"), folder)
        work = folder / "work"
        work.mkdir()
        (work / recorder.TABLE).write_bytes(table)
        command = ["/bin/sh", "-c", _LIMITED, str(folder / "program"), *inputs.arguments]
        done = execute(
            command, folder, self._limits.run, self._environment, work=work, stdin=inputs.stdin
        )
        _require_end(done, self._limits.run, self.compiler.name)
        return Run(done.stdout, done.status)

    def _recorder_object(self) -> Path:
        """Compile the recorder, once."""
        if self._recorder is None:
            (self._folder / "recorder.c").write_text(recorder.TEXT)
            self._compile(("-O2", "-c", "recorder.c", "-o", "recorder.o"), self._folder)
            self._recorder = self._folder / "recorder.o"
        return self._recorder

    def _compile(self, arguments: tuple[str, ...], folder: Path) -> None:
        limit = self._limits.compile
        done = execute([*self._command, *arguments], folder, limit, self._environment)
        if done.timed_out:
            raise BadInput(
                f"{self.compiler.name} -O0 did not compile the program within {limit:g} s"
            )
        if done.status != 0:
            raise BadInput(
                f"{self.compiler.name} -O0 does not compile the program: {_complaint(done)}"
            )


class Profilers:
    """One profiler that evaluates from right to left, and others from left to right, the
    preferred one first.
    """

    def __init__(self, first: Profiler, others: Sequence[Profiler]) -> None:
        self.first = first
        self.others = tuple(others)

    @classmethod
    def find(cls, search_path: str, limits: Limits = _LIMITS) -> Profilers:
        """Open those of a PATH; raise `TargetUnavailable` when two of opposite orders are not
        there.
        """
        reason, _, hint = unavailable(search_path).partition(": ")
        if reason:
            raise TargetUnavailable(reason, hint=hint)
        newest = newest_by_family(find_compilers(search_path))
        others = [
            Profiler(newest[family], limits) for family in ("tcc", "clang") if family in newest
        ]
        return cls(Profiler(newest["gcc"], limits), others)

    def close(self) -> None:
        """Remove the folders of all."""
        for profiler in (self.first, *self.others):
            profiler.close()

    def observe(
        self, text: bytes, probes: Sequence[Probe], inputs: Inputs = _NO_INPUTS
    ) -> Confirmed:
        """Return what the first one and another agree about; raise `BadInput` where no other runs
        the program with the same result.

        The others are asked in turn: tcc is the fastest, but refuses some programs.
        """
        first = self.first.observe(text, probes, inputs)
        reasons = []
        for profiler in self.others:
            try:
                second = profiler.observe(text, probes, inputs)
            except BadInput as error:
                reasons.append(error.message)
                continue
            # Of programs that print something else by the order of evaluation nothing is known for
            # sure.
            if second.run == first.run:
                return confirm(first, second)
            reasons.append(
                f"{profiler.compiler.name} runs it otherwise than {self.first.compiler.name}"
            )
        raise BadInput(
            f"no second profiler runs the program with the same result: {'; '.join(reasons)}"
        )


def confirm(first: Observed, second: Observed) -> Confirmed:
    """Return what two observations of the same program and probes agree about."""
    both = {key: agreement_of(seen, second.seen[key]) for key, seen in first.seen.items()}
    return Confirmed(
        first.run, {key: agreement for key, agreement in both.items() if agreement is not None}
    )


def unavailable(search_path: str) -> str:
    """Return why no two profilers of opposite orders are in this PATH and how to get them, or
    nothing.
    """
    newest = newest_by_family(find_compilers(search_path))
    if "gcc" not in newest:
        return "gcc is not installed: sudo apt-get install gcc"
    if "tcc" not in newest and "clang" not in newest:
        return "neither tcc nor clang is installed: sudo apt-get install tcc clang"
    return ""


def _complaint(done: Finished) -> str:
    """Return the first error of a compiler's log."""
    lines = [line.strip() for line in done.log.splitlines() if line.strip()]
    errors = (line for line in lines if "error" in line)
    return next(errors, lines[0] if lines else f"exit status {done.status}")


def _require_end(done: Finished, limit: float, compiler: str) -> None:
    """Raise unless the program came to an end of its own."""
    built = f"the program, built by {compiler} -O0,"
    if done.timed_out:
        raise DoesNotEnd(f"{built} did not end within {limit:g} s")
    if len(done.stdout) >= OUTPUT_CAP or done.signal == _OUTPUT_SIGNAL:
        raise BadInput(f"{built} printed more than {OUTPUT_CAP >> 20} MiB")
    if done.status < 0:
        raise BadInput(f"{built} died of {done.signal or f'signal {-done.status}'}")

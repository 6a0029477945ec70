"""The guards of a text reduction: which builds tell what a C program must do, and that nothing in
it is undefined.

What the program at the start already breaks (a warning that csmith's programs have) is left out;
what may never be left out is refused, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.campaign.triage.trusted import STRICT, sanitizer_build, strict_build, trusted_target
from aberration.core.errors import NothingTested
from aberration.core.oracle import Verdict, judge_broken
from aberration.core.outcome import Text
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.c.compilers import Compiler, csmith_include, newest_by_family
from aberration.targets.pool import TargetPool
from aberration.targets.runners.c.trusted import Build

DEADLINE: Final = 240.0
_ALIASING: Final = "strict-aliasing=2"
_INSTALL: Final = "sudo apt-get install gcc clang libclang-rt-dev"


class Guards(msgspec.Struct, frozen=True):
    """Targets to ask, the cheap ones first: `first`, the target under test, `middle`, `aliasing`,
    `rest`.

    `aliasing`: the target under test without type-based aliasing, where it must go wrong as well.
    `checks` names all that a program has to pass.
    """

    first: Target
    middle: Target | None
    rest: Target | None
    aliasing: Target | None
    checks: tuple[str, ...]


def is_wrong_run(verdict: Verdict) -> bool:
    """True when the compiled program went wrong, not the compiler."""
    return (
        verdict.kind == "wrong"
        or verdict.signature in ("timeout run",)
        or verdict.signature.startswith("run: ")
    )


class GuardMaker:
    """Chooses the guards for a program that shows a bug on a target."""

    def __init__(
        self, pool: TargetPool, target: Target, program: Program, compilers: Sequence[Compiler]
    ) -> None:
        self._pool = pool
        self._target = target
        self._program = program
        self._include = csmith_include() if b"csmith.h" in program.source else ""
        self._known = [compiler for compiler in compilers if compiler.family in STRICT]
        self._tcc = next((compiler.path for compiler in compilers if compiler.family == "tcc"), "")
        spec = target.stages[0].worker
        self._own = spec.option("path") if spec.runner == "c" else ""
        self._plain = spec.option("level") in ("", "-O0")

    def make(self, wanted: Verdict) -> Guards:
        """Return the guards; raise `NothingTested` when none are good enough for this program."""
        return self._for_wrong_runs() if is_wrong_run(wanted) else self._for_compilers()

    def _for_compilers(self) -> Guards:
        """Others must accept the program: a compiler has to say no to what is no C, and may not
        die of it.
        """
        others = _newest([compiler for compiler in self._known if compiler.path != self._own])
        builds = [
            build
            for build in (self._strict(each, run=False)[0] for each in others)
            if build is not None
        ]
        if not builds:
            raise NothingTested("no other compiler here accepts the program", hint=_INSTALL)
        return Guards(
            trusted_target("accepted", builds, run=False),
            None,
            None,
            None,
            tuple(each.name for each in builds),
        )

    def _for_wrong_runs(self) -> Guards:
        """Trusted builds must agree, among them the same compiler's without optimisation, and
        sanitizers be silent.
        """
        trusted = [each for each in self._known if not self._plain or each.path != self._own]
        newest = _newest(trusted)
        if {compiler.family for compiler in newest} != set(STRICT):
            raise NothingTested(
                "expected a gcc and a clang to trust, but one is missing", hint=_INSTALL
            )
        base = next((each for each in trusted if each.path == self._own), newest[0])
        other = next(each for each in newest if each.family != base.family)
        first, kept = self._strict(base, run=True)
        second, also_kept = self._strict(other, run=True)
        if first is None or second is None:
            refusing = base if first is None else other
            message = self._refusal(strict_build(refusing, "-O0", (), self._include), run=True)
            raise NothingTested(f"the program cannot be trusted: {message or refusing.name}")
        aliasing = self._aliasing(_ALIASING in (*kept, *also_kept))
        cheap = [*self._quickest(first), first, second]
        dear = [*self._sanitizers(newest), strict_build(other, "-O1", (), self._include)]
        checks = [build.name for build in (*cheap, *dear)]
        if aliasing is not None:
            checks.append("it goes wrong with -fno-strict-aliasing too")
        quick = trusted_target("trusted-first", cheap[:1], memory=True)
        middle = trusted_target("trusted", cheap[1:], memory=True)
        return Guards(quick, middle, trusted_target("sanitizers", dear), aliasing, tuple(checks))

    def _quickest(self, first: Build) -> list[Build]:
        """Return a build by tcc where it agrees: it refuses what is no C ten times as fast as
        others.
        """
        if not self._tcc:
            return []
        build = Build("tcc", (self._tcc, "-w", *((f"-I{self._include}",) if self._include else ())))
        agreeing = self._pool.run(
            trusted_target("trial", [first, build]), self._program, DEADLINE
        ).outcome
        return [build] if isinstance(agreeing, Text) else []

    def _strict(self, compiler: Compiler, *, run: bool) -> tuple[Build | None, tuple[str, ...]]:
        """Return a build with all warnings as errors that the program does not have, and those
        warnings.
        """
        warnings = STRICT[compiler.family]
        if self._accepts(strict_build(compiler, "-O0", warnings, self._include), run=run):
            return strict_build(compiler, "-O0", warnings, self._include), warnings
        kept = tuple(
            warning
            for warning in warnings
            if self._accepts(strict_build(compiler, "-O0", (warning,), self._include), run=False)
        )
        build = strict_build(compiler, "-O0", kept, self._include)
        return (build, kept) if self._accepts(build, run=run) else (None, ())

    def _sanitizers(self, compilers: Sequence[Compiler]) -> list[Build]:
        clang = next(compiler for compiler in compilers if compiler.family == "clang")
        builds = [sanitizer_build(clang, "memory", self._include)]
        builds += [sanitizer_build(each, "address,undefined", self._include) for each in compilers]
        for build in builds:
            message = self._refusal(build, run=True)
            if message:
                missing = "libclang_rt" in message or "cannot find" in message
                hint = f"The sanitizers are not installed; to get them: {_INSTALL}"
                raise NothingTested(
                    f"the program cannot be trusted: {message}", hint=hint if missing else ""
                )
        return builds

    def _aliasing(self, warned: bool) -> Target | None:
        """Return the target that rules out broken aliasing rules, None where a warning must do
        instead.
        """
        spec = self._target.stages[0].worker
        if spec.runner == "c" and not self._plain and spec.option("family") in STRICT:
            flags = f"{spec.option('flags')} -fno-strict-aliasing".strip()
            worker = msgspec.structs.replace(spec, options=(*spec.options, ("flags", flags)))
            stage = msgspec.structs.replace(self._target.stages[0], worker=worker)
            without = msgspec.structs.replace(
                self._target, id=f"{self._target.id} aliasing", stages=(stage,)
            )
            if self._goes_wrong(without):
                return without
        if not warned:
            raise NothingTested(
                "no check here can tell a bug from a program that breaks the aliasing rules of C"
            )
        return None

    def _goes_wrong(self, target: Target) -> bool:
        newest = _newest([each for each in self._known if each.path != self._own])[0]
        plain = strict_build(newest, "-O0", (), self._include)
        right = self._pool.run(
            trusted_target("right", [plain], memory=True), self._program, DEADLINE
        )
        seen = self._pool.run(target, self._program, DEADLINE).outcome
        broken = judge_broken(seen)
        return isinstance(right.outcome, Text) and (
            seen != right.outcome if broken is None else is_wrong_run(broken)
        )

    def _accepts(self, build: Build, *, run: bool) -> bool:
        return not self._refusal(build, run=run)

    def _refusal(self, build: Build, *, run: bool) -> str:
        outcome = self._pool.run(
            trusted_target("trial", [build], run=run), self._program, DEADLINE
        ).outcome
        return str(getattr(outcome, "message", "")) or (
            "" if judge_broken(outcome) is None else "it came to no end"
        )


def _newest(compilers: Sequence[Compiler]) -> list[Compiler]:
    """Return the newest compiler of each family, gcc first."""
    return list(newest_by_family(compilers).values())

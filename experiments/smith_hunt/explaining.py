"""Which known bug does a finding vanish with?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from aberration.campaign.store import Store
from aberration.core.errors import AberrationError
from aberration.core.finding import Finding
from aberration.core.oracle import Expected, VerdictKind, judge
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.methods.shaders.executed import Undefined
from aberration.methods.shaders.shader_tests import ShaderTests
from aberration.methods.smith.method import NAME, VERSION
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

from .ledger import AND
from .workarounds import (
    LANE_WORKAROUNDS,
    QUAD_WORKAROUNDS,
    TURN_WORKAROUNDS,
    WORKAROUNDS,
    Workaround,
)

DEADLINE: Final = 10.0
BY_SIGNATURE: Final = {
    "LLVMBuildBitCast": "llvmpipe-bool-component",
    "constant_evaluator.rs": "naga-wgsl-constant-select",
    "is not cached": "naga-wgsl-element-argument",
    "SIGSEGV in libvulkan_lvp.so+0x1f77e0": "zink-bool-array",
}
"""Bugs that are known by where the compiler dies."""


def explanations(folder: Path) -> Iterator[tuple[Finding, str]]:
    """Yield each finding of a campaign with the bug that it shows, or nothing where that is not
    known.
    """
    store = Store.in_folder(folder)
    try:
        findings = store.findings()
    finally:
        store.close()
    known = discover()
    shaders = ShaderTests(NAME, VERSION)
    with TargetPool() as pool:
        for finding in findings:
            (target,) = select(known, [finding.target])
            yield finding, cause_of(finding, target, shaders, pool)


def cause_of(finding: Finding, target: Target, shaders: ShaderTests, pool: TargetPool) -> str:
    """Return the known bug without which a target is right, nothing where none is found."""
    kind, oracle = finding.verdict.kind, finding.case.oracle
    if kind not in ("wrong", "timeout"):
        found = (bug for part, bug in BY_SIGNATURE.items() if part in finding.verdict.signature)
        return next(found, "")
    assert isinstance(oracle, Expected)
    program = finding.case.programs[oracle.program]
    for workarounds, has_another_result in _tables_for(kind, target, program):
        for bug, apply in workarounds.items():
            other = _rewrite(apply, program)
            if other is None:
                continue
            expected = _expected(shaders, other, oracle) if has_another_result else oracle
            if _is_right(pool, target, other, expected):
                return bug
    if kind == "timeout" or program.language != "wgsl":
        return ""
    return _cause_in_wgsl(program, oracle, target, shaders, pool)


def _tables_for(
    kind: VerdictKind, target: Target, program: Program
) -> Iterator[tuple[Mapping[str, Workaround], bool]]:
    """Yield the workarounds for a kind of driver, and whether they give another result."""
    is_softpipe = "softpipe" in target.id
    if kind == "wrong":
        yield LANE_WORKAROUNDS, False
    elif is_softpipe:
        yield TURN_WORKAROUNDS, False
    if is_softpipe and program.stage == "fragment":
        yield QUAD_WORKAROUNDS, True


def _cause_in_wgsl(
    program: Program, oracle: Expected, target: Target, shaders: ShaderTests, pool: TargetPool
) -> str:
    """Try each workaround alone, then all together, of which those stay that are needed: a
    program may show two bugs.
    """
    able: dict[str, Workaround] = {}
    for bug, apply in WORKAROUNDS.items():
        other = _rewrite(apply, program)
        if other is None:
            continue
        if _is_right(pool, target, other, _expected(shaders, other, oracle)):
            return bug
        able[bug] = apply
    if not _helps(able, program, oracle, target, shaders, pool):
        return ""
    for bug in tuple(able):
        fewer = {name: apply for name, apply in able.items() if name != bug}
        able = fewer if _helps(fewer, program, oracle, target, shaders, pool) else able
    return AND.join(able)


def _helps(
    able: Mapping[str, Workaround],
    program: Program,
    oracle: Expected,
    target: Target,
    shaders: ShaderTests,
    pool: TargetPool,
) -> bool:
    """Say whether a target is right where all these bugs have nothing to hold on to."""
    for apply in able.values():
        program = _rewrite(apply, program) or program
    return _is_right(pool, target, program, _expected(shaders, program, oracle))


def _rewrite(apply: Workaround, program: Program) -> Program | None:
    """Return another program; None where the bug has nothing to hold on to."""
    try:
        found = apply(program)
    except AberrationError:
        return None
    return None if found.source == program.source else found


def _expected(shaders: ShaderTests, program: Program, oracle: Expected) -> Expected | None:
    try:
        result = shaders.result(program)
    except AberrationError:
        # What was put in needs a name that this part of the program does not know.
        return None
    return None if isinstance(result, Undefined) else replace(oracle, outcome=result)


def _is_right(pool: TargetPool, target: Target, program: Program, oracle: Expected | None) -> bool:
    if oracle is None:
        return False
    outcome = pool.run(target, program, DEADLINE).outcome
    return judge(oracle, {target.id: {oracle.program: outcome}})[target.id].kind == "pass"

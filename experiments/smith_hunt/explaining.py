"""Which known bug does a finding vanish with?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from aberration.campaign.store import Store
from aberration.core.errors import AberrationError
from aberration.core.finding import Finding
from aberration.core.oracle import Expected, judge
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.methods.shaders.executed import Undefined
from aberration.methods.shaders.shader_tests import ShaderTests
from aberration.methods.smith.method import NAME, VERSION
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

from .workarounds import FAMILY_WORKAROUNDS, WORKAROUNDS, Workaround

DEADLINE: Final = 10.0
BY_SIGNATURE: Final = {
    "LLVMBuildBitCast": "llvmpipe-bool-component",
    "constant_evaluator.rs": "naga-wgsl-constant-select",
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
            yield finding, _cause(finding, target, shaders, pool)


def _cause(finding: Finding, target: Target, shaders: ShaderTests, pool: TargetPool) -> str:
    if finding.verdict.kind != "wrong":
        found = (bug for part, bug in BY_SIGNATURE.items() if part in finding.verdict.signature)
        return next(found, "")
    oracle = finding.case.oracle
    assert isinstance(oracle, Expected)
    program = finding.case.programs[oracle.program]
    if program.language != "wgsl":
        found = (
            bug
            for bug, apply in FAMILY_WORKAROUNDS.items()
            if (other := _rewrite(apply, program)) is not None
            and _is_right(pool, target, other, oracle)
        )
        return next(found, "")
    return _cause_in_wgsl(program, oracle, target, shaders, pool)


def _cause_in_wgsl(
    program: Program, oracle: Expected, target: Target, shaders: ShaderTests, pool: TargetPool
) -> str:
    """Try each workaround alone, then each that changes the program on top of those before it:
    a program may show two bugs.
    """
    names: list[str] = []
    together = program
    for bug, apply in WORKAROUNDS.items():
        alone, both = _rewrite(apply, program), _rewrite(apply, together)
        if alone is None or both is None:
            continue
        if _is_right(pool, target, alone, _expected(shaders, alone, oracle)):
            return bug
        names.append(bug)
        together = both
        if _is_right(pool, target, together, _expected(shaders, together, oracle)):
            return " and ".join(names)
    return ""


def _rewrite(apply: Workaround, program: Program) -> Program | None:
    """Return another program; None where the bug has nothing to hold on to."""
    try:
        found = apply(program)
    except AberrationError:
        return None
    return None if found.source == program.source else found


def _expected(shaders: ShaderTests, program: Program, oracle: Expected) -> Expected | None:
    result = shaders.result(program)
    return None if isinstance(result, Undefined) else replace(oracle, outcome=result)


def _is_right(pool: TargetPool, target: Target, program: Program, oracle: Expected | None) -> bool:
    if oracle is None:
        return False
    outcome = pool.run(target, program, DEADLINE).outcome
    return judge(oracle, {target.id: {oracle.program: outcome}})[target.id].kind == "pass"

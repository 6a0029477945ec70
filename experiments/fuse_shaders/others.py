"""Are other families of compilers right about the programs that a target was wrong about?

Where they are, our known result is confirmed by compilers that share no code with the accused one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from experiments.fuse_shaders.ledger import Record, Violation, folder_of
from experiments.smith_hunt.explaining import cause_of
from msgspec.structs import replace

from aberration.campaign.store import Store
from aberration.core.errors import UnknownName
from aberration.core.finding import Finding
from aberration.core.oracle import Expected, judge
from aberration.core.target import Target
from aberration.methods.shaders.shader_tests import ShaderTests
from aberration.methods.smith.method import NAME, VERSION
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

_OPENGL: Final = ("llvmpipe@26.2.6", "softpipe@26.2.6", "zink-lavapipe@26.2.6")
_FAMILY: Final = (*_OPENGL, "glslang@16.6.0+swiftshader")
_WEBGPU: Final = (
    "dawn-swiftshader",
    "wgpu-swiftshader",
    "wgpu-lavapipe@26.2.6",
    "dawn-gl-llvmpipe@26.2.6",
)
OTHERS: Final[Mapping[str, tuple[str, ...]]] = {
    "essl": _FAMILY,
    "glsl": _FAMILY,
    "wgsl": _WEBGPU,
}
"""Newest compilers by language."""


def with_others(records: Sequence[Record], output: Path) -> list[Record]:
    """Return records whose unexplained violations say which other targets are right; those whose
    campaign is not in the folder, and violations that were asked before, as they came.
    """
    known = discover()
    with TargetPool() as pool:
        asking = _Asking(known, pool)
        return [_with_others(record, output, asking) for record in records]


class _Asking:
    """Runs the programs of findings on other targets."""

    def __init__(self, known: Sequence[Target], pool: TargetPool) -> None:
        self._known: Final = known
        self._pool: Final = pool
        self._shaders: Final = ShaderTests(NAME, VERSION)

    def ask(self, violation: Violation, finding: Finding) -> Violation:
        """Return a violation with what other targets say, and the known bug that it is."""
        oracle = finding.case.oracle
        assert isinstance(oracle, Expected)
        program = finding.case.programs[oracle.program]
        said: dict[str, list[str]] = {"pass": [], "wrong": []}
        for other in self._targets(OTHERS.get(program.language, ())):
            if other.id == finding.target:
                continue
            outcome = self._pool.run(other, program).outcome
            kind = judge(oracle, {other.id: {oracle.program: outcome}})[other.id].kind
            said.setdefault(kind, []).append(other.id)
        wrong = tuple(said["wrong"])
        bug = self._bug_of(finding)
        return replace(violation, right=tuple(said["pass"]), wrong=wrong, bug=bug)

    def _bug_of(self, finding: Finding) -> str:
        """Return the known bug of a finding; nothing for a driver of another machine."""
        try:
            (accused,) = self._targets((finding.target,))
        except UnknownName:
            return ""
        return cause_of(finding, accused, self._shaders, self._pool)

    def _targets(self, names: Sequence[str]) -> list[Target]:
        return [one for name in names for one in select(self._known, [name])]


def _with_others(record: Record, output: Path, asking: _Asking) -> Record:
    folder = folder_of(record, output)
    if not folder.is_dir():
        return record
    store = Store.in_folder(folder)
    try:
        findings = {(one.test, one.target): one for one in store.findings()}
    finally:
        store.close()
    asked = []
    for one in record.violations:
        finding = findings.get((one.test, one.target))
        skip = finding is None or one.reason or one.right or one.wrong
        asked.append(one if skip or finding is None else asking.ask(one, finding))
    return replace(record, violations=tuple(asked))

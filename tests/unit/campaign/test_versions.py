"""The versions of what decides the tests: all of them, and told by name where they are others."""

from pathlib import Path

import pytest

import aberration
from aberration.campaign.versions import MISSING, code_digest, version_changes, versions_of
from aberration.core.errors import TargetUnavailable
from aberration.languages.spirv.validate import VERSION


def test_each_language_asks_for_its_tools() -> None:
    assert {"csmith", "libclang", "gcc"} <= set(versions_of(["c"]))
    assert versions_of(["spirv"])["SPIRV-Tools"] == VERSION
    assert not {"csmith", "SPIRV-Tools"} & set(versions_of(["glsl"]))
    assert {"aberration", "Python", "numpy"} <= set(versions_of([]))
    assert all(versions_of(["c", "spirv"]).values())


def test_what_is_not_here_is_a_version_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> str:
        raise TargetUnavailable("csmith is not installed")

    monkeypatch.setattr("aberration.campaign.versions.csmith.version", refuse)
    assert versions_of(["c"])["csmith"] == MISSING


def test_our_own_code_counts_and_what_only_looks_at_results_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "core/a.py",
        "languages/b.py",
        "methods/c.py",
        "campaign/plan.py",
        "campaign/seeds.py",
        "report/r.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one = 1\n")
    monkeypatch.setattr(aberration, "__file__", str(tmp_path / "__init__.py"))

    def digest() -> str:
        code_digest.cache_clear()
        return code_digest()

    try:
        before = digest()
        (tmp_path / "report/r.py").write_text("one = 2\n")
        assert digest() == before
        (tmp_path / "methods/c.py").write_text("one = 2\n")
        assert digest() != before
    finally:
        monkeypatch.undo()
        code_digest.cache_clear()


def test_other_versions_are_told_by_name() -> None:
    assert version_changes({"csmith": "2.3.0", "gcc": "12"}, {"csmith": "2.3.0", "gcc": "12"}) == ""
    told = version_changes({"csmith": "2.3.0", "gcc": "12"}, {"csmith": "2.4.0", "tcc": "0.9"})
    assert told == (
        f"csmith was 2.3.0 and is 2.4.0, gcc was 12 and is {MISSING}, tcc was {MISSING} and is 0.9"
    )

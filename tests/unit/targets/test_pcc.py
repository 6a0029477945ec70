from __future__ import annotations

from pathlib import Path

import pytest

from aberration.core.target import BY_REQUEST
from aberration.targets import pcc


def test_a_campaign_takes_it_only_by_request(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "pcc"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    targets = pcc.providers()
    assert [target.id for target in targets] == ["pcc", "pcc:-O"]
    assert all(target.available and BY_REQUEST in target.groups for target in targets)
    assert {target.stages[0].worker.option("level") for target in targets} == {"", "-O"}


def test_where_it_is_missing_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert all(not target.available and "apt-get" in target.install for target in pcc.providers())

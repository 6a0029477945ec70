"""Artifacts: bytes by their digest, whole or not at all."""

from pathlib import Path

import pytest

from aberration.campaign.artifacts import Artifacts
from aberration.core.errors import BadInput


def test_what_is_put_can_be_got(tmp_path: Path) -> None:
    artifacts = Artifacts(str(tmp_path / "store"))
    digest = artifacts.put(b"some bytes")
    assert artifacts.get(digest) == b"some bytes"
    assert artifacts.has(digest)
    assert artifacts.put(b"some bytes") == digest
    assert artifacts.put(b"other bytes") != digest
    assert not list(tmp_path.rglob("*.part"))


def test_a_store_in_memory_by_url() -> None:
    artifacts = Artifacts("memory://artifacts-of-a-test")
    assert artifacts.get(artifacts.put(b"some bytes")) == b"some bytes"


def test_missing_and_damaged_bytes_are_told(tmp_path: Path) -> None:
    artifacts = Artifacts(str(tmp_path))
    digest = artifacts.put(b"some bytes")
    assert not artifacts.has("0" * 32)
    with pytest.raises(BadInput, match="missing"):
        artifacts.get("0" * 32)
    (tmp_path / digest[:2] / digest).write_bytes(b"some byte")
    with pytest.raises(BadInput, match="damaged"):
        artifacts.get(digest)


@pytest.mark.parametrize("name", ["", "\0", "../../etc", "zz", "A" * 32])
def test_what_is_no_digest_names_no_file(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the store is damaged"):
        Artifacts(str(tmp_path)).get(name)

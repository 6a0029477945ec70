"""Artifacts: bytes by their digest, whole or not at all."""

import hashlib
import os
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest
import s3fs
from moto.server import ThreadedMotoServer

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


def test_half_written_bytes_are_never_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    artifacts = Artifacts(str(tmp_path))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BadInput, match="No space left"):
        artifacts.put(b"some bytes")
    monkeypatch.undo()
    (left,) = artifacts.entries()
    assert left.digest.endswith(".part")
    assert not artifacts.has(artifacts_digest(b"some bytes"))
    digest = artifacts.put(b"some bytes")
    assert artifacts.get(digest) == b"some bytes"


def test_what_is_stored_again_counts_as_new(tmp_path: Path) -> None:
    artifacts = Artifacts(str(tmp_path))
    digest = artifacts.put(b"some bytes")
    os.utime(tmp_path / digest[:2] / digest, (1000.0, 1000.0))
    (old,) = artifacts.entries()
    assert (old.digest, old.size, old.written) == (digest, 10, 1000.0)
    artifacts.put(b"some bytes")
    assert artifacts.bytes_written == 10
    assert not artifacts.remove(old), "who stored it again means to name it"
    (new,) = artifacts.entries()
    assert artifacts.remove(new)
    assert not artifacts.remove(new)
    assert artifacts.is_empty()


def test_a_place_that_needs_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(BadInput, match=r"aberration\[s3\]"):
        Artifacts("s3://bucket/folder")
    with pytest.raises(BadInput, match="artifacts cannot be used"):
        Artifacts("nosuch://bucket/folder")


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Give the address of an empty folder on a server that speaks S3."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hunter2")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    s3fs.S3FileSystem.clear_instance_cache()
    name = f"bucket-{uuid.uuid4().hex}"
    s3fs.S3FileSystem().mkdir(name)
    yield f"s3://{name}/campaigns/nightly"
    server.stop()
    s3fs.S3FileSystem.clear_instance_cache()


def test_a_server_that_speaks_s3(bucket: str) -> None:
    artifacts = Artifacts(bucket)
    assert artifacts.is_empty()
    digest = artifacts.put(b"some bytes")
    assert artifacts.put(b"some bytes") == digest
    assert artifacts.bytes_written == 10, "each digest once"
    other = Artifacts(bucket)
    assert other.get(digest) == b"some bytes"
    with pytest.raises(BadInput, match="missing"):
        other.get("0" * 32)
    (entry,) = other.entries()
    assert (entry.digest, entry.size) == (digest, 10)
    assert abs(entry.written - time.time()) < 600
    assert other.remove(entry)
    assert not artifacts.has(digest)


def test_a_server_that_refuses_is_told(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="no such place"):
        Artifacts("s3://another-bucket/campaign").put(b"some bytes")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    s3fs.S3FileSystem.clear_instance_cache()
    refusing = fsspec.filesystem("s3", config_kwargs={"retries": {"max_attempts": 1}})
    monkeypatch.setattr("fsspec.core.url_to_fs", lambda url, **_: (refusing, "bucket/x"))
    with pytest.raises(BadInput, match="cannot be used"):
        Artifacts(bucket).put(b"some bytes")


def artifacts_digest(data: bytes) -> str:
    """Return the name of bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()

"""A content-addressed store of bytes: a local folder, or any place that fsspec can reach."""

import contextlib
import hashlib
import os
import re
import time
import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

import fsspec
import fsspec.implementations.local
import msgspec

from aberration.core.errors import BadInput
from aberration.core.passwords import without_passwords

_RENEWED = 1800.0
"""Seconds after which bytes that are stored again count as new, so that nobody takes them for
rubbish of a killed run before their name is stored.
"""
_WHOLE_AT_ONCE = frozenset(("memory", "s3", "s3a", "gs", "gcs", "abfs", "az"))
"""Places where an object appears when it is whole."""


class Entry(msgspec.Struct, frozen=True):
    """A file of the store, by its path: bytes, and when it was written (seconds since 1970)."""

    path: str
    size: int
    written: float

    @property
    def digest(self) -> str:
        """Return its name: the digest, or another one where it is not whole."""
        return self.path.rpartition("/")[2]


_DIGEST: Final = re.compile(r"[0-9a-f]{32}")


class Artifacts:
    """Bytes by their digest (32 hex digits). What is there is whole: files appear under their
    name when complete.
    """

    def __init__(self, url: str) -> None:
        self._url = without_passwords(url)
        with self._as_bad_input():
            self._files, self._root = fsspec.core.url_to_fs(url, use_listings_cache=False)
        self._local = isinstance(self._files, fsspec.implementations.local.LocalFileSystem)
        names = self._files.protocol
        known = {names} if isinstance(names, str) else {*names}
        self._at_once = bool(_WHOLE_AT_ONCE & known)
        self.bytes_written = 0

    def put(self, data: bytes) -> str:
        """Store the bytes, unless they are there already, and return their digest."""
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        path = self._path(digest)
        try:
            with self._as_bad_input():
                if not self._is_fresh(path):
                    self._write(path, data)
                    self.bytes_written += len(data)
        except FileNotFoundError:
            raise BadInput("artifacts cannot be used: no such place", where=self._url) from None
        return digest

    def get(self, digest: str) -> bytes:
        """Return the bytes with this digest; raise `BadInput` when they are missing or damaged."""
        path = self._path(digest)
        try:
            with self._as_bad_input():
                data = self._files.cat_file(path)
        except FileNotFoundError:
            raise BadInput("an artifact of the campaign is missing", where=path) from None
        if (
            not isinstance(data, bytes)
            or hashlib.blake2b(data, digest_size=16).hexdigest() != digest
        ):
            raise BadInput(
                "an artifact of the campaign is damaged: its bytes are not those of its name",
                where=path,
            )
        return data

    def has(self, digest: str) -> bool:
        """True when the bytes with this digest are there."""
        with self._as_bad_input():
            return bool(self._files.exists(self._path(digest)))

    def is_empty(self) -> bool:
        """True where nothing is stored yet."""
        return not self.entries()

    def entries(self) -> list[Entry]:
        """Return all files of the store by their paths, those too that are not whole."""
        with self._as_bad_input():
            found: Mapping[str, Mapping[str, object]] = self._files.find(self._root, detail=True)
        return [
            Entry(path, int(str(told["size"])), _moment(told))
            for path, told in sorted(found.items())
        ]

    def remove(self, entry: Entry) -> bool:
        """Remove a file, unless it was written again or removed since; return whether it was."""
        try:
            with self._as_bad_input():
                if _moment(self._files.info(entry.path)) > entry.written:
                    return False
                self._files.rm_file(entry.path)
        except FileNotFoundError:
            return False
        return True

    def _is_fresh(self, path: str) -> bool:
        """True where a file is there and new; one that is there is made new where that is cheap."""
        if self._local:
            try:
                os.utime(path)
            except FileNotFoundError:
                return False
            return True
        try:
            told = self._files.info(path)
        except FileNotFoundError:
            return False
        return time.time() - _moment(told) < _RENEWED

    def _write(self, path: str, data: bytes) -> None:
        if self._at_once:
            self._files.pipe_file(path, data)
            return
        self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
        # Under another name first: who reads meanwhile finds the whole file or none.
        partial = f"{path}.{uuid.uuid4().hex}.part"
        if not self._local:
            self._files.pipe_file(partial, data)
            self._files.mv(partial, path)
            return
        with open(partial, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)

    def _path(self, digest: str) -> str:
        # A damaged store may name anything, also a file elsewhere.
        if not _DIGEST.fullmatch(digest):
            raise BadInput(
                f"the store is damaged: expected the digest of an artifact, but {digest!r} came",
                where=str(self._root),
            )
        return f"{self._root}/{digest[:2]}/{digest}"

    @contextlib.contextmanager
    def _as_bad_input(self) -> Iterator[None]:
        """Raise `BadInput` for what a place refuses; libraries of remote ones have many errors."""
        try:
            yield
        except (FileNotFoundError, BadInput):
            raise
        except ImportError as error:
            hint = "pip install 'aberration[s3]'" if "s3" in str(error) else ""
            raise BadInput(
                f"the place of artifacts needs a library: {error}", where=self._url, hint=hint
            ) from None
        except Exception as error:
            said = without_passwords(f"{type(error).__name__}: {error}")
            raise BadInput(f"artifacts cannot be used: {said}", where=self._url) from None


def _moment(told: Mapping[str, object]) -> float:
    """Return when a file was written, as its place tells it."""
    for key in ("mtime", "LastModified", "created"):
        value = told.get(key)
        if isinstance(value, datetime):
            return value.timestamp()
        if isinstance(value, int | float):
            return float(value)
    return time.time()

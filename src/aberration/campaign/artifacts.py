"""A content-addressed store of bytes: a local folder, or any place that fsspec can reach."""

import hashlib
import os
import re
import uuid
from typing import Final

import fsspec
import fsspec.implementations.local

from aberration.core.errors import BadInput

_DIGEST: Final = re.compile(r"[0-9a-f]{32}")


class Artifacts:
    """Bytes by their digest (32 hex digits). What is there is whole: files appear under their
    name when complete.
    """

    def __init__(self, url: str) -> None:
        self._files, self._root = fsspec.core.url_to_fs(url)
        self._local = isinstance(self._files, fsspec.implementations.local.LocalFileSystem)

    def put(self, data: bytes) -> str:
        """Store the bytes, unless they are there already, and return their digest."""
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        path = self._path(digest)
        if self._files.exists(path):
            return digest
        self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
        if self._local:
            # Under another name first: who reads meanwhile finds the whole file or none.
            partial = f"{path}.{uuid.uuid4().hex}.part"
            with open(partial, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(partial, path)
        else:
            self._files.pipe_file(path, data)
        return digest

    def get(self, digest: str) -> bytes:
        """Return the bytes with this digest; raise `BadInput` when they are missing or damaged."""
        path = self._path(digest)
        try:
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
        return bool(self._files.exists(self._path(digest)))

    def _path(self, digest: str) -> str:
        # A damaged store may name anything, also a file elsewhere.
        if not _DIGEST.fullmatch(digest):
            raise BadInput(
                f"the store is damaged: expected the digest of an artifact, but {digest!r} came",
                where=str(self._root),
            )
        return f"{self._root}/{digest[:2]}/{digest}"

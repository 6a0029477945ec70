"""Archives of bugs: zip files of which the same bug gives the same bytes, and which are read
without trust.

All files lie in one folder, named like the bug. Nothing of an archive is written anywhere before
all of it has been looked at.
"""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.files import write_whole
from aberration.report.sharing.manifest import (
    CASE,
    FILE,
    FileLine,
    Manifest,
    check_depth,
    digest,
    read_manifest,
)
from aberration.report.sharing.names import check_name, check_names

MOST_ARCHIVE: Final = 64 << 20
MOST_FILE: Final = 64 << 20
MOST_BYTES: Final = 256 << 20
MOST_FILES: Final = 2000
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
_MODE: Final = stat.S_IFREG | 0o644
_UNIX: Final = 3
_ENTRY: Final = b"PK\x01\x02"
"""How each file begins in the list at the end of a zip file."""
_METHODS: Final = frozenset((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
_ENCRYPTED: Final = 1
_PIECE: Final = 1 << 20
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
    IndexError,
)
"""What `zipfile` raises for files that are none, or not whole."""


class Contents(msgspec.Struct, frozen=True):
    """An archive that was read: its list, and the files of the case by name."""

    manifest: Manifest
    case: Mapping[str, bytes]


def pack(folder: Path, manifest: Manifest, path: Path) -> None:
    """Write the files of a folder and their list as an archive, in place of an older one; `files`
    of the manifest are filled in here.
    """
    names = sorted(one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file())
    check_names(names)
    files = {name: (folder / name).read_bytes() for name in names}
    lines = tuple(FileLine(name, len(data), digest(data)) for name, data in files.items())
    listed = msgspec.structs.replace(manifest, files=lines)
    files[FILE] = msgspec.json.format(msgspec.json.encode(listed), indent=1) + b"\n"
    beside = path.with_name(f".{path.name}.part")
    try:
        with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name in sorted(files):
                entry = zipfile.ZipInfo(f"{manifest.name}/{name}", _EARLIEST)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = _MODE << 16
                entry.create_system = _UNIX
                archive.writestr(entry, files[name])
        write_whole(path, beside.read_bytes())
    finally:
        beside.unlink(missing_ok=True)


def unpack(path: Path) -> Contents:
    """Read an archive, and look at every file in it; raise `BadInput` for whatever is not as we
    write it. Nothing is written.
    """
    with _open_archive(path) as archive:
        entries = _entries(archive, str(path))
        listed = _read(archive, _must_have(entries, str(path)), str(path))
        manifest = read_manifest(listed, f"{path}: {FILE}")
        _check_list(manifest, entries, str(path))
        case, total = {}, 0
        for line in manifest.files:
            where = f"{path}: {line.name}"
            data = _read(archive, entries[line.name], where)
            total += len(data)
            if total > MOST_BYTES:
                raise BadInput(f"expected {MOST_BYTES} bytes at most in all", where=str(path))
            if (len(data), digest(data)) != (line.size, line.digest):
                raise BadInput("its bytes are not those that the list names", where=where)
            if line.name.startswith(CASE):
                case[line.name.removeprefix(CASE)] = _with_bearable_depth(data, where)
        return Contents(manifest, case)


def _with_bearable_depth(data: bytes, where: str) -> bytes:
    if where.endswith(".json"):
        check_depth(data, where)
    return data


@contextmanager
def _open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive whose size and number of files are bearable; turn what goes wrong while it
    is read into `BadInput`.
    """
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise BadInput("expected an archive, but it is no plain file", where=str(path))
        if status.st_size > MOST_ARCHIVE:
            message = (
                f"expected an archive of {MOST_ARCHIVE} bytes at most, but {status.st_size} came"
            )
            raise BadInput(message, where=str(path))
        if path.read_bytes().count(_ENTRY) > 2 * MOST_FILES:
            raise BadInput(f"expected {MOST_FILES} files at most", where=str(path))
        with zipfile.ZipFile(path) as archive:
            yield archive
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror or error}", where=str(path)) from None
    except _BROKEN as error:
        hint = "`aberration export` writes one."
        raise BadInput(
            f"expected an archive of a bug, but {error}", where=str(path), hint=hint
        ) from None


def _entries(archive: zipfile.ZipFile, where: str) -> dict[str, zipfile.ZipInfo]:
    """Return the files by their names below the one folder that all lie in; folders are left
    out.
    """
    infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
    if len(archive.infolist()) > MOST_FILES:
        raise BadInput(f"expected {MOST_FILES} files at most", where=where)
    try:
        check_names([info.orig_filename for info in infos])
        for info in archive.infolist():
            check_name(info.orig_filename.removesuffix("/"))
    except BadInput as error:
        raise error.at(where) from None
    if len({info.filename.partition("/")[0] for info in infos}) != 1:
        raise BadInput("expected one folder with all files in it", where=where)
    for info in infos:
        _check_entry(info, f"{where}: {info.filename}")
    return {info.filename.partition("/")[2]: info for info in infos}


def _check_entry(info: zipfile.ZipInfo, where: str) -> None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise BadInput("expected a plain file, but it is a link, a folder or a device", where=where)
    if info.flag_bits & _ENCRYPTED:
        raise BadInput("expected a file that anybody can read, but it is encrypted", where=where)
    if info.compress_type not in _METHODS:
        raise BadInput("expected a file that is stored or deflated", where=where)
    if info.file_size > MOST_FILE:
        raise BadInput(f"expected files of {MOST_FILE} bytes at most", where=where)


def _must_have(entries: Mapping[str, zipfile.ZipInfo], where: str) -> zipfile.ZipInfo:
    if FILE not in entries:
        hint = "`aberration export` writes an archive that can be read again."
        raise BadInput(
            f"expected an archive of a bug, but it has no {FILE}", where=where, hint=hint
        )
    return entries[FILE]


def _check_list(manifest: Manifest, entries: Mapping[str, zipfile.ZipInfo], where: str) -> None:
    listed = [line.name for line in manifest.files]
    try:
        check_name(manifest.name)
        check_names(listed)
    except BadInput as error:
        raise error.at(f"{where}: {FILE}") from None
    missing = sorted({*listed} - {*entries})
    if missing:
        raise BadInput(f"the file {missing[0]!r} of the list is missing", where=where)
    more = sorted({*entries} - {*listed, FILE})
    if more:
        raise BadInput(f"the file {more[0]!r} is not in the list", where=where)


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, where: str) -> bytes:
    """Return the bytes of a file, of which there may be more than its entry says: no more than
    that is read.
    """
    parts, left = [], entry.file_size + 1
    with archive.open(entry) as file:
        while left > 0 and (part := file.read(min(left, _PIECE))):
            parts.append(part)
            left -= len(part)
    data = b"".join(parts)
    if len(data) != entry.file_size:
        raise BadInput("its size is not the one that the archive says", where=where)
    return data

"""Archives: the same bytes for the same files, and a refusal for whatever we do not write."""

from __future__ import annotations

import contextlib
import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from aberration.core.errors import BadInput
from aberration.report.sharing import archive as module
from aberration.report.sharing.archive import pack, unpack
from aberration.report.sharing.manifest import FILE, SCHEMA, FileLine, Manifest, digest

LIST = Manifest(SCHEMA, "bug", "0" * 32, ())
FILES = {"README.md": b"# A bug\n", "case/case.json": b"{}\n", "case/seed.spv": bytes(99)}
Entry = zipfile.ZipInfo


def folder_of(place: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return place


def packed(place: Path) -> Path:
    pack(folder_of(place / "files", FILES), LIST, place / "bug.zip")
    return place / "bug.zip"


def written(
    place: Path,
    files: dict[str, bytes],
    listed: dict[str, bytes] | None = None,
    change: Callable[[Entry], None] = lambda _: None,
    root: str = "bug/",
) -> Path:
    """Write an archive as somebody else could: any files, of which the list may name others."""
    names = files if listed is None else listed
    lines = tuple(FileLine(name, len(data), digest(data)) for name, data in names.items())
    whole = msgspec.json.encode(msgspec.structs.replace(LIST, files=lines))
    path = place / "other.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in {FILE: whole, **files}.items():
            entry = Entry(f"{root}{name}")
            entry.compress_type = zipfile.ZIP_DEFLATED
            if name != FILE:
                change(entry)
            out.writestr(entry, data)
    return path


def refuse(path: Path, reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as refusal:
        unpack(path)
    assert str(path) in refusal.value.where


def test_an_archive_is_read_as_it_was_written(tmp_path: Path) -> None:
    contents = unpack(packed(tmp_path))
    assert contents.manifest.name == "bug"
    assert [line.name for line in contents.manifest.files] == sorted(FILES)
    assert contents.case == {"case.json": FILES["case/case.json"], "seed.spv": bytes(99)}


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = packed(tmp_path / "a").read_bytes()
    for path in folder_of(tmp_path / "b" / "files", dict(reversed(FILES.items()))).rglob("*"):
        path.chmod(0o777)
        os.utime(path, (1, 1))
    assert packed(tmp_path / "b").read_bytes() == one
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["bug.zip", "files"]


def test_what_somebody_zipped_again_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, FILES)
    with zipfile.ZipFile(path, "a") as out:
        out.writestr(Entry("bug/case/"), b"")
    assert set(unpack(path).case) == {"case.json", "seed.spv"}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "expected an archive of a bug"),
        (b"PK\x05\x06" + bytes(18), "expected one folder"),
        (b"PK" + bytes(9), "expected an archive of a bug"),
        (bytes(1 << 16), "expected an archive of a bug"),
    ],
)
def test_what_is_no_archive_is_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    refuse(path, reason)


def test_every_cut_and_every_flip_is_refused_or_harmless(tmp_path: Path) -> None:
    path = packed(tmp_path)
    data = path.read_bytes()
    whole = unpack(path)
    for place in range(0, len(data), 7):
        path.write_bytes(data[:place])
        refuse(path, ".")
        path.write_bytes(data[:place] + bytes((data[place] ^ 0x10,)) + data[place + 1 :])
        with contextlib.suppress(BadInput):
            assert unpack(path) == whole


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    refuse(tmp_path / "nothing.zip", "cannot be read")
    refuse(tmp_path, "no plain file")
    os.mkfifo(tmp_path / "pipe")
    refuse(tmp_path / "pipe", "no plain file")


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (stat.S_IFLNK, "a link, a folder or a device"),
        (stat.S_IFDIR, "a link, a folder or a device"),
        (stat.S_IFCHR, "a link, a folder or a device"),
        (stat.S_IFIFO, "a link, a folder or a device"),
    ],
)
def test_links_and_devices_are_refused(tmp_path: Path, kind: int, reason: str) -> None:
    def change(entry: Entry) -> None:
        entry.external_attr = (kind | 0o777) << 16

    refuse(written(tmp_path, {"case/case.json": b"/etc/passwd"}, change=change), reason)


@pytest.mark.parametrize(
    "name", ["../x", "/x", "c:/x", "a\\b", "a\nb", "a" * 300, "nul", "a/../../../x"]
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    refuse(written(tmp_path, {name: b"x"}, {}), "expected plain names of files")
    refuse(written(tmp_path, {}, {name: b"x"}), "expected plain names of files")


def test_names_that_meet_are_refused(tmp_path: Path) -> None:
    refuse(written(tmp_path, {"case/a": b"x", "case/A": b"y"}), "is the same file as")
    refuse(written(tmp_path, {"case": b"x", "case/a": b"y"}), "lies in a file")


def test_a_file_beside_the_folder_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, FILES)
    with zipfile.ZipFile(path, "a") as out:
        out.writestr("elsewhere/x", b"")
    refuse(path, "one folder with all files in it")


def test_the_list_and_the_files_must_agree(tmp_path: Path) -> None:
    refuse(written(tmp_path, FILES, FILES | {"case/more": b""}), "'case/more' of the list is miss")
    refuse(written(tmp_path, FILES | {"case/more": b""}, FILES), "'case/more' is not in the list")
    other = FILES | {"case/seed.spv": bytes(98) + b"\1"}
    refuse(written(tmp_path, FILES, other), "not those that the list names")
    refuse(written(tmp_path, FILES, {}), "is not in the list")


def test_an_archive_without_a_list_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("bug/README.md", b"")
    refuse(path, "it has no MANIFEST.json")


def test_other_compressions_and_secrets_are_refused(tmp_path: Path) -> None:
    def change(entry: Entry) -> None:
        entry.compress_type = zipfile.ZIP_LZMA

    refuse(written(tmp_path, {"case/a": b"x"}, change=change), "stored or deflated")
    path = written(tmp_path, {"case/a": b"x"})
    data = bytearray(path.read_bytes())
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    refuse(path, "is encrypted")


def test_a_bomb_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, {"case/a": bytes(200_000), "case/b": bytes(200_000)})
    assert path.stat().st_size < 3000
    monkeypatch.setattr(module, "MOST_FILE", 100_000)
    refuse(path, "files of 100000 bytes at most")
    monkeypatch.setattr(module, "MOST_FILE", 300_000)
    monkeypatch.setattr(module, "MOST_BYTES", 300_000)
    refuse(path, "300000 bytes at most in all")


def test_more_bytes_than_an_entry_says_are_not_read(tmp_path: Path) -> None:
    path = written(tmp_path, {"case/a": bytes(200_000)})
    data = path.read_bytes()
    for size in (1, 199_999, 200_001):
        path.write_bytes(data.replace((200_000).to_bytes(4, "little"), size.to_bytes(4, "little")))
        refuse(path, ".")


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, {f"case/{number}": b"" for number in range(30)})
    monkeypatch.setattr(module, "MOST_FILES", 20)
    refuse(path, "20 files at most")
    monkeypatch.setattr(module, "MOST_FILES", 3)
    refuse(path, "3 files at most")


def test_large_archives_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ARCHIVE", 100)
    refuse(packed(tmp_path), "100 bytes at most")


def test_deep_json_in_a_case_is_refused(tmp_path: Path) -> None:
    deep = b"[" * 200 + b"]" * 200
    refuse(written(tmp_path, {"case/case.json": deep}), "100 levels at most")

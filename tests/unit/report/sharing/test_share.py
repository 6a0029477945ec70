"""A bug of a campaign, or a case, as an archive: the same bytes each time, and a page that asks
nothing of anybody.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from helpers.shared_bugs import IN_C, MODULES, OTHER_IN_C, found, shared_case, shared_finding

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import set_aside
from aberration.campaign.records import FoundRecord
from aberration.campaign.store import Header, Store
from aberration.core.errors import BadInput, UnknownName
from aberration.core.oracle import Verdict
from aberration.dedup.bugs import find_bugs
from aberration.methods.registry import method_named
from aberration.report.sharing.receive import receive
from aberration.report.sharing.share import plain_name, share_bug, share_finding

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>](javascript:x)\x1b[2J"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "campaign").mkdir()
    made = Store.in_folder(tmp_path / "campaign")
    made.create(Header(FuzzConfiguration(targets=("tcc",)), "0123456789abcdef"))
    yield made
    made.close()


class Tags(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def files_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {info.filename.partition("/")[2]: archive.read(info) for info in archive.infolist()}


def test_the_same_case_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = (shared_case(MODULES, tmp_path / name) for name in ("a.zip", "b.zip"))
    assert one.read_bytes() == other.read_bytes()


def test_an_archive_of_a_case_has_all_that_a_stranger_needs(tmp_path: Path) -> None:
    files = files_of(shared_case(IN_C, tmp_path / "bug.zip"))
    assert {"README.md", "index.html", "MANIFEST.json", "c/Makefile", "case/case.json"} <= {*files}
    readme = files["README.md"].decode()
    assert readme.startswith(f"# {IN_C.name}\n")
    assert "    make -C c\n" in readme
    assert "Whatever runs variant must give the result that is stored with it." in readme


def test_a_page_asks_for_nothing_but_its_own_files(tmp_path: Path) -> None:
    files = files_of(shared_finding(MODULES, "lavapipe", tmp_path / "bug.zip"))
    tags = Tags(files["index.html"].decode()).tags
    assert "script" not in {tag for tag, _ in tags}
    links = [one.get("src") or one.get("href") for _, one in tags if {"src", "href"} & {*one}]
    assert links
    assert {str(link) for link in links} <= {*files}


def test_hostile_names_are_text(tmp_path: Path) -> None:
    verdict = Verdict("crash", HOSTILE, HOSTILE)
    finding = msgspec.structs.replace(found(IN_C, "tcc"), target_version=HOSTILE, verdict=verdict)
    method = method_named("emi")
    (bug,) = find_bugs([finding], {}, lambda _: method.ignored_types)
    share_finding(bug, finding, {}, method, tmp_path / "bug.zip")
    page = files_of(tmp_path / "bug.zip")["index.html"].decode()
    assert {tag for tag, _ in Tags(page).tags} & {"script", "img"} == set()
    assert page.count("&lt;script&gt;") >= 3
    seen = receive(tmp_path / "bug.zip").manifest.seen
    assert seen is not None
    assert seen.verdict == verdict


def test_the_only_bug_needs_no_name(store: Store, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="found no bug"):
        share_bug(store, "", tmp_path / "bug.zip")
    store.add_finding(FoundRecord(found(IN_C, "tcc"), {}))
    name = share_bug(store, "", tmp_path / "bug.zip")
    received = receive(tmp_path / "bug.zip")
    assert received.manifest.name == name
    assert share_bug(store, name, tmp_path / "b.zip") == name
    assert share_bug(store, "000001-tcc", tmp_path / "c.zip") == name


def test_several_bugs_must_be_told_apart(store: Store, tmp_path: Path) -> None:
    for number, target in enumerate(("tcc", "gcc-12:-O2")):
        finding = msgspec.structs.replace(found(OTHER_IN_C, target), id=f"00000{number}-x")
        store.add_finding(FoundRecord(finding, {}))
    with pytest.raises(BadInput, match="as there are several"):
        share_bug(store, "", tmp_path / "bug.zip")
    with pytest.raises(UnknownName, match="'nothing'"):
        share_bug(store, "nothing", tmp_path / "bug.zip")
    assert not (tmp_path / "bug.zip").exists()


def test_what_is_explained_is_no_bug(store: Store, tmp_path: Path) -> None:
    store.add_finding(FoundRecord(set_aside(found(IN_C, "tcc"), "rounding"), {}))
    with pytest.raises(BadInput, match="set aside: rounding"):
        share_bug(store, "000001-tcc", tmp_path / "bug.zip")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("wrong-12345678", "wrong-12345678"),
        ("../../etc", "etc"),
        ("--", "case"),
        ("a b/ä", "a-b"),
        ("x" * 99, "x" * 80),
    ],
)
def test_names_of_folders_are_plain(text: str, name: str) -> None:
    assert plain_name(text) == name

"""An archive becomes a case, or a finding that waits; a bug that is there is not doubled."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.shared_bugs import IN_C, MODULES, OTHER_IN_C, found, shared_case, shared_finding

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.records import FoundRecord
from aberration.campaign.store import Header, Store
from aberration.core.errors import BadInput
from aberration.core.finding import IMPORTED
from aberration.core.oracle import Verdict
from aberration.core.target import Target
from aberration.core.testcase import load_case
from aberration.report.sharing.manifest import FILE, Manifest, digest
from aberration.report.sharing.receive import Received, add_to_store, receive, write_case

DIES = Verdict("crash", "fold.c: assertion `is_constant(node)' failed", "crash")
TCC = Target("tcc", "executes", ("c",), family="tcc")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store.in_folder(tmp_path / "campaign")
    (tmp_path / "campaign").mkdir()
    made.create(Header(FuzzConfiguration(targets=("tcc",)), "0123456789abcdef"))
    yield made
    made.close()


@pytest.fixture
def received(tmp_path: Path) -> Received:
    return receive(shared_finding(IN_C, "tcc", tmp_path / "bug.zip"))


def changed(path: Path, name: str, old: bytes, new: bytes) -> Path:
    """Write an archive again with other bytes in a file, and a list that agrees with them."""
    with zipfile.ZipFile(path) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()}
    (place,) = [one for one in files if one.endswith(f"/{name}")]
    assert old in files[place]
    files[place] = files[place].replace(old, new)
    (listed,) = [one for one in files if one.endswith(FILE)]
    manifest = msgspec.json.decode(files[listed], type=Manifest)
    lines = [
        msgspec.structs.replace(line, size=len(files[place]), digest=digest(files[place]))
        if line.name == name
        else line
        for line in manifest.files
    ]
    files[listed] = msgspec.json.encode(msgspec.structs.replace(manifest, files=tuple(lines)))
    with zipfile.ZipFile(path, "w") as archive:
        for one, data in files.items():
            archive.writestr(one, data)
    return path


def test_a_case_is_what_it_was(tmp_path: Path) -> None:
    received = receive(shared_case(MODULES, tmp_path / "bug.zip"))
    assert received.case == load_case(MODULES)
    write_case(received, tmp_path / "deep" / "case")
    assert load_case(tmp_path / "deep" / "case") == received.case
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["case"]


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path, received: Received) -> None:
    (tmp_path / "case").mkdir()
    (tmp_path / "case" / "mine").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").write_text("")
    for name in ("case", "link", "file"):
        with pytest.raises(BadInput, match="expected a new or empty folder"):
            write_case(received, tmp_path / name)
    with pytest.raises(BadInput, match="cannot be written"):
        write_case(received, tmp_path / "file" / "below")
    assert [path.name for path in (tmp_path / "case").iterdir()] == ["mine"]


@pytest.mark.parametrize(
    ("name", "old", "new", "reason"),
    [
        ("case/variant.c", b"return", b" return", "the variant differs from what the recipe"),
        ("case/variant.json", b"256", b"257", "the inputs of variant differ"),
        ("case/case.json", b'"seed": 0', b'"seed": 7', "the recipe is not the one"),
        ("case/case.json", b'"emi"', b'"cat"', "the recipe is not the one"),
        ("case/case.json", b'"variant.c"', b'"../x.c"', "points elsewhere"),
        ("case/case.json", b'"variant.c"', b'"no.c"', "cannot be read"),
        ("case/case.json", b'"schema": 1', b'"schema": 9', "expected schema 1 or older"),
        ("case/case.json", b'"programs"', b'"programmes"', "expected a test case"),
    ],
)
def test_a_case_that_is_not_what_it_says_is_refused(
    tmp_path: Path, name: str, old: bytes, new: bytes, reason: str
) -> None:
    path = changed(shared_finding(IN_C, "tcc", tmp_path / "bug.zip"), name, old, new)
    with pytest.raises(BadInput, match=reason) as refusal:
        receive(path)
    assert str(path) in refusal.value.where
    assert "aberration-import" not in str(refusal.value)


def test_a_method_that_is_not_here_is_refused(tmp_path: Path) -> None:
    path = changed(shared_case(IN_C, tmp_path / "bug.zip"), "case/case.json", b'"emi"', b'"cat"')
    with zipfile.ZipFile(path) as archive:
        assert b'"cat"' in archive.read(f"{IN_C.name}/case/case.json")
    with pytest.raises(BadInput):
        receive(path)


def test_a_finding_waits_to_be_seen_here(store: Store, received: Received) -> None:
    arrival = add_to_store(store, received, TCC)
    (finding,) = store.findings()
    assert finding.id == arrival.finding
    assert re.fullmatch(r"imported-[0-9a-f]{8}-tcc", finding.id)
    assert (finding.state, finding.test, finding.tries) == ("waiting", IMPORTED, 0)
    assert finding.target_version == ""
    assert finding.reason == "imported: seen elsewhere on tcc, 9.9 of elsewhere"
    assert finding.case == load_case(IN_C)
    assert finding.culprit is None
    assert finding.reduced is None


def test_the_same_recipe_is_not_added_twice(store: Store, received: Received) -> None:
    first = add_to_store(store, received, TCC)
    again = add_to_store(store, received, TCC)
    assert (again.finding, again.known, again.same) == ("", first.finding, "recipe")
    assert len(store.findings()) == 1


def test_a_recipe_is_another_finding_for_another_family(store: Store, received: Received) -> None:
    add_to_store(store, received, TCC)
    other = Target("other", "executes", ("c",), family="other")
    assert add_to_store(store, received, other).finding.endswith("-other")


def test_a_bug_that_is_there_is_not_added(store: Store, tmp_path: Path) -> None:
    store.add_finding(FoundRecord(found(IN_C, "tcc", DIES), {}))
    same = receive(shared_finding(OTHER_IN_C, "tcc", tmp_path / "same.zip", DIES))
    arrival = add_to_store(store, same, TCC)
    assert (arrival.finding, arrival.known) == ("", "000001-tcc")
    assert arrival.same.startswith("crash-")
    elsewhere = msgspec.structs.replace(DIES, signature="parse.c: assertion `depth < 9' failed")
    other = receive(shared_finding(OTHER_IN_C, "tcc", tmp_path / "other.zip", elsewhere))
    assert add_to_store(store, other, TCC).finding
    assert len(store.findings()) == 2


def test_what_nobody_saw_is_not_added(store: Store, tmp_path: Path) -> None:
    received = receive(shared_case(IN_C, tmp_path / "bug.zip"))
    with pytest.raises(BadInput, match="does not say what went wrong"):
        add_to_store(store, received, TCC)
    assert store.findings() == []


def test_a_target_of_another_language_is_refused(store: Store, received: Received) -> None:
    with pytest.raises(BadInput, match="does not take programs in c"):
        add_to_store(store, received, msgspec.structs.replace(TCC, languages=("spirv",)))

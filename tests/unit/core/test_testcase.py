"""The directory of a test case."""

import os
import zlib
from pathlib import Path

import msgspec
import pytest
from helpers.toy import ToyMethod, add, toy_case

from aberration.core.errors import BadInput, NewerSchema, ReplayMismatch
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.limits import Limits
from aberration.core.oracle import Agree, Expected
from aberration.core.outcome import Image
from aberration.core.program import Language, Program, Stage
from aberration.core.recipe import Recipe, TestCase, step_types
from aberration.core.testcase import load_case, replay_case, save_case

INPUTS = Inputs(
    (Uniform("u", b"\1\2\3\4", 2),), (Buffer(0, b"\5\6\7\x08", (("uint", 1),)),), 16, 8, (1, 2, 3)
)
SHADER = Program("spirv", "compute", b"\0\1\2", INPUTS, "a shader")
CASE = TestCase(
    Recipe("toy", 1, {"seed": SHADER}, (add("a"), add("b", kind="Other")), {"preset": "x"}, 99),
    {"program": SHADER},
    Agree(),
)


def test_a_case_reads_back_whole(tmp_path: Path) -> None:
    save_case(CASE, tmp_path / "case")
    assert load_case(tmp_path / "case") == CASE


def test_a_case_in_essl_reads_back_as_essl(tmp_path: Path) -> None:
    shader = Program("essl", "fragment", b"void main() {}", INPUTS, "a shader")
    case = TestCase(Recipe("toy", 1, {"seed": shader}), {"program": shader}, Agree())
    save_case(case, tmp_path)
    assert (tmp_path / "program.frag").is_file()
    assert load_case(tmp_path) == case


@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_a_case_of_the_geometry_stage_reads_back(tmp_path: Path, language: Language) -> None:
    source = b"#version 320 es\n" if language == "essl" else b"#version 450\n"
    shader = Program(language, "geometry", source, INPUTS, "a shader")
    case = TestCase(Recipe("toy", 1, {"seed": shader}), {"program": shader}, Agree())
    save_case(case, tmp_path)
    assert (tmp_path / "program.geom").is_file()
    assert load_case(tmp_path) == case


@pytest.mark.parametrize(
    ("language", "stage", "files"),
    [
        ("essl", "fragment", ("program.frag", "program.vert")),
        ("glsl", "vertex", ("program.vert", "program.frag")),
        ("spirv", "fragment", ("program.spv", "program.vert.spv")),
        ("wgsl", "vertex", ("program.wgsl", "program.frag.wgsl")),
    ],
)
def test_a_pair_reads_back_with_its_companion(
    tmp_path: Path, language: Language, stage: Stage, files: tuple[str, str]
) -> None:
    shader = Program(language, stage, b"own", INPUTS, "a pair", b"other")
    case = TestCase(Recipe("toy", 1, {"seed": shader}), {"program": shader}, Agree())
    save_case(case, tmp_path)
    assert [(tmp_path / name).read_bytes() for name in files] == [b"own", b"other"]
    assert load_case(tmp_path) == case


def test_an_edited_companion_is_no_replay(tmp_path: Path) -> None:
    case = toy_case()
    other = {
        role: msgspec.structs.replace(one, companion=b"another")
        for role, one in case.programs.items()
    }
    with pytest.raises(ReplayMismatch, match="differs from what the recipe gives"):
        replay_case(msgspec.structs.replace(case, programs=other), ToyMethod())


def test_the_same_case_gives_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        save_case(CASE, tmp_path / name)
    one, two = (
        {f.name: f.read_bytes() for f in (tmp_path / name).iterdir()} for name in ("one", "two")
    )
    assert one == two
    assert set(one) == {
        "case.json",
        "program.spv",
        "program.json",
        "seed-seed.spv",
        "seed-seed.json",
    }


def edited(directory: Path, **changes: object) -> None:
    path = directory / "case.json"
    document = msgspec.json.decode(path.read_bytes(), type=dict[str, object])
    path.write_bytes(msgspec.json.encode(document | changes))


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    save_case(CASE, tmp_path)
    edited(tmp_path, schema=99)
    with pytest.raises(NewerSchema, match="expected schema 1 or older, but 99 came"):
        load_case(tmp_path)


@pytest.mark.parametrize(
    "changes", [{"schema": "x"}, {"steps": 3}, {"oracle": {"type": "none such"}}]
)
def test_what_is_no_case_is_refused(tmp_path: Path, changes: dict[str, object]) -> None:
    save_case(CASE, tmp_path)
    edited(tmp_path, **changes)
    with pytest.raises(BadInput, match=r"case\.json"):
        load_case(tmp_path)


def test_a_missing_folder_says_what_a_case_is(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="A test case is a folder"):
        load_case(tmp_path / "none")


def test_a_case_cannot_point_outside_itself(tmp_path: Path) -> None:
    save_case(CASE, tmp_path)
    text = (tmp_path / "case.json").read_text().replace('"program.spv"', '"../program.spv"')
    (tmp_path / "case.json").write_text(text)
    with pytest.raises(BadInput, match="points elsewhere"):
        load_case(tmp_path)


def test_replay_gives_the_same_bytes() -> None:
    case = toy_case(add("a"), add("b", "a"))
    assert replay_case(case, ToyMethod()) == case


def test_replay_names_the_program_that_changed() -> None:
    case = toy_case(add("a"))
    changed = msgspec.structs.replace(case, programs=case.programs | {"variant": SHADER})
    with pytest.raises(ReplayMismatch, match="the variant differs"):
        replay_case(changed, ToyMethod())


def test_replay_names_another_version_of_the_method() -> None:
    case = toy_case(add("a"))
    older = msgspec.structs.replace(case, recipe=msgspec.structs.replace(case.recipe, version=0))
    with pytest.raises(ReplayMismatch, match="expected version 0, but this one is 1"):
        replay_case(older, ToyMethod())


def test_step_types_in_order() -> None:
    assert step_types(CASE.recipe) == ("Add", "Other")


@pytest.mark.parametrize("name", ["..", ".", "", "a\0b", "/etc/passwd", "a" * 5000])
def test_names_of_files_lead_nowhere_else(tmp_path: Path, name: str) -> None:
    save_case(CASE, tmp_path)
    text = (
        (tmp_path / "case.json")
        .read_text()
        .replace('"program.spv"', msgspec.json.encode(name).decode())
    )
    (tmp_path / "case.json").write_text(text)
    with pytest.raises(BadInput):
        load_case(tmp_path)


def test_links_and_devices_are_no_files_of_a_case(tmp_path: Path) -> None:
    save_case(CASE, tmp_path)
    (tmp_path / "program.spv").unlink()
    (tmp_path / "program.spv").symlink_to("/etc/passwd")
    with pytest.raises(BadInput, match="expected a plain file"):
        load_case(tmp_path)
    (tmp_path / "program.spv").unlink()
    os.mkfifo(tmp_path / "program.spv")
    with pytest.raises(BadInput, match="expected a plain file"):
        load_case(tmp_path)


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    save_case(CASE, tmp_path)
    deep = "[" * 100_000 + "]" * 100_000
    (tmp_path / "case.json").write_text('{"schema": 1, "steps": ' + deep + "}")
    with pytest.raises(BadInput, match=r"case\.json"):
        load_case(tmp_path)
    save_case(CASE, tmp_path)
    (tmp_path / "program.json").write_text('{"u": {"args": ' + deep + "}}")
    with pytest.raises(BadInput, match=r"program\.json"):
        load_case(tmp_path)


def test_text_that_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    save_case(CASE, tmp_path)
    path = tmp_path / "case.json"
    path.write_bytes(path.read_bytes().replace(b'"method": "', b'"method": "\xed\xa0\x80'))
    with pytest.raises(BadInput, match=r"case\.json: expected a"):
        load_case(tmp_path)


def test_a_claim_about_a_program_that_is_not_there_is_refused(tmp_path: Path) -> None:
    save_case(CASE, tmp_path)
    edited(tmp_path, oracle={"type": "agree", "program": "lost"})
    with pytest.raises(BadInput, match="claim is about the program 'lost'"):
        load_case(tmp_path)


def test_a_role_is_no_path(tmp_path: Path) -> None:
    save_case(CASE, tmp_path)
    text = (tmp_path / "case.json").read_text().replace('"seed": {', '"../seed": {')
    (tmp_path / "case.json").write_text(text)
    with pytest.raises(BadInput, match="as the role of a program"):
        load_case(tmp_path)


def large_claim() -> TestCase:
    image = Image(64, 64, "rgba8", bytes(range(256)) * 64)
    limits = Limits((b"\xff" * 512,), (b"\0" * 65536,), (b"\0\0\x80?" * 16384,))
    return msgspec.structs.replace(CASE, oracle=Expected(image, limits=limits))


def test_a_large_claim_has_a_file_of_its_own(tmp_path: Path) -> None:
    save_case(large_claim(), tmp_path)
    assert (tmp_path / "case.json").stat().st_size < 4096
    assert load_case(tmp_path) == large_claim()


@pytest.mark.parametrize("data", [b"", b"no zlib", zlib.compress(b"no claim")])
def test_a_damaged_claim_is_named(tmp_path: Path, data: bytes) -> None:
    save_case(large_claim(), tmp_path)
    (tmp_path / "claim.bin").write_bytes(data)
    with pytest.raises(BadInput, match="expected a claim"):
        load_case(tmp_path)


def test_a_case_without_any_claim_is_named(tmp_path: Path) -> None:
    save_case(CASE, tmp_path)
    edited(tmp_path, oracle=None)
    with pytest.raises(BadInput, match="neither 'oracle' nor 'claim'"):
        load_case(tmp_path)


def test_a_role_that_is_a_path_is_not_written(tmp_path: Path) -> None:
    away = msgspec.structs.replace(CASE, programs={**CASE.programs, "../evil": SHADER})
    with pytest.raises(BadInput, match=r"as the role of a program, but '\.\./evil' came"):
        save_case(away, tmp_path / "case")
    assert not [*tmp_path.iterdir()]

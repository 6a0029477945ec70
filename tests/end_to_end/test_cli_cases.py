"""One case through its whole life: made, replayed, run, judged on a broken compiler, reduced,
replayed again.
"""

import re
import signal
from pathlib import Path

import pytest
from helpers.command_line import CORPUS, aberration, rows, started

MUTANT = "mutant-private-initializer"
_SEEDS = 12


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a case that shows the mutant's bug: the first of a few seeds."""
    for seed in range(_SEEDS):
        case = tmp_path_factory.mktemp("cases") / "case"
        assert (
            aberration("make", "transform", "--seed", str(seed), "--variant", "6", "-o", case).code
            == 0
        )
        if aberration("run", case, "-t", MUTANT).code == 1:
            return case
    raise AssertionError(f"no case of {_SEEDS} showed the bug of {MUTANT}")


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def steps_in(line: str) -> int:
    found = re.search(r"(\d+) steps? ", line)
    assert found is not None, line
    return int(found[1])


@pytest.mark.slow
def test_the_same_seed_makes_the_same_case(tmp_path: Path) -> None:
    seed = CORPUS / "spirv" / "references" / "gcd_grid.spv"
    for name in ("one", "two"):
        ran = aberration(
            "make", "transform", "-s", seed, "--seed", "7", "-o", tmp_path / name, "--json"
        )
        assert ran.code == 0
        assert ran.json["seeds"] == {"seed": "gcd_grid"}
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_a_clean_case_replays_and_passes(tmp_path: Path) -> None:
    case = tmp_path / "case"
    assert aberration("make", "transform", "--seed", "1", "-o", case).code == 0
    ran = aberration("replay", case, "-t", "swiftshader", "--json")
    assert ran.code == 0
    assert ran.json["replayed"] is True
    assert [(row["target"], row["verdict"]) for row in rows(ran.json["targets"])] == [
        ("swiftshader", "pass")
    ]


@pytest.mark.parametrize("method", ["smith", "smith+transform"])
def test_a_method_without_seeds_makes_a_case(method: str, tmp_path: Path) -> None:
    case = tmp_path / "case"
    assert aberration("make", method, "--seed", "1", "-o", case).code == 0
    ran = aberration("replay", case, "--build-only", "--json")
    assert ran.code == 0
    assert ran.json["replayed"] is True


def test_an_edited_program_does_not_replay(tmp_path: Path) -> None:
    case = tmp_path / "case"
    aberration("make", "transform", "--seed", "1", "-o", case)
    module = bytearray((case / "variant.spv").read_bytes())
    module[8] ^= 1
    (case / "variant.spv").write_bytes(module)
    ran = aberration("replay", case, "--build-only")
    assert ran.code == 2
    assert "the variant differs from what the recipe gives" in ran.err


def test_a_case_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "case.json").write_text('{"schema": 99}')
    ran = aberration("replay", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "expected schema 1 or older, but 99 came" in ran.err


def test_c_programs_agree(tmp_path: Path) -> None:
    assert aberration("make", "agree", "--seed", "5", "-o", tmp_path / "case").code == 0
    ran = aberration("replay", tmp_path / "case", "-t", "gcc,tcc", "--json")
    assert ran.code == 0
    assert {row["verdict"] for row in rows(ran.json["targets"])} == {"pass"}


def test_one_compiler_alone_proves_nothing(tmp_path: Path) -> None:
    aberration("make", "agree", "--seed", "5", "-o", tmp_path / "case")
    ran = aberration("run", tmp_path / "case", "-t", "tcc")
    assert ran.code == 2
    assert "no target gave a verdict" in ran.err


def test_a_bug_is_exit_code_1_and_reduces_to_little(failing: Path, tmp_path: Path) -> None:
    assert aberration("replay", failing, "-t", MUTANT).code == 1
    ran = aberration("reduce", failing, "-t", MUTANT, "-o", tmp_path / "out", "--json")
    assert ran.code == 0
    assert ran.json["status"] == "complete"
    steps = ran.json["steps"]
    assert isinstance(steps, list)
    assert 1 <= len(steps) <= 8
    assert aberration("replay", tmp_path / "out" / "case", "-t", MUTANT).code == 1
    assert aberration("replay", tmp_path / "out" / "neighbour", "-t", MUTANT).code == 0
    assert (tmp_path / "out" / "delta.txt").read_text()


@pytest.mark.slow
def test_an_interrupted_reduction_goes_on_from_its_best(failing: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = started("reduce", failing, "-t", MUTANT, "-o", out)
    assert process.stderr is not None
    lines = [process.stderr.readline() for _ in range(2)]
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "interrupted: the best so far is in" in rest
    assert lines[0].startswith(MUTANT)
    assert aberration("replay", out / "case", "-t", MUTANT).code == 1
    again = aberration("reduce", failing, "-t", MUTANT, "-o", out)
    assert again.code == 0
    assert steps_in(again.err.splitlines()[0]) <= steps_in(lines[1])


@pytest.mark.slow
def test_a_case_without_a_bug_cannot_be_reduced(tmp_path: Path) -> None:
    aberration("make", "transform", "--seed", "1", "-o", tmp_path / "case")
    ran = aberration("reduce", tmp_path / "case", "-t", "swiftshader", "-o", tmp_path / "out")
    assert ran.code == 2
    assert "the case shows no bug on swiftshader (pass)" in ran.err


def test_the_pass_to_blame_is_told() -> None:
    known = CORPUS / "bugs" / "spirv-opt-peeling-doubled-edge"
    ran = aberration("bisect", known, "-t", "spirv-opt@2025.5:passes:loop-peeling", "--json")
    assert ran.code == 0
    culprit = ran.json["culprit"]
    assert isinstance(culprit, dict)
    assert (culprit["kind"], culprit["name"], culprit["passes"]) == (
        "pass",
        "loop-peeling",
        ["loop-peeling"],
    )
    assert (
        "loop-peeling"
        in aberration("bisect", known, "-t", "spirv-opt@2025.5:passes:loop-peeling").out
    )


@pytest.mark.slow
def test_nothing_is_to_blame_where_no_bug_shows(tmp_path: Path) -> None:
    case = tmp_path / "case"
    assert aberration("make", "transform", "--seed", "1", "-o", case).code == 0
    ran = aberration("bisect", case, "-t", "swiftshader")
    assert ran.code == 2
    assert "shows no bug" in ran.err
    assert aberration("bisect", case).code == 2

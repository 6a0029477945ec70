"""The wheel holds what matters and nothing of others; installed alone, it does its work."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from configparser import ConfigParser
from email import message_from_string
from pathlib import Path

import pytest
from helpers.command_line import CORPUS, ROOT
from helpers.made_once import made_once
from helpers.packaging import build, build_from_a_clean_copy, tracked_files

CORPUS_KINDS = ("bugs", "c", "geometry", "pairs", "shading", "spirv", "vertex")
LARGEST = 6_000_000
"""Bytes of a wheel; it has 4.2 million."""
TEXTS = (".py", ".c", ".mjs", ".js", ".css", ".j2", ".html", ".sh", ".frag", ".comp", ".wgsl")
OTHERS_RIGHTS = re.compile(rb"copyright (?:\(c\)|\xc2\xa9|\d)|spdx-license|@license", re.IGNORECASE)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel once for all tests of this file."""
    folder = made_once(
        tmp_path_factory, "a wheel", lambda empty: build_from_a_clean_copy(empty, "--wheel")
    )
    (built,) = (folder / "dist").iterdir()
    return built


def _origin(name: str) -> str:
    """Return the path in the checkout that a file of the wheel comes from."""
    inside = name.removeprefix("aberration/")
    return inside if inside.startswith("corpus/") else f"src/aberration/{inside}"


def _expected() -> set[str]:
    kept = tuple(f"corpus/{kind}/" for kind in CORPUS_KINDS)
    return {path for path in tracked_files() if path.startswith(("src/aberration/", *kept))}


def test_each_file_of_the_wheel_is_a_file_of_ours(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
        assert {_origin(name) for name in names} == _expected()
        for name in names:
            assert archive.read(name) == (ROOT / _origin(name)).read_bytes(), name
    assert wheel.stat().st_size < LARGEST


def test_the_licence_is_ours_and_nothing_of_others_is_shipped(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (licence,) = [name for name in archive.namelist() if name.endswith("licenses/LICENSE")]
        assert archive.read(licence) == (ROOT / "LICENSE").read_bytes()
        (metadata,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
        told = message_from_string(archive.read(metadata).decode())
        assert (told["License-Expression"], told["License-File"]) == ("Apache-2.0", "LICENSE")
        for name in (name for name in archive.namelist() if name.endswith(TEXTS)):
            assert ".min." not in name, f"{name}: vendored?"
            assert not OTHERS_RIGHTS.search(archive.read(name)), name


def test_each_entry_point_is_a_module_of_the_wheel(wheel: Path) -> None:
    points = ConfigParser()
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (listed,) = [name for name in names if name.endswith("/entry_points.txt")]
        points.read_string(archive.read(listed).decode())
    modules = {value.partition(":")[0] for group in points.values() for value in group.values()}
    assert "aberration.cli.main" in modules
    assert {f"{module.replace('.', '/')}.py" for module in modules} <= names


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_source_archive_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    (sdist,) = build_from_a_clean_copy(tmp_path, "--sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    assert (source / "tests" / "end_to_end" / Path(__file__).name).is_file()
    (again,) = build(source, tmp_path / "again", "--wheel")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert {info.filename: info.CRC for info in one.infolist()} == {
            info.filename: info.CRC for info in other.infolist()
        }


class Installed:
    """The wheel in an environment of its own, without the checkout, in an empty home."""

    def __init__(self, folder: Path) -> None:
        self._command = folder / "venv" / "bin" / "aberration"
        self.work, self.home = folder / "work", folder / "home"

    @staticmethod
    def make(wheel: Path, folder: Path) -> None:
        """Make the environment, with the versions that are pinned."""
        venv.create(folder / "venv", with_pip=True)
        python, pinned = folder / "venv" / "bin" / "python", str(ROOT / "requirements.txt")
        install = [str(python), "-m", "pip", "install", "--quiet", "-c", pinned]
        subprocess.run([*install, f"{wheel}[all]"], check=True)
        for name in ("work", "home"):
            (folder / name).mkdir()

    def __call__(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; none may show a traceback or speak of a checkout."""
        kept = {"HOME": str(self.home), "PATH": os.defpath}
        line = [str(self._command), *map(str, arguments)]
        done = subprocess.run(
            line,
            capture_output=True,
            text=True,
            check=False,
            timeout=1500,
            cwd=self.work,
            env=kept,
        )
        written = done.stdout + done.stderr
        assert "Traceback" not in written, written
        assert str(ROOT) not in written, written
        assert "make setup" not in written, written
        return done


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Install the wheel once for all tests of this file."""
    return Installed(
        made_once(tmp_path_factory, "installed", lambda empty: Installed.make(wheel, empty))
    )


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_doctor_says_how_to_get_what_is_missing(installed: Installed) -> None:
    told = installed("doctor")
    assert told.returncode == 0, told.stderr
    missing = [line for line in told.stdout.splitlines() if "compilers of other years" in line]
    assert missing[0].endswith("none are here; to get it: aberration setup --compilers")
    wgpu = [line for line in told.stdout.splitlines() if "no wgpu 0.32.0" in line]
    assert f"{installed.home}/.local/share/aberration/tools/wgpu-0.32.0" in wgpu[0]
    assert wgpu[0].endswith("to get it: aberration setup")


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_campaign_tests_what_is_there(installed: Installed) -> None:
    done = installed("fuzz", "--time", "20s", "--tests", "20", "-o", "out")
    assert done.returncode in (0, 1), done.stderr
    assert re.search(r"^[1-9]\d* tests in ", done.stdout, re.MULTILINE), done.stdout
    assert (installed.work / "out" / "report" / "index.html").is_file()


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_one_program_and_one_case(installed: Installed) -> None:
    shader = CORPUS / "references" / "gcd_grid.frag"
    for path in (shader, shader.with_suffix(".json")):
        (installed.work / path.name).write_bytes(path.read_bytes())
    assert installed("check", shader.name).returncode == 0
    assert installed("run", shader.name, "-t", "lavapipe").returncode == 0
    made = installed("make", "transform", "-s", shader.name, "--seed", "7", "-o", "case")
    assert made.returncode == 0, made.stderr
    again = installed("replay", "case", "-t", "lavapipe")
    assert again.returncode in (0, 1), again.stderr
    assert "lavapipe" in again.stdout


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_every_command_is_there(installed: Installed) -> None:
    listed = installed("--help").stdout.partition("Commands:")[2]
    commands = re.findall(r"^  (\w+)  ", listed, re.MULTILINE)
    assert {"fuzz", "doctor", "setup"} <= set(commands)
    for command in commands:
        assert installed(command, "--help").returncode == 0, command


def test_an_editable_installation_reads_the_corpus_of_the_checkout() -> None:
    line = "from aberration.campaign.seeds import bundled_corpus; print(bundled_corpus())"
    told = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert Path(told.stdout.strip()) == CORPUS

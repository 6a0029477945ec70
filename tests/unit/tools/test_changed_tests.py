"""The tests of a change."""

from pathlib import Path, PurePosixPath

import pytest
from tools.changed_tests import mirrored_tests


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("core/test_rng.py", "reduce/test_looks.py", "benchmarks/test_svg.py"):
        path = tmp_path / "tests" / "unit" / name
        path.parent.mkdir(parents=True)
        path.touch()
    return tmp_path


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("src/aberration/core/rng.py", ["tests/unit/core/test_rng.py"]),
        ("src/aberration/reduce/__init__.py", ["tests/unit/reduce"]),
        ("benchmarks/svg.py", ["tests/unit/benchmarks/test_svg.py"]),
        ("tests/unit/core/test_rng.py", ["tests/unit/core/test_rng.py"]),
        ("tests/helpers/sites.py", []),
        ("src/aberration/core/untested.py", []),
        ("README.md", []),
        ("tools/setup.sh", []),
    ],
)
def test_a_file_has_its_tests(root: Path, file: str, tests: list[str]) -> None:
    assert mirrored_tests([PurePosixPath(file)], root) == tests


def test_a_test_is_named_once(root: Path) -> None:
    files = ("src/aberration/core/rng.py", "tests/unit/core/test_rng.py")
    assert mirrored_tests(map(PurePosixPath, files), root) == ["tests/unit/core/test_rng.py"]

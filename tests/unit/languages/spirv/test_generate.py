from __future__ import annotations

from pathlib import Path

import pytest

from aberration.languages.spirv import generate


@pytest.mark.parametrize("name", ["opcodes.py", "enums.py", "tables.py"])
def test_committed_modules_are_what_the_grammar_gives(name: str) -> None:
    committed = Path(generate.__file__).with_name(name).read_text(encoding="utf-8")
    assert committed == generate.generated_files()[name]


@pytest.mark.parametrize(
    ("kind", "enumerant", "expected"),
    [
        ("StorageClass", "StorageBuffer", "STORAGE_BUFFER"),
        ("Dim", "2D", "DIM_2D"),
        ("Capability", "SubgroupBallotKHR", "SUBGROUP_BALLOT_KHR"),
        ("FPFastMathMode", "NotNaN", "NOT_NAN"),
    ],
)
def test_constant_names(kind: str, enumerant: str, expected: str) -> None:
    assert generate.constant_name(kind, enumerant) == expected

"""Violations are asked about on other families; known ones and foreign ones stay as they are."""

from __future__ import annotations

from pathlib import Path

from experiments.fuse_shaders.ledger import Record, Violation, folder_of
from experiments.fuse_shaders.others import OTHERS, with_others


def test_a_record_without_its_campaign_stays_as_it_is(tmp_path: Path) -> None:
    record = Record("mesa", "new relations", 7, 3, 1, (Violation(1, "softpipe", "wrong", "x"),))
    assert with_others([record], tmp_path) == [record]
    assert folder_of(record, tmp_path).name == "mesa-new-relations-7"


def test_each_language_has_compilers_of_several_families() -> None:
    for names in OTHERS.values():
        assert len(names) == len(set(names)) >= 4

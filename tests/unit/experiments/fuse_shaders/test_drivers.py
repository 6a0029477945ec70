"""The ablation of fusion on drivers: each setting is a campaign of its own on the same seeds."""

from __future__ import annotations

from pathlib import Path

import pytest
from experiments.fuse_shaders.drivers import (
    BLOCK,
    GROUPS,
    LIVE_CODE,
    RELATIONS,
    configuration_of,
    counts,
    table,
)
from experiments.fuse_shaders.ledger import Record, Violation, read_records, write_records
from experiments.fuse_shaders.settings import ALL, PARTS, SETTINGS

from aberration.methods.fuse.relations.registry import RELATIONS as KNOWN
from aberration.methods.fuse.settings import kinds_of


@pytest.mark.parametrize("setting", [*SETTINGS, LIVE_CODE])
def test_a_setting_is_a_campaign_of_corpus_and_random_seeds(setting: str, tmp_path: Path) -> None:
    made = configuration_of(GROUPS["dawn"], setting, 3, 50, tmp_path)
    known, random = (made.method[name] for name in made.methods)
    assert made.methods[1].startswith("smith")
    assert (known.bundled, random.bundled) == (100, 0)
    if made.methods[0] == "fuse" and setting != ALL:
        assert kinds_of(known.options) == frozenset(SETTINGS[setting])
        assert known.options["steps"] == random.options["fuse.steps"]


def test_the_table_counts_what_was_not_set_aside(tmp_path: Path) -> None:
    wrong = Violation(3, "llvmpipe", "wrong", "wrong image", relation="light")
    records = [
        Record("mesa", ALL, 1, 2 * BLOCK, 10, (wrong, wrong)),
        Record(
            "mesa", PARTS, 1, 2 * BLOCK, 10, (Violation(30, "llvmpipe", "wrong", "", "rounded"),)
        ),
    ]
    write_records(records, tmp_path / "kept.json")
    lines = table("mesa", read_records(tmp_path / "kept.json")).splitlines()
    assert lines[2].startswith(f"| {ALL} | 50 | 0 | 2 | 0 | 0 | 1.00 | 0")
    assert lines[3].startswith(f"| {PARTS} | 50 | 0 | 0 | 0 | 0 | 0.00 (")
    assert lines[3].endswith(" | 1 |")


def test_the_relations_that_are_counted_are_all_that_there_are(tmp_path: Path) -> None:
    named = [name for names in RELATIONS.values() for name in names]
    assert sorted(named) == sorted(KNOWN)
    made = configuration_of(GROUPS["newest"], "new relations", 3, 50, tmp_path)
    known, random = (made.method[name].options for name in made.methods)
    assert known["relation"] == random["fuse.relation"] == " ".join(RELATIONS["new relations"])


def test_violations_are_counted_with_what_other_compilers_say() -> None:
    shown = Violation(1, "softpipe", "wrong", "wrong image")
    confirmed = Violation(2, "softpipe", "wrong", "wrong image", right=("llvmpipe",))
    doubtful = Violation(3, "softpipe", "wrong", "", right=("zink",), wrong=("llvmpipe",))
    rounded = Violation(4, "softpipe", "wrong", "", "rounded-otherwise")
    records = [
        Record("newest", "new relations", 1, 40, 9, (shown, confirmed, doubtful, rounded)),
        Record("newest", "new relations", 2, 2, 9, ()),
        Record("mesa", ALL, 1, 5, 9, ()),
    ]
    lines = counts(records).splitlines()
    assert lines[2:] == [
        "| new relations | 42 | 1 | 3 | 1 | 1 |",
        "| fused, any relation | 5 | 0 | 0 | 0 | 0 |",
    ]

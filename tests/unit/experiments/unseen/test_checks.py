"""Answers are counted by what the command says and by check; what it died of is told."""

from pathlib import Path

import msgspec
from experiments.unseen.checks import Answer, read, table

ANSWERS = [
    Answer("a.frag", 0, 9.0, {"steady": ("passed", ""), "defined": ("passed", "")}),
    Answer(
        "b.frag",
        1,
        30.5,
        {"steady": ("passed", ""), "defined": ("failed", "division: the divisor is 0")},
    ),
    Answer("c.frag", 3, 2.0, told="Traceback (most recent call last):\nSyntaxError: invalid"),
    Answer("d.frag", None, 60.0, told=""),
    Answer("e.frag", told="glslang: rejected"),
]


def test_the_table() -> None:
    lines = table(ANSWERS).splitlines()
    assert lines[0] == "5 shaders, 1 of them refused by glslang"
    for line in (
        "     1 clean",
        "     1 something is wrong",
        "     1 a defect of ours",
        "     1 killed at the limit",
        "     1 defined: failed",
        "     2 steady: passed",
        "  c.frag: 3: SyntaxError: invalid",
        "    60.0 s  d.frag",
    ):
        assert line in lines


def test_a_measurement_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    assert read(path) == []
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in ANSWERS))
    assert read(path) == ANSWERS

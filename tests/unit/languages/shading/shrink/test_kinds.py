"""What holds for every kind of edit, on shaders of the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.shrinking import plain

from aberration.campaign.seeds import bundled_corpus
from aberration.core.program import load_program
from aberration.languages.shading.allowed import first_refusal
from aberration.languages.shading.shrink.edit import apply
from aberration.languages.shading.shrink.kinds import KINDS, Kind
from aberration.languages.shading.shrink.subject import Subject

NAMES = ("glsl/records.frag", "essl/switch_machine.frag", "wgsl/pointer_swaps.wgsl")
SUBJECTS = {
    name: Subject(load_program(Path(bundled_corpus()) / "shading" / name)) for name in NAMES
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_edits_change_the_tree_and_are_the_same_each_time(kind: Kind) -> None:
    for subject in SUBJECTS.values():
        for variant in range(kind.variants):
            edits = kind.propose(subject, variant)
            assert edits == kind.propose(subject, variant)
            for edit in edits:
                made = apply(subject.module, [edit])
                assert made != subject.module
                assert first_refusal(made, subject.shader.rules) is not None or plain(made)


def test_the_kinds_that_do_the_most_find_something_in_each_shader() -> None:
    wanted = {
        "statements",
        "parts of statements",
        "variables",
        "operands",
        "numbers for values",
        "numbers",
    }
    for subject in SUBJECTS.values():
        assert wanted <= {
            kind.name
            for kind in KINDS
            if any(kind.propose(subject, variant) for variant in range(kind.variants))
        }

"""A line for each note on a seed, or for each kind of note."""

from __future__ import annotations

from aberration.campaign.note_lines import MOST, note_lines
from aberration.campaign.seeds import FileNote


def notes(count: int) -> list[FileNote]:
    return [FileNote(f"{k}.frag", f"pictures of ours are given for tex{k}") for k in range(count)]


def test_few_notes_have_a_line_each() -> None:
    assert note_lines(notes(2)) == [
        "0.frag: pictures of ours are given for tex0",
        "1.frag: pictures of ours are given for tex1",
    ]
    assert len(note_lines(notes(MOST))) == MOST


def test_of_many_notes_each_kind_has_a_line() -> None:
    rare = FileNote("odd.frag", "nothing gives scale = vec2(0.0)")
    assert note_lines([*notes(MOST), rare]) == [
        f"0.frag: pictures of ours are given for tex0 (and {MOST - 1} more like this)",
        "odd.frag: nothing gives scale = vec2(0.0)",
        "`aberration check FILE` tells all of one file",
    ]

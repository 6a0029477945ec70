"""What the tables count."""

from experiments.real_shaders.seed_tables import (
    by_package,
    by_reason,
    head_of,
    tables,
    words_of,
)
from experiments.real_shaders.seeds import Tried

from aberration.languages.shading.tree import LanguageName


def line(
    language: LanguageName, *reasons: str, known: str = "", driver: str = "", uses: str = ""
) -> Tried:
    return Tried(
        "p", "a", language, "fragment", "0", bool(known), known, driver,
        reasons=reasons, uses=(uses,) if uses else (),
    )  # fmt: skip


LINES = [
    line("essl", known="defined", driver="d", uses="discard"),
    line("essl", known="repaired", driver="d"),
    line("essl", "driver: 3 units of 'x'", known="defined"),
    line("essl", "driver: 7 units of 'y'", known="defined"),
    line("wgsl", "a texture: 2D", "a texture: 3D"),
    line("wgsl", "a texture: 2D", "a storage image: 2D"),
    line("wgsl", "undefined: nan", known="undefined", driver="d"),
]


def test_the_counts_of_a_package() -> None:
    assert by_package(LINES) == [
        "| package | language | stage | legal | loaded | interpreted | defined | repaired "
        "| on a driver | a seed | of them with stand-ins | with pictures |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
        "| p | essl | fragment | 4 | 4 | 4 | 3 | 1 | 2 | 2 | 0 | 0 |",
        "| p | wgsl | fragment | 3 | 1 | 1 | 0 | 0 | 1 | 0 | 0 | 0 |",
        "| all | essl |  | 4 | 4 | 4 | 3 | 1 | 2 | 2 | 0 | 0 |",
        "| all | glsl |  | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |",
        "| all | wgsl |  | 3 | 1 | 1 | 0 | 0 | 1 | 0 | 0 | 0 |",
        "| all |  | vertex | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |",
        "| all |  | fragment | 7 | 5 | 5 | 3 | 1 | 3 | 2 | 0 | 0 |",
        "| all |  | compute | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |",
        "| all |  |  | 7 | 5 | 5 | 3 | 1 | 3 | 2 | 0 | 0 |",
    ]


def test_a_reason_alone_is_the_only_one_of_its_shader() -> None:
    assert by_reason(LINES, head_of)[2:] == [
        "| a texture | 2 | 1 | 0 | 0 | 2 |",
        "| driver: N units of '...' | 2 | 2 | 2 | 0 | 0 |",
        "| a storage image | 1 | 0 | 0 | 0 | 1 |",
        "| undefined | 1 | 1 | 0 | 0 | 1 |",
    ]
    assert "| a texture: 2D | 2 | 0 | 0 | 0 | 2 |" in by_reason(LINES, words_of)


def test_all_tables() -> None:
    text = tables(LINES)
    assert "| a storage image + a texture | 1 |" in text
    assert "| discard | 1 |" in text

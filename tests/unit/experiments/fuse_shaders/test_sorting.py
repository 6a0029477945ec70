"""How well findings are sorted whose planted mistakes are known."""

from __future__ import annotations

from experiments.fuse_shaders.sorting import Reduction, sort

from aberration.languages.shading.tree import LanguageName

HEADS: dict[LanguageName, str] = {
    "essl": "#version 300 es\nprecision highp float;\nout vec4 colour;\n",
    "glsl": "#version 330\nout vec4 colour;\n",
}


def reduction(mutant: str, value: str, language: LanguageName = "essl") -> Reduction:
    text = f"{HEADS[language]}void main() {{ int a = 8; colour = vec4(float({value})); }}\n"
    parts = {"first": text, "second": f"{HEADS[language]}void main() {{ }}\n"}
    return Reduction(
        language, mutant, 1, (9, 9), 4, (6, 4), (), "average", 8, 0.1, "fragment", parts, {}, ""
    )


def test_pairs_are_together_rightly_or_wrongly() -> None:
    found = sort(
        [
            reduction("shift", "a >> 2"),
            reduction("shift", "a >> 3"),
            reduction("shift", "(a >> 2) * a"),
            reduction("product", "a * a"),
            reduction("sum", "a * 8"),
        ]
    )
    assert (found.findings, found.mutants, found.bugs, found.of_several) == (5, 3, 3, 1)
    assert (found.duplicates, found.marked_duplicates, found.marked) == (1, 1, 1)
    assert (found.precision, found.recall) == (1 / 2, 1 / 3)


def test_one_compiler_speaks_one_language() -> None:
    found = sort([reduction("shift", "a >> 2"), reduction("shift", "a >> 2", "glsl")])
    assert (found.mutants, found.bugs, found.duplicates, found.recall) == (2, 2, 0, 0.0)

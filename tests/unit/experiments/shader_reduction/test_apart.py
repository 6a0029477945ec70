"""Bugs that are made of the findings of planted mistakes are counted."""

from __future__ import annotations

from pathlib import Path

from experiments.shader_reduction.apart import Row, finding_of, rows_of, summary
from experiments.shader_reduction.cases import Drawn
from experiments.shader_reduction.measure import stem_of

TEXT = "#version 450\nout vec4 colour;\nvoid main() {{ int {name} = 3; colour = vec4({value}); }}\n"
ONE, SAME, OTHER = (
    Drawn("glsl", "tiny", seed, mutant) for seed, mutant in enumerate(("signs", "signs", "shifts"))
)


def written(folder: Path, drawn: Drawn, name: str, value: str) -> None:
    stem = folder / stem_of(drawn)
    stem.with_suffix(".before").write_text(TEXT.format(name="much", value=f"{drawn.seed} + 1"))
    stem.with_suffix(".after").write_text(TEXT.format(name=name, value=value))


def test_two_findings_of_a_mistake_are_one_bug_and_another_mistake_is_another(
    tmp_path: Path,
) -> None:
    written(tmp_path, ONE, "a", "a % 2")
    written(tmp_path, SAME, "b", "b % 5")
    written(tmp_path, OTHER, "c", "c << 2")
    found = [finding_of(one, tmp_path) for one in (ONE, SAME, OTHER)]
    findings = [one for one in found if one is not None]
    planted = {one.name: one.mutant for one in (ONE, SAME, OTHER)}
    rows = rows_of(findings, planted)
    assert rows == [Row("glsl", ("signs",), ()), Row("glsl", ("shifts",), ())]
    counts = summary(findings, rows, planted)
    assert counts["findings"] == 3
    assert counts["mistakes"] == counts["bugs"] == 2
    assert counts["bugs_of_several_mistakes"] == 0


def test_a_case_that_was_not_reduced_is_no_finding(tmp_path: Path) -> None:
    assert finding_of(ONE, tmp_path) is None

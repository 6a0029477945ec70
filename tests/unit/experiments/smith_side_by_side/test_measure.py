"""Two arms with equal time: what each showed by when."""

from __future__ import annotations

from experiments.smith_side_by_side.measure import (
    LANGUAGES,
    Run,
    Sight,
    drawn_mutants,
    options_of,
    report,
)

from aberration.methods.smith.generate.settings import PRESETS


def _run(arm: str, seed: int, found: int) -> Run:
    names = [one.name for one in drawn_mutants("essl", seed, 4)][:found]
    sights = tuple(Sight("essl", name, 3 * k + 1, k + 0.5) for k, name in enumerate(names))
    return Run(arm, seed, 4, 60, 6.0, sights)


def test_sights_are_counted_by_time_and_by_program() -> None:
    run = _run("ours", 1, 4)
    assert [run.by_time(seconds) for seconds in (0, 1, 2, 9)] == [0, 1, 2, 4]
    assert [run.by_count(programs) for programs in (0, 1, 4, 99)] == [0, 1, 2, 4]


def test_both_arms_are_asked_for_the_same_mistakes() -> None:
    for language in LANGUAGES:
        first = drawn_mutants(language, 3, 10)
        assert first == drawn_mutants(language, 3, 10)
        assert first != drawn_mutants(language, 4, 10)
        assert len({one.name for one in first}) == 10


def test_the_arm_as_published_is_random_and_rewritten_everywhere() -> None:
    for language in LANGUAGES:
        options = options_of("published", language)
        assert (options["kind"], options["wrappers"]) == ("random", "all")
        assert PRESETS[options["preset"]].idioms == 0
        assert options_of("ours", language) == {}


def test_the_report_compares_the_arms() -> None:
    runs = [_run(arm, seed, 4 if arm == "ours" else 1) for seed in range(8) for arm in
            ("published", "ours")]  # fmt: skip
    text = report(runs)
    assert "| 5 s | 1 | 4 | 0.00016 | 100% |" in text
    assert "| 10 programs | 1 | 4 |" in text
    assert "`published`: 60 programs (median);" in text

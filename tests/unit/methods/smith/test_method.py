"""The method `smith`: drawn programs without undefined behaviour, made again from their recipes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs
from aberration.core.method import Replay, Request
from aberration.core.oracle import Expected
from aberration.core.recipe import Step, TestCase
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.methods.shaders.shader_tests import LANGUAGES
from aberration.methods.smith.method import SmithMethod

CELLS = Inputs(buffers=(Buffer(0, bytes(8)),))


def drawn_tests(language: LanguageName, run_seed: int) -> list[TestCase]:
    options = {"preset": "tiny", "kind": "random"}
    request = Request(run_seed, 2, language=language, options=options)
    return list(SmithMethod().make(request))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_test_has_a_program_of_its_own_whose_result_is_known(language: LanguageName) -> None:
    cases = [case for run_seed in range(4) for case in drawn_tests(language, run_seed)]
    assert len({case.programs["program"].source for case in cases}) == 8
    for case in cases:
        program = case.programs["program"]
        assert program.language == language
        assert program.stage in ("compute", "fragment")
        assert isinstance(case.oracle, Expected)
        shader = read(program.source, language)
        assert execute(shader, program.stage, program.inputs) == case.oracle.outcome


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recipe_makes_the_same_again(language: LanguageName) -> None:
    for case in drawn_tests(language, 7):
        assert SmithMethod().replay(case.recipe).case == case
    assert drawn_tests(language, 7) == drawn_tests(language, 7)
    assert drawn_tests(language, 7) != drawn_tests(language, 8)


def test_the_recipe_keeps_what_was_generated_and_says_where_it_is_rewritten() -> None:
    cases = [case for run_seed in range(12) for case in drawn_tests("essl", run_seed)]
    assert {case.recipe.options["wrappers"] for case in cases} == {"needed", "some", "all"}
    for case in cases:
        kept = case.recipe.seeds["seed"]
        assert kept.inputs == case.programs["program"].inputs
        everywhere = replace(case.recipe, options={"wrappers": "all"})
        program = SmithMethod().replay(everywhere).case.programs["program"]
        assert len(program.source) >= len(case.programs["program"].source) >= len(kept.source)


def test_half_of_what_is_not_needed_stays_rewritten_also_in_a_smaller_program() -> None:
    case = drawn_tests("essl", 1)[0]
    lines = [f"cells[0] += {k} / cells[1];" for k in range(40)]

    def rewritten(lines: list[str], wrappers: str) -> set[str]:
        text = (
            "#version 310 es\nlayout(local_size_x = 1) in;\n"
            "layout(std430, binding = 0) buffer Cells { int cells[2]; };\n"
            f"void main() {{ cells[1] = 7;\n{chr(10).join(lines)}\n}}\n"
        )
        seed = replace(
            case.recipe.seeds["seed"], source=text.encode(), stage="compute", inputs=CELLS
        )
        recipe = replace(case.recipe, seeds={"seed": seed}, options={"wrappers": wrappers})
        made = SmithMethod().replay(recipe).case.programs["program"].source.decode()
        return {line for line in lines if line not in made}

    assert rewritten(lines, "needed") == set()
    assert rewritten(lines, "all") == set(lines)
    some = rewritten(lines, "some")
    assert 5 < len(some) < 35
    assert rewritten(lines[7:], "some") == some.intersection(lines[7:])


def test_a_smaller_program_is_rewritten_anew() -> None:
    case = drawn_tests("essl", 1)[0]
    text = b"""#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Cells { int cells[2]; };
void main() { cells[0] = 7 / cells[1]; }
"""
    seed = replace(case.recipe.seeds["seed"], source=text, stage="compute", inputs=CELLS)
    recipe = replace(case.recipe, seeds={"seed": seed}, options={"wrappers": "needed"})
    smaller = SmithMethod().replay(recipe).case
    assert b"7 / cells[1]" not in smaller.programs["program"].source
    assert isinstance(smaller.oracle, Expected)


def test_what_cannot_be_rewritten_is_no_test() -> None:
    case = drawn_tests("essl", 1)[0]
    text = b"""#version 310 es
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Cells { int cells[2]; };
void main() { cells[0] = int(gl_LocalInvocationIndex); }
"""
    seed = replace(case.recipe.seeds["seed"], source=text, stage="compute", inputs=CELLS)
    with pytest.raises(BadInput, match="race"):
        SmithMethod().replay(replace(case.recipe, seeds={"seed": seed}))


def test_a_simpler_recipe_rewrites_only_what_needs_it() -> None:
    cases = [case for run_seed in range(3) for case in drawn_tests("glsl", run_seed)]
    with_more = [case for case in cases if case.recipe.options["wrappers"] != "needed"]
    assert 0 < len(with_more) < len(cases)
    for case in cases:
        simpler = list(SmithMethod().simplify(case.recipe))
        assert [one.options for one in simpler[:1]] == [{"wrappers": "needed"}] * (
            case in with_more
        )
        assert all(one.seeds == case.recipe.seeds for one in simpler)


def test_a_recipe_whose_needs_cannot_be_met_has_no_simpler_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = drawn_tests("essl", 1)[0]
    everywhere = replace(case.recipe, options={"wrappers": "all"})
    method = SmithMethod()

    def refuse(_: object) -> object:
        raise BadInput("it is no test")

    monkeypatch.setattr(method, "replay", refuse)
    assert list(method.simplify(everywhere)) == []


# ---- path-first programs


def path_tests(language: LanguageName, run_seed: int) -> list[TestCase]:
    request = Request(run_seed, 2, language=language, options={"kind": "path"})
    return list(SmithMethod().make(request))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_steps_of_a_path_first_program_are_its_plan(language: LanguageName) -> None:
    for case in path_tests(language, 3):
        assert len(case.recipe.steps) > 5
        assert case.programs["program"] == case.recipe.seeds["seed"]
        assert SmithMethod().replay(case.recipe) == Replay(case)


def test_dropping_steps_writes_another_program_which_replays() -> None:
    method = SmithMethod()
    case = path_tests("wgsl", 4)[0]
    shorter = method.replay(case.recipe.with_steps(case.recipe.steps[::2])).case
    assert len(shorter.recipe.steps) <= (len(case.recipe.steps) + 1) // 2
    assert shorter.programs["program"].source != case.programs["program"].source
    assert SmithMethod().replay(shorter.recipe) == Replay(shorter)
    gone = [step for step in case.recipe.steps if step not in shorter.recipe.steps]
    assert len(method.delta(shorter, case).splitlines()) == len(gone)


def test_steps_that_do_nothing_are_skipped() -> None:
    case = path_tests("glsl", 5)[0]
    idle = {"type": "Again", "function": 1, "operands": [1]}
    replay = SmithMethod().replay(case.recipe.with_steps((idle, *case.recipe.steps)))
    assert replay.skipped == 1
    assert replay.case.recipe.steps == case.recipe.steps


def test_a_program_that_was_made_smaller_keeps_its_steps() -> None:
    case = path_tests("wgsl", 6)[0]
    text = b"@compute @workgroup_size(1) fn main() { }"
    seed = replace(case.recipe.seeds["seed"], source=text, stage="compute", inputs=CELLS)
    smaller = SmithMethod().replay(replace(case.recipe, seeds={"seed": seed})).case
    assert smaller.programs["program"].source == text
    assert smaller.recipe.steps == case.recipe.steps


def test_simpler_records_are_offered() -> None:
    method = SmithMethod()
    case = path_tests("essl", 8)[0]
    offers = [recipe for _, recipe in zip(range(12), method.simplify(case.recipe), strict=False)]
    assert offers
    for recipe in offers:
        assert len(recipe.steps) == len(case.recipe.steps)
        assert recipe.steps != case.recipe.steps
        assert isinstance(method.replay(recipe).case.oracle, Expected)


def test_one_program_in_four_is_path_first_unless_one_kind_is_wanted() -> None:
    options = {"preset": "tiny"}
    kinds = [
        case.recipe.options.get("kind", "random")
        for run_seed in range(10)
        for case in SmithMethod().make(Request(run_seed, 2, language="wgsl", options=options))
    ]
    assert set(kinds) == {"path", "random"}
    assert kinds.count("path") < kinds.count("random")
    only = SmithMethod().make(Request(1, 4, language="wgsl", options={**options, "kind": "random"}))
    assert all(not case.recipe.steps for case in only)
    with pytest.raises(BadInput, match="expected a kind of smith"):
        SmithMethod().make(Request(1, 1, language="wgsl", options={"kind": "paht"}))


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"type": "Nonsense"}, "expected the records of a path-first program"),
        ({"type": "Compute", "row": 5}, "expected the records of a path-first program"),
    ],
)
def test_a_step_that_is_no_record_is_refused(step: Step, message: str) -> None:
    case = path_tests("glsl", 5)[0]
    with pytest.raises(BadInput, match=message):
        SmithMethod().replay(case.recipe.with_steps((step,)))


@pytest.mark.parametrize("wrappers", ["all", "some", "needed"])
def test_where_programs_are_rewritten_may_be_chosen(wrappers: str) -> None:
    options = {"preset": "tiny", "kind": "random", "wrappers": wrappers}
    cases = SmithMethod().make(Request(3, 6, language="essl", options=options))
    assert {case.recipe.options["wrappers"] for case in cases} == {wrappers}


def test_wrappers_that_nobody_knows_are_refused() -> None:
    options = {"preset": "tiny", "kind": "random", "wrappers": "few"}
    with pytest.raises(BadInput, match="expected wrappers of smith"):
        SmithMethod().make(Request(3, 1, language="essl", options=options))


@pytest.mark.parametrize("options", [{}, {"preset": "mixed"}])
def test_programs_of_all_sizes_are_drawn(options: dict[str, str]) -> None:
    sizes = []
    for seed in range(16):
        given = {**options, "kind": "random", "wrappers": "all"}
        (case,) = SmithMethod().make(Request(seed, 1, language="glsl", options=given))
        sizes.append(len(case.recipe.seeds["seed"].source))
    assert min(sizes) * 8 < max(sizes)
    assert 0 < sum(size > 8_000 for size in sizes) < 8


def test_a_preset_that_nobody_knows_is_refused() -> None:
    options = {"preset": "huge", "kind": "random"}
    with pytest.raises(
        BadInput, match=r"expected a preset of smith .*control, .*mixed.*'huge' came"
    ):
        SmithMethod().make(Request(3, 1, language="essl", options=options))

"""The experiment that compares drivers with the interpreter is silent about sound variants, and
tells planted bugs.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from experiments.transform_soundness.drivers import DRIVERS, Lane, Report, figures_of, run_lane
from helpers.corpus import programs

from aberration.core.recipe import Recipe, TestCase
from aberration.core.testcase import load_case
from aberration.languages.spirv.enums import FunctionControl, SelectionControl
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpSelectionMerge
from aberration.methods.transform.method import VERSION, TransformMethod
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_function_control import SetFunctionControl
from aberration.methods.transform.transformations.set_selection_control import SetSelectionControl
from aberration.targets.pool import TargetPool

RUNS = 2
SEED = 2
"""Of 0 and 1, variants show bugs of Mesa 22.3.6; of 0 those of the second program
`lavapipe-swapped-arms`.
"""
STEPS = 80
SEEDS = ("binary_search", "bouncing_points")
"""Programs of which each mutant gets something wrong."""
FLATTEN = "mutant-flatten-mask"
DONT_INLINE = "mutant-dont-inline"


def flattened(module: Module) -> list[Transformation]:
    merges = [found.block for found in module.by_opcode(OpSelectionMerge)]
    return [
        SetSelectionControl(block.id, SelectionControl.FLATTEN)
        for block in merges
        if block is not None
    ]


def not_inlined(module: Module) -> list[Transformation]:
    return [
        SetFunctionControl(function.id, FunctionControl.DONT_INLINE)
        for function in module.functions
    ]


def cases(steps_of: Callable[[Module], list[Transformation]]) -> list[TestCase]:
    """Return a case for each seed, with the steps for its module."""
    found: list[TestCase] = []
    for seed in programs("references"):
        if seed.name in SEEDS:
            steps = tuple(to_step(step) for step in steps_of(Module.parse(seed.source)))
            found.append(
                TransformMethod().replay(Recipe("transform", VERSION, {"seed": seed}, steps)).case
            )
    return found


def looked_at(pool: TargetPool, folder: Path, given: list[TestCase], *targets: str) -> Report:
    return Lane(pool, folder, STEPS, targets).report("seed", "planted", given, 1)


def test_sound_variants_give_no_difference_and_are_looked_at_once(tmp_path: Path) -> None:
    for _ in range(2):
        run_lane(tmp_path, SEED, STEPS, range(RUNS))
    records = [tmp_path / f"run-{number:04}.json" for number in range(RUNS)]
    assert sorted(tmp_path.iterdir()) == records
    reports = [msgspec.json.decode(record.read_bytes(), type=Report) for record in records]
    figures = figures_of(reports)
    assert (figures["differences"], figures["refused"], figures["runs"], figures["seeds"]) == (
        [],
        [],
        RUNS,
        RUNS,
    )
    variants = sum(report.variants for report in reports)
    assert variants >= RUNS
    assert all(report.places for report in reports)
    results = figures["results"]
    assert isinstance(results, dict)
    assert [results[f"{driver} pass"] for driver in DRIVERS] == [variants] * len(DRIVERS)


def test_a_record_that_is_there_is_left_alone(tmp_path: Path) -> None:
    record = tmp_path / "run-0000.json"
    record.write_bytes(msgspec.json.encode(Report("kept")))
    run_lane(tmp_path, 0, STEPS, [0])
    assert msgspec.json.decode(record.read_bytes(), type=Report) == Report("kept")


def test_a_planted_wrong_result_differs_from_reference_and_interpreter(
    pool: TargetPool, tmp_path: Path
) -> None:
    given = cases(flattened)
    report = looked_at(pool, tmp_path, given, DRIVERS[0], FLATTEN)
    assert report.variants == len(SEEDS)
    assert {each.target for each in report.differences} == {FLATTEN}
    told = sorted((each.case, each.against, each.kind) for each in report.differences)
    names = sorted(f"planted-{len(case.recipe.steps)}" for case in given)
    wrong = (("interpreter", "wrong variant"), ("reference", "wrong"))
    assert told == [(name, against, kind) for name in names for against, kind in wrong]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert all(load_case(tmp_path / name) in given for name in names)


def test_a_planted_crash_differs(pool: TargetPool, tmp_path: Path) -> None:
    report = looked_at(pool, tmp_path, cases(not_inlined)[:1], DONT_INLINE)
    assert [(each.against, each.kind) for each in report.differences] == [("reference", "crash")]


def test_the_drivers_alone_are_right_about_what_mutants_are_not(
    pool: TargetPool, tmp_path: Path
) -> None:
    report = looked_at(pool, tmp_path, [*cases(flattened), *cases(not_inlined)[:1]], *DRIVERS)
    assert (report.variants, report.differences) == (len(SEEDS) + 1, ())
    assert list(tmp_path.iterdir()) == []

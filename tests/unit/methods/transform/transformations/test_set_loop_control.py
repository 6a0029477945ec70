from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import LoopControl
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_loop_control import SetLoopControl

BODY = """
    OpBranch %header
    %header = OpLabel
    OpLoopMerge %after %header None
    OpBranchConditional %condition %header %after
    %after = OpLabel
"""
PROMISING = BODY.replace("None", "DependencyLength|MinIterations|MaxIterations 4 1 9")
PEEL, PARTIAL, UNROLL, DONT_UNROLL = (
    LoopControl.PEEL_COUNT,
    LoopControl.PARTIAL_COUNT,
    LoopControl.UNROLL,
    LoopControl.DONT_UNROLL,
)
MINIMUM, MAXIMUM, MULTIPLE = (
    LoopControl.MIN_ITERATIONS,
    LoopControl.MAX_ITERATIONS,
    LoopControl.ITERATION_MULTIPLE,
)
LENGTH, INFINITE = LoopControl.DEPENDENCY_LENGTH, LoopControl.DEPENDENCY_INFINITE
HEADER = ident("%header")


@pytest.mark.parametrize(("control", "hint"), [(0, "None"), (1, "Unroll"), (2, "DontUnroll")])
def test_sets_the_hint(control: int, hint: str) -> None:
    expect(BODY, SetLoopControl(HEADER, control), f"OpLoopMerge %after %header {hint}")


def test_keeps_promises_in_order() -> None:
    module = module_of(PROMISING, version=(1, 4))
    step = SetLoopControl(
        HEADER, UNROLL | LoopControl.DEPENDENCY_LENGTH | LoopControl.MAX_ITERATIONS | PARTIAL, 0, 7
    )
    expect(
        module,
        step,
        "OpLoopMerge %after %header Unroll|DependencyLength|MaxIterations|PartialCount 4 9 7",
    )


def test_counts_change() -> None:
    module = module_of(BODY, version=(1, 4))
    expect(
        module,
        SetLoopControl(HEADER, PEEL | PARTIAL, 3, 5),
        "OpLoopMerge %after %header PeelCount|PartialCount 3 5",
    )
    expect(
        module, SetLoopControl(HEADER, PARTIAL, 0, 6), "OpLoopMerge %after %header PartialCount 6"
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("both at once", SetLoopControl(HEADER, 3)),
        ("a new promise", SetLoopControl(HEADER, LoopControl.DEPENDENCY_INFINITE)),
        ("a new promise with a literal", SetLoopControl(HEADER, LoopControl.MAX_ITERATIONS)),
        ("a promise that may be broken", SetLoopControl(HEADER, MAXIMUM, promises=((MAXIMUM, 9),))),
        ("a promise about dependencies", SetLoopControl(HEADER, LENGTH, promises=((LENGTH, 4),))),
        (
            "a literal without its bit",
            SetLoopControl(HEADER, UNROLL, promises=((MAXIMUM, 0xFFFFFFFF),)),
        ),
        ("a literal of what has none", SetLoopControl(HEADER, UNROLL, promises=((UNROLL, 1),))),
        ("the same twice", SetLoopControl(HEADER, MAXIMUM, promises=((MAXIMUM, 0xFFFFFFFF),) * 2)),
        ("a vendor's bit", SetLoopControl(HEADER, 1 << 16)),
        ("a count without its bit", SetLoopControl(HEADER, UNROLL, 1)),
        ("a bit without its count", SetLoopControl(HEADER, PEEL)),
        ("peeling without unrolling", SetLoopControl(HEADER, DONT_UNROLL | PEEL, 1)),
        ("no word", SetLoopControl(HEADER, PEEL, 1 << 32)),
        ("no loop", SetLoopControl(ident("%entry"), 1)),
        ("no block", SetLoopControl(ident("%i"), 1)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(module_of(BODY, version=(1, 4)), step, reason)


def test_counts_need_version_1_4() -> None:
    refuse(module_of(BODY, version=(1, 3)), SetLoopControl(HEADER, PEEL, 1), "older than 1.4")


def test_promises_that_say_nothing_are_true_of_every_loop() -> None:
    step = SetLoopControl(HEADER, MINIMUM | MAXIMUM, promises=((MAXIMUM, 0xFFFFFFFF), (MINIMUM, 0)))
    expect(
        module_of(BODY, version=(1, 4)),
        step,
        "OpLoopMerge %after %header MinIterations|MaxIterations 0 4294967295",
    )
    refuse(module_of(BODY, version=(1, 3)), step, "older than 1.4")


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (SetLoopControl(HEADER, INFINITE), "DependencyInfinite"),
        (
            SetLoopControl(HEADER, UNROLL | LENGTH, promises=((LENGTH, 7),)),
            "Unroll|DependencyLength 7",
        ),
        (SetLoopControl(HEADER, MULTIPLE, promises=((MULTIPLE, 3),)), "IterationMultiple 3"),
    ],
)
def test_anything_may_be_promised_of_a_loop_that_is_never_executed(
    step: SetLoopControl, expected: str
) -> None:
    module = module_of(BODY, version=(1, 4))
    header = module.block(HEADER)
    assert header is not None
    header.dead = True
    expect(module, step, f"OpLoopMerge %after %header {expected}")


def test_promises_about_dependencies_exclude_each_other() -> None:
    module = module_of(BODY.replace("None", "DependencyInfinite"), version=(1, 4))
    header = module.block(HEADER)
    assert header is not None
    header.dead = True
    refuse(module, SetLoopControl(HEADER, INFINITE | LENGTH, promises=((LENGTH, 7),)), "both")


test_sound = soundness(SetLoopControl)

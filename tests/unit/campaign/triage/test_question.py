"""Targets of other machines stand beside those of this one, each where it would be here."""

import msgspec
from helpers.wordplay import target

from aberration.campaign.triage.question import KnownTargets, with_others
from aberration.core.target import Target


def ids(found: object) -> list[str]:
    assert isinstance(found, list)
    return [one.id for one in found]


def of_runner(name: str, runner: str) -> Target:
    made = target(name)
    stage = made.stages[0]
    worker = msgspec.structs.replace(stage.worker, runner=runner)
    return msgspec.structs.replace(made, stages=(msgspec.structs.replace(stage, worker=worker),))


HERE = KnownTargets(
    every=lambda: [target("a"), msgspec.structs.replace(target("b"), available=False), target("c")],
    compilers=lambda: [target("gcc")],
    drivers=lambda: [target("driver")],
)


def test_without_others_nothing_is_changed() -> None:
    assert with_others(HERE, ()) is HERE


def test_one_that_is_known_here_but_not_installed_keeps_its_place() -> None:
    known = with_others(HERE, [target("new"), target("b")])
    assert ids(known.every()) == ["a", "b", "c", "new"]
    assert all(one.available for one in known.every())


def test_compilers_and_drivers_are_told_by_what_runs_them() -> None:
    others = [of_runner("clang", "c"), of_runner("lavapipe", "vulkan"), of_runner("x", "spirv_opt")]
    known = with_others(HERE, others)
    assert ids(known.compilers()) == ["gcc", "clang"]
    assert ids(known.drivers()) == ["driver", "lavapipe"]
    assert ids(known.every())[3:] == ["clang", "lavapipe", "x"]

"""One version of each target counts; runs go where all their targets are, or the campaign is
refused by name.
"""

import pytest

from aberration.campaign.distributed.messages import Offer
from aberration.campaign.distributed.tags import Needs, choose_versions, stored_tags
from aberration.campaign.plan import MethodSlot, Setting
from aberration.core.errors import BadInput
from aberration.core.target import Stage, Target, WorkerSpec


def target(name: str, version: str = "1", *, drawn: bool = False) -> Target:
    stages = (Stage(name, WorkerSpec("runner")), Stage("behind", WorkerSpec("runner")))
    return Target(name, "executes", ("c",), stages, version=version, drawn=drawn)


def offer(worker: str, *targets: Target) -> Offer:
    places = {one.id: place for place, one in enumerate(targets)}
    return Offer(worker, "code", {}, targets, places)


def slot(*families: tuple[str, ...], drawn: tuple[str, ...] = ()) -> MethodSlot:
    return MethodSlot("wordplay", 1, 2, 2, 0, True, 1, 0, families, language="c", drawn=drawn)


def test_targets_keep_the_order_of_their_machines() -> None:
    one = offer("one", target("z"), target("a"))
    other = offer("other", target("z"), target("a"), target("b"))
    assert [found.id for found in choose_versions([one, other], {}).targets] == ["z", "a", "b"]
    assert choose_versions([one, other], {}) == choose_versions([other, one], {})


def test_the_version_of_most_workers_counts() -> None:
    offers = [offer("a", target("x", "26")), offer("b", target("x", "25")), offer("c", target("x"))]
    chosen = choose_versions([*offers, offer("d", target("x", "25"))], {})
    assert chosen.tags == {"x": "25"}
    assert chosen.targets[0].version == "25"
    assert chosen.notes == ("x: 25 counts; 2 workers have another version",)


def test_of_as_many_the_greater_version_counts_and_a_frozen_one_stays() -> None:
    offers = [offer("a", target("x", "26")), offer("b", target("x", "25"))]
    assert choose_versions(offers, {}).tags == {"x": "26"}
    assert choose_versions(offers, {"x": "25"}).tags == {"x": "25"}
    assert choose_versions(offers, {"x": "24"}).targets == ()


def test_versions_of_targets_are_told_from_others() -> None:
    assert stored_tags({"numpy": "2", "target x": "25"}) == {"x": "25"}


def test_a_run_needs_its_targets_and_the_judges_of_its_seed() -> None:
    judge = Target("judge", "executes", ("c",), (Stage("judge", WorkerSpec("runner")),))
    needs = Needs(Setting(0, (slot(("x",), ("y",)),)), [target("x"), target("y"), judge])
    assert needs.of_run(0) == {"x", "y", "judge"}


def test_a_member_of_a_drawn_target_needs_the_target() -> None:
    drawn = target("x", drawn=True)
    setting = Setting(0, (slot(("x",), drawn=("x",)),))
    assert Needs(setting, [drawn]).of_run(0) == {"x"}


def test_targets_on_different_machines_are_apart() -> None:
    needs = Needs(Setting(0, (slot(("x",), ("y",)),)), [target("x"), target("y")])
    assert not needs.are_apart([frozenset("x"), frozenset("xy")])
    assert needs.are_apart([frozenset("x"), frozenset("y")])


def test_drawn_targets_on_different_machines_are_refused_by_name() -> None:
    drawn = ("x", "y")
    needs = Needs(
        Setting(0, (slot(("x",), ("y",), ("z",), drawn=drawn),)),
        [target("x", drawn=True), target("y", drawn=True), target("z")],
    )
    assert needs.are_apart([frozenset("xy"), frozenset("z")])
    with pytest.raises(BadInput, match=r"^x, y are drawn for wordplay/c, and on no") as told:
        needs.are_apart([frozenset("x"), frozenset("yz")])
    assert "-t" in told.value.hint


def test_a_target_that_no_worker_has_is_named() -> None:
    needs = Needs(Setting(0, (slot(("x",), ("y",)),)), [target("x"), target("y")])
    with pytest.raises(BadInput, match=r"^no worker has y, for wordplay/c"):
        needs.are_apart([frozenset("x")])


@pytest.mark.parametrize(
    ("has", "reaches", "fits"),
    [("xy", "", True), ("x", "y", True), ("y", "x", False), ("x", "", False), ("", "xy", False)],
)
def test_who_makes_a_run_has_one_of_its_targets_and_the_drawn_ones(
    has: str, reaches: str, fits: bool
) -> None:
    setting = Setting(0, (slot(("x",), ("y",), drawn=("x",)),))
    needs = Needs(setting, [target("x", drawn=True), target("y")])
    assert needs.fit(0, frozenset(has), frozenset(reaches)) == fits

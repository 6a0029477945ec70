"""The plan: what a test is depends on the setting and its index alone."""

from collections import Counter

import msgspec

from aberration.campaign.plan import (
    FEW,
    RARE_STRETCH,
    STRETCH,
    MethodSlot,
    Setting,
    draw_targets,
    keep_to_few,
    plan_run,
    shown_before,
    targets_of,
)
from aberration.core.rng import Rng

FAMILIES = (
    ("lavapipe", "lavapipe-nopt"),
    ("swiftshader",),
    ("spirv-opt:-O", "spirv-opt:-Os"),
    ("radv-a", "radv-b"),
)
TRANSFORM = MethodSlot("transform", 2, 8, 3, 2, True, 5, 6, FAMILIES)
AGREE = MethodSlot("agree", 1, 1, 0, 0, False, 0, 0, (("gcc:-O0", "gcc:-O2"), ("tcc",)))
SETTING = Setting(7, (TRANSFORM, AGREE))


def test_runs_cover_all_indices_without_gap() -> None:
    covered = [
        run.first + k
        for run in (plan_run(SETTING, n) for n in range(60))
        for k in range(run.variants)
    ]
    assert covered == list(range(len(covered)))


def test_methods_take_turns_by_weight() -> None:
    assert [plan_run(SETTING, n).method for n in range(6)] == [
        "transform",
        "agree",
        "transform",
    ] * 2
    many = Setting(7, (AGREE, msgspec.structs.replace(TRANSFORM, weight=6)))
    assert [plan_run(many, n).method for n in range(7)] == [
        *["transform"] * 3,
        "agree",
        *["transform"] * 3,
    ]


def test_methods_of_one_weight_do_not_all_come_at_once() -> None:
    rare = [msgspec.structs.replace(AGREE, language=language) for language in ("c", "essl", "wgsl")]
    many = Setting(7, (msgspec.structs.replace(TRANSFORM, weight=6), *rare))
    labels = [plan_run(many, n).language or "-" for n in range(9)]
    assert "".join(labels) == "-c--essl--wgsl-"


def test_every_seed_is_used_once_before_any_again() -> None:
    seeds = [
        run.seed_index
        for run in (plan_run(SETTING, n) for n in range(30))
        if run.method == "transform"
    ]
    for lap in range(4):
        assert sorted(seed for seed in seeds[5 * lap : 5 * lap + 5] if seed is not None) == list(
            range(5)
        )
    assert plan_run(SETTING, 1).seed_index is None


def test_other_seeds_give_other_runs() -> None:
    other = Setting(8, SETTING.methods)
    same = sum(plan_run(SETTING, n).run_seed == plan_run(other, n).run_seed for n in range(50))
    assert same == 0
    assert len({plan_run(SETTING, n).run_seed for n in range(50)}) == 50


def test_donors_are_drawn_without_repetition() -> None:
    for n in (0, 2, 3, 5, 6, 8):
        donors = plan_run(SETTING, n).donors
        assert len(set(donors)) == 2
        assert all(0 <= donor < 6 for donor in donors)


def test_targets_come_from_different_families_and_all_have_their_turn() -> None:
    family_of = {target: number for number, family in enumerate(FAMILIES) for target in family}
    drawn = [draw_targets(TRANSFORM, Rng.of(1, n), FAMILIES) for n in range(200)]
    assert all(
        len({family_of[target] for target in targets}) == len(targets) == 3 for targets in drawn
    )
    counts = Counter(target for targets in drawn for target in targets)
    assert set(counts) == set(family_of)
    assert min(counts.values()) > 40


def test_a_stretch_of_runs_keeps_to_few_targets_of_many_families_and_all_have_their_turn() -> None:
    families = tuple(tuple(f"{name}{k}" for k in range(20)) for name in "abcd")
    setting = Setting(
        3,
        (
            msgspec.structs.replace(
                TRANSFORM, weight=1, families=families, targets_per_test=2, few=6
            ),
        ),
    )
    stretches = [
        {
            target
            for n in range(STRETCH * k, STRETCH * (k + 1))
            for target in plan_run(setting, n).targets
        }
        for k in range(120)
    ]
    assert {len(few) for few in stretches} == {6}
    assert all({target[0] for target in few} == set("abcd") for few in stretches)
    assert len(set().union(*stretches)) == 80
    all_of_them = Setting(3, (msgspec.structs.replace(setting.methods[0], few=0),))
    assert len({target for n in range(STRETCH) for target in plan_run(all_of_them, n).targets}) > 40


def test_a_rare_run_opens_no_more_targets_than_it_uses() -> None:
    families = tuple(tuple(f"{name}{k}" for k in range(4)) for name in "abcd")
    common = msgspec.structs.replace(TRANSFORM, weight=48, families=families, targets_per_test=4)
    rare = MethodSlot("agree", 1, 1, 4, 0, True, 5, 0, families, language="wgsl")
    of_c = msgspec.structs.replace(rare, language="c")
    kept = keep_to_few([common, rare, of_c])
    assert [(slot.few, slot.stretch) for slot in kept] == [
        (FEW, STRETCH),
        (4, RARE_STRETCH),
        (0, RARE_STRETCH),
    ]
    setting = Setting(3, kept)
    runs = [plan_run(setting, n) for n in range(50 * 2 * RARE_STRETCH)]
    taken = [set(run.targets) for run in runs if run.language == "wgsl"]
    assert len(taken) == 2 * RARE_STRETCH
    assert {len(targets) for targets in taken} == {4}
    assert all(targets == taken[0] for targets in taken[:RARE_STRETCH])
    assert all(targets == taken[-1] != taken[0] for targets in taken[RARE_STRETCH:])
    assert keep_to_few([rare])[0].few == FEW, "alone it is not rare"


def test_targets_that_open_slowly_come_later_and_one_in_a_stretch() -> None:
    families = (*(tuple(f"{name}{k}" for k in range(4)) for name in "abcd"), ("slow", "slower"))
    slot = MethodSlot("m", 1, 3, 2, 0, True, 5, 0, families, few=6, slow=("slow", "slower"))
    taken = [
        set(plan_run(Setting(3, (slot,)), n).targets) & set(slot.slow) for n in range(41 * STRETCH)
    ]
    assert not set().union(*taken[:STRETCH])
    stretches = [
        set().union(*taken[at : at + STRETCH]) for at in range(STRETCH, len(taken), STRETCH)
    ]
    assert all(len(slow) <= 1 for slow in stretches)
    assert set().union(*stretches) == set(slot.slow)


def test_targets_that_open_slowly_are_taken_at_once_where_there_are_too_few_others() -> None:
    families = (("a", "slow"), ("b", "slower"))
    slot = MethodSlot("m", 1, 3, 3, 0, True, 5, 0, families, few=3, slow=("slow", "slower"))
    runs = [plan_run(Setting(3, (slot,)), n) for n in range(STRETCH)]
    assert {target for run in runs for target in run.targets} & set(slot.slow)


def test_few_targets_are_all_taken() -> None:
    assert plan_run(SETTING, 1).targets == ("gcc:-O0", "gcc:-O2", "tcc")


def test_more_targets_than_families_are_drawn_when_asked_for() -> None:
    slot = MethodSlot("m", 1, 1, 3, 0, False, 0, 0, (("a", "b", "c", "d"), ("e",)))
    targets = draw_targets(slot, Rng.of(3), slot.families)
    assert len(set(targets)) == 3
    assert "e" in targets


def test_with_spread_each_test_has_targets_of_its_own() -> None:
    slot = MethodSlot(
        "emi",
        1,
        8,
        2,
        0,
        False,
        0,
        0,
        (("a:-O0", "a:-O2"), ("b:-O0", "b:-O2"), ("c",)),
        spread=True,
    )
    setting = Setting(5, (slot,))
    drawn = [
        targets_of(setting, plan_run(setting, run), variant)
        for run in range(20)
        for variant in range(8)
    ]
    assert plan_run(setting, 3).targets == ()
    assert len(set(drawn)) == 8
    assert all(len({target[0] for target in targets}) == 2 for targets in drawn)


def test_without_spread_the_tests_of_a_run_share_their_targets() -> None:
    setting = Setting(5, (TRANSFORM,))
    run = plan_run(setting, 3)
    assert {targets_of(setting, run, variant) for variant in range(8)} == {run.targets}


def test_a_share_of_the_runs_takes_a_seed() -> None:
    slot = MethodSlot("emi", 1, 1, 0, 0, False, 7, 0, (("a",),), seeded=25)
    seeds = [plan_run(Setting(5, (slot,)), run).seed_index for run in range(400)]
    assert 60 < sum(seed is not None for seed in seeds) < 140
    assert {seed for seed in seeds if seed is not None} == set(range(7))


def test_a_method_has_runs_in_each_of_its_languages() -> None:
    wgsl = MethodSlot("agree", 1, 1, 0, 0, True, 3, 0, (("dawn",), ("naga",)), language="wgsl")
    c = MethodSlot(
        "agree", 1, 1, 1, 0, False, 0, 0, (("gcc",), ("tcc",)), language="c", spread=True
    )
    setting = Setting(5, (c, wgsl))
    runs = [plan_run(setting, run) for run in range(6)]
    assert [run.language for run in runs] == ["c", "wgsl"] * 3
    assert sorted(run.seed_index for run in runs[1::2] if run.seed_index is not None) == [0, 1, 2]
    assert runs[1].targets == ("dawn", "naga")
    assert targets_of(setting, runs[0], 0) in [("gcc",), ("tcc",)]
    assert targets_of(setting, runs[1], 0) == ("dawn", "naga")


def test_the_first_run_that_shows_a_seed_to_a_target_is_known() -> None:
    families = (("a", "b"), ("c",), ("d", "e", "f"))
    slot = MethodSlot("m", 2, 3, 2, 0, True, 5, 0, families, language="spirv")
    other = MethodSlot("n", 1, 1, 0, 0, False, 0, 0, (("a",),))
    setting = Setting(11, (other, slot))
    shown: set[tuple[int, str]] = set()
    for number in range(90):
        run = plan_run(setting, number)
        if run.method == "m":
            assert run.seed_index is not None
            for name in run.targets:
                assert shown_before(setting, run, name) == ((run.seed_index, name) in shown)
            shown |= {(run.seed_index, name) for name in run.targets}
    assert len(shown) == 30


def test_each_run_takes_a_member_of_a_target_that_is_drawn() -> None:
    slot = MethodSlot(
        "transform",
        1,
        3,
        2,
        0,
        True,
        5,
        0,
        (("opt:-O", "opt:random"), ("driver",)),
        drawn=("opt:random",),
    )
    setting = Setting(7, (slot,))
    plans = [plan_run(setting, n) for n in range(60)]
    members = [name for run in plans for name in run.targets if name not in ("opt:-O", "driver")]
    assert 15 < len(members) < 45
    assert len(set(members)) == len(members)
    assert all(
        name.startswith("opt:random-") and name.removeprefix("opt:random-").isdecimal()
        for name in members
    )
    assert plans == [plan_run(setting, n) for n in range(60)]
    assert all(targets_of(setting, run, 2) == run.targets for run in plans)
    others = [name for n in range(60) for name in plan_run(Setting(8, (slot,)), n).targets]
    assert not set(members) & set(others)

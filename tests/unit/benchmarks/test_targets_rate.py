from benchmarks.targets_rate import Cost, here, report


def test_what_is_outside_is_told() -> None:
    cost = Cost("a", programs=4, seconds=2.0, busy=1.5)
    assert (cost.rate, cost.outside) == (2.0, 0.25)
    lines = report(
        [cost, Cost("b", 1, 1.0, 0.9), Cost("c", 0, 0.0, 0.0), "d: it does not open"]
    ).splitlines()
    assert [line.split()[0] for line in lines] == ["a", "b", "c", "d:"]
    assert ["over the limit" in line for line in lines] == [True, False, False, False]
    assert lines[2].endswith("took none of the programs")


def test_all_kinds_of_targets_are_measured() -> None:
    targets = here()
    assert len({target.id for target in targets}) == len(targets)
    runners = {target.stages[0].worker.runner for target in targets}
    assert runners >= {
        "c",
        "vulkan",
        "opengl",
        "wgpu",
        "dawn",
        "chromium",
        "front_end",
        "spirv_opt",
        "spirv_cross",
    }
    assert "mutant" not in runners
    assert any(len(target.stages) > 2 for target in targets)

"""What barriers order: what an oracle says of random programs, on both paths."""

from __future__ import annotations

import pytest
from helpers.race_programs import LANES, Step, is_race, program
from helpers.shading_runs import run_compute

from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.tree import LanguageName


def _glsl(steps: list[Step]) -> str:
    texts = {
        "read": "data[4 + lane] = data[{cell}];",
        "write": "data[{cell}] = 1;",
        "atomic": "atomicAdd(data[{cell}], 1);",
        "fence": "memoryBarrierBuffer();",
        "barrier": "barrier();",
    }
    return "int lane = int(gl_LocalInvocationIndex);\n" + _text(
        steps, texts, "if (lane == {lane}) {{ {text} }}"
    )


def _wgsl(steps: list[Step]) -> str:
    texts = {
        "read": "held.data[4 + lane] = held.data[{cell}];",
        "write": "held.data[{cell}] = 1;",
        "barrier": "workgroupBarrier();",
        "storageBarrier": "storageBarrier();",
    }
    return _text(steps, texts, "if lane == {lane} {{ {text} }}")


def _text(steps: list[Step], texts: dict[str, str], one: str) -> str:
    lines = []
    for step in steps:
        text = texts[step.kind].format(cell=step.cell)
        lines.append(text if step.lane < 0 else one.format(lane=step.lane, text=text))
    return "\n".join(lines)


# ---- the tests


def _found(language: LanguageName, body: str, order: str) -> bool:
    options = Options(order="reverse" if order == "reverse" else "forward")
    found = run_compute(language, body, size=LANES, options=options, coherent=True)
    if isinstance(found, Trap):
        assert found.kind == "race", str(found)
        assert "without a barrier of storage memory between" in found.message
        return True
    assert isinstance(found, Buffers)
    return False


@pytest.mark.parametrize("fences", ["none", "all"])
@pytest.mark.parametrize("order", ["forward", "reverse"])
def test_memory_barriers_of_all_order_what_the_rule_says(fences: str, order: str) -> None:
    verdicts = []
    for seed in range(30):
        steps = program(seed, barriers=("barrier",), fences=fences)
        expected = is_race(steps, "")
        assert _found("glsl", _glsl(steps), order) == expected, _glsl(steps)
        verdicts.append(expected)
    assert set(verdicts) == {True, False}


@pytest.mark.parametrize("order", ["forward", "reverse"])
def test_memory_barriers_of_some_order_no_more_than_the_rule_says(order: str) -> None:
    """Where several read at once and have other memory barriers each, the log remembers the
    latest alone.
    """
    verdicts = []
    for seed in range(70):
        steps = program(seed, barriers=("barrier",), fences="some")
        expected, found = is_race(steps, ""), _found("glsl", _glsl(steps), order)
        assert found or not expected, _glsl(steps)
        verdicts.append((expected, found))
    assert verdicts.count((True, True)) > 10
    assert verdicts.count((False, False)) > 10
    assert verdicts.count((False, True)) <= 1


def test_barriers_of_wgsl_order_what_the_rule_says() -> None:
    verdicts = []
    for seed in range(50):
        steps = program(seed, barriers=("barrier", "storageBarrier"), fences="none")
        plain = [step for step in steps if step.kind != "atomic"]
        expected = is_race(plain, "storageBarrier")
        assert _found("wgsl", _wgsl(plain), "forward") == expected, _wgsl(plain)
        verdicts.append(expected)
    assert set(verdicts) == {True, False}

"""Workgroups that exchange values: no races, whatever the order; and races without the barriers."""

from __future__ import annotations

import re
from functools import cache

import pytest

from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings as Rewriting
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import Generated, Settings, generate

VERSIONS: tuple[tuple[LanguageName, int], ...] = (("wgsl", 0), ("glsl", 450), ("essl", 310))
EXCHANGING = Settings(
    main_length=1,
    block_length=2,
    loop_length=2,
    function_length=2,
    program_statements=8,
    idioms=0,
    together=4,
    steered=0,
    swarm=0.0,
    fragment_share=0.0,
    wide_share=1.0,
)
COUNT = 12
OPTIONS = Options(turns=4000)
WAITS = re.compile(r"\b(?:barrier|workgroupBarrier|storageBarrier)\(\);")


@cache
def programs(language: LanguageName, version: int) -> tuple[tuple[Generated, str], ...]:
    """Return programs with what reconditioning makes of them."""
    found = []
    for rng_seed in range(COUNT):
        made = generate(language, version, rng_seed, EXCHANGING)
        shader = read(write(made.module), language)
        settings = Rewriting(turns=100, one_budget=True)
        found.append((made, recondition(shader, "compute", settings).text(shader)))
    return tuple(found)


def run(made: Generated, text: str) -> Interpreter:
    return Interpreter(read(text, made.module.language), "compute", made.inputs, OPTIONS)


@pytest.mark.parametrize(("language", "version"), VERSIONS)
def test_nothing_depends_on_the_order_of_invocations(language: LanguageName, version: int) -> None:
    for made, text in programs(language, version):
        interpreter = run(made, text)
        found = interpreter.dispatch()
        assert isinstance(found, Buffers), str(found)
        assert interpreter.invocations > 1
        assert interpreter.dispatch("reverse") == found


def test_without_barriers_there_are_races() -> None:
    """What is read of others is not written yet, or by nobody knows whom."""
    found = [
        run(made, WAITS.sub("", text)).dispatch()
        for language, version in VERSIONS
        for made, text in programs(language, version)
        if "workgroupUniformLoad" not in text
    ]
    kinds = [one.kind for one in found if isinstance(one, Trap)]
    assert set(kinds) <= {"race", "uninitialised"}
    assert kinds.count("race") >= 3
    assert len(kinds) > len(found) // 2


@pytest.mark.parametrize(("language", "version"), VERSIONS)
def test_each_way_to_exchange_occurs(language: LanguageName, version: int) -> None:
    text = "\n".join(text for _, text in programs(language, version))
    wanted = ["single_", "counters_", "cells_", "atomicAdd", "turn_"]
    wanted += (
        ["workgroupBarrier", "storageBarrier", "workgroupUniformLoad", "var<workgroup>"]
        if language == "wgsl"
        else ["barrier()", "memoryBarrier", "coherent buffer", "shared "]
    )
    assert [one for one in wanted if one not in text] == []


@pytest.mark.parametrize(("language", "version"), VERSIONS)
def test_workgroups_have_several_shapes(language: LanguageName, version: int) -> None:
    shapes = set()
    for made, _ in programs(language, version):
        shader = read(write(made.module), language)
        interpreter = Interpreter(shader, "compute", made.inputs, OPTIONS)
        shapes.add((interpreter.compiled.shader.local_size, made.inputs.groups))
    assert len(shapes) > 3
    assert any(size[1] > 1 or size[2] > 1 for size, _ in shapes)
    assert any(groups != (1, 1, 1) for _, groups in shapes)

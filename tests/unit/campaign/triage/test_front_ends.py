"""Who else must take a program that a front end refuses."""

from __future__ import annotations

from helpers.agreeing import case_of, sums
from helpers.questions import question
from helpers.true_bugs import lets_through

from aberration.campaign.triage import front_ends, reasons
from aberration.campaign.triage.false_positives import explanation
from aberration.campaign.triage.front_ends import ALONE, acceptors, front_end_of
from aberration.campaign.triage.question import KnownTargets, Question
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase
from aberration.core.target import OLDER, Stage, Target, WorkerSpec
from aberration.methods.agree.method import AgreeMethod

CASE = case_of(sums(2, 1))
REFUSED = Verdict("rejected", "error: no")


def target(name: str, family: str, runner: str, *groups: str, version: str = "") -> Target:
    stages = (Stage(name, WorkerSpec(runner)),)
    return Target(name, "executes", ("essl",), stages, groups, family, version)


LLVMPIPE = target("llvmpipe", "llvmpipe", "opengl")
SOFTPIPE = target("softpipe", "softpipe", "opengl")
CARD = target("opengl:card", "radeonsi", "opengl", version="AMD card, Mesa 26.2.6")
OTHER_CARD = target("opengl:other", "nvidia", "opengl", version="NVIDIA 580.1")
ANGLE = target("angle-swiftshader", "angle", "chromium")
OLD = target("old", "older", "chromium", OLDER)
CHAIN = target("glslang+lavapipe", "glslang+llvmpipe", "front_end")
SHADERC = target("shaderc+lavapipe", "shaderc+llvmpipe", "front_end")


def test_drivers_of_one_parser_are_one_front_end() -> None:
    found = [front_end_of(one) for one in (LLVMPIPE, SOFTPIPE, CARD, OTHER_CARD, ANGLE)]
    assert found == ["Mesa", "Mesa", "Mesa", "nvidia", "angle"]
    assert front_end_of(CHAIN) == front_end_of(SHADERC) == "glslang"
    assert front_end_of(target("spirv-opt+x", "spirv-opt+x", "spirv_opt")) == "spirv-opt"


def test_glslang_is_always_asked_and_nobody_of_the_same_parser() -> None:
    known = (LLVMPIPE, SOFTPIPE, CARD, OLD, ANGLE)
    found = [one.id for one in acceptors(CASE, SOFTPIPE, known)]
    assert found[0] == "angle-swiftshader"
    assert set(found[1:]) <= {"glslang+swiftshader", "glslang+lavapipe"}
    assert "llvmpipe" in {one.id for one in acceptors(CASE, ANGLE, known)}


def asked(*passing: str) -> Question:
    def ask(_: TestCase, one: Target) -> Verdict:
        return Verdict("pass") if one.id in passing else REFUSED

    everybody = KnownTargets(every=lambda: (LLVMPIPE, SOFTPIPE, ANGLE))
    return question(CASE, LLVMPIPE, REFUSED, ask, method=AgreeMethod(), known=everybody)


@lets_through("nobody-accepts")
def test_a_refusal_counts_where_another_front_end_takes_the_program() -> None:
    assert explanation(asked("angle-swiftshader")) == ""
    for passing in ((), ("softpipe",)):
        told = explanation(asked(*passing))
        assert told.startswith(ALONE)
        assert "angle-swiftshader: rejected" in told
        assert "softpipe" not in told
        assert reasons.name_of(told, reasons.FINDINGS) == "nobody-accepts"


def test_the_chains_that_are_asked_exist() -> None:
    assert [chain.id for chain in front_ends._chains()] == list(front_ends._CHAINS)

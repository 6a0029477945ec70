"""The built-in functions that programs may call."""

from __future__ import annotations

import pytest

from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import FLOAT, INT, UINT, VOID, vector
from aberration.methods.smith.generate.builtins import callable_builtins


def names(language: LanguageName, version: int, *, inexact: bool = False) -> set[str]:
    found = callable_builtins(language, version, "compute", inexact=inexact)
    return {
        one.name
        for table in (found.values, found.others)
        for overloads in table.values()
        for one in overloads
    }


@pytest.mark.parametrize(("language", "version"), [("wgsl", 0), ("glsl", 450), ("essl", 310)])
def test_floats_are_exact_unless_asked_otherwise(language: LanguageName, version: int) -> None:
    exact, inexact = names(language, version), names(language, version, inexact=True)
    assert {"abs", "min", "max", "clamp", "floor", "dot", "step"} <= exact
    assert not {"sin", "sqrt", "pow", "length", "normalize", "smoothstep"} & exact
    assert {"sin", "sqrt", "pow", "length", "normalize", "smoothstep"} <= inexact


@pytest.mark.parametrize(("language", "version"), [("wgsl", 0), ("glsl", 450), ("essl", 310)])
def test_no_textures_derivatives_barriers_or_floats_of_any_bits(
    language: LanguageName, version: int
) -> None:
    found = names(language, version, inexact=True)
    assert not {"texture", "textureLoad", "dFdx", "dpdx", "barrier", "workgroupBarrier"} & found
    assert not {"intBitsToFloat", "unpackHalf2x16", "unpack2x16float", "atomicAdd"} & found


def test_results_of_low_precision_stay_out_of_essl() -> None:
    assert {"bitCount", "findMSB"} <= names("glsl", 450)
    assert not {"bitCount", "findMSB"} & names("essl", 310)


def test_functions_with_results_in_arguments_are_apart() -> None:
    found = callable_builtins("glsl", 450, "compute", inexact=False)
    assert {one.name for one in found.others[VOID]} == {"umulExtended", "imulExtended"}
    assert {one.name for one in found.others[UINT]} == {"uaddCarry", "usubBorrow"}
    assert {one.name for one in found.others[vector(FLOAT, 2)]} == {"modf", "frexp"}
    assert all(set(one.directions) == {"in"} for one in found.values[INT])

"""Translators as targets."""

from __future__ import annotations

import pytest

from aberration.core.target import BY_REQUEST, Target
from aberration.targets import translators
from aberration.targets.front_end import glslang

pytestmark = pytest.mark.usefixtures("without_roots")


COMMANDS = ("glslang", "shaderc", "spirv-cross")


def by_id() -> dict[str, Target]:
    """Return the translators that are commands."""
    return {target.id: target for target in translators.providers() if target.family in COMMANDS}


def test_front_ends_write_spirv_and_spirv_cross_reads_it() -> None:
    for target in by_id().values():
        assert target.kind == "translates"
        assert BY_REQUEST in target.groups
        if target.family == "spirv-cross":
            assert target.languages == ("spirv",)
            assert target.output == ("essl" if target.id.endswith("es") else "glsl")
        else:
            assert (target.languages, target.output) == (("glsl", "essl"), "spirv")


def test_the_packaged_glslang_and_an_older_one_are_here() -> None:
    found = [target for target in by_id().values() if target.family == "glslang"]
    assert [target.available for target in found] == [True, True]
    assert found[0].stages[0].worker.option("path") == str(glslang())
    assert found[1].id == "glslang@12.0.0"


def test_levels_of_shaderc_are_flags() -> None:
    flags = {
        name: target.stages[0].worker.option("flags")
        for name, target in by_id().items()
        if "shaderc" in name
    }
    assert flags == {"shaderc": "", "shaderc:-O": "-O", "shaderc:-Os": "-Os"}


def test_missing_programs_are_named_with_what_installs_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    missing = {name: target for name, target in by_id().items() if not target.available}
    assert set(missing) == set(by_id()) - {"glslang", "glslang@12.0.0"} | {"glslang@system"}
    for target in missing.values():
        assert "is on the PATH" in target.reason
        package = {"glslang": "glslang-tools", "shaderc": "glslc", "spirv-cross": "spirv-cross"}[
            target.family
        ]
        assert target.install == f"sudo apt-get install {package}"


def test_spirv_cross_writes_any_version() -> None:
    target = translators.resolve("spirv-cross:320es")
    assert target is not None
    assert (target.output, target.stages[0].worker.option("version")) == ("essl", "320es")
    assert translators.resolve("spirv-cross:abc") is None
    assert translators.resolve("spirv-crossing") is None


def test_the_target_behind_it_decides_where_no_version_is_named() -> None:
    short = translators.resolve("spirv-cross")
    assert short is not None
    for following, version in (
        ("softpipe", "310es"),
        ("softpipe:rgba32f", "310es"),
        ("llvmpipe", "450"),
    ):
        chosen = translators.suited_translator(short, Target(following, "executes", ("glsl",)))
        assert chosen.stages[0].worker.option("version") == version
    stated = translators.spirv_cross("450")
    assert (
        translators.suited_translator(stated, Target("softpipe", "executes", ("glsl",))) is stated
    )


def test_compilers_of_browsers_are_translators_too() -> None:
    found = {
        target.id: (target.languages, target.output)
        for target in translators.providers()
        if target.family not in COMMANDS and "@" not in target.id
    }
    assert found == {
        "tint": (("wgsl",), "spirv"),
        "tint:essl": (("wgsl",), "essl"),
        "tint:essl310": (("wgsl",), "essl"),
        "angle:essl": (("essl",), "essl"),
    }

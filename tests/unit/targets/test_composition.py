"""Chains by their ids."""

from __future__ import annotations

import pytest

from aberration.core.errors import UnknownName
from aberration.targets.composition import resolve
from aberration.targets.registry import discover, select


def test_the_id_names_the_whole_chain() -> None:
    identifier = "glslang+spirv-opt:-O+spirv-cross+softpipe"
    (target,) = select(discover(), [identifier])
    assert target.id == identifier
    assert target.kind == "executes"
    assert target.languages == ("glsl", "essl")
    assert [stage.name for stage in target.stages] == [
        "glslang",
        "spirv-opt:-O",
        "spirv-cross:310es",
        "softpipe",
    ]
    assert target.family == "glslang+spirv-opt+spirv-cross+softpipe"
    assert target.available


def test_a_chain_may_end_with_a_translator_or_a_compiler() -> None:
    translating = resolve("glslang+spirv-opt@2025.5:-Os+spirv-cross:310es")
    assert translating is not None
    assert (translating.kind, translating.output) == ("translates", "essl")
    compiling = resolve("shaderc:-O+radv-aco-navi21")
    assert compiling is not None
    assert (compiling.kind, compiling.languages, compiling.output) == (
        "compiles",
        ("glsl", "essl"),
        "",
    )


@pytest.mark.parametrize("identifier", ["lavapipe", "gcc-12:-O2", "a+", "+a", "+", ""])
def test_other_ids_are_none_of_ours(identifier: str) -> None:
    assert resolve(identifier) is None


@pytest.mark.parametrize(
    ("identifier", "message"),
    [
        ("nonsense+lavapipe", "expected a translator .*spirv-cross:450.*, but 'nonsense' came"),
        ("lavapipe+lavapipe", "expected a translator .*, but 'lavapipe' came"),
        (
            "glslang+nonsense",
            "expected a target without a chain of its own at the end, but 'nonsense' came",
        ),
        ("glslang+spirv-opt@2025.5:random-77+nonsense", "but 'nonsense' came"),
        ("glslang+spirv-cross", None),
        ("glslang+softpipe", "softpipe takes glsl or essl, but glslang writes spirv"),
        ("spirv-cross+lavapipe", "lavapipe takes spirv, but spirv-cross writes glsl"),
        ("glslang+shaderc+lavapipe", "shaderc takes glsl or essl, but glslang writes spirv"),
    ],
)
def test_the_link_that_does_not_fit_is_named(identifier: str, message: str | None) -> None:
    if message is None:
        assert resolve(identifier) is not None
        return
    with pytest.raises(UnknownName, match=message):
        resolve(identifier)


def test_a_chain_lacks_what_its_first_missing_link_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    chain = resolve("glslang+spirv-cross+llvmpipe")
    assert chain is not None
    assert not chain.available
    assert chain.reason == "spirv-cross: no spirv-cross is on the PATH"
    assert chain.install == "sudo apt-get install spirv-cross"

"""Targets by id, group and glob."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from aberration.core.errors import BadInput, TargetUnavailable, UnknownName
from aberration.core.target import Target
from aberration.targets import registry
from aberration.targets.registry import discover, groups, resolve, select

TARGETS = [
    Target("lavapipe", "executes", ("spirv",), groups=("vulkan", "default")),
    Target("swiftshader", "executes", ("spirv",), groups=("vulkan",)),
    Target("gcc-12:-O0", "executes", ("c",), groups=("gcc", "c")),
    Target("gcc-12:-O2", "executes", ("c",), groups=("gcc", "c")),
    Target(
        "tcc",
        "executes",
        ("c",),
        groups=("c",),
        available=False,
        reason="no tcc",
        install="apt install tcc",
    ),
]


def none(_: str) -> Target | None:
    return None


def selected(*patterns: str) -> list[str]:
    return [target.id for target in select(TARGETS, patterns, none)]


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (["lavapipe"], ["lavapipe"]),
        (["vulkan"], ["lavapipe", "swiftshader"]),
        (["swiftshader,lavapipe"], ["swiftshader", "lavapipe"]),
        (["gcc-*"], ["gcc-12:-O0", "gcc-12:-O2"]),
        (["gcc-12:-O2", "gcc"], ["gcc-12:-O2", "gcc-12:-O0"]),
        (["c"], ["gcc-12:-O0", "gcc-12:-O2"]),
        ([" lavapipe , ", ""], ["lavapipe"]),
        ([], []),
    ],
)
def test_selects(patterns: list[str], expected: list[str]) -> None:
    assert selected(*patterns) == expected


@pytest.mark.parametrize(
    ("name", "near"), [("lavapip", "lavapipe"), ("vulcan", "vulkan"), ("gcc-12:-O5", "gcc-12:-O")]
)
def test_an_unknown_name_has_near_matches(name: str, near: str) -> None:
    with pytest.raises(UnknownName, match=near):
        selected(name)


def test_a_name_far_from_all_points_to_the_list() -> None:
    with pytest.raises(UnknownName, match="aberration targets"):
        selected("@@@@")


@pytest.mark.parametrize("pattern", ["tcc", "t*"])
def test_an_unavailable_target_says_why(pattern: str) -> None:
    with pytest.raises(TargetUnavailable, match="no tcc\n  apt install tcc"):
        selected(pattern)


def test_asks_the_families() -> None:
    endless = Target("opt:-O9", "translates", ("spirv",))
    assert select(TARGETS, ["opt:-O9"], lambda name: endless if name == "opt:-O9" else None) == [
        endless
    ]


def test_lists_groups() -> None:
    assert groups(TARGETS) == ["c", "default", "gcc", "vulkan"]


def test_discovers_the_builtin_targets_once_each() -> None:
    identifiers = [target.id for target in discover()]
    assert "lavapipe" in identifiers
    assert len(identifiers) == len(set(identifiers))


def test_an_unavailable_target_tells_why() -> None:
    for target in discover():
        assert target.available or target.reason, target.id


def test_no_family_knows_nonsense() -> None:
    assert resolve("no such target at all") is None


class Broken:
    """An entry point whose provider does what it is told."""

    name, value, module = "theirs", "theirs.module:providers", "no.such.module"

    def __init__(self, error: Exception) -> None:
        self.error = error

    def load(self) -> Callable[[], list[Target]]:
        def provide() -> list[Target]:
            raise self.error

        return provide


def test_a_broken_provider_is_listed_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_providers", lambda: [Broken(ZeroDivisionError("oops"))])
    (target,) = discover()
    assert not target.available
    assert "theirs.module:providers is broken: ZeroDivisionError: oops" in target.reason
    assert resolve("anything") is None


def test_bad_configuration_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_providers", lambda: [Broken(BadInput("no such key"))])
    with pytest.raises(BadInput, match="no such key"):
        discover()

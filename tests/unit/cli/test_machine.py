import pytest

from aberration.cli.machine import is_special, targets_for
from aberration.core.errors import BadInput
from aberration.core.target import OLDER, Target


@pytest.mark.parametrize(
    ("name", "groups", "special"),
    [
        ("mutant-and-true", ("mutants",), True),
        ("identity", (), True),
        ("lavapipe:rgba32f", ("float-images",), True),
        ("wgpu@22:lavapipe", ("wgpu", OLDER), True),
        ("lavapipe", ("vulkan",), False),
    ],
)
def test_special_targets_are_used_only_when_asked_for(
    name: str, groups: tuple[str, ...], special: bool
) -> None:
    assert is_special(Target(name, "executes", ("spirv",), groups=groups)) is special


def test_targets_of_another_language_are_refused() -> None:
    with pytest.raises(BadInput, match=r"expected a target that takes spirv, but gcc"):
        targets_for(["gcc"], "spirv")

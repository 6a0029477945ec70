"""What the campaigns on old compilers gave, in numbers."""

from __future__ import annotations

from experiments.smith_side_by_side.compilers import FIELDS, Campaign, report


def _campaign(arm: str, seed: int, known: tuple[str, ...], unknown: tuple[str, ...]) -> Campaign:
    return Campaign(arm, FIELDS[0].targets, seed, 60.0, 0.9, 10, (), (), known, unknown)


def test_refusals_of_a_compiler_are_one_bug() -> None:
    unknown = (
        "llvmpipe rejected type bool",
        "llvmpipe@20.3.5 rejected no member",
        "llvmpipe@20.3.5 wrong wrong image",
        "llvmpipe wrong wrong image",
    )
    found = report(
        [
            *(_campaign("published", seed, (), unknown) for seed in range(2)),
            *(_campaign("ours", seed, ("a bug",), unknown[:1]) for seed in range(2)),
        ]
    )
    targets = ", ".join(FIELDS[0].targets)
    assert f"| {targets} | told apart | 2 2 | 2 2 | 1 |" in found
    assert f"| {targets} | known bugs | 0 0 | 1 1 |" in found
    assert found.endswith(f"\nours, {targets}: a bug")

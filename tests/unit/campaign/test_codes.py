"""Tests by the codes of their outcomes."""

from __future__ import annotations

from aberration.campaign.codes import code_counts


def row(test: int, verdict: str, stage: str = "") -> dict[str, object]:
    return {"test": test, "target": "t", "kind": "any", "digest": stage, "verdict": verdict}


def test_each_test_has_the_codes_of_what_its_targets_did() -> None:
    rows = [
        *(row(1, "pass") for _ in range(3)),
        *(row(2, verdict) for verdict in ("pass", "none")),
        *(row(3, verdict) for verdict in ("pass", "wrong", "wrong")),
        *(row(4, "crash", stage) for stage in ("glslang", "lavapipe", "lavapipe")),
        *(row(5, verdict) for verdict in ("pass", "rejected", "timeout")),
        *(row(6, "rejected") for _ in range(2)),
        row(7, "none", "a digest"),
        row(8, "crash"),
        row(9, "pass", "1234"),
    ]
    assert code_counts(rows) == {
        "agree": 3,
        "crash": 1,
        "crash in glslang": 1,
        "crash in lavapipe": 1,
        "differ": 1,
        "rejected by one": 1,
        "rejected by several": 1,
        "timeout": 1,
    }

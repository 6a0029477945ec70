"""Compute shaders of one workgroup that use subgroups, and what is proved of what each invocation
writes.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from helpers.interpret import dispatched, prepared, shader

from aberration.core.limits import places
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import Proof, prove

CAPABILITIES: Final = "\n".join(
    f"OpCapability GroupNonUniform{name}"
    for name in (
        "",
        "Vote",
        "Arithmetic",
        "Ballot",
        "Shuffle",
        "ShuffleRelative",
        "Clustered",
        "Quad",
    )
)
CLUSTERS: Final = "OpCapability GroupNonUniformClustered"
OUTPUTS: Final = 4


def grouped(
    body: str,
    size: int = 4,
    *,
    functions: str = "",
    globals_: str = "",
    annotations: str = "",
    interface: str = "",
    clusters: bool = True,
) -> bytes:
    """Return a shader of workgroups of some invocations, with all that subgroups may do, or all but
    `clusters`.
    """
    return shader(
        body,
        functions=functions,
        globals_=globals_,
        annotations=annotations,
        capabilities=CAPABILITIES if clusters else CAPABILITIES.replace(CLUSTERS, ""),
        interface=interface,
        size=size,
    )


def proof_of(data: bytes, words: Sequence[int], groups: int = 1) -> Proof:
    """Return what is proved where invocation i reads a word, after both paths have agreed."""
    rows = [(word, 0, 0) for word in words]
    dispatched(data, rows, groups=groups)
    inputs = prepared(data, rows, groups=groups).inputs
    return prove(Program("spirv", "compute", data, inputs))


def known(proof: Proof, output: int = 0) -> list[int | None]:
    """Return an output word of each invocation, None where it is not known."""
    assert isinstance(proof.outcome, Buffers), f"{proof.answer}: {proof.trap or proof.reason}"
    assert proof.limits is not None
    count = len(proof.outcome.data[1]) // 4
    words = struct.unpack(f"<{count}I", proof.outcome.data[1])
    compared = places(proof.limits.mask[1], count)
    # Bounds are kept of the words that are compared, in their order.
    low, high = (
        iter(struct.unpack(f"<{len(part[1]) // 4}I", part[1]))
        for part in (proof.limits.low, proof.limits.high)
    )
    found = [
        word if is_compared and next(low) == next(high) else None
        for word, is_compared in zip(words, compared, strict=True)
    ]
    return found[output::OUTPUTS]


def known_words(
    body: str, words: Sequence[int], *, functions: str = "", globals_: str = ""
) -> list[int | None]:
    """Return output word 0 of each of so many invocations of a workgroup."""
    data = grouped(body, len(words), functions=functions, globals_=globals_)
    return known(proof_of(data, words))

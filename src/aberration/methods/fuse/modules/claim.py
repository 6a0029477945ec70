"""Is what our interpreter proves of a fused module the relation of what it proves of its parts?
Anything else is a defect of ours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aberration.core.errors import InternalError
from aberration.core.limits import places
from aberration.core.outcome import Buffers, Image
from aberration.languages.spirv.interpret.proof import Proof

from ..claim import levels_of, right_pixels
from .cells import ModuleCells
from .fusion import ModuleFusion

_WORD = 4


def check_proof(fusion: ModuleFusion, parts: Sequence[Proof], found: Proof) -> None:
    """Raise `InternalError` where a result is not the relation of the parts' results, at what is
    known of all of them. A pixel that one part discards is discarded.
    """
    first, second = parts
    if isinstance(found.outcome, Image):
        is_right = _is_right_image(fusion, first, second, found)
    else:
        is_right = _are_right_buffers(fusion, first, second, found)
    if not is_right:
        names = " and ".join(part.program.name for part in fusion.parts)
        raise InternalError(
            f"{names}: fused, they do not give the relation {fusion.relation.name!r} of their "
            f"results"
        )


def _is_right_image(fusion: ModuleFusion, first: Proof, second: Proof, found: Proof) -> bool:
    one, other, whole = first.outcome, second.outcome, found.outcome
    if not isinstance(one, Image) or not isinstance(other, Image) or not isinstance(whole, Image):
        return False
    right = right_pixels(fusion.relation, fusion.weight, (one, other), whole, levels_of(whole))
    known = np.logical_and.reduce(
        [_known_places(proof, 0, right.size) for proof in (first, second, found)]
    )
    return bool(right.reshape(-1)[known].all())


def _are_right_buffers(fusion: ModuleFusion, first: Proof, second: Proof, found: Proof) -> bool:
    if not isinstance(found.outcome, Buffers):
        return False
    rows = [
        (data, proof, at)
        for proof in (first, second)
        if isinstance(proof.outcome, Buffers)
        for at, data in enumerate(proof.outcome.data)
    ]
    given = found.outcome.data
    if fusion.cells is not None:
        made, given = given[-1], given[:-1]
        if not _are_right_cells(fusion, (first, second), made, found):
            return False
    if len(rows) != len(given):
        return False
    return all(
        _same_words(data, whole, _both(proof, at, found, k, len(data) // _WORD))
        for k, ((data, proof, at), whole) in enumerate(zip(rows, given, strict=True))
    )


def _are_right_cells(
    fusion: ModuleFusion, parts: tuple[Proof, Proof], made: bytes, found: Proof
) -> bool:
    """Whether the last buffer holds what the relation makes of cells of both parts."""
    relation = fusion.relation
    assert fusion.cells is not None
    assert relation.words is not None
    count = min(cells.count for cells in fusion.cells)
    words, known = [], np.ones(count, np.bool_)
    for cells, proof in zip(fusion.cells, parts, strict=True):
        if not isinstance(proof.outcome, Buffers):
            return False
        words.append(cells.words(proof.outcome)[:count])
        known &= _known_cells(cells, proof, count)
    if relation.in_order:
        known = np.logical_and.accumulate(known)
    known = np.repeat(known, relation.width)
    wanted = relation.words(words[0], words[1]).astype("<u4").tobytes()
    whole = _known_places(found, -1, len(known))
    return _same_words(wanted, made, known & whole)


def _known_cells(cells: ModuleCells, proof: Proof, count: int) -> NDArray[np.bool_]:
    assert isinstance(proof.outcome, Buffers)
    size = len(proof.outcome.data[cells.buffer]) // _WORD
    known = _known_places(proof, cells.buffer, size)
    at = (cells.start + cells.stride * np.arange(count)) // _WORD
    return known[at]


def _same_words(wanted: bytes, given: bytes, known: NDArray[np.bool_]) -> bool:
    if len(wanted) != len(given):
        return False
    one, other = (
        np.frombuffer(data[: len(known) * _WORD], np.uint32)[known] for data in (wanted, given)
    )
    return bool((one == other).all())


def _both(part: Proof, at: int, whole: Proof, number: int, count: int) -> NDArray[np.bool_]:
    """Return which words are known of a buffer of a part, and of the same one of the whole."""
    return _known_places(part, at, count) & _known_places(whole, number, count)


def _known_places(proof: Proof, at: int, count: int) -> NDArray[np.bool_]:
    if proof.limits is None:
        return np.zeros(count, np.bool_)
    return places(proof.limits.mask[at], count)

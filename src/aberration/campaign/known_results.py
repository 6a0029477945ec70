"""What seeds of SPIR-V give, as the interpreter says: found once for each, kept in a folder that
all campaigns share.

A seed whose result is known needs no second driver to be believed: who gives another result is
wrong, about the seed itself as well. One that does what is undefined, or takes too long, is set
aside by name.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from aberration.campaign.versions import code_digest
from aberration.core.caches import cache_folder, mark_used, trim, writable
from aberration.core.comparison import quantise
from aberration.core.files import write_whole
from aberration.core.oracle import Expected, Same
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.texels import UNPROMISED_BITS
from aberration.core.tiles import spread_tiles
from aberration.languages.native.compiler import COMPILERS
from aberration.languages.spirv.interpret.proof import Budget, Proof, prove

TILINGS: Final = ((4, 16), (4, 4), (2, 2))
"""Tiles across an image, and pixels across a tile: a sixteenth of 256 by 256 pixels; less where
that is much work.
"""
EASY_STEPS: Final = 25_000_000
"""Instructions, over all invocations, up to which a driver on a processor draws in some
hundredths of a second.
"""
FOLDER: Final = "known-results"
MOST_BYTES: Final = 1 << 29
"""Kept in the folder: ten thousand results of 50 kB."""
REMEMBERED: Final = 16
"""Proofs that an executor has in memory: each holds what every pixel may be; the others are
read again.
"""

Prove = Callable[[Program], Proof]


def drawn_in_tiles(program: Program, across: int, side: int) -> Program:
    """Return a fragment shader in SPIR-V with tiles to draw in place of the whole image; others,
    and one of a pair, as they are.
    """
    if program.language != "spirv" or program.stage != "fragment" or program.inputs.tiles:
        return program
    if program.is_pair:
        return program
    tiles = spread_tiles(program.inputs.width, program.inputs.height, across, side)
    return msgspec.structs.replace(
        program, inputs=msgspec.structs.replace(program.inputs, tiles=tiles)
    )


def prove_easily(program: Program) -> Proof:
    """Return what the interpreter says of a program, or soon that it is much work."""
    return prove(program, Budget(steps=EASY_STEPS, whole_steps=EASY_STEPS))


def prove_coarsely(program: Program) -> Proof:
    """Return what the interpreter says of a program where nothing promises how exact weights of
    linear filters are.
    """
    return prove(program, weight_bits=UNPROMISED_BITS)


def results_folder(beside: Path, environment: Mapping[str, str]) -> Path:
    """Return the folder of what this very code finds with the C compilers of this machine, among
    the user's caches; or one `beside` a campaign where nothing can be written there.
    """
    caches = cache_folder(FOLDER, environment)
    folder = caches / _finder_digest()
    if not writable(folder):
        return beside / FOLDER
    trim(caches, MOST_BYTES)
    return folder


def _finder_digest() -> str:
    """Return 16 hex digits over all that a result comes from: our code, and what compiles and
    runs its C.
    """
    parts = [
        code_digest(),
        platform.machine(),
        platform.python_version(),
        np.__version__,
        *platform.libc_ver(),
    ]
    for name, _ in COMPILERS:
        path = shutil.which(name)
        status = None if path is None else os.stat(path)
        parts.append(f"{path} {status.st_mtime_ns} {status.st_size}" if status is not None else "")
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


class KnownResults:
    """Proofs by program. `folder` is shared between processes; without one all are remembered."""

    def __init__(
        self,
        folder: Path | None = None,
        prover: Prove = prove,
        easily: Prove = prove_easily,
        coarsely: Prove = prove_coarsely,
    ) -> None:
        self._folder = folder
        self._prove = prover
        self._prove_easily = easily
        self._prove_coarsely = coarsely
        self._known: OrderedDict[str, Proof] = OrderedDict()

    def of(self, program: Program) -> Proof:
        """Return what the interpreter says of a program in SPIR-V."""
        return self._ask(program, program.digest, self._prove)

    def of_unpromised_weights(self, program: Program) -> Proof:
        """Return the same where nothing promises how exact the weights of texels and levels are."""
        if not program.inputs.hangs_on_weights:
            return self.of(program)
        return self._ask(
            program, f"{program.digest}-weights-{UNPROMISED_BITS}", self._prove_coarsely
        )

    def with_small_image(self, program: Program) -> tuple[Program, Proof]:
        """Return a seed with so much of its image to draw as is little work, and what is known
        of that.
        """
        *larger, smallest = dict.fromkeys(
            drawn_in_tiles(program, across, side) for across, side in TILINGS
        )
        for drawn in larger:
            known = self._ask(drawn, f"{drawn.digest}-{EASY_STEPS}", self._prove_easily)
            if known.answer != "too-long":
                return drawn, known
        return smallest, self.of(smallest)

    def _ask(self, program: Program, key: str, prover: Prove) -> Proof:
        known = self._known.get(key)
        if known is None:
            known = self._load(key)
            if known is None:
                known = prover(program)
                self._save(key, known)
            self._known[key] = known
        self._known.move_to_end(key)
        if self._folder is not None and len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return known

    def _path(self, key: str) -> Path | None:
        return None if self._folder is None else self._folder / key

    def _load(self, key: str) -> Proof | None:
        path = self._path(key)
        if path is None:
            return None
        mark_used(path)
        try:
            return msgspec.msgpack.decode(zlib.decompress(path.read_bytes()), type=Proof)
        except (OSError, zlib.error, msgspec.DecodeError):
            return None

    def _save(self, key: str, known: Proof) -> None:
        path = self._path(key)
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, zlib.compress(msgspec.msgpack.encode(known), 1))


def refusal_of(known: Proof) -> str:
    """Return why a seed is set aside: what it does, with the place; nothing for one that may be
    used.

    One whose numbers are all undefined, or hang on rounding, does nothing undefined itself:
    compilers take it.
    """
    match known.answer:
        case "refused":
            return f"its result is not known: {known.reason}"
        case "undefined":
            return f"it does what is undefined: {known.trap}"
        case "too-long":
            return f"its result takes too long to be told: {known.trap or known.reason}"
    return ""


def with_known_results(cases: Sequence[TestCase], known: Proof) -> list[TestCase]:
    """Return cases whose variants must give what their reference gives as ones that must give a
    known result.
    """
    if known.outcome is None or known.limits is None:
        return list(cases)
    claims: dict[str, Expected] = {}
    for case in cases:
        if isinstance(case.oracle, Same) and case.oracle.variant not in claims:
            claims[case.oracle.variant] = claim_of(known, case.oracle.variant)
    return [
        msgspec.structs.replace(case, oracle=claims[case.oracle.variant])
        if isinstance(case.oracle, Same)
        else case
        for case in cases
    ]


def claim_of(known: Proof, program: str) -> Expected:
    """Return the claim that a program gives a known result; images of floats are shown with 8
    bits a channel.
    """
    assert known.outcome is not None
    shown = quantise(known.outcome) if isinstance(known.outcome, Image) else known.outcome
    return Expected(shown, program, limits=known.limits)


def seed_case(case: TestCase) -> TestCase:
    """Return the case of the seed itself: a recipe without steps, whose variant is the
    reference.
    """
    reference = case.programs[Same().reference]
    programs = dict.fromkeys(case.programs, reference)
    return msgspec.structs.replace(case, recipe=case.recipe.with_steps(()), programs=programs)

"""The list in an archive: every file with its digest, what the case is, and where its bug was seen.

What it says was seen elsewhere is told to people, and compared with what is known here. It is never
taken for something that was seen here.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.finding import Culprit, Reliability
from aberration.core.oracle import Verdict
from aberration.core.recipe import Recipe
from aberration.core.testcase import check_schema

SCHEMA: Final = 1
FILE: Final = "MANIFEST.json"
CASE: Final = "case/"
MOST_DEPTH: Final = 100
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET: Final = re.compile(rb"[\[\]{}]")
_DIGEST_BYTES: Final = 16


class FileLine(msgspec.Struct, frozen=True):
    """A file by its name below the archive's folder, its size in bytes, and its digest."""

    name: str
    size: int
    digest: str


class SeenElsewhere(msgspec.Struct, frozen=True):
    """What was seen where the archive was made: who did what, how reliably, and whose fault it was
    found to be.
    """

    target: str
    version: str
    verdict: Verdict
    reliability: Reliability = "once"
    observed: int = 0
    tries: int = 0
    culprit: Culprit | None = None


class Manifest(msgspec.Struct, frozen=True):
    """`name` of the bug or case, the digest of its `recipe`, the files, and what was `seen`, if it
    was run.
    """

    schema: int
    name: str
    recipe: str
    files: tuple[FileLine, ...]
    seen: SeenElsewhere | None = None


def digest(data: bytes) -> str:
    """Return 32 hex digits that stand for bytes."""
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()


def recipe_digest(recipe: Recipe) -> str:
    """Return 32 hex digits that stand for a recipe: all that its programs follow from."""
    seeds = {role: program.digest for role, program in recipe.seeds.items()}
    parts = (recipe.method, recipe.version, seeds, recipe.steps, recipe.options, recipe.rng_seed)
    return digest(msgspec.json.encode(parts, order="deterministic"))


def read_manifest(data: bytes, where: str) -> Manifest:
    """Read a list of files; raise `BadInput` or `NewerSchema` for what is none that we know."""
    check_depth(data, where)
    check_schema(data, SCHEMA, where)
    try:
        return msgspec.json.decode(data, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"expected a list of files, but {error}", where=where) from None


def check_depth(data: bytes, where: str) -> None:
    """Raise `BadInput` for JSON whose values lie too deep in each other."""
    depth = 0
    for found in _BRACKET.finditer(_STRING.sub(b"", data)):
        depth += 1 if found[0] in b"[{" else -1
        if depth > MOST_DEPTH:
            raise BadInput(f"expected JSON of {MOST_DEPTH} levels at most", where=where)

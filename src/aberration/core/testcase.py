"""The directory of a test case: `case.json`, the programs by role, their inputs, the seeds.

A stranger can read it, and it never names a command to run: targets are looked up by name on the
machine that replays it. `case.json` has the recipe without its programs' bytes, which stand in
files beside it; so does a claim with a whole image in it (`claim.bin`: msgpack, deflated).
"""

import re
import stat
import zlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from aberration.core.errors import BadInput, NewerSchema, ReplayMismatch
from aberration.core.inputs import read_inputs, write_inputs
from aberration.core.method import Method
from aberration.core.oracle import Oracle, roles_of
from aberration.core.program import Language, Program, Stage, companion_file
from aberration.core.recipe import Recipe, Step, TestCase, keep_claim

SCHEMA = 1
_CLAIM = "claim.bin"
_LARGE = 4 << 10
"""Bytes of JSON from which on a claim has a file of its own."""
_CLAIM_LIMIT = 256 << 20
_ROLE = re.compile(r"[A-Za-z0-9_-]{1,64}")


class _Entry(msgspec.Struct, frozen=True):
    """A program as `case.json` has it."""

    file: str
    inputs: str
    language: Language
    stage: Stage
    digest: str
    name: str = ""
    companion: str = ""


class _Case(msgspec.Struct, frozen=True):
    schema: int
    method: str
    method_version: int
    rng_seed: int = msgspec.field(name="seed")
    options: dict[str, str]
    oracle: Oracle | None
    seeds: dict[str, _Entry]
    programs: dict[str, _Entry]
    steps: list[Step]
    claim: str = ""


class _Schema(msgspec.Struct):
    schema: int


def save_case(case: TestCase, directory: Path) -> None:
    """Write a test case into a directory, made if it is not there; raise `BadInput` for a role
    that is no name of a file.
    """
    recipe = case.recipe
    check_roles((*recipe.seeds, *case.programs))
    directory.mkdir(parents=True, exist_ok=True)
    large = len(msgspec.json.encode(case.oracle)) >= _LARGE
    if large:
        (directory / _CLAIM).write_bytes(zlib.compress(msgspec.msgpack.encode(case.oracle)))
    document = _Case(
        schema=SCHEMA,
        method=recipe.method,
        method_version=recipe.version,
        rng_seed=recipe.rng_seed,
        options=recipe.options,
        oracle=None if large else case.oracle,
        claim=_CLAIM if large else "",
        seeds={
            role: _save(program, directory, f"seed-{role}")
            for role, program in recipe.seeds.items()
        },
        programs={role: _save(program, directory, role) for role, program in case.programs.items()},
        steps=list(recipe.steps),
    )
    text = msgspec.json.format(msgspec.json.encode(document), indent=1)
    (directory / "case.json").write_bytes(text + b"\n")


def _save(program: Program, directory: Path, stem: str) -> _Entry:
    source, inputs = f"{stem}{program.suffix}", f"{stem}.json"
    companion = companion_file(program, stem)
    (directory / source).write_bytes(program.source)
    (directory / inputs).write_bytes(write_inputs(program.inputs))
    if companion:
        (directory / companion).write_bytes(program.companion)
    return _Entry(
        source, inputs, program.language, program.stage, program.digest, program.name, companion
    )


def load_case(directory: Path) -> TestCase:
    """Read a test case; raise `BadInput` or `NewerSchema` for one that cannot be read."""
    path = directory / "case.json"
    try:
        if path.exists() and not path.is_file():
            raise BadInput("expected a plain file", where=str(path))
        text = path.read_bytes()
    except OSError as error:
        hint = "A test case is a folder with a case.json; `aberration make` writes one."
        raise BadInput(f"cannot be read: {error.strerror}", where=str(path), hint=hint) from None
    check_schema(text, SCHEMA, str(path))
    try:
        document = msgspec.json.decode(text, type=_Case)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"expected a test case, but {error}", where=str(path)) from None
    oracle = _read_claim(document, directory) if document.oracle is None else document.oracle
    check_roles((*document.seeds, *document.programs), str(path))
    _check_claim(document, oracle, str(path))
    recipe = Recipe(
        method=document.method,
        version=document.method_version,
        seeds={role: _load_program(entry, directory) for role, entry in document.seeds.items()},
        steps=tuple(document.steps),
        options=document.options,
        rng_seed=document.rng_seed,
    )
    programs = {role: _load_program(entry, directory) for role, entry in document.programs.items()}
    return TestCase(recipe, programs, oracle)


def _read_claim(document: _Case, directory: Path) -> Oracle:
    """Return the claim from its own file; what is packed in it may be large, but not without
    end.
    """
    where = str(directory / document.claim)
    if not document.claim:
        raise BadInput(
            "expected a claim, but the case has neither 'oracle' nor 'claim'", where=str(directory)
        )
    try:
        data = zlib.decompressobj().decompress(_read_file(directory, document.claim), _CLAIM_LIMIT)
        oracle: Oracle = msgspec.msgpack.decode(data, type=Oracle)
    except (zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"expected a claim, but {error}", where=where) from None
    return oracle


def check_roles(roles: Iterable[str], where: str = "") -> None:
    """Raise `BadInput` for a role that is no plain word: roles become names of files."""
    for role in roles:
        if _ROLE.fullmatch(role) is None:
            raise BadInput(
                (
                    f"expected letters, digits, '-' and '_' as the role of a program, but "
                    f"{role!r} came"
                ),
                where=where,
            )


def _check_claim(document: _Case, oracle: Oracle, where: str) -> None:
    """Raise `BadInput` where the claim speaks of programs that are not there."""
    for role in roles_of(oracle):
        if role not in document.programs:
            raise BadInput(
                f"the claim is about the program {role!r}, but the case has none of that role",
                where=where,
            )


def check_schema(text: bytes, known: int, where: str) -> None:
    """Raise `NewerSchema` when a document is of a newer version than we know, `BadInput` when
    it has none.
    """
    try:
        schema = msgspec.json.decode(text, type=_Schema).schema
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(
            f"expected a JSON object with a schema version, but {error}", where=where
        ) from None
    if schema > known:
        hint = "Update aberration to read it."
        raise NewerSchema(
            f"expected schema {known} or older, but {schema} came", where=where, hint=hint
        )


def _load_program(entry: _Entry, directory: Path) -> Program:
    source, inputs = (_read_file(directory, name) for name in (entry.file, entry.inputs))
    read = read_inputs(inputs, str(directory / entry.inputs))
    companion = _read_file(directory, entry.companion) if entry.companion else b""
    return Program(entry.language, entry.stage, source, read, entry.name, companion)


def _read_file(directory: Path, name: str) -> bytes:
    """Read a plain file of the case: a stranger's case leads nowhere else, and to no device
    that never ends.
    """
    path = directory / name
    if Path(name).name != name or name in ("", "..") or "\0" in name:
        raise BadInput(
            f"expected a file of the case itself, but {name!r} points elsewhere",
            where=str(directory),
        )
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise BadInput(
                "expected a plain file, but it is a link, a folder or a device", where=str(path)
            )
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(path)) from None


def replay_case(case: TestCase, method: Method) -> TestCase:
    """Build the programs again from the recipe; raise `ReplayMismatch` naming the part that
    changed.

    Where others had to agree, and the case says what they agreed about, it still does.
    """
    recipe = case.recipe
    if method.version != recipe.version:
        message = (
            f"method {method.name!r}: expected version {recipe.version}, but this one is "
            f"{method.version}"
        )
        raise ReplayMismatch(message, hint="Replay it with the version of aberration that made it.")
    again = method.replay(recipe).case
    for role, program in case.programs.items():
        made = again.programs.get(role)
        if made is None or (made.source, made.companion) != (program.source, program.companion):
            raise ReplayMismatch(
                f"the {role} differs from what the recipe gives", hint="Was a file of it edited?"
            )
    return keep_claim(case, again)

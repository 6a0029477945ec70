"""What the commands of a platform read from elsewhere: nights, archives, cases and stores to be
verified, exported and served, schedulers.
"""

from __future__ import annotations

import functools
import io
import json
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Final

import msgspec
from helpers.malformed.companions import Babbler, Visitor
from helpers.malformed.documents import FILE_DAMAGES, JSON_DAMAGES
from helpers.malformed.line import TARGET, Line, Maker, damage_file, damaged
from helpers.malformed.seeds import cases, unpack_campaign
from helpers.malformed.texts import TEXT_DAMAGES

from aberration.core.rng import Rng
from aberration.core.testcase import load_case
from aberration.methods.registry import method_named
from aberration.report.bundle import account_of_case
from aberration.report.sharing.manifest import FILE, FileLine, digest, read_manifest
from aberration.report.sharing.share import share_account

BUG: Final = "wrong-ded035b8"
_NIGHT: Final = b"""folder = "nights"
time = "4s"
slices = 1
replay = 0.25
leftovers = 0.1
known = ["known"]
repeat = true
methods = ["transform"]
targets = ["identity"]
seed = 3
jobs = 1
tests = 1
deadline = 2.5
[method.transform]
variants = 1
[notices]
markdown = "night.md"
junit = "junit.xml"
feed = "feed.xml"
"""
_BEGUN: Final = b"""{"number": 1, "seed": 3, "begun": "2026-11-26T20:00:00Z", "targets": [
{"id": "identity", "series": "identity", "family": "mutants", "languages": ["spirv"]}],
"missing": {}, "asked": ["identity"]}"""
_ADDRESSES: Final = (
    *(b"tcp://127.0.0.1:{port}", b"tls://localhost:{port}", b"tcp://[::1]:{port}", b"local:2"),
    *(b"tcp://10.0.0.1:8786", b"tls://[fe80::1]:8786"),
)
_WORDS: Final = (
    b"",
    b"HTTP/1.1 400 Bad Request\r\n\r\n",
    b"\x00" * 4096,
    (1 << 62).to_bytes(8, "little"),
    (16).to_bytes(8, "little") + b"\x81\xa2op\xa5hello" + bytes(8),
    (1).to_bytes(8, "little") + (1 << 40).to_bytes(8, "little"),
)
"""What comes in place of the greeting of Dask: a count of frames and their lengths, in 8 bytes."""


def night(folder: Path, rng: Rng) -> Line:
    """A night.toml, an index of known bugs, a case in it, or what a former night wrote."""
    known, former = folder / "known", folder / "nights/0001"
    case = rng.choose(cases())
    shutil.copytree(case, known / case.name)
    row = {"case": case.name, "target": "identity", "version": "1", "verdict": "wrong"}
    (known / "index.json").write_text(json.dumps([row]))
    (folder / "night.toml").write_bytes(_NIGHT)
    former.mkdir(parents=True)
    (former / "night.json").write_bytes(_BEGUN)
    path, damages = rng.choose(
        (
            (folder / "night.toml", TEXT_DAMAGES),
            (known / "index.json", JSON_DAMAGES),
            (known / case.name / "case.json", JSON_DAMAGES),
            (former / "night.json", JSON_DAMAGES),
        )
    )
    damage_file(path, damages, rng)
    return Line(("nightly", "night.toml", "--json"))


def verified(folder: Path, rng: Rng) -> Line:
    """A case, or a campaign with its bugs, to be looked at anew."""
    if rng.chance(0.6):
        _damage_case(folder, rng)
        return Line(("verify", "case", "-t", "identity"))
    name = _damage_campaign(folder, rng)
    return Line(("verify", name, *rng.choose(((), (BUG,))), "-t", "identity"))


def exported(folder: Path, rng: Rng) -> Line:
    """A case, or a bug of a campaign, to be sent to somebody."""
    if rng.chance(0.6):
        _damage_case(folder, rng)
        return Line(("export", "case", "-o", "bug.zip", *rng.choose(((), TARGET))))
    return Line(("export", _damage_campaign(folder, rng), BUG, "-o", "bug.zip"))


def imported(folder: Path, rng: Rng) -> Line:
    """An archive whose bytes are damaged, or whose files are, with a list that fits or does not."""
    data, kind = rng.choose(_archives()), rng.below(4)
    if kind == 0:
        data = damaged(data, FILE_DAMAGES, rng)
    else:
        data = _with_other_file(data, rng, listed=kind > 1)
    (folder / "bug.zip").write_bytes(data)
    if rng.chance(0.7):
        return Line(("import", "bug.zip", "-o", "case"))
    name = unpack_campaign(folder)
    return Line(("import", "bug.zip", "--into", str(name.relative_to(folder)), "-t", "identity"))


def served(folder: Path, rng: Rng) -> Line:
    """A campaign in the browser, or the file of a token."""
    if rng.chance(0.9):
        name = _damage_campaign(folder, rng)
        return Line(("serve", name, "--port", "0"), companion=Visitor())
    name = str(unpack_campaign(folder).relative_to(folder))
    (folder / "token").write_bytes(damaged(b"0123456789abcdef\n", TEXT_DAMAGES, rng))
    options = ("--port", "0", "--token-file", "token")
    return Line(("serve", name, *options), companion=Visitor())


def worker(folder: Path, rng: Rng) -> Line:
    """The address of a scheduler, certificates, or a scheduler that talks nonsense."""
    options = ("--jobs", "1", "--folder", "logs")
    kind = rng.below(3)
    if kind == 0:
        text = damaged(rng.choose(_ADDRESSES), TEXT_DAMAGES, rng).decode("utf-8", "replace")
        # No argument of a process holds a zero byte or a megabyte.
        address = text.replace("\0", "")[:4096]
        return Line(("worker", address, *options), companion=Babbler(b""))
    if kind == 1:
        for name in ("ca", "cert", "key"):
            (folder / name).write_bytes(damaged(b"-----BEGIN X-----\nAA==\n", TEXT_DAMAGES, rng))
        files = ("--tls-ca", "ca", "--tls-cert", "cert", "--tls-key", "key")
        return Line(("worker", "tls://localhost:{port}", *options, *files), companion=Babbler(b""))
    words = damaged(rng.choose(_WORDS), FILE_DAMAGES, rng)
    return Line(("worker", "tcp://127.0.0.1:{port}", *options), companion=Babbler(words))


MAKERS: Final[tuple[Maker, ...]] = (
    *(night,) * 4,
    *(verified,) * 4,
    *(exported,) * 4,
    *(imported,) * 6,
    *(served,) * 3,
    worker,
)
"""By how often each is tried, beside a hundred others."""


def _damage_case(folder: Path, rng: Rng) -> None:
    place = folder / "case"
    shutil.copytree(rng.choose(cases()), place)
    files = sorted(path for path in place.iterdir() if path.is_file())
    path = place / "case.json" if rng.chance(0.6) else rng.choose(files)
    damage_file(path, JSON_DAMAGES if path.suffix == ".json" else FILE_DAMAGES, rng)


def _damage_campaign(folder: Path, rng: Rng) -> str:
    """Damage a file of a campaign; return the campaign's folder as a command names it."""
    place = unpack_campaign(folder)
    files = sorted(path for path in place.rglob("*") if path.is_file())
    damage_file(
        place / "campaign.sqlite" if rng.chance(0.75) else rng.choose(files), FILE_DAMAGES, rng
    )
    return str(place.relative_to(folder))


@functools.cache
def _archives() -> tuple[bytes, ...]:
    """Return the archives of some cases."""
    return tuple(_archive(case) for case in cases()[::5])


def _archive(folder: Path) -> bytes:
    case = load_case(folder)
    method = method_named(case.recipe.method)
    with tempfile.TemporaryDirectory(prefix="malformed-") as place:
        path = Path(place) / "bug.zip"
        share_account(account_of_case(folder.name, case, method, None), folder.name, path)
        return path.read_bytes()


def _with_other_file(data: bytes, rng: Rng, *, listed: bool) -> bytes:
    """Return an archive in which one file is damaged: `listed` where its list says the same."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    special = [name for name in files if name.endswith(".json")]
    chosen = rng.choose(special if rng.chance(0.7) else sorted(files))
    damages = JSON_DAMAGES if chosen.endswith(".json") else FILE_DAMAGES
    files[chosen] = damaged(files[chosen], damages, rng)
    manifest = next(name for name in files if name.endswith(f"/{FILE}"))
    if listed and chosen != manifest:
        files[manifest] = _list_of(files, manifest)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return written.getvalue()


def _list_of(files: dict[str, bytes], manifest: str) -> bytes:
    folder = manifest.removesuffix(FILE)
    lines = tuple(
        FileLine(name.removeprefix(folder), len(data), digest(data))
        for name, data in files.items()
        if name != manifest
    )
    known = read_manifest(files[manifest], manifest)
    return msgspec.json.encode(msgspec.structs.replace(known, files=lines))

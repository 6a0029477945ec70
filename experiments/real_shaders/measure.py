"""Real shaders through our front end: what is read, checked and printed, and what glslang and Tint
say of the same.

`python -m experiments.real_shaders.measure COLLECTED [OUT.json]`, with COLLECTED as
`experiments.real_shaders.collect` writes it. OUT.json holds names, digests and outcomes, and no
text of a shader. Exit status 1 if fewer than 95 % are taken, or a printed text is not what was
read.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from helpers.glslang_verdicts import verdicts
from helpers.tint_verdicts import tint_verdicts

from aberration.core.errors import BadInput
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

LEAST = 0.95


class Collected(msgspec.Struct, frozen=True):
    """A shader as a package assembled it."""

    package: str
    name: str
    language: LanguageName
    stage: Stage
    path: Path


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a shader; a message is empty where there is nothing to say.

    `judge` is the first error of glslang or Tint: what they refuse counts for nothing. `ours` is
    our own message. `printed` is what is wrong with the text that we print: it reads as another
    tree, or the judge refuses it.
    """

    package: str
    name: str
    language: LanguageName
    stage: Stage
    digest: str
    judge: str = ""
    ours: str = ""
    printed: str = ""


def collected(folder: Path) -> list[Collected]:
    """Return all shaders below a folder, packages by name, each in the order of its collecting."""
    found: list[Collected] = []
    for listing in sorted(folder.glob("*/list.json")):
        for one in json.loads(listing.read_text())["shaders"]:
            path = listing.parent / one["file"]
            found.append(
                Collected(listing.parent.name, one["name"], one["language"], one["stage"], path)
            )
    return found


def digest_of(path: Path) -> str:
    """Return 16 hex digits that stand for a text."""
    return sha256(path.read_bytes()).hexdigest()[:16]


def taken(one: Collected) -> Shader | str:
    """Return the shader read and checked, or our message."""
    try:
        shader = read(one.path.read_bytes(), one.language)
        check(shader.module, one.stage, shader.source)
    except BadInput as error:
        return str(error)
    return shader


def measured(shaders: list[Collected]) -> list[Outcome]:
    """Return what becomes of each."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        said = judged([one.path for one in shaders], folder)
        results = [taken(one) for one in shaders]
        printed = _printed(dict(enumerate(results)), shaders, folder)
    return [
        Outcome(
            one.package,
            one.name,
            one.language,
            one.stage,
            digest_of(one.path),
            _line(said[one.path]),
            _line(result) if isinstance(result, str) else "",
            "" if said[one.path] else printed.get(number, ""),
        )
        for number, (one, result) in enumerate(zip(shaders, results, strict=True))
    ]


def _printed(
    results: Mapping[int, Shader | str], shaders: list[Collected], folder: Path
) -> dict[int, str]:
    """Return what is wrong with the printed text of each shader that was read, where anything
    is.
    """
    found: dict[int, str] = {}
    files: dict[Path, int] = {}
    for number, result in results.items():
        if not isinstance(result, Shader):
            continue
        text = write(result.module)
        file = folder / f"{number}{shaders[number].path.suffix}"
        file.write_text(text)
        files[file] = number
        if not _reads_as(text, result):
            found[number] = "reads as another tree"
    for file, said in judged(files, folder).items():
        if said:
            found.setdefault(files[file], _line(said))
    return found


def _reads_as(text: str, shader: Shader) -> bool:
    try:
        return read(text, shader.module.language).module == shader.module
    except BadInput:
        return False


def judged(files: Iterable[Path], folder: Path) -> dict[Path, str]:
    """Return the first error of glslang or Tint for each file, an empty text where it is
    accepted.
    """
    wgsl = [file for file in files if file.suffix == ".wgsl"]
    found = {
        path: errors[0] or "an error" if errors else ""
        for path, errors in tint_verdicts(wgsl, folder).items()
    }
    copies = {_respelt(file, folder): file for file in files if file.suffix != ".wgsl"}
    for copy, said in verdicts(list(copies), folder).items():
        found[copies[copy]] = "the judge died of it" if said is None else said[0] if said else ""
    return found


def _respelt(file: Path, folder: Path) -> Path:
    """Return a copy for glslang, which takes a function `average` for one of an extension that
    nobody asked for.
    """
    copy = folder / f"judged-{sha256(str(file).encode()).hexdigest()[:16]}{file.suffix}"
    copy.write_bytes(re.sub(rb"\baverage\b", b"average_", file.read_bytes()))
    return copy


def _line(message: str) -> str:
    return message.strip().splitlines()[0] if message else ""


def table(outcomes: list[Outcome]) -> str:
    """Return the figures by package and language, and the reasons of failures."""
    titles = (
        "package | language | stage | assembled | legal | taken | share | printed | illegal "
        "| refused by us, too"
    )
    keys = sorted({(one.package, one.language, one.stage) for one in outcomes})
    rows = [f"| {titles} |", "|---" * 10 + "|"]
    rows += [
        _row(key, [one for one in outcomes if (one.package, one.language, one.stage) == key])
        for key in keys
    ]
    for language in ("essl", "glsl", "wgsl"):
        rows.append(
            _row(("all", language, ""), [one for one in outcomes if one.language == language])
        )
    rows.append(_row(("all", "", ""), outcomes))
    reasons = Counter(one.ours.split(": ", 1)[-1] for one in outcomes if one.ours and not one.judge)
    lines = [f"{count:5} {reason}" for reason, count in reasons.most_common()]
    return "\n".join([*rows, "", "Legal, and not taken:", *(lines or ["    none"])])


def _row(key: tuple[str, str, str], outcomes: list[Outcome]) -> str:
    legal = [one for one in outcomes if not one.judge]
    ours = [one for one in legal if not one.ours]
    good = [one for one in ours if not one.printed]
    refused = [one for one in outcomes if one.judge and one.ours]
    counts = (len(outcomes), len(legal), len(ours), f"{share(outcomes):.1%}", len(good))
    return f"| {' | '.join(map(str, (*key, *counts, len(outcomes) - len(legal), len(refused))))} |"


def share(outcomes: list[Outcome]) -> float:
    """Return which part of the legal shaders is read and checked."""
    legal = [one for one in outcomes if not one.judge]
    return sum(not one.ours for one in legal) / len(legal) if legal else 1.0


def main(arguments: list[str]) -> int:
    """Measure, print, and write where that is asked for."""
    outcomes = measured(collected(Path(arguments[0])))
    print(table(outcomes))
    wrong = [one for one in outcomes if one.printed]
    for one in wrong:
        print("printed:", one.package, one.name, one.printed)
    if len(arguments) > 1:
        Path(arguments[1]).write_text(json.dumps(msgspec.to_builtins(outcomes), indent=0) + "\n")
    return int(bool(wrong) or not outcomes or share(outcomes) < LEAST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

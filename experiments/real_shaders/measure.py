"""Real shaders through our front end: what is read, checked, printed, and what glslang and Tint say of the same.

`python -m experiments.real_shaders.measure COLLECTED [OUT.json]`, where COLLECTED holds one folder for each package, made by the
scripts in `collect/`. What is written holds names, digests and outcomes, and no text of a shader.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
from collections import Counter
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


class Collected(msgspec.Struct, frozen=True):
    """A shader as a package assembled it."""

    package: str
    name: str
    language: LanguageName
    stage: Stage
    path: Path


class Outcome(msgspec.Struct, frozen=True):
    """What became of a shader; each of the messages is empty where there is nothing to say.

    `judge` is the first error of glslang or Tint (a shader that they refuse counts for nothing), `ours` our own,
    `unlike` says that the printed text reads as another tree, `printed` is what the judge says against that text.
    """

    package: str
    name: str
    language: LanguageName
    stage: Stage
    digest: str
    judge: str = ""
    ours: str = ""
    unlike: bool = False
    printed: str = ""


def collected(folder: Path) -> list[Collected]:
    """Return all shaders below a folder, packages by name, each in the order of its collecting."""
    found: list[Collected] = []
    for listing in sorted(folder.glob("*/list.json")):
        for one in json.loads(listing.read_text())["shaders"]:
            path = listing.parent / one["file"]
            found.append(Collected(listing.parent.name, one["name"], one["language"], one["stage"], path))
    return found


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
        trees = [taken(one) for one in shaders]
        printed = {
            number: folder / f"{number}{shaders[number].path.suffix}"
            for number, tree in enumerate(trees)
            if isinstance(tree, Shader)
        }
        again: dict[int, bool] = {}
        for number, path in printed.items():
            tree = trees[number]
            assert isinstance(tree, Shader)
            text = write(tree.module)
            path.write_text(text)
            again[number] = _reads_as(text, tree)
        said |= judged(list(printed.values()), folder)
        return [
            Outcome(
                one.package,
                one.name,
                one.language,
                one.stage,
                hashlib.sha256(one.path.read_bytes()).hexdigest(),
                said[one.path],
                tree if isinstance(tree, str) else "",
                not again.get(number, True),
                said.get(printed[number], "") if number in printed and not said[one.path] else "",
            )
            for number, (one, tree) in enumerate(zip(shaders, trees, strict=True))
        ]


def _reads_as(text: str, tree: Shader) -> bool:
    try:
        return read(text, tree.module.language).module == tree.module
    except BadInput:
        return False


def judged(files: list[Path], folder: Path) -> dict[Path, str]:
    """Return the first error of glslang or Tint for each file, an empty text where it is accepted."""
    wgsl = [file for file in files if file.suffix == ".wgsl"]
    found = {path: errors[0] if errors else "" for path, errors in tint_verdicts(wgsl, folder).items()} if wgsl else {}
    copies = {_respelt(file, folder): file for file in files if file.suffix != ".wgsl"}
    for copy, said in verdicts(list(copies), folder).items():
        found[copies[copy]] = "the judge died of it" if said is None else said[0] if said else ""
    return found


def _respelt(file: Path, folder: Path) -> Path:
    """Return a copy for glslang, which takes a function `average` for a built-in one of an extension nobody asked for."""
    digest = hashlib.sha256(str(file).encode()).hexdigest()[:16]
    copy = folder / f"judged-{digest}{file.suffix}"
    copy.write_bytes(re.sub(rb"\baverage\b", b"average_", file.read_bytes()))
    return copy


def table(outcomes: list[Outcome]) -> str:
    """Return the figures by package and language, and the reasons of failures."""
    rows = ["| package | language | stage | assembled | legal | taken | share | printed and accepted |", "|---" * 8 + "|"]
    keys = sorted({(one.package, one.language, one.stage) for one in outcomes})
    for key in keys:
        rows.append(_row(key, [one for one in outcomes if (one.package, one.language, one.stage) == key]))
    rows.append(_row(("all", "", ""), outcomes))
    reasons = Counter(_reason(one.ours) for one in outcomes if one.ours and not one.judge)
    lines = [f"{count:5} {reason}" for reason, count in reasons.most_common()]
    return "\n".join([*rows, "", "Legal, and not taken:", *lines])


def _row(key: tuple[str, str, str], outcomes: list[Outcome]) -> str:
    legal = [one for one in outcomes if not one.judge]
    ours = [one for one in legal if not one.ours]
    good = [one for one in ours if not one.printed and not one.unlike]
    share = f"{100 * len(ours) / len(legal):.1f} %" if legal else ""
    return f"| {' | '.join(key)} | {len(outcomes)} | {len(legal)} | {len(ours)} | {share} | {len(good)} |"


def _reason(message: str) -> str:
    return message.splitlines()[0].split(": ", 1)[-1]


def main(arguments: list[str]) -> None:
    outcomes = measured(collected(Path(arguments[0])))
    print(table(outcomes))
    for one in outcomes:
        if one.printed or one.unlike:
            print("printed:", one.package, one.name, "reads as another tree" if one.unlike else one.printed)
    if len(arguments) > 1:
        Path(arguments[1]).write_text(json.dumps(msgspec.to_builtins(outcomes), indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])

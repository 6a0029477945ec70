"""Do printed real shaders mean what they meant? glslang's trees of both, and changes of one node.

`python -m experiments.real_shaders.printing COLLECTED [--every 8]`. Of all shaders in GLSL and ESSL
that glslang and we accept, glslang's trees of the text as given and as printed are compared. In
every so many shaders of all languages, one node of each of four kinds is changed and printed with
the least change to the text, which has to read as the changed tree. Exit status 1 where either
fails.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

import msgspec
from experiments.real_shaders.measure import Collected, collected, judged, taken
from helpers.glslang_symbols import run_glslang

from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import Binary, Block, Call, Literal, Module, Node
from aberration.languages.shading.tree.walk import find, rewrite
from aberration.languages.shading.write import write, write_changed

KINDS: Final[tuple[type[Node], ...]] = (Literal, Binary, Block, Call)
_PLACE: Final = re.compile(r"^\S*\d+:\S*")
_PRINTED: Final = "Branch: Break"
"""What the printer adds: `break;` at the end of a last label."""


def tree_of(path: Path, folder: Path) -> list[str]:
    """Return glslang's own tree of a shader, without places, warnings, and whether an increment
    stands in front.
    """
    text = run_glslang(["-i", str(path)], folder).split("\nLinked ")[0]
    lines = [
        _PLACE.sub("", line).strip() for line in text.splitlines() if not line.startswith("WARNING")
    ]
    kept = [
        line.replace("Pre-", "Post-") for line in lines if line not in ("", "Sequence", str(path))
    ]
    assert len(kept) >= 4
    return kept


def same_trees(one: Collected, folder: Path) -> bool:
    """Return whether glslang makes the same of the text and of what we print of it, `break;` at
    the end left out.
    """
    text = re.sub(r"\baverage\b", "average_", one.path.read_text())
    trees = []
    for name, written in (("given", text), ("printed", write(read(text, one.language).module))):
        path = folder / f"{name}{one.path.suffix}"
        path.write_text(written)
        trees.append(tree_of(path, folder))
    given, printed = ([line for line in tree if line != _PRINTED] for tree in trees)
    return given == printed


def changed(shader: Shader, kind: type[Node], chance: random.Random) -> Module | None:
    """Return the module with one node of a kind changed; None where there is no such node."""
    nodes = list(find(shader.module, kind))
    if not nodes:
        return None
    target = chance.choice(nodes)
    return rewrite(shader.module, lambda node: _other(node) if node is target else node)


def _other(node: Node) -> Node:
    if isinstance(node, Literal):
        return msgspec.structs.replace(
            node, value=not node.value if node.kind == "bool" else node.value + 1
        )
    if isinstance(node, Binary):
        return msgspec.structs.replace(node, left=node.right, right=node.left)
    if isinstance(node, Block):
        return msgspec.structs.replace(node, statements=node.statements[:-1])
    assert isinstance(node, Call)
    return msgspec.structs.replace(node, args=node.args[::-1])


def main() -> int:
    """Compare, change and count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=8)
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        shaders = collected(asked.folder)
        legal = judged([one.path for one in shaders], folder)
        for number, one in enumerate(shaders):
            shader = taken(one)
            if legal[one.path] or isinstance(shader, str):
                continue
            if one.language != "wgsl":
                counts["same trees" if same_trees(one, folder) else "other trees"] += 1
            for kind in KINDS if number % asked.every == 0 else ():
                module = changed(shader, kind, random.Random(f"{number} {kind.__name__}"))
                if module is not None:
                    text = write_changed(shader, module)
                    good = read(text, one.language).module == module
                    how = "canonical" if text == write(module) else "least change"
                    counts[f"changed, {how}{'' if good else ', wrongly'}"] += 1
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}")
    return int(any(what == "other trees" or what.endswith("wrongly") for what in counts))


if __name__ == "__main__":
    sys.exit(main())

"""Names say one thing: a class name stands once in a layer, a function is named for what it gives
or does, and a seed is a program.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).resolve().parents[2] / "src" / "aberration"
# The first that a path begins with; a method or a language is a layer of its own.
LAYERS: Final = re.compile(
    "core|languages/spirv|languages/shading|languages/c|languages/native|methods/transform"
    "|methods/emi|methods/agree|methods|targets|campaign|reduce|dedup|report|cli"
)
# Regular ones, and the irregular ones that are not the verb itself (`run`, `put`, `cut`, `split`).
PARTICIPLE: Final = re.compile(
    "[a-z]{2,}ed|made|told|kept|held|found|given|sent|shown|drawn|known|lost|laid|taken|brought"
    "|built|bound|bent|left|meant|met|paid|sold|spent|stood|struck|taught|thrown|won|written"
    "|broken|chosen|driven|fallen|frozen|grown|hidden|spoken|worn|wound|seen|shaken|forgotten"
    "|heard|got|done|gone|rewritten|redrawn|remade|rebuilt|undone|withdrawn|borne|born|caught|fed"
)
# Words that look like participles and are none, and one that Python's `sorted` has made familiar.
ALLOWED: Final = frozenset(("seed", "need", "feed", "speed", "proceed", "embed", "shuffled"))


Names = list[tuple[str, ast.AST]]


def names_in(path: str, module: ast.Module) -> Names:
    """Return what gives names in a module, each with the path."""
    giving = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.arg, ast.AnnAssign)
    return [(path, node) for node in ast.walk(module) if isinstance(node, giving)]


@cache
def names() -> Names:
    """Return what gives names in the package, with paths below it."""
    paths = sorted(SOURCE.rglob("*.py"))
    assert len(paths) > 500
    return [
        name
        for path in paths
        for name in names_in(path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text()))
    ]


def layer_of(path: str) -> str:
    found = re.match(rf"(?:{LAYERS.pattern})(?=/)", path)
    return found[0] if found else ""


def duplicates(names: Names) -> list[str]:
    """Return the class names that stand twice in a layer, with their places."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path, node in names:
        if isinstance(node, ast.ClassDef):
            places[layer_of(path), node.name].append(f"{path}:{node.lineno}")
    return [f"{name}: {', '.join(at)}" for (_, name), at in places.items() if len(at) > 1]


def is_participle(name: str) -> bool:
    word = name.strip("_")
    return word not in ALLOWED and PARTICIPLE.fullmatch(word) is not None


def participles(names: Names) -> list[str]:
    """Return the functions that are named by a participle alone; a property may be."""
    return [
        f"{path}:{node.lineno}: {node.name}"
        for path, node in names
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and is_participle(node.name)
        and not any("property" in ast.unparse(each) for each in node.decorator_list)
    ]


def numbers_called_seed(names: Names) -> list[str]:
    """Return the parameters and fields called `seed` that are integers."""
    found = []
    for path, node in names:
        if isinstance(node, ast.arg):
            name, annotation = node.arg, node.annotation
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name, annotation = node.target.id, node.annotation
        else:
            continue
        if name == "seed" and annotation is not None and "int" in ast.unparse(annotation):
            found.append(f"{path}:{node.lineno}")
    return found


def test_a_class_name_stands_once_in_a_layer() -> None:
    assert duplicates(names()) == []


def test_functions_are_named_for_what_they_give_or_do() -> None:
    assert participles(names()) == []


def test_a_random_number_is_not_called_seed() -> None:
    assert numbers_called_seed(names()) == [], "rng_seed, or seed_index for a position"


def test_each_rule_sees_what_it_forbids() -> None:
    bad = ast.parse("class Plan: ...\ndef _fitted(seed: int) -> None: ...\ndef laid(): ...\n")
    good = ast.parse(
        "class Plan: ...\ndef run(rng_seed: int): ...\ndef is_folded(): ...\ndef shuffled(): ...\n"
        "class Image:\n    @property\n    def drawn(self): ...\n"
    )
    both = [
        *names_in("targets/one.py", bad),
        *names_in("targets/runners/two.py", good),
        *names_in("core/other.py", good),
    ]
    assert duplicates(both) == ["Plan: targets/one.py:1, targets/runners/two.py:1"]
    assert participles(both) == ["targets/one.py:2: _fitted", "targets/one.py:3: laid"]
    assert numbers_called_seed(both) == ["targets/one.py:2"]

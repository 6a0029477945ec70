"""Names say one thing: a class name stands once in a layer, a function is named for what it gives
or does, and a seed is a program.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).resolve().parents[2] / "src" / "aberration"
# The first that a path begins with; a method or a language is a layer of its own, and so is what
# `emi` does with shaders and modules: mutations have the names of those of C that do the same.
LAYERS: Final = re.compile(
    "core|languages/spirv|languages/shading|languages/c|languages/native|methods/transform"
    "|methods/emi/shading|methods/emi/modules|methods/emi|methods/agree|methods/shaders"
    "|methods/smith|methods|targets|campaign|reduce|dedup|report|cli"
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


CLASS: Final = re.compile(r"^ *class (\w+)", re.MULTILINE)
# With the decorator above it, if there is one.
FUNCTION: Final = re.compile(r"^(?: *@(.*)\n)? *(?:async )?def (\w+)\(", re.MULTILINE)
NUMBER: Final = re.compile(r"(?<![\w.])seed: *\"?int\b")

Sources = list[tuple[str, str]]


@cache
def sources() -> Sources:
    """Return the text of all modules, with their paths below the package."""
    paths = sorted(SOURCE.rglob("*.py"))
    assert len(paths) > 500
    return [(path.relative_to(SOURCE).as_posix(), path.read_text()) for path in paths]


def layer_of(path: str) -> str:
    found = re.match(rf"(?:{LAYERS.pattern})(?=/)", path)
    return found[0] if found else ""


def duplicates(sources: Sources) -> list[str]:
    """Return the class names that stand twice in a layer, with their paths."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path, text in sources:
        for name in CLASS.findall(text):
            places[layer_of(path), name].append(path)
    return [f"{name}: {', '.join(at)}" for (_, name), at in places.items() if len(at) > 1]


def is_participle(name: str) -> bool:
    word = name.strip("_")
    return word not in ALLOWED and PARTICIPLE.fullmatch(word) is not None


def participles(sources: Sources) -> list[str]:
    """Return the functions that are named by a participle alone; a property may be."""
    return [
        f"{path}: {name}"
        for path, text in sources
        for decorator, name in FUNCTION.findall(text)
        if is_participle(name) and "property" not in decorator
    ]


def numbers_called_seed(sources: Sources) -> list[str]:
    """Return the modules with a parameter or field called `seed` that is an integer."""
    return [path for path, text in sources if NUMBER.search(text)]


def test_a_class_name_stands_once_in_a_layer() -> None:
    assert duplicates(sources()) == []


def test_functions_are_named_for_what_they_give_or_do() -> None:
    assert participles(sources()) == []


def test_a_random_number_is_not_called_seed() -> None:
    assert numbers_called_seed(sources()) == [], "rng_seed, or seed_index for a position"


def test_each_rule_sees_what_it_forbids() -> None:
    bad = (
        "class Plan: ...\ndef _fitted(seed: int) -> None: ...\nclass B:\n    def laid(self): ...\n"
    )
    good = (
        "class Plan: ...\ndef run(rng_seed: int): ...\ndef is_folded(): ...\ndef shuffled(): ...\n"
        "class Image:\n    @property\n    def drawn(self): ...\n"
    )
    both = [("targets/one.py", bad), ("targets/runners/two.py", good), ("core/other.py", good)]
    assert duplicates(both) == ["Plan: targets/one.py, targets/runners/two.py"]
    assert participles(both) == ["targets/one.py: _fitted", "targets/one.py: laid"]
    assert numbers_called_seed(both) == ["targets/one.py"]

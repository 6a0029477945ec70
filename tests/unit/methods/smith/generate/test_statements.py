"""Blocks: what they compute is seen before their variables are gone."""

from __future__ import annotations

from msgspec.structs import replace

from aberration.languages.shading.checker import check
from aberration.languages.shading.tree import Assign, Block, Declare, If, Name
from aberration.languages.shading.tree.walk import find
from aberration.methods.smith.generate import Settings, generate
from aberration.methods.smith.generate.generate import Generated
from aberration.methods.smith.generate.settings import STATEMENTS

KINDS = tuple(one for one in STATEMENTS if one[0] in ("declaration", "assignment", "if"))
PLAIN = Settings(idioms=0, steered=0, functions=0, together=0, swarm=0.0, statements=KINDS)


def _blocks_with_variables(made: Generated) -> list[Block]:
    blocks = [one.then for one in find(made.module, If)]
    return [one for one in blocks if any(isinstance(two, Declare) for two in one.statements)]


def _is_seen(block: Block) -> bool:
    last = block.statements[-1]
    target = last.target if isinstance(last, Assign) else None
    return isinstance(target, Name) and target.name == "checksum"


def test_blocks_fold_one_of_their_variables_as_often_as_asked() -> None:
    seen = {0.0: 0, 1.0: 0}
    blocks = 0
    for share in seen:
        for rng_seed in range(6):
            settings = replace(PLAIN, seen=share)
            made = generate("glsl", 450, rng_seed, settings)
            check(made.module, made.stage)
            found = _blocks_with_variables(made)
            blocks += len(found)
            seen[share] += sum(map(_is_seen, found))
    assert blocks > 10
    assert seen[0.0] == 0
    assert seen[1.0] > 5

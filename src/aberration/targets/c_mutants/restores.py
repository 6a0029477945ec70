"""Where a function puts a variable back that it had loaded, changed and kept in a register
meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator

from aberration.targets.c_mutants.assembly import (
    Instruction,
    is_branch,
    is_store,
    is_variable,
    parse,
    register,
    writes_register,
)


def restores(lines: list[str]) -> Iterator[tuple[int, Instruction]]:
    """Yield such stores with their lines: after the load come, in the text, a conditional jump
    and another store.
    """
    loaded: dict[str, tuple[str, bool, bool]] = {}
    for at, line in enumerate(lines):
        instruction = parse(line)
        if instruction is None:
            continue
        source = register(instruction.operands[0]) if len(instruction.operands) == 2 else ""
        if is_store(instruction) and loaded.get(source) == (instruction.last, True, True):
            yield at, instruction
        loaded = _after(instruction, loaded)


def _after(
    instruction: Instruction, loaded: dict[str, tuple[str, bool, bool]]
) -> dict[str, tuple[str, bool, bool]]:
    """Return what the registers hold next: a variable, whether a jump came since, and whether
    it was stored to.
    """
    kept = {name: held for name, held in loaded.items() if not writes_register(instruction, name)}
    if is_branch(instruction):
        return {name: (place, True, stored) for name, (place, _, stored) in kept.items()}
    if is_store(instruction):
        return {
            name: (place, jump, stored or place == instruction.last)
            for name, (place, jump, stored) in kept.items()
        }
    target = register(instruction.last)
    if (
        instruction.op.startswith("mov")
        and len(instruction.operands) == 2
        and is_variable(instruction.operands[0])
        and target
    ):
        kept[target] = (instruction.operands[0], False, False)
    return kept

from collections.abc import Callable

import pytest
from helpers.edits import ask_everything
from helpers.small_modules import DIAMOND, block_of, definition_of, small

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.module import Module


def spoil_users(module: Module) -> None:
    module.users(21).pop()


def spoil_opcodes(module: Module) -> None:
    module.by_opcode(opcodes.OpIAdd).pop()


def spoil_values(module: Module) -> None:
    module.values_of_type(5).pop()


def spoil_keys(module: Module) -> None:
    assert module._keys is not None
    module._keys.clear()


def spoil_blocks(module: Module) -> None:
    module.blocks.pop()


def spoil_back_pointer(module: Module) -> None:
    definition_of(module, 23).block = None


def spoil_global(module: Module) -> None:
    definition_of(module, 10).block = module.blocks[0]


def spoil_index(module: Module) -> None:
    block_of(module, 24).index = 0


def spoil_reachability(module: Module) -> None:
    block_of(module, 24).pre = -1


def spoil_dominator(module: Module) -> None:
    block_of(module, 26).idom = block_of(module, 24)


def spoil_interval(module: Module) -> None:
    block_of(module, 26).pre = 0


def spoil_predecessors(module: Module) -> None:
    block_of(module, 26).predecessors.pop()


def spoil_construct(module: Module) -> None:
    block_of(module, 24).construct = None


def spoil_post_dominance(module: Module) -> None:
    block_of(module, 26).exit_node().idom = block_of(module, 24).exit_node()


def spoil_post_interval(module: Module) -> None:
    block_of(module, 26).exit_node().post = 0


def spoil_inner_construct(module: Module) -> None:
    block_of(module, 24).in_continue = True


def spoil_order(module: Module) -> None:
    block_of(module, 24).order = 0


def spoil_position(module: Module) -> None:
    last = definition_of(module, 28)
    assert module.position(last) == 1
    last.position = 7


def spoil_layout(module: Module) -> None:
    module.functions[0].blocks.reverse()


def spoil_phi(module: Module) -> None:
    module.remove_phi_pair(definition_of(module, 27), 22)


def spoil_definition(module: Module) -> None:
    module.remove(definition_of(module, 25))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (spoil_users, "users of id 21"),
        (spoil_opcodes, "opcode index"),
        (spoil_values, "values by type"),
        (spoil_keys, "declared types"),
        (spoil_blocks, "list of all blocks"),
        (spoil_back_pointer, "does not point back"),
        (spoil_global, "stands outside"),
        (spoil_index, "layout index"),
        (spoil_reachability, "unreachable"),
        (spoil_dominator, "immediate dominator"),
        (spoil_interval, "no proper child"),
        (spoil_predecessors, "predecessors"),
        (spoil_construct, "instead of"),
        (spoil_post_dominance, "post-dominance: Block %26 has parent 24"),
        (spoil_post_interval, "no proper child of None"),
        (spoil_inner_construct, "instead of"),
        (spoil_order, "order that is not above"),
        (spoil_position, "position 7"),
        (spoil_layout, "layout index"),
        (spoil_phi, "names predecessors"),
        (spoil_definition, "cannot be read back"),
    ],
)
def test_the_check_finds_what_is_wrong(spoil: Callable[[Module], None], message: str) -> None:
    module = small(DIAMOND)
    ask_everything(module)
    assert contradictions(module) == []
    spoil(module)
    problems = contradictions(module)
    assert any(message in problem for problem in problems), problems


@pytest.mark.parametrize(("user", "operand"), [(28, 23), (21, 21), (27, 25)])
def test_the_check_finds_uses_that_are_not_dominated(user: int, operand: int) -> None:
    module = small(DIAMOND)
    module.set_operand(definition_of(module, user), 0, operand)
    assert any("does not dominate" in problem for problem in contradictions(module))

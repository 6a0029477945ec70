"""What tests put into the preamble of a module, and copies of modules."""

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_capability


def add_capability(module: Module, capability: int) -> None:
    """Add a capability, unless it is there."""
    if not has_capability(module, capability):
        added = Instruction(opcodes.OpCapability, 0, 0, [capability])
        _insert_after(module, {opcodes.OpCapability}, added)


def add_execution_mode(module: Module, instruction: Instruction) -> None:
    """Add an execution mode after the entry points and the other modes."""
    _insert_after(module, {opcodes.OpEntryPoint, opcodes.OpExecutionMode}, instruction)


def add_name(module: Module, instruction: Instruction) -> None:
    """Add an OpName after the entry points, the modes and the other names."""
    before = {opcodes.OpEntryPoint, opcodes.OpExecutionMode, opcodes.OpName}
    _insert_after(module, before, instruction)


def _insert_after(module: Module, ops: set[int], instruction: Instruction) -> None:
    places = [place for place, known in enumerate(module.preamble) if known.op in ops]
    module.insert_preamble(places[-1] + 1 if places else 0, instruction)


def copy_of(module: Module) -> Module:
    """Return an independent module with the same text and facts."""
    other = Module.parse(module.to_bytes())
    other.facts = module.facts.copy()
    for block in module.blocks:
        twin = other.block(block.label.result_id)
        assert twin is not None
        twin.dead = block.dead
    return other

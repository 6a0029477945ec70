"""Types and constants that a module gets where it has none that are the same, and global
variables.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate


def declare(module: Module, op: int, type_id: int = 0, *ops: int) -> int:
    """Return the id of a type or constant, which becomes part of the module if it is none yet."""
    found = module.find(op, type_id, *ops)
    if found:
        return found
    fresh = module.fresh_id()
    module.append_global(Instruction(op, type_id, fresh, list(ops)))
    return fresh


def declare_global(
    module: Module, variable: int, pointer_type: int, storage_class: int, initializer: int = 0
) -> None:
    """Declare a global variable, and list it in the interface where that has all of them."""
    ops = [storage_class, initializer] if initializer else [storage_class]
    module.append_global(Instruction(o.OpVariable, pointer_type, variable, ops))
    module.add_interface(variable)


def declare_input(module: Module, variable: int, pointer_type: int, built_in: int) -> None:
    """Declare the input variable of a built-in."""
    ops = [StorageClass.INPUT]
    module.append_global(Instruction(o.OpVariable, pointer_type, variable, ops))
    decorate(module, variable, Decoration.BUILT_IN, built_in)

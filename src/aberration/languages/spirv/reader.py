"""Reading instructions into a module (SPIR-V specification, section 2.4).

The reader refuses with `MalformedModule` whatever `Module` cannot represent, and whatever would let
a question about the module fail: undefined or repeated ids, result types that are no types,
branches that lead out of their function. It is no validator.
"""

from __future__ import annotations

from typing import Final, NoReturn

from aberration.core.errors import MalformedModule

from . import opcodes
from .binary import HEADER_WORDS
from .grammar import (
    CONSTANTS,
    EXACT,
    HAS_RESULT,
    HAS_TYPE,
    ID_MASK,
    LEAST_WORDS,
    NAME,
    SIZE,
    TERMINATORS,
    TYPES,
)
from .index import ModuleIndex
from .instruction import Block, Function, Instruction

LINES: Final = frozenset(
    (opcodes.OpLine, opcodes.OpNoLine, opcodes.OpExtInst, opcodes.OpExtInstWithForwardRefsKHR)
)
"""What may stand between functions, parameters and blocks: debug lines and non-semantic
instructions.
"""
_PREAMBLE_NAMES: Final = (
    "OpCapability OpExtension OpExtInstImport OpMemoryModel OpEntryPoint OpExecutionMode "
    "OpExecutionModeId OpString "
    "OpSource OpSourceContinued OpSourceExtension OpName OpMemberName OpModuleProcessed "
    "OpDecorate OpDecorateId "
    "OpDecorateString OpMemberDecorate OpMemberDecorateString OpDecorationGroup "
    "OpGroupDecorate OpGroupMemberDecorate"
)
PREAMBLE: Final = frozenset(op for op in range(SIZE) if NAME[op] in _PREAMBLE_NAMES.split())
_STRUCTURE: Final = frozenset(
    (opcodes.OpFunction, opcodes.OpFunctionParameter, opcodes.OpFunctionEnd, opcodes.OpLabel)
)


_GLOBAL_ONLY: Final = frozenset(
    op
    for op in range(SIZE)
    if (NAME[op] or "").startswith(("OpType", "OpConstant", "OpSpecConstant"))
)
_GLOBAL: Final = (
    _GLOBAL_ONLY
    | LINES
    | {
        opcodes.OpNop,
        opcodes.OpUndef,
        opcodes.OpVariable,
        opcodes.OpUntypedVariableKHR,
    }
)
_IN_BLOCK: Final = [
    NAME[op] is not None and op not in _GLOBAL_ONLY | PREAMBLE | _STRUCTURE for op in range(SIZE)
]


def fill(module: ModuleIndex, words: list[int]) -> None:
    """Read the instructions in `words` into an empty module."""
    instructions = _decode(words)
    _place(module, instructions)
    _link(module, instructions)
    _check_control_flow(module, instructions)


# ---- words to instructions


def _decode(words: list[int]) -> list[Instruction]:
    instructions: list[Instruction] = []
    has_type, has_result, least = HAS_TYPE, HAS_RESULT, LEAST_WORDS
    position, end = HEADER_WORDS, len(words)
    while position < end:
        first = words[position]
        op = first & 0xFFFF
        after = position + (first >> 16)
        # Also catches a word count of 0, which would not move on.
        if op >= SIZE or after > end or position + least[op] > after:
            _refuse_words(words, position)
        start = position + 1
        type_id = result_id = 0
        if has_type[op]:
            type_id = words[start]
            start += 1
        if has_result[op]:
            result_id = words[start]
            start += 1
        instructions.append(Instruction(op, type_id, result_id, words[start:after]))
        position = after
    return instructions


def _refuse_words(words: list[int], position: int) -> NoReturn:
    op, count = words[position] & 0xFFFF, words[position] >> 16
    name = NAME[op] if op < SIZE else None
    where = f"word {position}"
    if name is None:
        raise MalformedModule(f"opcode {op} is not in the SPIR-V grammar", where=where)
    if position + count > len(words):
        raise MalformedModule(
            f"{name} of {count} words runs beyond the end of the module", where=where
        )
    raise MalformedModule(
        f"{name} needs at least {LEAST_WORDS[op]} words, got {count}", where=where
    )


def _refuse(instructions: list[Instruction], index: int, message: str) -> NoReturn:
    """Raise for the instruction at `index`, whose word offset follows from the ones before it."""
    offset = HEADER_WORDS
    for before in instructions[:index]:
        offset += 1 + HAS_TYPE[before.op] + HAS_RESULT[before.op] + len(before.ops)
    raise MalformedModule(message, where=f"word {offset}")


# ---- instructions to sections, functions and blocks


def _place(module: ModuleIndex, instructions: list[Instruction]) -> None:
    count = len(instructions)
    index = 0
    while index < count and instructions[index].op in PREAMBLE:
        index += 1
    module.preamble = instructions[:index]
    start = index
    while index < count and instructions[index].op != opcodes.OpFunction:
        if instructions[index].op not in _GLOBAL:
            _refuse(instructions, index, f"{NAME[instructions[index].op]} is out of place here")
        index += 1
    # Lines right before the first function are its own.
    while index > start and instructions[index - 1].op in (opcodes.OpLine, opcodes.OpNoLine):
        index -= 1
    module.globals = instructions[start:index]
    _Placer(module, instructions).run(index)


class _Placer:
    """Sorts the instructions after the globals into functions and blocks."""

    def __init__(self, module: ModuleIndex, instructions: list[Instruction]) -> None:
        self.module = module
        self.instructions = instructions
        self.function: Function | None = None
        self.lines: list[Instruction] = []

    def run(self, index: int) -> None:
        instructions = self.instructions
        count = len(instructions)
        while index < count:
            op = instructions[index].op
            if op == opcodes.OpLabel:
                index = self.block(index)
                continue
            if op in LINES:
                self.lines.append(instructions[index])
            elif op == opcodes.OpFunctionEnd:
                self.end(index)
            elif op == opcodes.OpFunction or op == opcodes.OpFunctionParameter:
                self.head(index)
            else:
                _refuse(instructions, index, f"{NAME[op]} stands outside of a block")
            index += 1
        if self.function is not None:
            _refuse(instructions, count, f"function {self.function.id} has no OpFunctionEnd")
        self.flush_lines(0)

    def head(self, index: int) -> None:
        instruction = self.instructions[index]
        function = self.function
        self.flush_lines(instruction.result_id)
        if instruction.op == opcodes.OpFunction:
            if function is not None:
                _refuse(self.instructions, index, f"function {function.id} has no OpFunctionEnd")
            self.function = Function(instruction, [], [])
            self.module.functions.append(self.function)
            self.module._functions[instruction.result_id] = self.function
            return
        if function is None or function.blocks:
            _refuse(self.instructions, index, "OpFunctionParameter does not follow an OpFunction")
        function.parameters.append(instruction)

    def end(self, index: int) -> None:
        if self.function is None or self.instructions[index].ops:
            _refuse(self.instructions, index, "OpFunctionEnd without a function, or with operands")
        # Labels and functions are positive: what stands before an OpFunctionEnd is kept under the
        # negative id.
        self.flush_lines(-self.function.id)
        self.function = None

    def block(self, index: int) -> int:
        """Read the block whose label stands at `index`; return the index after its terminator."""
        instructions = self.instructions
        label = instructions[index]
        function = self.function
        if function is None or label.ops:
            _refuse(instructions, index, "OpLabel outside of a function, or with operands")
        self.flush_lines(label.result_id)
        block = Block(label, [], function)
        label.block = block
        start = index = index + 1
        count = len(instructions)
        while index < count:
            instruction = instructions[index]
            index += 1
            if not _IN_BLOCK[instruction.op]:
                break
            instruction.block = block
            if instruction.op in TERMINATORS:
                block.instructions = instructions[start:index]
                function.blocks.append(block)
                self.module.blocks.append(block)
                return index
        _refuse(
            instructions,
            index - 1,
            f"block {label.result_id} is not closed by a terminator before this",
        )

    def flush_lines(self, key: int) -> None:
        if self.lines:
            self.module.debug_lines[key] = self.lines
            self.lines = []


# ---- ids


def _link(module: ModuleIndex, instructions: list[Instruction]) -> None:
    # Locals, and no calls of `ModuleIndex._link`: this runs once for each instruction of each
    # module.
    definitions, users = module._definitions, module._users
    exact, masks, bound = EXACT, ID_MASK, module.bound
    types: dict[int, int] = {}
    switches: list[Instruction] = []
    index = -1
    try:
        for index, instruction in enumerate(instructions):
            op = instruction.op
            ops = instruction.ops
            if HAS_RESULT[op]:
                result_id = instruction.result_id
                if result_id >= bound:
                    # As the list of users does for operands: one handler finds the place for both.
                    raise IndexError
                if result_id in definitions or result_id == 0:
                    _refuse(
                        instructions,
                        index,
                        f"result id {result_id} of {NAME[op]} is 0 or defined before",
                    )
                definitions[result_id] = instruction
                if HAS_TYPE[op]:
                    types[instruction.type_id] = index
            mask = masks[op]
            if len(ops) > exact[op]:
                if op == opcodes.OpSwitch:
                    # How wide its literals are follows from the selector's type, which may be
                    # defined further down.
                    switches.append(instruction)
                    continue
                used_ids = module.operand_ids(instruction)
            elif mask == -1:
                used_ids = ops
            elif mask == 0:
                continue
            else:
                used_ids = [word for k, word in enumerate(ops) if (mask >> k) & 1]
            for used in used_ids:
                known = users[used]
                if known is None:
                    users[used] = [instruction]
                else:
                    known.append(instruction)
        for instruction in switches:
            _link_switch(module, instructions, instruction)
    except IndexError:
        _refuse(
            instructions,
            index,
            f"{NAME[instructions[index].op]} names an id beyond the bound {module.bound}",
        )
    _check_definitions(module, instructions, types)


def _link_switch(module: ModuleIndex, instructions: list[Instruction], switch: Instruction) -> None:
    group = 1 + (module.selector_words(switch) if 0 < switch.ops[0] < module.bound else 1)
    if (len(switch.ops) - 2) % group:
        _refuse(instructions, instructions.index(switch), "OpSwitch ends within a case")
    for used in module.operand_ids(switch):
        if used >= module.bound:
            _refuse(
                instructions,
                instructions.index(switch),
                f"OpSwitch names an id beyond the bound {module.bound}",
            )
        known = module._users[used]
        if known is None:
            module._users[used] = [switch]
        else:
            known.append(switch)


def _check_definitions(
    module: ModuleIndex, instructions: list[Instruction], types: dict[int, int]
) -> None:
    definitions, users = module._definitions, module._users
    for used, known in enumerate(users):
        if known is not None and used not in definitions:
            _refuse(
                instructions, instructions.index(known[0]), f"id {used} is used but nowhere defined"
            )
    for type_id, index in types.items():
        definition = module.definition(type_id)
        if definition is None or definition.op not in TYPES:
            _refuse(instructions, index, f"result type {type_id} is not a type")
    _check_declaration_order(module, instructions)


def _check_declaration_order(module: ModuleIndex, instructions: list[Instruction]) -> None:
    """Types and constants use what stands before them, so that walking a type ends. Pointers
    may come later.
    """
    seen: dict[int, bool] = {}
    for instruction in module.globals:
        if instruction.op in TYPES or instruction.op in CONSTANTS:
            for used in module.operand_ids(instruction):
                if used not in seen:
                    _check_forward(module, instructions, instruction, used)
        seen[instruction.result_id] = True


def _check_forward(
    module: ModuleIndex, instructions: list[Instruction], user: Instruction, used: int
) -> None:
    definition = module.definition(used)
    # OpTypeForwardPointer names a pointer before it is declared; the others stand in other
    # sections.
    allowed = (opcodes.OpTypePointer, opcodes.OpFunction, opcodes.OpExtInstImport, opcodes.OpString)
    if definition is None or definition.op not in allowed:
        _refuse(
            instructions,
            instructions.index(user),
            f"{NAME[user.op]} uses id {used} before its declaration",
        )


# ---- control flow


def _check_control_flow(module: ModuleIndex, instructions: list[Instruction]) -> None:
    for block in module.blocks:
        for instruction in block.instructions:
            op = instruction.op
            if op == opcodes.OpPhi:
                targets = instruction.ops[1::2]
                if len(instruction.ops) % 2:
                    _refuse(
                        instructions,
                        instructions.index(instruction),
                        "OpPhi with an odd number of operands",
                    )
            elif op == opcodes.OpBranch or op == opcodes.OpSelectionMerge:
                targets = instruction.ops[:1]
            elif op == opcodes.OpBranchConditional:
                targets = instruction.ops[1:3]
            elif op == opcodes.OpLoopMerge:
                targets = instruction.ops[:2]
            elif op == opcodes.OpSwitch:
                targets = module.operand_ids(instruction)[1:]
            else:
                continue
            for target in targets:
                _check_target(module, instructions, instruction, target)


def _check_target(
    module: ModuleIndex, instructions: list[Instruction], user: Instruction, target: int
) -> None:
    label = module.definition(target)
    inside = user.block is not None and label is not None and label.block is not None
    if not inside or label is None or label.op != opcodes.OpLabel:
        _refuse(
            instructions,
            instructions.index(user),
            f"{NAME[user.op]} names {target}, which is not a block",
        )
    if label.block is None or user.block is None or label.block.function is not user.block.function:
        _refuse(
            instructions,
            instructions.index(user),
            f"{NAME[user.op]} names block {target} of another function",
        )

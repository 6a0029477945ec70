from __future__ import annotations

import msgspec
import pytest
from helpers.proved import proved
from helpers.transform import at, block_of, expect, ident, module_of, refuse, soundness
from helpers.workgroup import workgroup_module

from aberration.languages.spirv.enums import FunctionControl, Scope
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAtomicAnd,
    OpAtomicCompareExchange,
    OpAtomicExchange,
    OpAtomicIAdd,
    OpAtomicIIncrement,
    OpAtomicSMax,
    OpAtomicXor,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformations.add_private_cell_atomic import (
    AddPrivateCellAtomic,
)

GLOBALS = """
    %uint_7 = OpConstant %uint 7
    %uint_8 = OpConstant %uint 8
    %undef = OpUndef %uint
    %cells = OpTypeArray %uint %uint_8
    %few_cells = OpTypeArray %uint %uint_7
    %laid_out_cells = OpTypeArray %uint %uint_8
    %int_8 = OpConstant %int 8
    %int_cells = OpTypeArray %int %uint_8
    %few_cells_type = OpTypePointer Workgroup %few_cells
    %cells_type = OpTypePointer Workgroup %cells
    %shared_uint = OpTypePointer Workgroup %uint
    %index = OpVariable %uint_input Input
"""
ANNOTATIONS = (
    "OpDecorate %index BuiltIn LocalInvocationIndex\nOpDecorate %laid_out_cells ArrayStride 4"
)
BODY = """
    %sum = OpIAdd %uint %x %word
    %difference = OpISub %uint %x %word
    %last = OpIAdd %uint %x %x
"""
BEFORE = """
    %11 = OpLoad %uint %index
    %12 = OpAccessChain %shared_uint %10 %11"""
FACTS = ("%sum", "%difference")


def compute(
    *, numbered: bool = True, extra: str = "", body: str = BODY, mode: str = "LocalSize 4 2 1"
) -> Module:
    globals_, annotations = extra + GLOBALS, ANNOTATIONS
    if not numbered:
        globals_ = globals_.replace("%index = OpVariable %uint_input Input", "")
        annotations = ANNOTATIONS.splitlines()[1]
    inputs = "%index" if numbered else ""
    return workgroup_module(
        body, globals_=globals_, annotations=annotations, mode=mode, inputs=inputs
    )


def step(
    opcode: int = OpAtomicExchange, operand: str = "%difference", *, plain: bool = False
) -> AddPrivateCellAtomic:
    value = ident("%sum")
    scope = Scope.WORKGROUP
    return AddPrivateCellAtomic(
        10,
        11,
        12,
        13,
        14,
        at("%last"),
        ident("%cells"),
        opcode,
        value,
        ident(operand),
        scope,
        False,
        plain,
    )


def test_exchanges() -> None:
    made = expect(
        compute(),
        step(),
        "%10 = OpVariable %cells_type Workgroup",
        BEFORE
        + """
        OpAtomicStore %12 %uint_2 %uint_0 %sum
        %13 = OpAtomicExchange %uint %12 %uint_2 %uint_0 %difference
        %14 = OpAtomicLoad %uint %12 %uint_2 %uint_0
        %last = OpIAdd %uint %x %x""",
    )
    assert made.facts.synonymous(13, ident("%sum"))
    assert made.facts.synonymous(14, ident("%difference"))


def test_compares_and_exchanges_with_plain_accesses_and_an_order() -> None:
    changed = msgspec.structs.replace(step(OpAtomicCompareExchange, plain=True), ordered=True)
    made = expect(
        compute(),
        changed,
        BEFORE
        + """
        OpStore %12 %sum
        %13 = OpAtomicCompareExchange %uint %12 %uint_2 %uint_264 %uint_0 %difference %sum
        %14 = OpLoad %uint %12
        %last = OpIAdd %uint %x %x""",
    )
    assert made.facts.synonymous(13, ident("%sum"))
    assert made.facts.synonymous(14, ident("%difference"))


def test_adds() -> None:
    made = expect(
        compute(), step(OpAtomicIAdd), "%13 = OpAtomicIAdd %uint %12 %uint_2 %uint_0 %difference"
    )
    assert made.facts.synonymous(13, ident("%sum"))
    assert not any(made.facts.synonymous(14, ident(name)) for name in FACTS)


def test_an_idempotent_change() -> None:
    made = expect(
        compute(), step(OpAtomicAnd, "%sum"), "%13 = OpAtomicAnd %uint %12 %uint_2 %uint_0 %sum"
    )
    assert made.facts.synonymous(13, ident("%sum"))
    assert made.facts.synonymous(14, ident("%sum"))
    made = expect(
        compute(), step(OpAtomicAnd), "%13 = OpAtomicAnd %uint %12 %uint_2 %uint_0 %difference"
    )
    assert not any(made.facts.synonymous(14, ident(name)) for name in FACTS)


@pytest.mark.parametrize("opcode", [OpAtomicXor, OpAtomicSMax])
def test_what_gives_something_else_is_no_synonym(opcode: int) -> None:
    made = expect(compute(), step(opcode, "%sum" if opcode == OpAtomicXor else "%difference"))
    assert made.facts.synonymous(13, ident("%sum"))
    assert not any(made.facts.synonymous(14, ident(name)) for name in FACTS)


def test_the_scope_of_an_invocation_and_that_of_the_device() -> None:
    text = "%13 = OpAtomicExchange %uint %12 {} %uint_0 %difference"
    expect(compute(), msgspec.structs.replace(step(), scope=Scope.DEVICE), text.format("%uint_1"))
    four = "%uint_4 = OpConstant %uint 4"
    alone = msgspec.structs.replace(step(), scope=Scope.INVOCATION)
    expect(compute(extra=four), alone, text.format("%uint_4"))
    refuse(
        compute(extra=four),
        msgspec.structs.replace(alone, ordered=True),
        "one invocation orders nothing",
    )


def test_nothing_is_learnt_in_a_dead_block() -> None:
    def dead(module: Module) -> None:
        block_of(module, "%then").dead = True

    body = """
        %sum = OpIAdd %uint %x %word
        %difference = OpISub %uint %x %word
        OpSelectionMerge %merge None
        OpBranchConditional %false %then %merge
        %then = OpLabel
        %last = OpIAdd %uint %x %x
        OpBranch %merge
        %merge = OpLabel
    """
    made = expect(compute(body=body), step(), "%13 = OpAtomicExchange", prepare=dead)
    assert not made.facts.has_synonyms(13)
    assert not made.facts.has_synonyms(14)


@pytest.mark.parametrize(
    ("reason", "changes"),
    [
        ("not a change of a known result", {"opcode": OpAtomicIIncrement}),
        ("fewer cells than invocations", {"array": ident("%few_cells")}),
        ("a layout", {"array": ident("%laid_out_cells")}),
        ("cells of another type", {"array": ident("%int_cells")}),
        ("no array", {"array": ident("%uint")}),
        ("a value of another type", {"value": ident("%varying")}),
        ("an operand of another type", {"operand": ident("%varying")}),
        ("an undefined operand", {"operand": ident("%undef")}),
        ("not available yet", {"operand": ident("%last")}),
        ("a scope that Vulkan has not", {"scope": Scope.CROSS_DEVICE}),
        ("no constant of the scope", {"scope": Scope.INVOCATION}),
        ("an id is in use", {"cell": ident("%sum")}),
        ("an id is named twice", {"cell": 13}),
        ("no such place", {"before": Place(9999)}),
    ],
)
def test_refuses(reason: str, changes: dict[str, int]) -> None:
    refuse(compute(), msgspec.structs.replace(step(), **changes), reason)


def test_refuses_irrelevant_operands_and_constants() -> None:
    for name in ("%sum", "%difference", "%uint_8", "%uint_2"):
        module = compute()
        module.facts.add_irrelevant(ident(name))
        refuse(module, step(), f"{name} may become anything")


def test_refuses_without_the_index_of_the_invocation() -> None:
    refuse(compute(numbered=False), step(), "no built-in variable")


def test_refuses_larger_workgroups() -> None:
    refuse(compute(mode="LocalSize 3 3 1"), step(), "nine invocations have eight cells")


def test_refuses_a_function_that_promises_to_have_no_effects() -> None:
    module = compute()
    module.set_operand(module.functions[0].definition, 0, FunctionControl.PURE)
    refuse(module, step(), "Pure")


def test_refuses_a_function_that_may_be_called_in_the_midst() -> None:
    module = compute()
    module.facts.add_livesafe(ident("%main"))
    refuse(module, step(), "livesafe")


def test_refuses_fragment_shaders() -> None:
    globals_ = "%uint_2 = OpConstant %uint 2"
    changes = {"value": ident("%i"), "operand": ident("%i"), "before": at("%condition")}
    refuse(
        module_of("", globals_=globals_), msgspec.structs.replace(step(), **changes), "no workgroup"
    )


test_proved = proved(AddPrivateCellAtomic)


test_sound = soundness(AddPrivateCellAtomic)

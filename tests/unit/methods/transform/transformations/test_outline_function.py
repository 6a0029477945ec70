from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import (
    HEAD,
    INPUTS,
    MAIN,
    TAIL,
    expect,
    ident,
    module_of,
    numbered,
    refuse,
    soundness,
    the,
)

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpMemberDecorate
from aberration.methods.transform.analysis.signatures import MOST_PARAMETERS
from aberration.methods.transform.transformations.add_type_function import AddTypeFunction
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct
from aberration.methods.transform.transformations.outline_function import OutlineFunction

BODY = """
    %local = OpVariable %local_int Function %int_0
    %unset = OpVariable %local_int Function
    %copy = OpCopyObject %local_int %local
    OpBranch %first
    %first = OpLabel
    %sum = OpIAdd %int %i %int_5
    %inner = OpIAdd %int %sum %sum
    OpBranch %second
    %second = OpLabel
    %product = OpIMul %int %inner %i
    OpBranch %third
    %third = OpLabel
    %phi = OpPhi %int %product %second
    %last = OpISub %int %sum %phi
    OpStore %local %last
    OpBranch %choice
    %choice = OpLabel
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %more = OpIAdd %int %i %i
    OpBranch %merge
    %merge = OpLabel
    OpBranch %after
    %after = OpLabel
    OpStore %copy %int_0
    %float_sum = OpFAdd %float %f %f
    %test = OpSLessThan %bool %i %int_0
    OpSelectionMerge %done None
    OpBranchConditional %test %done %other
    %other = OpLabel
    OpStore %unset %i
    OpBranch %done
    %done = OpLabel
    %use = OpFAdd %float %float_sum %f
    OpBranch %loop
    %loop = OpLabel
    %n = OpPhi %int %int_0 %done %next %again
    OpLoopMerge %out %again None
    OpBranchConditional %condition %body %out
    %body = OpLabel
    %twice = OpIAdd %int %n %n
    OpBranch %again
    %again = OpLabel
    %next = OpIAdd %int %n %int_1
    OpBranch %loop
    %out = OpLabel
"""


def module(body: str = BODY) -> Module:
    return module_of(body)


def outline(
    entry: str, exit_: str, inputs: tuple[str, ...] = (), outputs: tuple[str, ...] = ()
) -> OutlineFunction:
    """Return the step with parameters from 20 and results from 30 on."""
    first = tuple((ident(name), 20 + k) for k, name in enumerate(sorted(inputs, key=ident)))
    second = tuple((ident(name), 30 + k) for k, name in enumerate(sorted(outputs, key=ident)))
    return OutlineFunction(ident(entry), ident(exit_), 10, 11, 12, 13, first, second)


def typed(made: Module, step: OutlineFunction) -> Module:
    """Declare the types for all that the step names: the structure is 40, the function 41."""
    if step.outputs:
        AddTypeStruct(40, tuple(made.type_of(old) for old, _ in step.outputs)).apply(made)
    returned = 40 if step.outputs else ident("%void")
    AddTypeFunction(
        41, returned, tuple(made.type_of(old) for old, _ in step.inputs)
    ).apply_if_applicable(made)
    return made


def new(step: OutlineFunction, name: str) -> str:
    """Return what a name is called in the new function."""
    return f"%{dict((*step.inputs, *step.outputs))[ident(name)]}"


def test_a_region_with_outputs_becomes_a_function_that_returns_a_structure() -> None:
    step = outline("%first", "%second", ("%i",), ("%sum", "%product"))
    first, second = (f"%{old}" for old, _ in step.outputs)
    expect(
        typed(module(), step),
        step,
        f"""
        %first = OpLabel
        %12 = OpFunctionCall %40 %10 %i
        {first} = OpCompositeExtract %int %12 0
        {second} = OpCompositeExtract %int %12 1
        OpBranch %third
        %third = OpLabel
        %phi = OpPhi %int %product %first
        """,
        f"""
        %10 = OpFunction %40 None %41
        %20 = OpFunctionParameter %int
        %11 = OpLabel
        {new(step, "%sum")} = OpIAdd %int %20 %int_5
        %inner = OpIAdd %int {new(step, "%sum")} {new(step, "%sum")}
        OpBranch %second
        %second = OpLabel
        {new(step, "%product")} = OpIMul %int %inner %20
        %13 = OpCompositeConstruct %40 %30 %31
        OpReturnValue %13
        OpFunctionEnd
        """,
    )


def test_a_selection_without_outputs_becomes_a_void_function() -> None:
    step = outline("%choice", "%merge", ("%condition", "%i"))
    arguments = " ".join(f"%{old}" for old, _ in step.inputs)
    expect(
        typed(module(), step),
        step,
        f"%choice = OpLabel\n%12 = OpFunctionCall %void %10 {arguments}\nOpBranch %after",
        f"""
        %11 = OpLabel
        OpSelectionMerge %merge None
        OpBranchConditional {new(step, "%condition")} %then %merge
        %then = OpLabel
        %more = OpIAdd %int {new(step, "%i")} {new(step, "%i")}
        OpBranch %merge
        %merge = OpLabel
        OpReturn
        """,
    )


def test_one_block_that_heads_a_selection_keeps_its_end() -> None:
    plain = module(BODY.replace("OpStore %copy %int_0", ""))
    step = outline("%after", "%after", ("%f", "%i"), ("%float_sum", "%test"))
    refuse(plain, step, "the types do not exist")
    changed = expect(
        typed(plain, step),
        step,
        "OpSelectionMerge %done None\nOpBranchConditional %test %done %other\n%other = OpLabel",
    )
    for name in ("%test", "%float_sum"):
        assert the(changed, name).block is block(changed, "%after")


def test_a_region_that_ends_with_the_header_of_a_selection() -> None:
    step = outline("%merge", "%after", ("%f", "%i"), ("%float_sum", "%test"))
    expect(
        typed(module(BODY.replace("OpStore %copy %int_0", "")), step),
        step,
        "OpSelectionMerge %done None\nOpBranchConditional %test %done %other\n%other = OpLabel",
        "%11 = OpLabel\nOpBranch %after\n%after = OpLabel",
    )


@pytest.mark.parametrize(("entry", "onward"), [("%merge", "%after"), ("%again", "%loop")])
def test_a_merge_block_or_continue_target_may_be_the_entry(entry: str, onward: str) -> None:
    step = (
        outline(entry, entry, ("%n",), ("%next",)) if entry == "%again" else outline(entry, entry)
    )
    changed = expect(typed(module(), step), step, f"OpBranch {onward}", "OpReturn")
    assert block(changed, entry).instructions[0].result_id == 12


def test_a_loop_goes_whole() -> None:
    step = outline("%done", "%out", ("%condition", "%f", "%float_sum"))
    expect(
        typed(module(), step),
        step,
        """
        %loop = OpLabel
        %n = OpPhi %int %int_0 %11 %next %again
        OpLoopMerge %out %again None
        """,
        "%out = OpLabel\nOpReturn\nOpFunctionEnd",
    )


def test_a_region_may_end_the_function() -> None:
    step = outline("%after_all", "%after_all", ("%i",))
    body = "OpBranch %after_all\n%after_all = OpLabel\n%e = OpIAdd %int %i %i"
    expect(
        typed(module(body), step),
        step,
        "%12 = OpFunctionCall %void %10 %i\nOpReturn\nOpFunctionEnd",
    )


def test_memory_behind_a_parameter_is_irrelevant_if_initialised() -> None:
    body = """
        %local = OpVariable %local_int Function %int_0
        %unset = OpVariable %local_int Function
        OpBranch %first
        %first = OpLabel
        OpStore %local %int_1
        OpStore %unset %int_1
        OpBranch %second
        %second = OpLabel
    """
    step = outline("%first", "%first", ("%local", "%unset"))
    changed = expect(typed(module(body), step), step)
    assert not changed.facts.is_pointee_irrelevant(dict(step.inputs)[ident("%local")])
    made = typed(module(body), step)
    made.facts.add_pointee_irrelevant(ident("%local"))
    made.facts.add_pointee_irrelevant(ident("%unset"))
    expect(made, step)
    assert made.facts.is_pointee_irrelevant(dict(step.inputs)[ident("%local")])
    assert not made.facts.is_pointee_irrelevant(dict(step.inputs)[ident("%unset")])


def test_what_is_dead_or_irrelevant_stays_so() -> None:
    step = outline("%first", "%second", ("%i",), ("%sum", "%product"))
    made = typed(module(), step)
    block(made, "%second").dead = True
    made.facts.add_irrelevant(ident("%i"))
    made.facts.add_livesafe(ident("%main"))
    expect(made, step)
    assert [each.dead for each in made.functions[-1].blocks] == [False, True]
    assert not block(made, "%first").dead
    assert made.facts.is_irrelevant(made, 20)
    for name, irrelevant in (("%sum", False), ("%product", True)):
        assert made.facts.is_irrelevant(made, ident(name)) == irrelevant
        assert made.facts.is_irrelevant(made, dict(step.outputs)[ident(name)]) == irrelevant
    assert made.facts.is_livesafe(ident("%main"))
    assert not made.facts.is_livesafe(10)


def test_a_dead_entry_is_dead_on_both_sides() -> None:
    step = outline("%first", "%second", ("%i",), ("%sum", "%product"))
    made = typed(module(), step)
    block(made, "%first").dead = True
    expect(made, step)
    assert [each.dead for each in made.functions[-1].blocks] == [True, False]
    assert block(made, "%first").dead


def test_a_dead_block_inside_stays_dead() -> None:
    body = """
        OpBranch %first
        %first = OpLabel
        OpSelectionMerge %joined None
        OpBranchConditional %true %joined %never
        %never = OpLabel
        %lost = OpIAdd %int %i %i
        OpBranch %joined
        %joined = OpLabel
        %phi = OpPhi %int %i %first %lost %never
        OpBranch %end
        %end = OpLabel
        %use = OpIAdd %int %phi %phi
    """
    step = outline("%first", "%joined", ("%i",), ("%phi",))
    made = typed(module(body), step)
    block(made, "%never").dead = True
    expect(made, step, "%30 = OpPhi %int %20 %11 %lost %never")
    assert block(made, "%never").dead
    assert made.facts.is_irrelevant(made, ident("%lost"))
    assert not made.facts.is_irrelevant(made, ident("%phi"))


def test_decorations_go_with_what_computes_the_output() -> None:
    body = (
        "OpBranch %first\n%first = OpLabel\n%float_sum = OpFAdd %float %f %f\n"
        "OpBranch %end\n%end = OpLabel\n"
    )
    step = outline("%first", "%first", ("%f",), ("%float_sum",))
    made = typed(module(body + "%use = OpFAdd %float %float_sum %f"), step)
    for decoration in (Decoration.NO_CONTRACTION, Decoration.RELAXED_PRECISION):
        made.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%float_sum"), decoration]))
    lines = (
        "OpDecorate %30 NoContraction",
        "OpDecorate %30 RelaxedPrecision",
        "OpDecorate %float_sum RelaxedPrecision",
    )
    expect(made, step, *lines, absent=["OpDecorate %float_sum NoContraction"])


WIDE = """
    OpBranch %first
    %first = OpLabel
    %wide = OpSConvert %long %i
    OpBranch %second
    %second = OpLabel
    OpSelectionMerge %merge None
    OpSwitch %wide %merge 7 %case
    %case = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""


@pytest.mark.parametrize(
    ("entry", "exit_"), [("%first", "%second"), ("%first", "%merge"), ("%second", "%merge")]
)
def test_a_switch_over_a_wide_integer_is_moved_or_left(entry: str, exit_: str) -> None:
    head = HEAD.replace("OpCapability Shader", "OpCapability Shader\nOpCapability Int64")
    text = numbered(head + "%long = OpTypeInt 64 1" + MAIN + INPUTS + WIDE + TAIL)
    step = outline(
        entry,
        exit_,
        ("%wide",) if entry == "%second" else ("%i",),
        ("%wide",) if exit_ == "%second" else (),
    )
    expect(typed(Module.parse(assemble(text, (1, 3))), step), step, "OpSwitch")


def test_refuses_missing_ids() -> None:
    good = outline("%first", "%second", ("%i",), ("%sum", "%product"))
    for wrong in (
        outline("%first", "%second", (), ("%sum", "%product")),
        outline("%first", "%second", ("%i",), ("%sum",)),
        outline("%i", "%second", ("%i",), ("%sum", "%product")),
        outline("%first", "%i", ("%i",), ("%sum", "%product")),
    ):
        refuse(typed(module(), good), wrong, "an id or a block is missing")
    expect(typed(module(), good), good)


def test_refuses_a_pointer_that_is_no_variable() -> None:
    step = outline("%after", "%after", ("%copy", "%f", "%i"), ("%float_sum", "%test"))
    refuse(typed(module(), step), step, "an argument has to be a memory object")


@pytest.mark.parametrize(
    ("reason", "body", "entry"),
    [
        ("variables", "%local = OpVariable %local_int Function\nOpStore %local %int_0", "%entry"),
        ("OpPhis", "OpBranch %next\n%next = OpLabel\n%phi = OpPhi %int %int_0 %entry", "%next"),
    ],
)
def test_refuses_entries_with_variables_and_phis(reason: str, body: str, entry: str) -> None:
    refuse(typed(module(body), outline(entry, entry)), outline(entry, entry), reason)
    expect(module("OpBranch %next\n%next = OpLabel"), outline("%entry", "%entry"))
    expect(module("OpBranch %next\n%next = OpLabel"), outline("%next", "%next"))


@pytest.mark.parametrize("more", [0, 1])
def test_refuses_more_inputs_than_are_sensible(more: int) -> None:
    values = [f"%v{k}" for k in range(MOST_PARAMETERS + more)]
    body = (
        "\n".join(f"{value} = OpIAdd %int %i %i" for value in values)
        + "\nOpBranch %first\n%first = OpLabel\n"
    )
    body += "\n".join(f"%s{k} = OpIAdd %int {value} %int_1" for k, value in enumerate(values))
    first = tuple((ident(name), 5000 + k) for k, name in enumerate(sorted(values, key=ident)))
    step = OutlineFunction(ident("%first"), ident("%first"), 10, 11, 12, 13, first, ())
    made = typed(module(body + "\nOpBranch %end\n%end = OpLabel"), step)
    assert step.is_applicable(made) == (more == 0)


def test_refuses_an_output_that_is_a_pointer() -> None:
    body = "%local = OpVariable %local_int Function %int_0\nOpBranch %first\n%first = OpLabel\n"
    body += (
        "%copy = OpCopyObject %local_int %local\nOpBranch %end\n%end = OpLabel\n"
        "OpStore %copy %int_1"
    )
    made = module(body)
    AddTypeFunction(41, ident("%void"), (ident("%local_int"),)).apply(made)
    refuse(made, outline("%first", "%first", ("%local",), ("%copy",)), "it is a pointer")


def test_refuses_ids_in_use_and_repeated() -> None:
    good = outline("%first", "%second", ("%i",), ("%sum", "%product"))
    for wrong in (
        OutlineFunction(good.entry, good.exit, ident("%i"), 11, 12, 13, good.inputs, good.outputs),
        OutlineFunction(good.entry, good.exit, 10, 11, 11, 13, good.inputs, good.outputs),
        OutlineFunction(
            good.entry,
            good.exit,
            10,
            11,
            12,
            13,
            good.inputs,
            ((good.outputs[0][0], 20), good.outputs[1]),
        ),
    ):
        refuse(typed(module(), good), wrong, "ids are not fresh")


def test_refuses_decorations_that_a_parameter_would_lose_and_structures_with_a_layout() -> None:
    step = outline("%first", "%second", ("%i",), ("%sum", "%product"))
    made = typed(module(), step)
    made.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%i"), Decoration.NON_UNIFORM]))
    refuse(made, step, "the parameter would not be NonUniform")
    made = typed(module(), step)
    made.add_decoration(Instruction(OpMemberDecorate, 0, 0, [40, 1, Decoration.OFFSET, 4]))
    refuse(made, step, "the structure has a layout")


test_sound = soundness(OutlineFunction)

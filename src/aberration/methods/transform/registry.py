"""All transformations and passes, each named once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.recipe import Step

from .fuzzer_pass import FuzzerPass
from .passes.access_through_known_indexes import access_through_known_indexes
from .passes.add_access_chains import add_access_chains
from .passes.add_arithmetic_synonyms import add_arithmetic_synonyms
from .passes.add_bit_instruction_synonyms import add_bit_instruction_synonyms
from .passes.add_composite_extract import add_composite_extract
from .passes.add_composite_inserts import add_composite_inserts
from .passes.add_composite_types import add_composite_types
from .passes.add_constants import add_constants
from .passes.add_copy_memory import add_copy_memory
from .passes.add_dead_blocks import add_dead_blocks
from .passes.add_dead_breaks import add_dead_breaks
from .passes.add_dead_continues import add_dead_continues
from .passes.add_dead_switch_cases import add_dead_switch_cases
from .passes.add_dead_switches import add_dead_switches
from .passes.add_divergent_branches import add_divergent_branches
from .passes.add_divergent_synonyms import add_divergent_synonyms
from .passes.add_equation_instructions import add_equation_instructions
from .passes.add_false_blocks import add_false_blocks
from .passes.add_function_calls import add_function_calls
from .passes.add_global_variables import add_global_variables
from .passes.add_idle_barriers import add_idle_barriers
from .passes.add_image_sample_unused_components import add_image_sample_unused_components
from .passes.add_live_blocks import add_live_blocks
from .passes.add_live_guards import add_live_guards
from .passes.add_loads import add_loads
from .passes.add_local_variables import add_local_variables
from .passes.add_loop_continues import add_loop_continues
from .passes.add_loop_preheaders import add_loop_preheaders
from .passes.add_loops_to_create_int_constant_synonyms import add_loops_to_create_int_constant_synonyms
from .passes.add_no_contraction_decorations import add_no_contraction_decorations
from .passes.add_op_phi_synonyms import add_op_phi_synonyms
from .passes.add_parameters import add_parameters
from .passes.add_private_cell_atomics import add_private_cell_atomics
from .passes.add_relaxed_decorations import add_relaxed_decorations
from .passes.add_spec_constant_ops import add_spec_constant_ops
from .passes.add_stores import add_stores
from .passes.add_synonyms import add_synonyms
from .passes.add_undefs import add_undefs
from .passes.add_vector_shuffle_instructions import add_vector_shuffle_instructions
from .passes.adjust_branch_weights import adjust_branch_weights
from .passes.adjust_function_controls import adjust_function_controls
from .passes.adjust_loop_controls import adjust_loop_controls
from .passes.adjust_memory_operands_masks import adjust_memory_operands_masks
from .passes.adjust_selection_controls import adjust_selection_controls
from .passes.apply_id_synonyms import apply_id_synonyms
from .passes.change_workgroup_shapes import change_workgroup_shapes
from .passes.construct_composites import construct_composites
from .passes.copy_objects import copy_objects
from .passes.donate_modules import donate_modules
from .passes.duplicate_regions_with_selections import duplicate_regions_with_selections
from .passes.expand_vector_reductions import expand_vector_reductions
from .passes.flatten_conditional_branches import flatten_conditional_branches
from .passes.inline_functions import inline_functions
from .passes.interchange_signedness_of_integer_operands import interchange_signedness_of_integer_operands
from .passes.interchange_zero_like_constants import interchange_zero_like_constants
from .passes.invert_comparison_operators import invert_comparison_operators
from .passes.join_variables_into_structs import join_variables_into_structs
from .passes.make_vector_operations_dynamic import make_vector_operations_dynamic
from .passes.merge_blocks import merge_blocks
from .passes.merge_function_returns import merge_function_returns
from .passes.mutate_pointers import mutate_pointers
from .passes.obfuscate_constants import obfuscate_constants
from .passes.outline_functions import outline_functions
from .passes.pack_variables_into_vectors import pack_variables_into_vectors
from .passes.peel_loops import peel_loops
from .passes.peel_switch_cases import peel_switch_cases
from .passes.permute_blocks import permute_blocks
from .passes.permute_function_parameters import permute_function_parameters
from .passes.permute_function_variables import permute_function_variables
from .passes.permute_instructions import permute_instructions
from .passes.permute_phi_operands import permute_phi_operands
from .passes.propagate_instructions_down import propagate_instructions_down
from .passes.propagate_instructions_up import propagate_instructions_up
from .passes.push_ids_through_variables import push_ids_through_variables
from .passes.replace_adds_subs_muls_with_carrying_extended import replace_adds_subs_muls_with_carrying_extended
from .passes.replace_branches_from_dead_blocks_with_exits import replace_branches_from_dead_blocks_with_exits
from .passes.replace_conditional_branches_with_switches import replace_conditional_branches_with_switches
from .passes.replace_copy_memories_with_loads_stores import replace_copy_memories_with_loads_stores
from .passes.replace_copy_objects_with_stores_loads import replace_copy_objects_with_stores_loads
from .passes.replace_irrelevant_ids import replace_irrelevant_ids
from .passes.replace_linear_algebra_instructions import replace_linear_algebra_instructions
from .passes.replace_loads_stores_with_copy_memories import replace_loads_stores_with_copy_memories
from .passes.replace_op_phi_ids_from_dead_predecessors import replace_op_phi_ids_from_dead_predecessors
from .passes.replace_op_selects_with_conditional_branches import replace_op_selects_with_conditional_branches
from .passes.replace_parameter_with_global import replace_parameter_with_global
from .passes.replace_params_with_struct import replace_params_with_struct
from .passes.replace_switches_with_conditional_branches import replace_switches_with_conditional_branches
from .passes.replace_variables_with_privates import replace_variables_with_privates
from .passes.replace_variables_with_workgroups import replace_variables_with_workgroups
from .passes.rotate_loops import rotate_loops
from .passes.split_blocks import split_blocks
from .passes.split_loop_ranges import split_loop_ranges
from .passes.split_struct_variables import split_struct_variables
from .passes.swap_branch_conditional_operands import swap_branch_conditional_operands
from .passes.swap_commutable_operands import swap_commutable_operands
from .passes.swap_functions import swap_functions
from .passes.toggle_access_chain_instruction import toggle_access_chain_instruction
from .passes.unroll_loops import unroll_loops
from .passes.wrap_early_terminators import wrap_early_terminators
from .passes.wrap_regions_in_one_trip_loops import wrap_regions_in_one_trip_loops
from .passes.wrap_regions_in_selections import wrap_regions_in_selections
from .passes.wrap_vector_synonym import wrap_vector_synonym
from .transformation import Transformation
from .transformations.access_chain import AccessChain
from .transformations.access_through_known_index import AccessThroughKnownIndex
from .transformations.add_arithmetic_synonym import AddArithmeticSynonym
from .transformations.add_bit_instruction_synonym import AddBitInstructionSynonym
from .transformations.add_built_in_input import AddBuiltInInput
from .transformations.add_constant_boolean import AddConstantBoolean
from .transformations.add_constant_composite import AddConstantComposite
from .transformations.add_constant_null import AddConstantNull
from .transformations.add_constant_scalar import AddConstantScalar
from .transformations.add_copy_memory import AddCopyMemory
from .transformations.add_dead_block import AddDeadBlock
from .transformations.add_dead_break import AddDeadBreak
from .transformations.add_dead_continue import AddDeadContinue
from .transformations.add_dead_switch import AddDeadSwitch
from .transformations.add_dead_switch_case import AddDeadSwitchCase
from .transformations.add_divergent_branch import AddDivergentBranch
from .transformations.add_divergent_synonym import AddDivergentSynonym
from .transformations.add_early_terminator_wrapper import AddEarlyTerminatorWrapper
from .transformations.add_false_block import AddFalseBlock
from .transformations.add_function import AddFunction
from .transformations.add_global_undef import AddGlobalUndef
from .transformations.add_global_variable import AddGlobalVariable
from .transformations.add_idle_barrier import AddIdleBarrier
from .transformations.add_image_sample_unused_components import AddImageSampleUnusedComponents
from .transformations.add_invocation_value import AddInvocationValue
from .transformations.add_live_block import AddLiveBlock
from .transformations.add_live_guard import AddLiveGuard
from .transformations.add_local_variable import AddLocalVariable
from .transformations.add_loop_continue import AddLoopContinue
from .transformations.add_loop_preheader import AddLoopPreheader
from .transformations.add_loop_to_create_int_constant_synonym import AddLoopToCreateIntConstantSynonym
from .transformations.add_no_contraction_decoration import AddNoContractionDecoration
from .transformations.add_op_phi_synonym import AddOpPhiSynonym
from .transformations.add_parameter import AddParameter
from .transformations.add_private_cell_atomic import AddPrivateCellAtomic
from .transformations.add_relaxed_decoration import AddRelaxedDecoration
from .transformations.add_spec_constant_op import AddSpecConstantOp
from .transformations.add_synonym import AddSynonym
from .transformations.add_type_array import AddTypeArray
from .transformations.add_type_boolean import AddTypeBoolean
from .transformations.add_type_float import AddTypeFloat
from .transformations.add_type_function import AddTypeFunction
from .transformations.add_type_int import AddTypeInt
from .transformations.add_type_matrix import AddTypeMatrix
from .transformations.add_type_pointer import AddTypePointer
from .transformations.add_type_struct import AddTypeStruct
from .transformations.add_type_vector import AddTypeVector
from .transformations.adjust_branch_weights import AdjustBranchWeights
from .transformations.change_workgroup_shape import ChangeWorkgroupShape
from .transformations.composite_construct import CompositeConstruct
from .transformations.composite_extract import CompositeExtract
from .transformations.composite_insert import CompositeInsert
from .transformations.compute_data_synonym_fact_closure import ComputeDataSynonymFactClosure
from .transformations.duplicate_region_with_selection import DuplicateRegionWithSelection
from .transformations.equation_instruction import EquationInstruction
from .transformations.expand_vector_reduction import ExpandVectorReduction
from .transformations.flatten_conditional_branch import FlattenConditionalBranch
from .transformations.function_call import FunctionCall
from .transformations.inline_function import InlineFunction
from .transformations.invert_comparison_operator import InvertComparisonOperator
from .transformations.join_variables_into_struct import JoinVariablesIntoStruct
from .transformations.load import Load
from .transformations.make_vector_operation_dynamic import MakeVectorOperationDynamic
from .transformations.merge_blocks import MergeBlocks
from .transformations.merge_function_returns import MergeFunctionReturns
from .transformations.move_block_down import MoveBlockDown
from .transformations.move_instruction_down import MoveInstructionDown
from .transformations.mutate_pointer import MutatePointer
from .transformations.outline_function import OutlineFunction
from .transformations.pack_variable_into_vector import PackVariableIntoVector
from .transformations.peel_loop import PeelLoop
from .transformations.peel_switch_case import PeelSwitchCase
from .transformations.permute_function_parameters import PermuteFunctionParameters
from .transformations.permute_phi_operands import PermutePhiOperands
from .transformations.propagate_instruction_down import PropagateInstructionDown
from .transformations.propagate_instruction_up import PropagateInstructionUp
from .transformations.push_id_through_variable import PushIdThroughVariable
from .transformations.record_synonymous_constants import RecordSynonymousConstants
from .transformations.replace_add_sub_mul_with_carrying_extended import ReplaceAddSubMulWithCarryingExtended
from .transformations.replace_boolean_constant_with_constant_binary import ReplaceBooleanConstantWithConstantBinary
from .transformations.replace_branch_from_dead_block_with_exit import ReplaceBranchFromDeadBlockWithExit
from .transformations.replace_conditional_branch_with_switch import ReplaceConditionalBranchWithSwitch
from .transformations.replace_constant_with_uniform import ReplaceConstantWithUniform
from .transformations.replace_copy_memory_with_load_store import ReplaceCopyMemoryWithLoadStore
from .transformations.replace_copy_object_with_store_load import ReplaceCopyObjectWithStoreLoad
from .transformations.replace_id_with_synonym import ReplaceIdWithSynonym
from .transformations.replace_irrelevant_id import ReplaceIrrelevantId
from .transformations.replace_linear_algebra_instruction import ReplaceLinearAlgebraInstruction
from .transformations.replace_load_store_with_copy_memory import ReplaceLoadStoreWithCopyMemory
from .transformations.replace_op_phi_id_from_dead_predecessor import ReplaceOpPhiIdFromDeadPredecessor
from .transformations.replace_op_select_with_conditional_branch import ReplaceOpSelectWithConditionalBranch
from .transformations.replace_parameter_with_global import ReplaceParameterWithGlobal
from .transformations.replace_params_with_struct import ReplaceParamsWithStruct
from .transformations.replace_switch_with_conditional_branches import ReplaceSwitchWithConditionalBranches
from .transformations.replace_variable_with_private import ReplaceVariableWithPrivate
from .transformations.replace_variable_with_workgroup import ReplaceVariableWithWorkgroup
from .transformations.rotate_loop import RotateLoop
from .transformations.set_function_control import SetFunctionControl
from .transformations.set_loop_control import SetLoopControl
from .transformations.set_memory_operands_mask import SetMemoryOperandsMask
from .transformations.set_selection_control import SetSelectionControl
from .transformations.split_block import SplitBlock
from .transformations.split_loop_range import SplitLoopRange
from .transformations.split_struct_variable import SplitStructVariable
from .transformations.store import Store
from .transformations.swap_commutable_operands import SwapCommutableOperands
from .transformations.swap_conditional_branch_operands import SwapConditionalBranchOperands
from .transformations.swap_function_variables import SwapFunctionVariables
from .transformations.swap_two_functions import SwapTwoFunctions
from .transformations.toggle_access_chain_instruction import ToggleAccessChainInstruction
from .transformations.unroll_loop import UnrollLoop
from .transformations.vector_shuffle import VectorShuffle
from .transformations.wrap_early_terminator_in_function import WrapEarlyTerminatorInFunction
from .transformations.wrap_region_in_one_trip_loop import WrapRegionInOneTripLoop
from .transformations.wrap_region_in_selection import WrapRegionInSelection
from .transformations.wrap_vector_synonym import WrapVectorSynonym

TRANSFORMATIONS: Final[tuple[type[Transformation], ...]] = (
    AccessChain,
    AccessThroughKnownIndex,
    AddArithmeticSynonym,
    AddBitInstructionSynonym,
    AddBuiltInInput,
    AddConstantBoolean,
    AddConstantComposite,
    AddConstantNull,
    AddConstantScalar,
    AddCopyMemory,
    AddDeadBlock,
    AddDeadBreak,
    AddDeadContinue,
    AddDeadSwitch,
    AddDeadSwitchCase,
    AddDivergentBranch,
    AddDivergentSynonym,
    AddEarlyTerminatorWrapper,
    AddFalseBlock,
    AddFunction,
    AddGlobalUndef,
    AddGlobalVariable,
    AddIdleBarrier,
    AddImageSampleUnusedComponents,
    AddInvocationValue,
    AddLiveBlock,
    AddLiveGuard,
    AddLocalVariable,
    AddLoopContinue,
    AddLoopPreheader,
    AddLoopToCreateIntConstantSynonym,
    AddNoContractionDecoration,
    AddOpPhiSynonym,
    AddParameter,
    AddPrivateCellAtomic,
    AddRelaxedDecoration,
    AddSpecConstantOp,
    AddSynonym,
    AddTypeArray,
    AddTypeBoolean,
    AddTypeFloat,
    AddTypeFunction,
    AddTypeInt,
    AddTypeMatrix,
    AddTypePointer,
    AddTypeStruct,
    AddTypeVector,
    AdjustBranchWeights,
    ChangeWorkgroupShape,
    CompositeConstruct,
    CompositeExtract,
    CompositeInsert,
    ComputeDataSynonymFactClosure,
    DuplicateRegionWithSelection,
    EquationInstruction,
    ExpandVectorReduction,
    FlattenConditionalBranch,
    FunctionCall,
    InlineFunction,
    InvertComparisonOperator,
    JoinVariablesIntoStruct,
    Load,
    MakeVectorOperationDynamic,
    MergeBlocks,
    MergeFunctionReturns,
    MoveBlockDown,
    MoveInstructionDown,
    MutatePointer,
    OutlineFunction,
    PackVariableIntoVector,
    PeelLoop,
    PeelSwitchCase,
    PermuteFunctionParameters,
    PermutePhiOperands,
    PropagateInstructionDown,
    PropagateInstructionUp,
    PushIdThroughVariable,
    RecordSynonymousConstants,
    ReplaceAddSubMulWithCarryingExtended,
    ReplaceBooleanConstantWithConstantBinary,
    ReplaceBranchFromDeadBlockWithExit,
    ReplaceConditionalBranchWithSwitch,
    ReplaceConstantWithUniform,
    ReplaceCopyMemoryWithLoadStore,
    ReplaceCopyObjectWithStoreLoad,
    ReplaceIdWithSynonym,
    ReplaceIrrelevantId,
    ReplaceLinearAlgebraInstruction,
    ReplaceLoadStoreWithCopyMemory,
    ReplaceOpPhiIdFromDeadPredecessor,
    ReplaceOpSelectWithConditionalBranch,
    ReplaceParameterWithGlobal,
    ReplaceParamsWithStruct,
    ReplaceSwitchWithConditionalBranches,
    ReplaceVariableWithPrivate,
    ReplaceVariableWithWorkgroup,
    RotateLoop,
    SetFunctionControl,
    SetLoopControl,
    SetMemoryOperandsMask,
    SetSelectionControl,
    SplitBlock,
    SplitLoopRange,
    SplitStructVariable,
    Store,
    SwapCommutableOperands,
    SwapConditionalBranchOperands,
    SwapFunctionVariables,
    SwapTwoFunctions,
    ToggleAccessChainInstruction,
    UnrollLoop,
    VectorShuffle,
    WrapEarlyTerminatorInFunction,
    WrapRegionInOneTripLoop,
    WrapRegionInSelection,
    WrapVectorSynonym,
)
"""One entry per file of `transformations/`, sorted."""

PASSES: Final[tuple[FuzzerPass, ...]] = (
    access_through_known_indexes,
    add_access_chains,
    add_arithmetic_synonyms,
    add_bit_instruction_synonyms,
    add_composite_extract,
    add_composite_inserts,
    add_composite_types,
    add_constants,
    add_copy_memory,
    add_dead_blocks,
    add_dead_breaks,
    add_dead_continues,
    add_dead_switch_cases,
    add_dead_switches,
    add_divergent_branches,
    add_divergent_synonyms,
    add_equation_instructions,
    add_false_blocks,
    add_function_calls,
    add_global_variables,
    add_idle_barriers,
    add_image_sample_unused_components,
    add_live_blocks,
    add_live_guards,
    add_loads,
    add_local_variables,
    add_loop_continues,
    add_loop_preheaders,
    add_loops_to_create_int_constant_synonyms,
    add_no_contraction_decorations,
    add_op_phi_synonyms,
    add_parameters,
    add_private_cell_atomics,
    add_relaxed_decorations,
    add_spec_constant_ops,
    add_stores,
    add_synonyms,
    add_undefs,
    add_vector_shuffle_instructions,
    adjust_branch_weights,
    adjust_function_controls,
    adjust_loop_controls,
    adjust_memory_operands_masks,
    adjust_selection_controls,
    apply_id_synonyms,
    change_workgroup_shapes,
    construct_composites,
    copy_objects,
    donate_modules,
    duplicate_regions_with_selections,
    expand_vector_reductions,
    flatten_conditional_branches,
    inline_functions,
    interchange_signedness_of_integer_operands,
    interchange_zero_like_constants,
    invert_comparison_operators,
    join_variables_into_structs,
    make_vector_operations_dynamic,
    merge_blocks,
    merge_function_returns,
    mutate_pointers,
    obfuscate_constants,
    outline_functions,
    pack_variables_into_vectors,
    peel_loops,
    peel_switch_cases,
    permute_blocks,
    permute_function_parameters,
    permute_function_variables,
    permute_instructions,
    permute_phi_operands,
    propagate_instructions_down,
    propagate_instructions_up,
    push_ids_through_variables,
    replace_adds_subs_muls_with_carrying_extended,
    replace_branches_from_dead_blocks_with_exits,
    replace_conditional_branches_with_switches,
    replace_copy_memories_with_loads_stores,
    replace_copy_objects_with_stores_loads,
    replace_irrelevant_ids,
    replace_linear_algebra_instructions,
    replace_loads_stores_with_copy_memories,
    replace_op_phi_ids_from_dead_predecessors,
    replace_op_selects_with_conditional_branches,
    replace_parameter_with_global,
    replace_params_with_struct,
    replace_switches_with_conditional_branches,
    replace_variables_with_privates,
    replace_variables_with_workgroups,
    rotate_loops,
    split_blocks,
    split_loop_ranges,
    split_struct_variables,
    swap_branch_conditional_operands,
    swap_commutable_operands,
    swap_functions,
    toggle_access_chain_instruction,
    unroll_loops,
    wrap_early_terminators,
    wrap_regions_in_one_trip_loops,
    wrap_regions_in_selections,
    wrap_vector_synonym,
)
"""One entry per file of `passes/`, sorted."""

BY_NAME: Final[dict[str, type[Transformation]]] = {kind.__name__: kind for kind in TRANSFORMATIONS}
SUPPORTING: Final[frozenset[str]] = frozenset(kind.__name__ for kind in TRANSFORMATIONS if kind.supporting)


def to_step(transformation: Transformation) -> Step:
    """Return a transformation as the JSON object of a recipe."""
    step: Step = msgspec.to_builtins(transformation)
    return step


def from_steps(steps: Iterable[Step]) -> list[Transformation]:
    """Return the transformations of a recipe; raise `BadInput` naming the step that is none."""
    return [_from_step(step, number) for number, step in enumerate(steps, 1)]


def _from_step(step: Step, number: int) -> Transformation:
    kind = BY_NAME.get(str(step.get("type")))
    if kind is None:
        hint = "Was the recipe written by a newer version?"
        raise BadInput(
            f"expected the name of a transformation, but {step.get('type')!r} came", where=f"step {number}", hint=hint
        )
    try:
        return msgspec.convert(step, kind)
    except msgspec.ValidationError as error:
        raise BadInput(f"{kind.__name__}: {error}", where=f"step {number}") from None

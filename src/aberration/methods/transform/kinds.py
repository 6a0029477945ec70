"""All transformations, each named once."""

from __future__ import annotations

from typing import Final

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
from .transformations.add_matrix_synonym import AddMatrixSynonym
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
from .transformations.duplicate_rest_of_round import DuplicateRestOfRound
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
from .transformations.replace_conditional_branch_with_fall_through import ReplaceConditionalBranchWithFallThrough
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
    AddMatrixSynonym,
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
    DuplicateRestOfRound,
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
    ReplaceConditionalBranchWithFallThrough,
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

"""All transformations, each named once."""

from __future__ import annotations

from typing import Final

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.access_chain import AccessChain
from aberration.methods.transform.transformations.access_through_known_index import AccessThroughKnownIndex
from aberration.methods.transform.transformations.add_arithmetic_synonym import AddArithmeticSynonym
from aberration.methods.transform.transformations.add_bit_instruction_synonym import AddBitInstructionSynonym
from aberration.methods.transform.transformations.add_built_in_input import AddBuiltInInput
from aberration.methods.transform.transformations.add_constant_boolean import AddConstantBoolean
from aberration.methods.transform.transformations.add_constant_composite import AddConstantComposite
from aberration.methods.transform.transformations.add_constant_null import AddConstantNull
from aberration.methods.transform.transformations.add_constant_scalar import AddConstantScalar
from aberration.methods.transform.transformations.add_copy_memory import AddCopyMemory
from aberration.methods.transform.transformations.add_dead_block import AddDeadBlock
from aberration.methods.transform.transformations.add_dead_break import AddDeadBreak
from aberration.methods.transform.transformations.add_dead_continue import AddDeadContinue
from aberration.methods.transform.transformations.add_dead_switch import AddDeadSwitch
from aberration.methods.transform.transformations.add_dead_switch_case import AddDeadSwitchCase
from aberration.methods.transform.transformations.add_divergent_branch import AddDivergentBranch
from aberration.methods.transform.transformations.add_divergent_synonym import AddDivergentSynonym
from aberration.methods.transform.transformations.add_early_terminator_wrapper import AddEarlyTerminatorWrapper
from aberration.methods.transform.transformations.add_false_block import AddFalseBlock
from aberration.methods.transform.transformations.add_function import AddFunction
from aberration.methods.transform.transformations.add_global_undef import AddGlobalUndef
from aberration.methods.transform.transformations.add_global_variable import AddGlobalVariable
from aberration.methods.transform.transformations.add_idle_barrier import AddIdleBarrier
from aberration.methods.transform.transformations.add_image_sample_unused_components import (
    AddImageSampleUnusedComponents,
)
from aberration.methods.transform.transformations.add_invocation_value import AddInvocationValue
from aberration.methods.transform.transformations.add_live_block import AddLiveBlock
from aberration.methods.transform.transformations.add_live_guard import AddLiveGuard
from aberration.methods.transform.transformations.add_local_variable import AddLocalVariable
from aberration.methods.transform.transformations.add_loop_continue import AddLoopContinue
from aberration.methods.transform.transformations.add_loop_preheader import AddLoopPreheader
from aberration.methods.transform.transformations.add_loop_to_create_int_constant_synonym import (
    AddLoopToCreateIntConstantSynonym,
)
from aberration.methods.transform.transformations.add_matrix_synonym import AddMatrixSynonym
from aberration.methods.transform.transformations.add_no_contraction_decoration import AddNoContractionDecoration
from aberration.methods.transform.transformations.add_op_phi_synonym import AddOpPhiSynonym
from aberration.methods.transform.transformations.add_parameter import AddParameter
from aberration.methods.transform.transformations.add_private_cell_atomic import AddPrivateCellAtomic
from aberration.methods.transform.transformations.add_relaxed_decoration import AddRelaxedDecoration
from aberration.methods.transform.transformations.add_spec_constant_op import AddSpecConstantOp
from aberration.methods.transform.transformations.add_synonym import AddSynonym
from aberration.methods.transform.transformations.add_type_array import AddTypeArray
from aberration.methods.transform.transformations.add_type_boolean import AddTypeBoolean
from aberration.methods.transform.transformations.add_type_float import AddTypeFloat
from aberration.methods.transform.transformations.add_type_function import AddTypeFunction
from aberration.methods.transform.transformations.add_type_int import AddTypeInt
from aberration.methods.transform.transformations.add_type_matrix import AddTypeMatrix
from aberration.methods.transform.transformations.add_type_pointer import AddTypePointer
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct
from aberration.methods.transform.transformations.add_type_vector import AddTypeVector
from aberration.methods.transform.transformations.adjust_branch_weights import AdjustBranchWeights
from aberration.methods.transform.transformations.change_workgroup_shape import ChangeWorkgroupShape
from aberration.methods.transform.transformations.composite_construct import CompositeConstruct
from aberration.methods.transform.transformations.composite_extract import CompositeExtract
from aberration.methods.transform.transformations.composite_insert import CompositeInsert
from aberration.methods.transform.transformations.compute_data_synonym_fact_closure import ComputeDataSynonymFactClosure
from aberration.methods.transform.transformations.duplicate_region_with_selection import DuplicateRegionWithSelection
from aberration.methods.transform.transformations.duplicate_rest_of_round import DuplicateRestOfRound
from aberration.methods.transform.transformations.equation_instruction import EquationInstruction
from aberration.methods.transform.transformations.expand_vector_reduction import ExpandVectorReduction
from aberration.methods.transform.transformations.flatten_conditional_branch import FlattenConditionalBranch
from aberration.methods.transform.transformations.function_call import FunctionCall
from aberration.methods.transform.transformations.inline_function import InlineFunction
from aberration.methods.transform.transformations.invert_comparison_operator import InvertComparisonOperator
from aberration.methods.transform.transformations.join_variables_into_struct import JoinVariablesIntoStruct
from aberration.methods.transform.transformations.load import Load
from aberration.methods.transform.transformations.make_vector_operation_dynamic import MakeVectorOperationDynamic
from aberration.methods.transform.transformations.merge_blocks import MergeBlocks
from aberration.methods.transform.transformations.merge_function_returns import MergeFunctionReturns
from aberration.methods.transform.transformations.move_block_down import MoveBlockDown
from aberration.methods.transform.transformations.move_instruction_down import MoveInstructionDown
from aberration.methods.transform.transformations.mutate_pointer import MutatePointer
from aberration.methods.transform.transformations.outline_function import OutlineFunction
from aberration.methods.transform.transformations.pack_variable_into_vector import PackVariableIntoVector
from aberration.methods.transform.transformations.peel_loop import PeelLoop
from aberration.methods.transform.transformations.peel_switch_case import PeelSwitchCase
from aberration.methods.transform.transformations.permute_function_parameters import PermuteFunctionParameters
from aberration.methods.transform.transformations.permute_phi_operands import PermutePhiOperands
from aberration.methods.transform.transformations.propagate_instruction_down import PropagateInstructionDown
from aberration.methods.transform.transformations.propagate_instruction_up import PropagateInstructionUp
from aberration.methods.transform.transformations.push_id_through_variable import PushIdThroughVariable
from aberration.methods.transform.transformations.record_synonymous_constants import RecordSynonymousConstants
from aberration.methods.transform.transformations.replace_add_sub_mul_with_carrying_extended import (
    ReplaceAddSubMulWithCarryingExtended,
)
from aberration.methods.transform.transformations.replace_boolean_constant_with_constant_binary import (
    ReplaceBooleanConstantWithConstantBinary,
)
from aberration.methods.transform.transformations.replace_branch_from_dead_block_with_exit import (
    ReplaceBranchFromDeadBlockWithExit,
)
from aberration.methods.transform.transformations.replace_conditional_branch_with_fall_through import (
    ReplaceConditionalBranchWithFallThrough,
)
from aberration.methods.transform.transformations.replace_conditional_branch_with_switch import (
    ReplaceConditionalBranchWithSwitch,
)
from aberration.methods.transform.transformations.replace_constant_with_uniform import ReplaceConstantWithUniform
from aberration.methods.transform.transformations.replace_copy_memory_with_load_store import (
    ReplaceCopyMemoryWithLoadStore,
)
from aberration.methods.transform.transformations.replace_copy_object_with_store_load import (
    ReplaceCopyObjectWithStoreLoad,
)
from aberration.methods.transform.transformations.replace_id_with_synonym import ReplaceIdWithSynonym
from aberration.methods.transform.transformations.replace_irrelevant_id import ReplaceIrrelevantId
from aberration.methods.transform.transformations.replace_linear_algebra_instruction import (
    ReplaceLinearAlgebraInstruction,
)
from aberration.methods.transform.transformations.replace_load_store_with_copy_memory import (
    ReplaceLoadStoreWithCopyMemory,
)
from aberration.methods.transform.transformations.replace_op_phi_id_from_dead_predecessor import (
    ReplaceOpPhiIdFromDeadPredecessor,
)
from aberration.methods.transform.transformations.replace_op_select_with_conditional_branch import (
    ReplaceOpSelectWithConditionalBranch,
)
from aberration.methods.transform.transformations.replace_parameter_with_global import ReplaceParameterWithGlobal
from aberration.methods.transform.transformations.replace_params_with_struct import ReplaceParamsWithStruct
from aberration.methods.transform.transformations.replace_switch_with_conditional_branches import (
    ReplaceSwitchWithConditionalBranches,
)
from aberration.methods.transform.transformations.replace_variable_with_private import ReplaceVariableWithPrivate
from aberration.methods.transform.transformations.replace_variable_with_workgroup import ReplaceVariableWithWorkgroup
from aberration.methods.transform.transformations.rotate_loop import RotateLoop
from aberration.methods.transform.transformations.set_function_control import SetFunctionControl
from aberration.methods.transform.transformations.set_loop_control import SetLoopControl
from aberration.methods.transform.transformations.set_memory_operands_mask import SetMemoryOperandsMask
from aberration.methods.transform.transformations.set_selection_control import SetSelectionControl
from aberration.methods.transform.transformations.split_block import SplitBlock
from aberration.methods.transform.transformations.split_loop_range import SplitLoopRange
from aberration.methods.transform.transformations.split_struct_variable import SplitStructVariable
from aberration.methods.transform.transformations.store import Store
from aberration.methods.transform.transformations.swap_commutable_operands import SwapCommutableOperands
from aberration.methods.transform.transformations.swap_conditional_branch_operands import SwapConditionalBranchOperands
from aberration.methods.transform.transformations.swap_function_variables import SwapFunctionVariables
from aberration.methods.transform.transformations.swap_two_functions import SwapTwoFunctions
from aberration.methods.transform.transformations.toggle_access_chain_instruction import ToggleAccessChainInstruction
from aberration.methods.transform.transformations.unroll_loop import UnrollLoop
from aberration.methods.transform.transformations.vector_shuffle import VectorShuffle
from aberration.methods.transform.transformations.wrap_early_terminator_in_function import WrapEarlyTerminatorInFunction
from aberration.methods.transform.transformations.wrap_region_in_one_trip_loop import WrapRegionInOneTripLoop
from aberration.methods.transform.transformations.wrap_region_in_selection import WrapRegionInSelection
from aberration.methods.transform.transformations.wrap_vector_synonym import WrapVectorSynonym

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

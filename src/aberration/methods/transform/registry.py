"""All transformations and passes, each named once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.recipe import Step

from .fuzzer_pass import FuzzerPass
from .passes.add_composite_types import add_composite_types
from .passes.add_constants import add_constants
from .passes.add_dead_blocks import add_dead_blocks
from .passes.add_dead_breaks import add_dead_breaks
from .passes.add_dead_continues import add_dead_continues
from .passes.add_function_calls import add_function_calls
from .passes.add_global_variables import add_global_variables
from .passes.add_loads import add_loads
from .passes.add_local_variables import add_local_variables
from .passes.add_loop_preheaders import add_loop_preheaders
from .passes.add_stores import add_stores
from .passes.add_synonyms import add_synonyms
from .passes.adjust_branch_weights import adjust_branch_weights
from .passes.adjust_function_controls import adjust_function_controls
from .passes.adjust_loop_controls import adjust_loop_controls
from .passes.adjust_selection_controls import adjust_selection_controls
from .passes.apply_id_synonyms import apply_id_synonyms
from .passes.copy_objects import copy_objects
from .passes.donate_modules import donate_modules
from .passes.duplicate_regions_with_selections import duplicate_regions_with_selections
from .passes.flatten_conditional_branches import flatten_conditional_branches
from .passes.inline_functions import inline_functions
from .passes.merge_blocks import merge_blocks
from .passes.obfuscate_constants import obfuscate_constants
from .passes.permute_blocks import permute_blocks
from .passes.permute_phi_operands import permute_phi_operands
from .passes.replace_branches_from_dead_blocks_with_exits import replace_branches_from_dead_blocks_with_exits
from .passes.replace_op_selects_with_conditional_branches import replace_op_selects_with_conditional_branches
from .passes.split_blocks import split_blocks
from .passes.swap_branch_conditional_operands import swap_branch_conditional_operands
from .passes.swap_commutable_operands import swap_commutable_operands
from .passes.wrap_regions_in_selections import wrap_regions_in_selections
from .transformation import Transformation
from .transformations.add_constant_boolean import AddConstantBoolean
from .transformations.add_constant_composite import AddConstantComposite
from .transformations.add_constant_null import AddConstantNull
from .transformations.add_constant_scalar import AddConstantScalar
from .transformations.add_dead_block import AddDeadBlock
from .transformations.add_dead_break import AddDeadBreak
from .transformations.add_dead_continue import AddDeadContinue
from .transformations.add_function import AddFunction
from .transformations.add_global_variable import AddGlobalVariable
from .transformations.add_local_variable import AddLocalVariable
from .transformations.add_loop_preheader import AddLoopPreheader
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
from .transformations.duplicate_region_with_selection import DuplicateRegionWithSelection
from .transformations.flatten_conditional_branch import FlattenConditionalBranch
from .transformations.function_call import FunctionCall
from .transformations.inline_function import InlineFunction
from .transformations.load import Load
from .transformations.merge_blocks import MergeBlocks
from .transformations.move_block_down import MoveBlockDown
from .transformations.permute_phi_operands import PermutePhiOperands
from .transformations.replace_boolean_constant_with_constant_binary import ReplaceBooleanConstantWithConstantBinary
from .transformations.replace_branch_from_dead_block_with_exit import ReplaceBranchFromDeadBlockWithExit
from .transformations.replace_id_with_synonym import ReplaceIdWithSynonym
from .transformations.replace_op_select_with_conditional_branch import ReplaceOpSelectWithConditionalBranch
from .transformations.set_function_control import SetFunctionControl
from .transformations.set_loop_control import SetLoopControl
from .transformations.set_selection_control import SetSelectionControl
from .transformations.split_block import SplitBlock
from .transformations.store import Store
from .transformations.swap_commutable_operands import SwapCommutableOperands
from .transformations.swap_conditional_branch_operands import SwapConditionalBranchOperands
from .transformations.wrap_region_in_selection import WrapRegionInSelection

TRANSFORMATIONS: Final[tuple[type[Transformation], ...]] = (
    AddConstantBoolean,
    AddConstantComposite,
    AddConstantNull,
    AddConstantScalar,
    AddDeadBlock,
    AddDeadBreak,
    AddDeadContinue,
    AddFunction,
    AddGlobalVariable,
    AddLocalVariable,
    AddLoopPreheader,
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
    DuplicateRegionWithSelection,
    FlattenConditionalBranch,
    FunctionCall,
    InlineFunction,
    Load,
    MergeBlocks,
    MoveBlockDown,
    PermutePhiOperands,
    ReplaceBooleanConstantWithConstantBinary,
    ReplaceBranchFromDeadBlockWithExit,
    ReplaceIdWithSynonym,
    ReplaceOpSelectWithConditionalBranch,
    SetFunctionControl,
    SetLoopControl,
    SetSelectionControl,
    SplitBlock,
    Store,
    SwapCommutableOperands,
    SwapConditionalBranchOperands,
    WrapRegionInSelection,
)
"""One entry per file of `transformations/`, sorted."""

PASSES: Final[tuple[FuzzerPass, ...]] = (
    add_composite_types,
    add_constants,
    add_dead_blocks,
    add_dead_breaks,
    add_dead_continues,
    add_function_calls,
    add_global_variables,
    add_loads,
    add_local_variables,
    add_loop_preheaders,
    add_stores,
    add_synonyms,
    adjust_branch_weights,
    adjust_function_controls,
    adjust_loop_controls,
    adjust_selection_controls,
    apply_id_synonyms,
    copy_objects,
    donate_modules,
    duplicate_regions_with_selections,
    flatten_conditional_branches,
    inline_functions,
    merge_blocks,
    obfuscate_constants,
    permute_blocks,
    permute_phi_operands,
    replace_branches_from_dead_blocks_with_exits,
    replace_op_selects_with_conditional_branches,
    split_blocks,
    swap_branch_conditional_operands,
    swap_commutable_operands,
    wrap_regions_in_selections,
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

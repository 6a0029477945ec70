"""All passes, each named once."""

from __future__ import annotations

from typing import Final

from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.passes.access_through_known_indexes import access_through_known_indexes
from aberration.methods.transform.passes.add_access_chains import add_access_chains
from aberration.methods.transform.passes.add_arithmetic_synonyms import add_arithmetic_synonyms
from aberration.methods.transform.passes.add_bit_instruction_synonyms import add_bit_instruction_synonyms
from aberration.methods.transform.passes.add_composite_extract import add_composite_extract
from aberration.methods.transform.passes.add_composite_inserts import add_composite_inserts
from aberration.methods.transform.passes.add_composite_types import add_composite_types
from aberration.methods.transform.passes.add_constants import add_constants
from aberration.methods.transform.passes.add_copy_memory import add_copy_memory
from aberration.methods.transform.passes.add_dead_blocks import add_dead_blocks
from aberration.methods.transform.passes.add_dead_breaks import add_dead_breaks
from aberration.methods.transform.passes.add_dead_continues import add_dead_continues
from aberration.methods.transform.passes.add_dead_switch_cases import add_dead_switch_cases
from aberration.methods.transform.passes.add_dead_switches import add_dead_switches
from aberration.methods.transform.passes.add_divergent_branches import add_divergent_branches
from aberration.methods.transform.passes.add_divergent_synonyms import add_divergent_synonyms
from aberration.methods.transform.passes.add_equation_instructions import add_equation_instructions
from aberration.methods.transform.passes.add_false_blocks import add_false_blocks
from aberration.methods.transform.passes.add_function_calls import add_function_calls
from aberration.methods.transform.passes.add_global_variables import add_global_variables
from aberration.methods.transform.passes.add_idle_barriers import add_idle_barriers
from aberration.methods.transform.passes.add_image_sample_unused_components import add_image_sample_unused_components
from aberration.methods.transform.passes.add_live_blocks import add_live_blocks
from aberration.methods.transform.passes.add_live_guards import add_live_guards
from aberration.methods.transform.passes.add_loads import add_loads
from aberration.methods.transform.passes.add_local_variables import add_local_variables
from aberration.methods.transform.passes.add_loop_continues import add_loop_continues
from aberration.methods.transform.passes.add_loop_preheaders import add_loop_preheaders
from aberration.methods.transform.passes.add_loops_to_create_int_constant_synonyms import (
    add_loops_to_create_int_constant_synonyms,
)
from aberration.methods.transform.passes.add_matrix_synonyms import add_matrix_synonyms
from aberration.methods.transform.passes.add_no_contraction_decorations import add_no_contraction_decorations
from aberration.methods.transform.passes.add_op_phi_synonyms import add_op_phi_synonyms
from aberration.methods.transform.passes.add_parameters import add_parameters
from aberration.methods.transform.passes.add_private_cell_atomics import add_private_cell_atomics
from aberration.methods.transform.passes.add_relaxed_decorations import add_relaxed_decorations
from aberration.methods.transform.passes.add_spec_constant_ops import add_spec_constant_ops
from aberration.methods.transform.passes.add_stores import add_stores
from aberration.methods.transform.passes.add_synonyms import add_synonyms
from aberration.methods.transform.passes.add_undefs import add_undefs
from aberration.methods.transform.passes.add_vector_shuffle_instructions import add_vector_shuffle_instructions
from aberration.methods.transform.passes.adjust_branch_weights import adjust_branch_weights
from aberration.methods.transform.passes.adjust_function_controls import adjust_function_controls
from aberration.methods.transform.passes.adjust_loop_controls import adjust_loop_controls
from aberration.methods.transform.passes.adjust_memory_operands_masks import adjust_memory_operands_masks
from aberration.methods.transform.passes.adjust_selection_controls import adjust_selection_controls
from aberration.methods.transform.passes.apply_id_synonyms import apply_id_synonyms
from aberration.methods.transform.passes.change_workgroup_shapes import change_workgroup_shapes
from aberration.methods.transform.passes.construct_composites import construct_composites
from aberration.methods.transform.passes.copy_objects import copy_objects
from aberration.methods.transform.passes.donate_modules import donate_modules
from aberration.methods.transform.passes.duplicate_regions_with_selections import duplicate_regions_with_selections
from aberration.methods.transform.passes.duplicate_rests_of_rounds import duplicate_rests_of_rounds
from aberration.methods.transform.passes.expand_vector_reductions import expand_vector_reductions
from aberration.methods.transform.passes.flatten_conditional_branches import flatten_conditional_branches
from aberration.methods.transform.passes.inline_functions import inline_functions
from aberration.methods.transform.passes.interchange_signedness_of_integer_operands import (
    interchange_signedness_of_integer_operands,
)
from aberration.methods.transform.passes.interchange_zero_like_constants import interchange_zero_like_constants
from aberration.methods.transform.passes.invert_comparison_operators import invert_comparison_operators
from aberration.methods.transform.passes.join_variables_into_structs import join_variables_into_structs
from aberration.methods.transform.passes.make_vector_operations_dynamic import make_vector_operations_dynamic
from aberration.methods.transform.passes.merge_blocks import merge_blocks
from aberration.methods.transform.passes.merge_function_returns import merge_function_returns
from aberration.methods.transform.passes.mutate_pointers import mutate_pointers
from aberration.methods.transform.passes.obfuscate_constants import obfuscate_constants
from aberration.methods.transform.passes.outline_functions import outline_functions
from aberration.methods.transform.passes.pack_variables_into_vectors import pack_variables_into_vectors
from aberration.methods.transform.passes.peel_loops import peel_loops
from aberration.methods.transform.passes.peel_switch_cases import peel_switch_cases
from aberration.methods.transform.passes.permute_blocks import permute_blocks
from aberration.methods.transform.passes.permute_function_parameters import permute_function_parameters
from aberration.methods.transform.passes.permute_function_variables import permute_function_variables
from aberration.methods.transform.passes.permute_instructions import permute_instructions
from aberration.methods.transform.passes.permute_phi_operands import permute_phi_operands
from aberration.methods.transform.passes.propagate_instructions_down import propagate_instructions_down
from aberration.methods.transform.passes.propagate_instructions_up import propagate_instructions_up
from aberration.methods.transform.passes.push_ids_through_composites import push_ids_through_composites
from aberration.methods.transform.passes.push_ids_through_variables import push_ids_through_variables
from aberration.methods.transform.passes.replace_adds_subs_muls_with_carrying_extended import (
    replace_adds_subs_muls_with_carrying_extended,
)
from aberration.methods.transform.passes.replace_branches_from_dead_blocks_with_exits import (
    replace_branches_from_dead_blocks_with_exits,
)
from aberration.methods.transform.passes.replace_conditional_branches_with_fall_throughs import (
    replace_conditional_branches_with_fall_throughs,
)
from aberration.methods.transform.passes.replace_conditional_branches_with_switches import (
    replace_conditional_branches_with_switches,
)
from aberration.methods.transform.passes.replace_copy_memories_with_loads_stores import (
    replace_copy_memories_with_loads_stores,
)
from aberration.methods.transform.passes.replace_copy_objects_with_stores_loads import (
    replace_copy_objects_with_stores_loads,
)
from aberration.methods.transform.passes.replace_irrelevant_ids import replace_irrelevant_ids
from aberration.methods.transform.passes.replace_linear_algebra_instructions import replace_linear_algebra_instructions
from aberration.methods.transform.passes.replace_loads_stores_with_copy_memories import (
    replace_loads_stores_with_copy_memories,
)
from aberration.methods.transform.passes.replace_op_phi_ids_from_dead_predecessors import (
    replace_op_phi_ids_from_dead_predecessors,
)
from aberration.methods.transform.passes.replace_op_selects_with_conditional_branches import (
    replace_op_selects_with_conditional_branches,
)
from aberration.methods.transform.passes.replace_parameter_with_global import replace_parameter_with_global
from aberration.methods.transform.passes.replace_params_with_struct import replace_params_with_struct
from aberration.methods.transform.passes.replace_switches_with_conditional_branches import (
    replace_switches_with_conditional_branches,
)
from aberration.methods.transform.passes.replace_variables_with_privates import replace_variables_with_privates
from aberration.methods.transform.passes.replace_variables_with_workgroups import replace_variables_with_workgroups
from aberration.methods.transform.passes.rotate_loops import rotate_loops
from aberration.methods.transform.passes.split_blocks import split_blocks
from aberration.methods.transform.passes.split_loop_ranges import split_loop_ranges
from aberration.methods.transform.passes.split_struct_variables import split_struct_variables
from aberration.methods.transform.passes.swap_branch_conditional_operands import swap_branch_conditional_operands
from aberration.methods.transform.passes.swap_commutable_operands import swap_commutable_operands
from aberration.methods.transform.passes.swap_functions import swap_functions
from aberration.methods.transform.passes.toggle_access_chain_instruction import toggle_access_chain_instruction
from aberration.methods.transform.passes.unroll_loops import unroll_loops
from aberration.methods.transform.passes.wrap_early_terminators import wrap_early_terminators
from aberration.methods.transform.passes.wrap_regions_in_one_trip_loops import wrap_regions_in_one_trip_loops
from aberration.methods.transform.passes.wrap_regions_in_selections import wrap_regions_in_selections
from aberration.methods.transform.passes.wrap_vector_synonym import wrap_vector_synonym

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
    add_matrix_synonyms,
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
    duplicate_rests_of_rounds,
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
    push_ids_through_composites,
    push_ids_through_variables,
    replace_adds_subs_muls_with_carrying_extended,
    replace_branches_from_dead_blocks_with_exits,
    replace_conditional_branches_with_fall_throughs,
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

from __future__ import annotations

import pytest
from helpers.corpus import all_modules, donor_modules
from helpers.sampling import one_in
from helpers.transform import corpus_run, seed_module

from aberration.core.rng import Rng
from aberration.languages.spirv.check import contradictions
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import FuzzerPass, fuzzer_pass
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.transformation import Transformation

ATTEMPTS = 40
STEPS = 150
NOT_IN_THE_CORPUS = {
    "add_image_sample_unused_components",
    "add_image_size_synonyms",
    "add_texel_synonyms",
    "add_varyings",
    "add_zero_image_offsets",
    "divide_before_samples",
    "encode_varyings",
    "fetch_gathered_components",
    "fetch_sampled_texels",
    "gather_fetched_components",
    "freeze_spec_constants",
    "make_lods_explicit",
    "make_samples_projective",
    "move_varyings",
    "read_images_again",
    "record_image_sizes",
    "rejoin_images_and_samplers",
    "replace_gradients_with_levels",
    "replace_levels_with_gradients",
    "sample_fetched_texels",
    "shift_fetch_offsets",
    "split_varyings",
}
"""Passes without a site in any of its modules: their own tests look at them."""
DONORS = [Donor.parse(data) for _, data in donor_modules()[:4]]


def attempts(known: FuzzerPass, number: int) -> tuple[Draw, int]:
    """Let a pass alone at a module that has been transformed already; return the draw and its
    successes.
    """
    name, data, steps = corpus_run(number)
    module = seed_module(name, data, ranges=True)
    for step in steps[:STEPS]:
        step.apply(module)
    draw = Draw(module, Rng.of(number, known.name, name), DONORS)
    accepted = 0
    for _ in range(ATTEMPTS):
        draw.begin()
        proposed = known.attempt(draw)
        accepted += proposed is not None and draw.apply(proposed)
    return draw, accepted


@pytest.mark.parametrize(
    "known",
    # From the last to the first: that one has few sites, and looks at all runs for them.
    one_in(25, [known for known in PASSES if known.name not in NOT_IN_THE_CORPUS][::-1]),
    ids=lambda known: known.name,
)
def test_a_pass_finds_something_to_do_and_the_same_again(known: FuzzerPass) -> None:
    found = [attempts(known, number) for number in range(3)]
    for number in range(3, len(all_modules())):
        if any(accepted for _, accepted in found):
            break
        found.append(attempts(known, number))
    assert sum(accepted for _, accepted in found) > 0
    again = [attempts(known, number) for number in range(2)]
    assert [draw.log for draw, _ in again] == [draw.log for draw, _ in found[:2]]
    for draw, _ in found:
        assert contradictions(draw.module) == []


def test_recommendations_name_passes_that_are_repeated() -> None:
    repeated = {known.name for known in PASSES if not known.final}
    for known in PASSES:
        assert set(known.followed_by) <= repeated, known.name


def test_the_decorator_names_the_pass_like_its_function() -> None:
    @fuzzer_pass(chance=(0.1, 0.2), final=True)
    def do_nothing(draw: Draw) -> Transformation | None:
        draw.begin()
        return None

    assert do_nothing == FuzzerPass("do_nothing", do_nothing.attempt, (0.1, 0.2), (), True)

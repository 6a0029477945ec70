from __future__ import annotations

from helpers.live_modules import FIRST, assert_drawn_are_sound, is_refused, site_of, variant
from helpers.shading_runs import needs_compiler
from helpers.transform import at

from aberration.core.rng import Rng
from aberration.methods.emi.modules.mutations.delete_dead import DeleteDead

pytestmark = needs_compiler


def test_those_drawn_keep_the_result() -> None:
    assert_drawn_are_sound(DeleteDead, 12)


def test_a_store_is_left_out() -> None:
    mutation = DeleteDead(FIRST, at("%never", "OpStore"))
    assert variant(mutation).split().count("OpStore") == 4


def test_only_stores_are() -> None:
    assert is_refused(DeleteDead(FIRST, at("%never", "OpBranch")))
    assert DeleteDead.draw(site_of("%last"), Rng.of(1)) is None
    store = DeleteDead.draw(site_of("%never", "OpStore"), Rng.of(1))
    assert store == DeleteDead(FIRST, at("%never", "OpStore"))

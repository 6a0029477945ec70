from __future__ import annotations

from helpers import emi
from helpers.emi import BUSY, TINY

from aberration.core.rng import Rng
from aberration.methods.emi.draft import Draft
from aberration.methods.emi.sites import names_at, site_at


def test_names_are_those_in_scope() -> None:
    source = emi.source_of(BUSY)
    draft = Draft(source)
    for program_point in source.program_points:
        point = draft.point(str(program_point.ordinal))
        assert point is not None
        names = names_at(draft, point, Rng.of(program_point.ordinal))
        assert len({place.text for place in names.places}) == len(names.places)
        used = [*(place.text for place in names.places), *(array.text for array in names.arrays)]
        used += [
            *(pointer.text for pointer in names.pointers),
            *(callee.name for callee in names.callees),
        ]
        assert draft.knows(point, used)
        assert (names.in_loop, names.in_breakable, names.prints) == (
            program_point.in_loop,
            program_point.in_breakable,
            True,
        )


def test_a_site_has_the_program_and_its_donors() -> None:
    draft, donor = Draft(emi.source_of(TINY)), emi.source_of(BUSY)
    site = site_at(draft, "0", None, [donor], Rng.of(1), 7)
    assert site is not None
    assert site.source is draft.source
    assert site.donors == (donor,)
    assert site.number == 7
    assert site_at(draft, "99", None, [donor], Rng.of(1), 7) is None

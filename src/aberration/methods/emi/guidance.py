"""Which fragments a variant gets where control never comes: a Markov chain that favours variants
far from their seed (Metropolis and Hastings; paper of Athena, section 3.3).

Each step proposes to add a fragment or to take one away. A variant farther away is always taken,
one that is nearer the more seldom, the more is lost. As in Athena, proposals are treated as if one
were as likely as the opposite.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.rng import Rng
from aberration.languages.c.source import Source

from .distance import MILLION, Flow, distance, flow_of, union
from .draft import Draft
from .mutations.insert_fragment import InsertFragment
from .sites import site_at

STEPS: Final = 40
MOST: Final = 16
"""Fragments of one variant."""
_ONE: Final = 1 << 32
_HALVINGS: Final = 31

Chosen = tuple[InsertFragment, Flow]


def draw_fragments(
    draft: Draft, dead: Sequence[str], donors: Sequence[Source], rng: Rng, first: int
) -> list[InsertFragment]:
    """Return the fragments at the end of the chain, numbered from `first` on with gaps; the draft
    stays as it is.
    """
    base = draft.known.flow
    # To lose as much as one more shape of a statement brings is accepted half of the time.
    unit = max(1, MILLION // (2 * max(1, len(base.nodes))))
    chosen: list[Chosen] = []
    current = 0
    for step in range(STEPS if dead and donors else 0):
        proposal = _propose(draft, dead, donors, rng, first + step, chosen)
        if proposal is None:
            continue
        value = distance(base, union([flow for _, flow in proposal]))
        if rng.bits() < acceptance(current - value, unit):
            chosen, current = proposal, value
    return [mutation for mutation, _ in chosen]


def acceptance(loss: int, unit: int) -> int:
    """Return how many of 2**32 proposals are accepted: each `unit` that is lost halves them."""
    if loss <= 0:
        return _ONE
    whole, rest = divmod(loss, unit)
    # Between two powers of two the line that joins them: the same on every machine.
    return (_ONE >> min(whole, _HALVINGS)) * (2 * unit - rest) // (2 * unit)


def _propose(
    draft: Draft,
    dead: Sequence[str],
    donors: Sequence[Source],
    rng: Rng,
    number: int,
    chosen: list[Chosen],
) -> list[Chosen] | None:
    """Return the fragments with one more or one less; None where none is found."""
    if chosen and (len(chosen) >= MOST or rng.chance(0.5)):
        at = rng.below(len(chosen))
        return [*chosen[:at], *chosen[at + 1 :]]
    site = site_at(draft, rng.choose(dead), None, donors, rng, number)
    made = InsertFragment.draw(site, rng) if site is not None else None
    if not isinstance(made, InsertFragment) or not made.is_applicable(draft):
        return None
    return [*chosen, (made, flow_of(made.text()))]

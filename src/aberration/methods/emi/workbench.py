"""What a mutation is put together on: a view of the profile at its program point, its terms, and
predicates over them.
"""

from __future__ import annotations

from collections.abc import Sequence

from aberration.core.rng import Rng

from .environment import Environment, View, view_of
from .knowledge import Knowledge
from .mutation import Site
from .predicates import Predicates
from .synthesis import Term, leaves


class Workbench:
    """One view of an environment, its places as terms, and predicates over them."""

    def __init__(self, environment: Environment, view: View, rng: Rng) -> None:
        self.environment = environment
        self.view = view
        self.rng = rng
        self.count = len(view.rows)
        self.terms: list[Term] = leaves(view.reads, view.columns)
        self.predicates = Predicates(rng, self.terms, self.count, environment)

    @classmethod
    def on(cls, site: Site, rng: Rng, wanted: Sequence[str] = ()) -> Workbench | None:
        """Return a workbench for a live site; None where nothing is known, or the wanted places
        vary too much.
        """
        if site.environment is None:
            return None
        view = view_of(site.environment, rng, wanted)
        return None if view is None or not view.rows else cls(site.environment, view, rng)

    def later(self, terms: Sequence[Term]) -> Predicates:
        """Return predicates over other terms, for a moment when places have other values.

        Ranges and relations of the profile hold no longer there, and are left out.
        """
        return Predicates(self.rng, terms, len(terms[0].values) if terms else self.count)

    def knowledge(self) -> Knowledge:
        """Return what was taken for granted so far."""
        return Knowledge(self.view.reads, self.view.rows, tuple(self.predicates.facts))

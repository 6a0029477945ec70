"""What live blocks have in common: an object is saved, changed, used where nothing ever comes, and
restored.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from aberration.core.rng import Rng
from aberration.languages.shading.tree import If, Statement

from .bodies import any_value
from .draft import Draft
from .environment import Environment
from .expressions import Kind, Read, Tree, place_tree, places_in, root_name
from .places import Object, discrete
from .synthesis import Term, Workbench


class Shown(msgspec.Struct, frozen=True):
    """A branch that is never taken, in which another object gets what the changed one holds: so a
    compiler cannot know that the change is of no use. `value` is the place of the changed one,
    where both are of one type, or an expression.
    """

    predicate: Tree
    object: Object
    value: Tree | str

    def statement(self, draft: Draft) -> Statement:
        """Return the branch."""
        if isinstance(self.value, str):
            store = draft.assign(place_tree(self.object.place), place_tree(self.value))
        else:
            store = draft.store(self.object, self.value)
        return If(condition=draft.tree(self.predicate), then=draft.never_first(store))

    def places(self) -> tuple[str, ...]:
        """Return the places that it names."""
        read = (self.value,) if isinstance(self.value, str) else places_in(self.value)
        return (self.object.place, *places_in(self.predicate), *read)


def shown_statements(shown: Shown | None, draft: Draft) -> tuple[Statement, ...]:
    """Return the branch of a use, nothing where there is none."""
    return () if shown is None else (shown.statement(draft),)


def shown_places(shown: Shown | None) -> tuple[str, ...]:
    """Return the places that a use names, none where there is none."""
    return () if shown is None else shown.places()


def value_kind(object_: Object) -> Kind:
    """Return the kind of the values that are stored into an object: integers for floats."""
    return discrete(object_.kind) or "int"


def draw_object(environment: Environment, rng: Rng) -> Object | None:
    """Return an object that may be changed."""
    return rng.choose(environment.targets) if environment.targets else None


def distinct_objects(environment: Environment, rng: Rng, most: int) -> list[Object]:
    """Return up to `most` objects of different variables."""
    chosen: dict[str, Object] = {}
    for _ in range(most if environment.targets else 0):
        object_ = rng.choose(environment.targets)
        chosen.setdefault(root_name(object_.place), object_)
    return list(chosen.values())


def without(terms: Sequence[Term], object_: Object) -> list[Term]:
    """Return the terms that do not change when an object does."""
    root = root_name(object_.place)
    return [term for term in terms if all(root_name(p) != root for p in places_in(term.tree))]


def after_store(terms: Sequence[Term], object_: Object, value: Term) -> list[Term]:
    """Return the terms once an object was given a value: what else its variable holds is left
    out.
    """
    kept = without(terms, object_)
    if object_.size == 1 and object_.kind == value.kind:
        kept.append(Term(Read(object_.place, value.kind), value.values))
    return kept


def draw_shown(bench: Workbench, terms: Sequence[Term], object_: Object) -> Shown | None:
    """Return a use of what an object holds now, as another one's new value; None where there is no
    other.
    """
    root = root_name(object_.place)
    others = [one for one in bench.environment.targets if root_name(one.place) != root]
    like = [one for one in others if (one.kind, one.size) == (object_.kind, object_.size)]
    predicate = bench.later(terms).predicate(False)
    if like and bench.rng.chance(0.7):
        return Shown(predicate, bench.rng.choose(like), object_.place)
    kind = discrete(object_.kind)
    if not others or kind is None:
        return None
    other = bench.rng.choose(others)
    return Shown(predicate, other, any_value(bench.rng, [Read(object_.scalars[0], kind)], other))

"""Findings into bugs. The key of a bug: its signature, then the culprit in the compiler, then the
types of its steps.

Findings are compared within one family of targets (two versions or settings of one compiler share
their bugs; two compilers do not), and within one kind of verdict.

*Signature.* What a compiler says, or where it died, separates two bugs by itself. Frames without
a name are those of one build: there, two builds are compared by what each says of one and the same
reduced case (`Culprit.shown`). A wrong result, a hang or a bare signal says nothing.

*Culprit.* The pass, flag or counter without which all is well. Beside a signature that says
something it is enough.

*Types.* Where the signature says nothing, or nobody knows the culprit: the step types of the
reduced cases, of which pairwise disjoint sets are different bugs (paper of spirv-fuzz, Fig. 6);
where steps only set inputs, the program. A signature that says something is not divided by them:
in our measurements (experiments/transform_questions) four of ten reports of crashes were duplicates
then.

*Programs.* Programs without steps that were made small are one bug where they have one shape, or
are nearly made of the same operators, built-in functions and statements. Those that are similar
are *perhaps* one, and so is one that holds all of a smaller one with several
(experiments/fuse_shaders, experiments/shader_reduction).

*Chains.* What a driver does wrong with a translator's output has no steps. Such findings of one
driver and kind are one bug, and perhaps the first one that the driver shows by itself.

A finding that is not reduced has no key yet, and is gathered with none.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase, step_types
from aberration.core.signature import is_distinctive
from aberration.dedup.classes import Classes
from aberration.dedup.likeness import SAME, SIMILAR, likeness
from aberration.dedup.programs import made_of, shape_token, texts_of
from aberration.dedup.types import select_disjoint, types_without
from aberration.languages.shading.shrink.features import distinctive

_SURE = 1
"""Of reports with so many types nearly none is a duplicate; of those with more, most are
(transform_questions, RQ3).
"""
_DISTINCTIVE = 3
"""So many features together say something of a program; a loop alone, or a call, is in most."""
IgnoredTypes = Callable[[str], frozenset[str]]
"""Gives the step types that a method ignores, by its name."""
Ingredients = Callable[[str], Mapping[str, frozenset[str]]]
"""Gives what steps are made of, by type, by the name of the method."""


def _no_ingredients(_: str) -> Mapping[str, frozenset[str]]:
    return {}


class _Key(msgspec.Struct, frozen=True):
    """What findings must have in common to be compared by types; `signature` is empty where it
    says nothing.
    """

    family: str
    kind: str
    signature: str
    culprit: str
    enough: bool


_Name = tuple[str, str, str]
"""Family, kind and signature."""


class Bug(msgspec.Struct, frozen=True):
    """What we take for one bug: its findings, of which the first is the one to look at.

    Where it is not `reduced`, these are findings that look the same, and may be several bugs, or
    one that is there already. `perhaps` it is the bug of this id: several types of steps were
    needed, and the one has fewer; or its program is similar to the one's. `made_of` says of a small
    program without steps what is left of it.
    """

    id: str
    family: str
    kind: str
    signature: str
    types: tuple[str, ...]
    findings: tuple[str, ...]
    culprit: str = ""
    reduced: bool = True
    perhaps: str = ""
    made_of: tuple[str, ...] = ()


def find_bugs(
    findings: Sequence[Finding],
    families: Mapping[str, str],
    ignored: IgnoredTypes,
    ingredients: Ingredients = _no_ingredients,
) -> list[Bug]:
    """Return the bugs of the reduced findings; `families` by target id."""
    reduced = [
        finding for finding in sorted(findings, key=_simplest_first) if finding.state == "reduced"
    ]
    groups: dict[_Key, list[Finding]] = {}
    for key, finding in _keys_of(reduced, families):
        groups.setdefault(key, []).append(finding)
    return [
        bug for key, group in groups.items() for bug in _bugs_of(key, group, ignored, ingredients)
    ]


def find_unreduced(findings: Iterable[Finding], families: Mapping[str, str]) -> list[Bug]:
    """Return the findings that are not reduced yet, those together that look the same."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in findings:
        if finding.state == "new":
            family = families.get(finding.target, finding.target)
            groups.setdefault((family, finding.verdict.kind, finding.verdict.signature), []).append(
                finding
            )
    bugs = []
    for (family, kind, signature), group in groups.items():
        name = _bug_id(f"unreduced-{kind}", "/".join([family, kind, signature]))
        ids = tuple(finding.id for finding in group)
        bugs.append(Bug(name, family, kind, signature, (), ids, reduced=False))
    return bugs


def needs_of(bug: Bug) -> str:
    """Return in words what the small program of a bug needs: what is distinctive of that, if
    anything; nothing where steps say it.
    """
    return ", ".join(sorted(distinctive(frozenset(bug.made_of)))) or ", ".join(bug.made_of)


def is_wrong_code(verdict: Verdict) -> bool:
    """True when the program made is wrong: one that dies or hangs says no more than a wrong
    result.
    """
    return (
        # In the stage `run` it is the program that dies, not the compiler.
        verdict.kind == "wrong"
        or verdict.signature == "timeout run"
        or verdict.signature.startswith("run: ")
    )


def smallest_case(finding: Finding) -> TestCase:
    """Return the reduced case of a finding where there is one."""
    return finding.reduced or finding.case


def is_distinct(verdict: Verdict) -> bool:
    """True where the signature of a verdict alone makes two bugs of two findings."""
    match verdict.kind:
        case "crash":
            return not is_wrong_code(verdict) and is_distinctive(verdict.signature)
        case "invalid" | "rejected":
            return bool(verdict.signature)
    return False


def _simplest_first(finding: Finding) -> tuple[bool, int, bool, str]:
    plain = finding.verdict.kind == "wrong"
    # The first of a group gives its types to the bug: the fewer they are, the more they say. A
    # wrong result before a crash or hang of the program, as it says more; the id, so that the order
    # is the same in each run.
    return finding.reduced is None, len(smallest_case(finding).recipe.steps), not plain, finding.id


def _keys_of(
    findings: Sequence[Finding], families: Mapping[str, str]
) -> list[tuple[_Key, Finding]]:
    """Return each finding with its key.

    One whose culprit nobody knows goes with those of its signature that have one, if that is the
    same for all.
    """
    classes: Classes[_Name] = Classes()
    for finding in findings:
        home = _home(finding, families)
        culprit = finding.culprit if is_distinct(finding.verdict) else None
        shown = culprit.shown if culprit is not None else ()
        # Two builds call the same place by two offsets. What the other builds say of this one's
        # reduced case makes their signatures one class.
        classes.join((*home, _signature(finding)), [(*home, said) for _, said in shown])
    keys = [(_key_of(finding, families, classes), finding) for finding in findings]
    culprits: dict[_Key, set[_Key]] = {}
    for key, _ in keys:
        if key.signature and key.culprit:
            plain = msgspec.structs.replace(key, culprit="", enough=True)
            culprits.setdefault(plain, set()).add(key)
    # With two culprits behind one signature nobody can say whose a finding without one is.
    alone = {plain: known.pop() for plain, known in culprits.items() if len(known) == 1}
    return [(alone.get(key, key), finding) for key, finding in keys]


def _key_of(finding: Finding, families: Mapping[str, str], classes: Classes[_Name]) -> _Key:
    family, kind = _home(finding, families)
    signature = classes.first((family, kind, _signature(finding)))[2]
    known = finding.culprit
    culprit = "" if known is None else known.key
    return _Key(family, kind, signature, culprit, enough=bool(signature))


def _home(finding: Finding, families: Mapping[str, str]) -> tuple[str, str]:
    verdict = finding.verdict
    return families.get(finding.target, finding.target), "wrong" if is_wrong_code(
        verdict
    ) else verdict.kind


def _signature(finding: Finding) -> str:
    """Return the signature where it says something; hangs keep theirs, which says in which
    stage.
    """
    verdict = finding.verdict
    return verdict.signature if is_distinct(verdict) else ""


def _bugs_of(
    key: _Key, group: list[Finding], ignored: IgnoredTypes, ingredients: Ingredients
) -> list[Bug]:
    if key.enough:
        return [_bug(key, group[0], _types(group[0], ignored), [finding.id for finding in group])]
    bugs: list[Bug] = []
    # A driver behind a translator has a case without steps: nothing by which two findings differ.
    chained = [finding for finding in group if finding.chain]
    for part in _by_stage(key, [finding for finding in group if not finding.chain]):
        bugs += _bugs_of_stage(key, part, ignored, ingredients)
    if chained:
        behind = _bug(key, chained[0], texts_of(chained[0]), [finding.id for finding in chained])
        bugs.append(msgspec.structs.replace(behind, perhaps=bugs[0].id) if bugs else behind)
    return bugs


def _bugs_of_stage(
    key: _Key, group: list[Finding], ignored: IgnoredTypes, ingredients: Ingredients
) -> list[Bug]:
    by_id = {finding.id: finding for finding in group}
    # Where steps are left they tell more.
    parts = {
        finding.id: frozenset[str]() if _types(finding, ignored) else made_of(finding)
        for finding in group
    }
    chosen = select_disjoint(
        {
            one: _ingredients_of(by_id[one], ignored, ingredients)
            for one in sorted(by_id, key=lambda one: len(parts[one]))
        },
        lambda one, other: likeness(parts[one], parts[other]) >= SAME,
    )
    types = {first: _types(by_id[first], ignored) or texts_of(by_id[first]) for first in chosen}
    found = [
        msgspec.structs.replace(
            _bug(key, by_id[first], types[first], same), made_of=tuple(sorted(parts[first]))
        )
        for first, same in chosen.items()
    ]
    # With several types each is perhaps the first, which has the fewest.
    return [
        msgspec.structs.replace(bug, perhaps=found[0].id)
        if place and len(bug.types) > _SURE
        else bug
        for place, bug in enumerate(_with_similar(found))
    ]


def _with_similar(bugs: list[Bug]) -> list[Bug]:
    """Return the bugs, those marked whose small programs are similar to another one's, or hold all
    of it.
    """
    parts = [frozenset(bug.made_of) for bug in bugs]
    marked = []
    for place, bug in enumerate(bugs):
        own = parts[place]
        # Of several the smallest, and of two that are as small the first.
        smaller = [
            (len(other), k)
            for k, other in enumerate(parts)
            if (len(other), k) < (len(own), place)
            and (likeness(own, other) >= SIMILAR or (len(other) >= _DISTINCTIVE and other < own))
        ]
        marked.append(
            msgspec.structs.replace(bug, perhaps=bugs[min(smaller)[1]].id) if smaller else bug
        )
    return marked


def _by_stage(key: _Key, group: list[Finding]) -> list[list[Finding]]:
    """Return the findings apart whose signatures say at least where it was; wrong code is one
    kind of thing.
    """
    parts: dict[str, list[Finding]] = {}
    for finding in group:
        parts.setdefault("" if key.kind == "wrong" else finding.verdict.signature, []).append(
            finding
        )
    return list(parts.values())


def _types(finding: Finding, ignored: IgnoredTypes) -> frozenset[str]:
    recipe = smallest_case(finding).recipe
    return types_without(step_types(recipe), ignored(recipe.method))


def _ingredients_of(
    finding: Finding, ignored: IgnoredTypes, ingredients: Ingredients
) -> frozenset[str]:
    known = ingredients(smallest_case(finding).recipe.method)
    parts = [known.get(kind, frozenset((kind,))) for kind in _types(finding, ignored)]
    # Without steps a finding would be disjoint from all others, and each report of one broken
    # shader a bug of its own.
    return frozenset().union(*parts) or texts_of(finding) | shape_token(finding)


def _bug(key: _Key, first: Finding, types: frozenset[str], findings: list[str]) -> Bug:
    """Return a bug; its name does not change with the steps where these are no part of the key."""
    names = tuple(sorted(types))
    parts = [key.signature or first.verdict.signature, *([key.culprit] if key.culprit else [])]
    name = "/".join([key.family, key.kind, *parts, *(() if key.enough else names)])
    signature = first.verdict.signature
    return Bug(
        _bug_id(key.kind, name),
        key.family,
        key.kind,
        signature,
        names,
        tuple(findings),
        key.culprit,
    )


def _bug_id(kind: str, text: str) -> str:
    return f"{kind}-{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}"

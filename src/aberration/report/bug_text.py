"""What there is to say of one bug, once for all pages: its README, its own page, the page of its
campaign.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.finding import IMPORTED, Finding
from aberration.core.method import Method
from aberration.core.oracle import (
    Expected,
    Relation,
    Same,
    Verdict,
    describe,
    in_terms_of,
)
from aberration.core.outcome import Crash, Outcome
from aberration.core.recipe import TestCase, step_types
from aberration.dedup.bugs import Bug, needs_of, smallest_case
from aberration.report.culprit import culprit_rows
from aberration.report.formats.format import Outcomes
from aberration.report.program_text import (
    block_of,
    program_block,
    program_under_test,
    seed_block,
    text_of,
)
from aberration.report.values import Value, wrong_values

_LOG_LINES: Final = 40
_DOES: Final = {
    "wrong": "gives a wrong result",
    "crash": "dies",
    "invalid": "turns a valid program into an invalid one",
    "timeout": "does not come to an end",
    "rejected": "refuses a valid program",
}


class Fact(msgspec.Struct, frozen=True):
    """A row of the table of facts; `code` where it is a compiler's word or a name."""

    what: str
    text: str
    code: bool = False


class Seen(msgspec.Struct, frozen=True):
    """What a target of a version did with a case: the kind of the verdict, and its detail."""

    target: str
    version: str
    kind: str
    detail: str


class BugText(msgspec.Struct, frozen=True):
    """All texts about one bug, or about a case that nobody ran.

    `lead` says what is wrong and `detail` how; `values` are the first places of `beyond`;
    `program`, `seed` and `whole` are blocks of Markdown, `text` is the program in its `language`,
    `log` the end of what died. `steps` in words, with `supporting` ones beside them; `steps_lead`
    says of what.
    """

    id: str
    title: str
    kind: str
    lead: str
    detail: str = ""
    signature: str = ""
    unreduced: bool = False
    target: str = ""
    facts: tuple[Fact, ...] = ()
    seen: tuple[Seen, ...] = ()
    outcomes: tuple[tuple[str, str], ...] = ()
    values: tuple[Value, ...] = ()
    beyond: int = 0
    language: str = ""
    text: str = ""
    program: str = ""
    seed: str = ""
    seed_is_source: bool = False
    whole: str = ""
    rewritten: str = ""
    steps: tuple[str, ...] = ()
    supporting: int = 0
    steps_lead: str = ""
    no_steps: str = ""
    delta: str = ""
    log: str = ""


def text_of_bug(
    bug: Bug, finding: Finding, outcomes: Outcomes, method: Method, seen: Sequence[Seen] = ()
) -> BugText:
    """Return what there is to say of a bug, by the finding that speaks for it; `seen` is what
    targets did beside that.
    """
    case, verdict = smallest_case(finding), finding.verdict
    expected, came = expected_and_actual(case, outcomes)
    delta = method.delta(finding.neighbour, case) if finding.neighbour is not None else ""
    text = msgspec.structs.replace(
        _text_of_program(case, method),
        id=bug.id,
        title=f"{finding.target}: {verdict.kind}",
        kind=verdict.kind,
        lead=f"{finding.target} {_DOES.get(verdict.kind, 'does what it must not do')}",
        detail=verdict.detail,
        signature=verdict.signature,
        unreduced=not bug.reduced,
        target=finding.target,
        facts=tuple(_facts(bug, finding)),
        seen=tuple(seen),
        outcomes=tuple((role, describe(one)) for role, one in sorted(outcomes.items())),
        delta=delta,
        log=_log(outcomes),
    )
    if verdict.kind == "wrong":
        values = wrong_values(case, expected, came)
        beyond = verdict.difference.beyond if verdict.difference is not None else 0
        text = msgspec.structs.replace(text, values=tuple(values), beyond=beyond)
    if not (text.steps or text.supporting) and finding.reduced is not None:
        none = f"{method.without_steps or 'The seed itself'}: no step is needed."
        text = msgspec.structs.replace(text, no_steps=none)
    return text


def text_of_case(name: str, case: TestCase, method: Method) -> BugText:
    """Return what there is to say of a case that was not run: what it claims."""
    return msgspec.structs.replace(
        _text_of_program(case, method),
        id=name,
        title=name,
        kind="case",
        lead=_claim(case),
        facts=(Fact("made by", method.name),),
    )


def _claim(case: TestCase) -> str:
    match case.oracle:
        case Same(reference=reference, variant=variant):
            return f"On whatever runs them, {variant} must give what {reference} gives"
        case Expected(program=program):
            return f"Whatever runs {program} must give the result that is stored with it"
        case Relation(whole=whole, parts=parts):
            return f"The result of {whole} must follow from those of {' and '.join(parts)}"
        case _:
            return "All that run the program must give the same"


def expected_and_actual(
    case: TestCase, outcomes: Outcomes
) -> tuple[Outcome | None, Outcome | None]:
    """Return what the program should have given, and what it gave."""
    match case.oracle:
        case Same(reference=reference, variant=variant):
            return outcomes.get(reference), outcomes.get(variant)
        case Expected(outcome=outcome, program=program):
            given = outcomes.get(program)
            return outcome, given and in_terms_of(given, outcome)
        case _:
            return None, None


def _text_of_program(case: TestCase, method: Method) -> BugText:
    program = program_under_test(case)
    types = step_types(case.recipe)
    steps = tuple(
        method.in_words(step)
        for step, kind in zip(case.recipe.steps, types, strict=True)
        if kind not in method.supporting_types
    )
    return BugText(
        id="",
        title="",
        kind="",
        lead="",
        language=program.language,
        text=text_of(program).strip("\n"),
        program=program_block(case),
        seed=seed_block(case),
        seed_is_source=program.language == "spirv",
        whole=block_of(method.with_all_rewrites(case)),
        rewritten=_rewriting(case),
        steps=steps,
        supporting=len(types) - len(steps),
        steps_lead=_lead_of_steps(case, method, len(steps), len(types) - len(steps)),
    )


def _lead_of_steps(case: TestCase, method: Method, steps: int, supporting: int) -> str:
    if _sets_inputs(case):
        were = "was" if steps == 1 else "were"
        return f"The program itself, run on inputs of which {steps} {were} set:"
    alone = "" if "reference" in case.programs else method.without_steps
    begun = f"{alone}," if alone else "The variant is the reference"
    more = f" ({supporting} more only supply types, constants or variables)" if supporting else ""
    return (
        f"{begun} after {steps} step{'' if steps == 1 else 's'}{more}, none of which may change "
        "the result:"
    )


def _facts(bug: Bug, finding: Finding) -> list[Fact]:
    verdict = finding.verdict
    again = f"seen again in {finding.observed} of {finding.tries} runs, each in a fresh process"
    facts = [
        Fact("target", finding.target, code=True),
        Fact("version", finding.target_version or "unknown", code=True),
        Fact("reliability", f"{finding.reliability}: {again}"),
        Fact("found by", found_by(finding)),
        *_difference(verdict),
        *(Fact(what, text, code=True) for what, text in culprit_rows(finding.culprit)),
        Fact("the program needs", needs_of(bug), code=True),
        Fact("perhaps the same bug as", bug.perhaps, code=True),
        Fact("findings of this bug", str(len(bug.findings))),
    ]
    others = ", ".join(one for one in bug.findings if one != finding.id)
    facts.append(Fact("beside this one", others, code=True))
    return [fact for fact in facts if fact.text]


def found_by(finding: Finding) -> str:
    """Return the method, with the test where it was one of this campaign."""
    name = finding.case.recipe.method
    return name if finding.test == IMPORTED else f"{name}, test {finding.test}"


def _difference(verdict: Verdict) -> list[Fact]:
    difference = verdict.difference
    if difference is None:
        return []
    beyond = f"{difference.beyond} (largest distance {difference.largest})"
    return [
        Fact("compared", str(difference.total)),
        Fact("differ at all", str(difference.differing)),
        Fact("differ beyond the tolerance", beyond),
    ]


def _log(outcomes: Outcomes) -> str:
    """Return the end of what a compiler wrote before it died."""
    logs = [one.log for one in outcomes.values() if isinstance(one, Crash) and one.log]
    return "\n".join(logs[0].strip("\n").split("\n")[-_LOG_LINES:]) if logs else ""


def _sets_inputs(case: TestCase) -> bool:
    """True where the program under test is the seed's own text, and the steps set what it runs
    on.
    """
    seed, oracle = case.recipe.seeds.get("seed"), case.oracle
    return (
        seed is not None
        and isinstance(oracle, Expected)
        and case.programs[oracle.program].source == seed.source
    )


def _rewriting(case: TestCase) -> str:
    """Return what the program under test lacks in its seed, in words."""
    options = case.recipe.options
    if options.get("kept", "[]") != "[]":
        return "the rewrites that its inputs need, and those without which it does not go wrong,"
    return {
        "all": "what guards each operation that may be undefined",
        "some": "the rewrites that its inputs need, and some more,",
    }.get(options.get("wrappers", ""), "the rewrites that its inputs need")

"""Run a test case on targets and say what the oracle makes of it; `run` and `replay` share this."""

from collections.abc import Sequence
from pathlib import Path

from aberration.campaign.frames import with_frames
from aberration.campaign.observe import Observation
from aberration.cli.console import note, say, table
from aberration.cli.saving import safe_name, save_outcome
from aberration.core.errors import AberrationError, NothingTested
from aberration.core.oracle import Observations, Verdict, describe, judge, roles_of
from aberration.core.outcome import Outcome, kind_of, outcome_digest
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.c_levels import voters_of
from aberration.targets.pool import TargetPool


def observe(
    pool: TargetPool, case: TestCase, targets: Sequence[Target], deadline: float, *, fresh: bool
) -> Observation:
    """Run all programs of a case, in new workers when `fresh`, and judge; raise `NothingTested`
    if no target ran.
    """
    ask = pool.run_fresh if fresh else pool.run
    outcomes: Observations = {}
    skipped: dict[str, str] = {}
    for target in targets:
        try:
            outcomes[target.id] = {
                role: ask(target, case.programs[role], deadline).outcome
                for role in roles_of(case.oracle)
            }
        except AberrationError as error:
            skipped[target.id] = error.message
    if not outcomes:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in skipped.items())
        raise NothingTested(
            f"no target could run it: {reasons}", hint="`aberration doctor` lists what is missing."
        )
    voters = voters_of(targets)
    seen = Observation(outcomes, judge(case.oracle, outcomes, voters), skipped, voters=voters)
    for target in targets:
        seen = with_frames(pool, case, target, seen, deadline)
    return seen


def shows_bug(seen: Observation) -> bool:
    """True when a target did what it must not do."""
    return any(verdict.is_finding for verdict in seen.verdicts.values())


def require_verdict(seen: Observation) -> None:
    """Raise `NothingTested` when no target gave a verdict."""
    if any(verdict.kind != "none" for verdict in seen.verdicts.values()):
        return
    reasons = "; ".join(f"{name}: {verdict.detail}" for name, verdict in seen.verdicts.items())
    raise NothingTested(f"no target gave a verdict: {reasons}")


def say_verdicts(seen: Observation) -> None:
    """Print the verdict on each target, with the outcomes it rests on."""
    for name, verdict in seen.verdicts.items():
        say(f"{name}: {_verdict_text(verdict)}")
        shown = [(role, describe(outcome)) for role, outcome in seen.outcomes[name].items()]
        for line in table(shown, indent="  "):
            say(line)
    for name, reason in seen.skipped.items():
        note(f"{name}: not run: {reason}")


def _verdict_text(verdict: Verdict) -> str:
    kind = "no verdict" if verdict.kind == "none" else verdict.kind
    description = f"{kind}: {verdict.detail}" if verdict.detail else kind
    apart = verdict.difference
    if apart is None or apart.exact:
        return description
    # Texts have no distance, and neither has a NaN from a number.
    largest = f", the largest distance is {apart.largest:g}" if apart.largest else ""
    return f"{description} ({apart.differing} of {apart.total} differ at all{largest})"


def verdict_rows(seen: Observation, saved: dict[str, list[str]]) -> list[dict[str, object]]:
    """Return what scripts read of each target; `saved` has the files written, by target."""
    return [
        {
            "target": name,
            "verdict": verdict.kind,
            "signature": verdict.signature,
            "detail": verdict.detail,
            "difference": verdict.difference,
            "outcomes": {
                role: outcome_row(outcome) for role, outcome in seen.outcomes[name].items()
            },
            "files": saved.get(name, []),
        }
        for name, verdict in seen.verdicts.items()
    ]


def outcome_row(outcome: Outcome) -> dict[str, str]:
    """Return what scripts read of an outcome."""
    return {
        "kind": kind_of(outcome),
        "digest": outcome_digest(outcome),
        "description": describe(outcome),
    }


def save_outcomes(seen: Observation, folder: Path | None) -> dict[str, list[str]]:
    """Write all outcomes into a folder for each target, and return the files by target."""
    if folder is None:
        return {}
    return {
        name: [
            str(path)
            for role, outcome in roles.items()
            for path in save_outcome(outcome, folder / safe_name(name), safe_name(role))
        ]
        for name, roles in seen.outcomes.items()
    }

"""The process that runs a case again, and says what came of it: without some of its steps on its
target, or on every version that is installed.

Without steps it replays the recipe as `aberration replay` and each look of a reduction do, and runs
what that gives in new workers; on all versions it does what `aberration verify` does.
`python -m aberration.web.rerun` reads a request on stdin, and answers on stdout.
"""

import sys
from collections.abc import Sequence

import msgspec

from aberration.campaign.observe import CountingPool, observe_fresh_often
from aberration.campaign.verification import Verifier, VersionResult, subject_of
from aberration.core.errors import AberrationError, TargetUnavailable
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict, judged_alone
from aberration.core.recipe import TestCase, keep_claim
from aberration.core.target import Target
from aberration.methods.registry import method_named
from aberration.reduce.interestingness import same_bug
from aberration.targets.registry import resolve


class Request(msgspec.Struct, frozen=True, tag="steps"):
    """A case, the numbers of the steps to `keep`, the target that is to be asked with the `others`
    to compare it with, the verdict that is looked for, and how often to look.
    """

    case: TestCase
    keep: tuple[int, ...]
    target: str
    others: tuple[str, ...]
    wanted: Verdict
    looks: int
    deadline: float


class Everywhere(msgspec.Struct, frozen=True, tag="everywhere"):
    """A bug by its id, with its finding: is it still there, on everything that is installed?"""

    bug: str
    finding: Finding


class Reply(msgspec.Struct, frozen=True):
    """What came: the last verdict, whether it was the same bug in `same` of `looks` runs, and how
    many steps of those that were kept could be applied.

    Of all versions: the `state` of the bug, the version that it is `fixed_in` if any, and what each
    target did.
    """

    verdict: Verdict
    same: int
    looks: int
    applied: int
    error: str = ""
    state: str = ""
    fixed_in: str = ""
    rows: tuple[VersionResult, ...] = ()


def verify_everywhere(request: Everywhere) -> Reply:
    """Run the smallest case of a bug on all versions of its family; raise `TargetUnavailable` where
    its target is not here.
    """
    subject = subject_of(request.bug, request.finding, _target(request.finding.target))
    with CountingPool() as pool:
        found = Verifier(pool).verify(subject, whole_family=True)
    rows = (*found.rows, *found.others)
    return Reply(Verdict("none"), 0, 0, 0, state=found.state, fixed_in=found.fixed_in, rows=rows)


def run_again(request: Request) -> Reply:
    """Replay and run; raise `AberrationError` where that cannot be."""
    case, recipe = request.case, request.case.recipe
    kept = tuple(recipe.steps[number] for number in request.keep)
    replayed = method_named(recipe.method).replay(recipe.with_steps(kept))
    again = keep_claim(case, replayed.case)
    target = _target(request.target)
    targets = [target]
    if not judged_alone(again.oracle):
        targets += [_target(name) for name in request.others if name != target.id]
    seen = _look(again, targets, request.looks, request.deadline)
    verdicts = [one for one in seen if same_bug(request.wanted, one)]
    shown = verdicts[0] if verdicts else seen[-1]
    return Reply(shown, len(verdicts), len(seen), len(again.recipe.steps))


def _look(case: TestCase, targets: Sequence[Target], looks: int, deadline: float) -> list[Verdict]:
    with CountingPool() as pool:
        seen = observe_fresh_often(pool, case, targets, deadline, looks)
    return [one.verdict_on(targets[0]) for one in seen]


def _target(name: str) -> Target:
    target = resolve(name)
    if target is None:
        raise TargetUnavailable(f"the target {name!r} is not on this machine")
    return target


def answer(request: Request | Everywhere) -> Reply:
    """Return what a request comes to; an error is part of the reply."""
    try:
        return run_again(request) if isinstance(request, Request) else verify_everywhere(request)
    except AberrationError as error:
        return Reply(Verdict("none"), 0, 0, 0, error=str(error))


def main() -> None:
    """Answer the request on stdin."""
    request = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Request | Everywhere)
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer(request)))


if __name__ == "__main__":
    main()

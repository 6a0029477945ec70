"""What follows the tests: findings are reduced, looked at again, and gathered into bugs.

One finding of each apparent bug comes first, what is quick to look at before what is slow; then
their programs are made small; then all others. What there is no time for stays as it is, and a
later call goes on with it.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from aberration.campaign.budget import Budget
from aberration.campaign.confirm import SAME_BUG, set_aside
from aberration.campaign.crew import Alone, Crew, Job, MethodFor, Piece
from aberration.campaign.cutting import Stop, never
from aberration.campaign.finding_reducer import Judged
from aberration.campaign.later import types_to_leave_out
from aberration.campaign.shrinking import can_shrink
from aberration.campaign.store import Store
from aberration.campaign.triage.c_checks import is_c_claim
from aberration.campaign.whole_store import FindingStore
from aberration.core.finding import Finding
from aberration.core.oracle import judged_alone
from aberration.core.target import Target
from aberration.dedup.bugs import Bug, find_bugs, find_unreduced, is_wrong_code
from aberration.reduce.program import SECONDS
from aberration.targets.registry import discover, resolve

LEAST_SECONDS: Mapping[Job, float] = {
    "confirm": 10.0,
    "steps": 10.0,
    "culprit": 10.0,
    "program": 20.0,
}
"""Less than this is given to a piece of work only where no more is left: nothing comes of it."""
MOST_SECONDS: Mapping[Job, float] = {
    "confirm": 600.0,
    "steps": 1800.0,
    "culprit": 1800.0,
    "program": SECONDS,
}
_FOR_PROGRAMS = 0.5
"""Of the time that is left when one finding of each bug is reduced."""
_QUICK = ("crash", "invalid", "rejected", "wrong", "timeout")

Progress = Callable[[Finding], None]
Apparent = tuple[str, str, str]
"""Family, kind and signature: what findings have in common that may be one bug, before they are
reduced.
"""


def _quiet(_: Finding) -> None:
    """Tell nobody."""


def reduce_findings(
    store: Store,
    targets: Mapping[str, Target],
    methods: MethodFor,
    *,
    crew: Crew | None = None,
    until: float | None = None,
    stop: Stop = never,
    on_reduced: Progress = _quiet,
) -> int:
    """Reduce the findings of a store that are not reduced yet; return how many were.

    `until` (by the monotonic clock) and `stop` end it; without a `crew` this process does the work.
    """
    crew = Alone(methods) if crew is None else crew
    return _Triage(store, targets, methods, crew, until, stop, on_reduced).run()


class _Triage:
    """The work on the findings of one store."""

    def __init__(
        self,
        store: Store,
        targets: Mapping[str, Target],
        methods: MethodFor,
        crew: Crew,
        until: float | None,
        stop: Stop,
        on_reduced: Progress,
    ) -> None:
        self._store = store
        self._targets = targets
        self._methods = methods
        self._crew = crew
        self._until = until
        self._stop = stop
        self._on_reduced = on_reduced
        self._families = families_of(targets)
        self._configuration = store.header().configuration
        self._tried: set[tuple[Job, str]] = set()
        self._reduced: set[str] = set()
        self._progress = False

    def run(self) -> int:
        """Do what is to be done, until nothing is left or the time is over."""
        self._settle_at_once()
        more = True
        while more and not self._is_over():
            more = self._stage() or self._begin_again()
        return len(self._reduced)

    def _begin_again(self) -> bool:
        """Let what was broken off for its share be taken up once more, as long as something
        comes of it.
        """
        progress, self._progress = self._progress, False
        if progress and self._until is not None:
            self._tried.clear()
        return progress and self._until is not None

    def _stage(self) -> bool:
        """Do the pieces that come first now; return whether there were any."""
        for job, findings, part in self._stages():
            fresh = [one for one in findings if (job, one.id) not in self._tried]
            if fresh:
                self._work(job, fresh, part)
                return True
        return False

    def _stages(self) -> Iterator[tuple[Job, Sequence[Finding], float]]:
        """Yield what could be done, the most urgent first, with the part of the time for it."""
        known = [one for one in self._store.findings() if one.target in self._targets]
        order = rank_findings(known, self._families)
        yield "steps", [one for rank, one in order if rank == 0], 1.0
        yield "confirm", self._first_hangs(known), 1.0
        yield "program", self._large(known), _FOR_PROGRAMS
        yield "culprit", [one for one in known if one.state == "reduced" and one.culprit_due], 1.0
        yield "steps", [one for _, one in order], 1.0
        yield "confirm", self._ready(known), 1.0

    def _first_hangs(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return of the hangs that nobody has confirmed yet the first of each target of which
        none is known.
        """
        hangs = [
            one for one in findings if one.verdict.kind == "timeout" and one.state != "set-aside"
        ]
        known = {apparent_bug(one, self._families) for one in hangs if one.state != "waiting"}
        firsts: dict[Apparent, Finding] = {}
        for one in hangs:
            key = apparent_bug(one, self._families)
            if one.state == "waiting" and not one.behind and key not in known:
                firsts.setdefault(key, one)
        return list(firsts.values())

    def _work(self, job: Job, findings: Sequence[Finding], part: float) -> None:
        self._tried |= {(job, one.id) for one in findings}
        left = None if self._until is None else (self._until - time.monotonic()) * part
        budget = Budget(left, len(findings), self._crew.size, LEAST_SECONDS[job], MOST_SECONDS[job])
        # Each piece has its own end, and may tell a moment later what it came to: only a request
        # breaks it off.
        for done in self._crew.work(self._pieces(job, findings, budget), self._stop):
            if done.judged is not None:
                self._keep(done.judged)

    def _pieces(self, job: Job, findings: Sequence[Finding], budget: Budget) -> Iterator[Piece]:
        for finding in findings:
            seconds = budget.share()
            if seconds is None:
                return
            until = time.monotonic() + seconds
            without = self._explanation_by(finding) if job == "confirm" else None
            target = self._targets[finding.target]
            yield Piece(job, finding, target, self._configuration, until, without or frozenset())

    def _ready(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return what waits and can be looked at: the finding that it came behind is done with.

        Where that needs no step at all, it explains all that came behind it, and nothing is to be
        looked at.
        """
        known = {finding.id: finding for finding in findings}
        ready: list[Finding] = []
        for finding in findings:
            first = known.get(finding.behind)
            if finding.state != "waiting" or (
                first is not None and first.state in ("waiting", "new")
            ):
                continue
            if (
                first is not None
                and first.reduced is not None
                and self._explanation_by(finding) is None
            ):
                reason = f"{SAME_BUG} {first.id}: it needs no step at all"
                self._keep(Judged(set_aside(finding, reason), None))
            else:
                ready.append(finding)
        return ready

    def _explanation_by(self, finding: Finding) -> frozenset[str] | None:
        """Return the types of steps that the finding before it needs; None where it needs none."""
        if not finding.behind:
            return frozenset()
        first = self._store.finding(finding.behind)
        if first.state != "reduced" or first.reduced is None:
            return frozenset()
        method = self._methods(first.case.recipe.method)
        return types_to_leave_out(first, method.ignored_types, method.ingredients)

    def _keep(self, judged: Judged) -> None:
        finding = judged.finding
        self._progress = self._progress or finding.partial is not None
        self._store.update_finding(finding, judged.evidence)
        for defect in judged.defects:
            self._store.add_defect(defect)
        if finding.state in ("reduced", "set-aside"):
            self._reduced.add(finding.id)
            self._on_reduced(finding)
        self._keep_other_bugs(judged)

    def _keep_other_bugs(self, judged: Judged) -> None:
        """Keep the other bugs that were met, but for those that are known; each gets a number
        of its own.
        """
        if not judged.other_bugs:
            return
        known = self._store.findings()
        apparent = {apparent_bug(one, self._families) for one in known}
        prefix = f"{judged.finding.id}-slip-"
        met = [one for one in known if one.id.startswith(prefix)]
        for other in judged.other_bugs:
            key = apparent_bug(other.finding, self._families)
            if any(apparent_bug(one, self._families) == key for one in met):
                continue
            if is_wrong_code(other.finding.verdict) or key not in apparent:
                named = msgspec.structs.replace(other.finding, id=f"{prefix}{len(met) + 1}")
                self._store.add_finding(msgspec.structs.replace(other, finding=named))
                met.append(named)
                apparent.add(key)

    def _settle_at_once(self) -> None:
        """Decide about the findings that there is nothing to do about."""
        for finding in self._store.findings("new"):
            if finding.target not in self._targets:
                continue
            if not judged_alone(finding.case.oracle) or not (
                finding.case.recipe.steps or can_shrink(finding.case)
            ):
                due = is_c_claim(finding.case) and finding.looks == 1
                done = msgspec.structs.replace(finding, state="reduced", culprit_due=due)
                self._keep(Judged(done, None))

    def _large(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return the reduced findings whose program can be made small, one of those that seem
        one bug by it.
        """
        chosen: dict[tuple[str, ...], Finding] = {}
        for finding in findings:
            deterministic = finding.state == "reduced" and finding.looks == 1
            if deterministic and finding.reduced is not None and can_shrink(finding.reduced):
                seeds = sorted(seed.digest for seed in finding.case.recipe.seeds.values())
                chosen.setdefault((*apparent_bug(finding, self._families), *seeds), finding)
        return [finding for finding in chosen.values() if not finding.program_done]

    def _is_over(self) -> bool:
        return self._stop() or (self._until is not None and time.monotonic() >= self._until)


def targets_of(store: FindingStore) -> dict[str, Target]:
    """Return the targets of campaigns and of their findings that this machine knows, by id."""
    known = {target.id: target for target in discover()}
    names = dict.fromkeys(
        [*store.targets(), *(finding.target for finding in store.list_findings())]
    )
    found = {name: known.get(name) or resolve(name) for name in names}
    return {name: target for name, target in found.items() if target is not None}


def families_of(targets: Mapping[str, Target]) -> dict[str, str]:
    """Return the family of each target by id."""
    return {name: target.family or name for name, target in targets.items()}


def bugs_of(store: FindingStore, targets: Mapping[str, Target], methods: MethodFor) -> list[Bug]:
    """Return the bugs that the reduced findings of a store amount to."""
    return find_bugs(
        store.findings(),
        families_of(targets),
        lambda name: methods(name).ignored_types,
        lambda name: methods(name).ingredients,
    )


def unreduced_of(store: FindingStore, targets: Mapping[str, Target]) -> list[Bug]:
    """Return the findings of a store that are not reduced yet, similar ones together."""
    return find_unreduced(store.findings("new"), families_of(targets))


def rank_findings(
    findings: Sequence[Finding], families: Mapping[str, str]
) -> list[tuple[int, Finding]]:
    """Return the findings to reduce with their rank among those that may be one bug; all firsts
    come first.

    One of which another was reduced already is no first. Of one rank, what is quick to look at
    comes first.
    """
    counts: dict[Apparent, int] = {}
    for finding in findings:
        if finding.state == "reduced":
            counts[apparent_bug(finding, families)] = 1
    order: list[tuple[int, int, int, Finding]] = []
    for place, finding in enumerate(findings):
        if finding.state != "new":
            continue
        key = apparent_bug(finding, families)
        rank = counts.get(key, 0)
        counts[key] = rank + 1
        order.append((rank, _QUICK.index(finding.verdict.kind), place, finding))
    return [(rank, finding) for rank, _, _, finding in sorted(order, key=lambda entry: entry[:3])]


def apparent_bug(finding: Finding, families: Mapping[str, str]) -> Apparent:
    """Return what tells a finding from others while nothing is reduced yet."""
    return (
        families.get(finding.target, finding.target),
        finding.verdict.kind,
        finding.verdict.signature,
    )

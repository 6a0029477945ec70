"""What follows the tests: findings are reduced, looked at again, and gathered into bugs.

Then the program of a shading language is made small (`shrinking`). A reduced case must show the same bug in new
workers, and must not be one that the freedom of floats explains; else the reduction is done again with both demanded at
every step. The culprit in the compiler is looked for.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress

import msgspec

from aberration.campaign.blame import blame
from aberration.campaign.budget import Budget
from aberration.campaign.configuration import HASTE, PATIENCE, FuzzConfiguration
from aberration.campaign.confirm import UNSTEADY_REFERENCE, Confirmer, evidence, set_aside
from aberration.campaign.innocence import Innocence
from aberration.campaign.ladder import is_c_claim
from aberration.campaign.observe import Observer, Seen, observe_fresh, observe_hang
from aberration.campaign.records import Defect, FoundRecord
from aberration.campaign.references import References
from aberration.campaign.shrinking import ProgramShrinker, can_shrink
from aberration.campaign.store import Store
from aberration.core.errors import Starved
from aberration.core.finding import Finding
from aberration.core.method import Method
from aberration.core.oracle import Same, Verdict, judged_alone
from aberration.core.outcome import Outcome
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.dedup.bugs import Bug, find_bugs, is_wrong_code
from aberration.reduce.interestingness import same_bug
from aberration.reduce.program import MINUTE, SECONDS, Limits
from aberration.reduce.reducer import Reduced, reduce_case
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, resolve

CRASHES_REDUCED = 3
WRONG_REDUCED = 20
LEAST_SECONDS = 20.0
"""How many findings of one crash signature, or of wrong results in one family of targets, are reduced; and for how long
at least one's program is made small, as nothing comes of less.
"""

MethodFor = Callable[[str], Method]
Progress = Callable[[Finding], None]


class Judged(msgspec.Struct, frozen=True):
    """A finding after its reduction, the outcomes of its smallest case, the other bugs met on the way, our defects."""

    finding: Finding
    evidence: dict[str, Outcome] | None
    slips: tuple[FoundRecord, ...] = ()
    defects: tuple[Defect, ...] = ()


def _quiet(_: Finding) -> None:
    """Tell nobody."""


def reduce_findings(
    store: Store,
    targets: Mapping[str, Target],
    methods: MethodFor,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    on_reduced: Progress = _quiet,
) -> int:
    """Reduce the new findings of a store, those of no known bug first; return how many were.

    `seconds` bounds the time: what is not begun by then stays new, and a later call goes on with it; so does what the
    machine is too busy for. First the steps of all are reduced; to make its program small, one of each bug gets a fair
    share of the time that is left then.
    """
    configuration = store.header().configuration
    deadline = None if seconds is None else time.monotonic() + seconds
    families = families_of(targets)
    work = [finding for finding in chosen(store.findings(), families) if finding.target in targets]
    reduced: dict[str, Finding] = {}

    def note(judged: Judged) -> None:
        _keep(store, judged, families)
        reduced[judged.finding.id] = judged.finding
        on_reduced(judged.finding)

    with ThreadPoolExecutor(max_workers=max(1, jobs)) as threads:
        for judged in _finished(
            [threads.submit(_in_time, one, targets, methods, configuration, deadline) for one in work]
        ):
            note(judged)
        large = _large([reduced[one.id] for one in work if one.id in reduced], families)
        left = None if deadline is None else deadline - time.monotonic()
        budget = Budget(left, len(large), jobs, LEAST_SECONDS, SECONDS)
        for judged in _finished(
            [threads.submit(_shrunk, one, targets, methods, configuration, budget) for one in large]
        ):
            note(judged)
    return len(reduced)


def targets_of(store: Store) -> dict[str, Target]:
    """Return the targets of a campaign and of its findings that this machine knows, by id."""
    known = {target.id: target for target in discover()}
    names = dict.fromkeys([*store.header().configuration.targets, *(finding.target for finding in store.findings())])
    found = {name: known.get(name) or resolve(name) for name in names}
    return {name: target for name, target in found.items() if target is not None}


def families_of(targets: Mapping[str, Target]) -> dict[str, str]:
    """Return the family of each target by id."""
    return {name: target.family or name for name, target in targets.items()}


def bugs_of(store: Store, targets: Mapping[str, Target], methods: MethodFor) -> list[Bug]:
    """Return the bugs that the findings of a store amount to."""
    return find_bugs(
        store.findings(),
        families_of(targets),
        lambda name: methods(name).ignored_types,
        lambda name: methods(name).ingredients,
    )


def chosen(findings: Sequence[Finding], families: Mapping[str, str]) -> list[Finding]:
    """Return the new findings to reduce: of each bug, as far as one can tell yet, a few, one of each bug first."""
    counts: dict[tuple[str, str, str], int] = {}
    ranked: list[tuple[int, int, Finding]] = []
    for place, finding in enumerate(findings):
        key = _bug_key(finding, families)
        if finding.state == "set-aside":
            continue
        rank = counts[key] = counts.get(key, 0) + 1
        limit = WRONG_REDUCED if is_wrong_code(finding.verdict) else CRASHES_REDUCED
        if finding.state == "new" and rank <= limit:
            ranked.append((rank, place, finding))
    return [finding for _, _, finding in sorted(ranked, key=lambda entry: entry[:2])]


def _bug_key(finding: Finding, families: Mapping[str, str]) -> tuple[str, str, str]:
    return families.get(finding.target, finding.target), finding.verdict.kind, finding.verdict.signature


def _finished(futures: Sequence["Future[Judged | None]"]) -> Iterator[Judged]:
    try:
        for future in as_completed(futures):
            judged = future.result()
            if judged is not None:
                yield judged
    finally:
        for future in futures:
            future.cancel()


def _keep(store: Store, judged: Judged, families: Mapping[str, str]) -> None:
    store.update_finding(judged.finding, judged.evidence)
    for defect in judged.defects:
        store.add_defect(defect)
    known = {finding.id: _bug_key(finding, families) for finding in store.findings()}
    for slip in judged.slips:
        fresh = is_wrong_code(slip.finding.verdict) or _bug_key(slip.finding, families) not in known.values()
        if fresh and slip.finding.id not in known:
            store.add_finding(slip)


def _in_time(
    finding: Finding,
    targets: Mapping[str, Target],
    methods: MethodFor,
    configuration: FuzzConfiguration,
    deadline: float | None,
) -> Judged | None:
    if deadline is not None and time.monotonic() > deadline:
        return None
    if finding.reliability == "needs-history":
        reason = f"seen once, and in none of {finding.tries} runs in fresh processes: it needs history"
        return Judged(set_aside(finding, reason), None)
    if not judged_alone(finding.case.oracle) or not (finding.case.recipe.steps or can_shrink(finding.case)):
        return Judged(msgspec.structs.replace(finding, state="reduced"), None)
    method = methods(finding.case.recipe.method)
    with _pool() as pool, suppress(Starved):
        return FindingReducer(pool, targets[finding.target], method, configuration).reduce(finding)
    return None


def _large(findings: Sequence[Finding], families: Mapping[str, str]) -> list[Finding]:
    """Return the reduced findings whose program can be made small, one of those that are one bug by their program."""
    chosen: dict[tuple[str, ...], Finding] = {}
    for finding in findings:
        if finding.state == "reduced" and finding.reduced is not None and can_shrink(finding.reduced):
            seeds = sorted(seed.digest for seed in finding.reduced.recipe.seeds.values())
            chosen.setdefault((*_bug_key(finding, families), *seeds), finding)
    return list(chosen.values())


def _shrunk(
    finding: Finding,
    targets: Mapping[str, Target],
    methods: MethodFor,
    configuration: FuzzConfiguration,
    budget: Budget,
) -> Judged | None:
    seconds = budget.share()
    if seconds is None:
        return None
    method = methods(finding.case.recipe.method)
    with _pool() as pool, suppress(Starved):
        reducer = FindingReducer(pool, targets[finding.target], method, configuration)
        return reducer.shrink(finding, Limits(seconds=seconds))
    return None


@contextmanager
def _pool() -> Iterator[TargetPool]:
    pool = TargetPool(4)
    try:
        yield pool
    finally:
        pool.close()


class FindingReducer:
    """Reduces findings of one target and one method: first the steps, then the program."""

    def __init__(self, pool: TargetPool, target: Target, method: Method, configuration: FuzzConfiguration) -> None:
        self._pool = pool
        self._target = target
        self._method = method
        self._configuration = configuration
        self._references = References(pool, (), configuration.tolerance, configuration.deadline)
        self._observer = Observer(pool, self._references, configuration.deadline)
        self._hasty = Observer(pool, self._references, configuration.deadline * HASTE, patient=False)
        self._confirmer = Confirmer(pool, configuration, method)
        self._fresh = self._confirmer.innocence
        self._hangs = False
        self._warm = Innocence(method, configuration.deadline, self._observer.observe)

    def reduce(self, finding: Finding) -> Judged:
        """Return the finding with its smallest case, if that still shows the bug, and nothing explains it."""
        slow = finding.verdict.kind == "timeout"
        self._hangs = slow and is_c_claim(finding.case)
        hastily = [self._observe_hastily] if slow and not self._hangs else []
        slips: tuple[FoundRecord, ...] = ()
        for observe in (*hastily, self._observe, self._observe_strictly):
            reduced = reduce_case(finding.case, self._method, finding.verdict, observe)
            slips = self._slips(finding, reduced)
            if not reduced.is_steady:
                if observe in hastily:
                    continue
                return Judged(self._unreduced(finding), None, slips)
            seen = observe_fresh(self._pool, reduced.case, [self._target], self._configuration.deadline)
            verdict = seen.verdicts[self._target.id]
            if same_bug(finding.verdict, verdict) and not self._fresh.explanation(*self._blamed(reduced.case), verdict):
                return self._judged(finding, reduced, seen, slips)
        return Judged(msgspec.structs.replace(finding, state="reduced"), None, slips)

    def shrink(self, finding: Finding, limits: Limits = MINUTE) -> Judged | None:
        """Return a reduced finding with its program made small; None where there is nothing new to tell."""
        assert finding.reduced is not None
        given = Reduced("complete", finding.reduced, finding.neighbour, 0, tries=finding.reduction_tries)
        shrinker = ProgramShrinker(self._pool, self._target, self._method, self._configuration, finding.verdict)
        shrunk = shrinker.shrink(given, limits)
        slips = self._slips(finding, shrunk.reduced)
        defects = tuple(Defect(finding.test, told) for told in shrunk.defects)
        if shrunk.reduced.case != given.case:
            seen = observe_fresh(self._pool, shrunk.reduced.case, [self._target], self._configuration.deadline)
            if same_bug(finding.verdict, seen.verdicts[self._target.id]):
                return self._judged(finding, shrunk.reduced, seen, slips, defects)
        return Judged(finding, None, slips, defects) if slips or defects else None

    def _judged(
        self,
        finding: Finding,
        reduced: Reduced,
        seen: Seen,
        slips: tuple[FoundRecord, ...],
        defects: tuple[Defect, ...] = (),
    ) -> Judged:
        """Return the finding with its smallest case."""
        verdict = seen.verdicts[self._target.id]
        smaller = self._blamed_part(self._smaller(finding, reduced, verdict), reduced.case, verdict)
        return Judged(smaller, evidence(reduced.case, self._target, seen), slips, defects)

    def _unreduced(self, finding: Finding) -> Finding:
        """Return a finding that cannot be reduced; one whose reference is not steady is no finding."""
        oracle = finding.case.oracle
        if isinstance(oracle, Same):
            known = self._references.outcome(self._target, finding.case.programs[oracle.reference])
            if known.outcome is None:
                return set_aside(finding, f"{UNSTEADY_REFERENCE}: {known.reason}")
        return msgspec.structs.replace(finding, state="reduced")

    def _smaller(self, finding: Finding, reduced: Reduced, verdict: Verdict) -> Finding:
        return msgspec.structs.replace(
            finding,
            state="reduced",
            verdict=verdict,
            reduced=reduced.case,
            neighbour=reduced.neighbour,
            reduction_tries=reduced.tries,
        )

    def _blamed_part(self, finding: Finding, case: TestCase, verdict: Verdict) -> Finding:
        """Return the finding with what in the compiler is to blame, where that can be found out."""
        culprit = blame(case, self._target, verdict, self._pool, self._configuration.deadline * PATIENCE)
        return msgspec.structs.replace(finding, culprit=culprit)

    def _observe(self, case: TestCase) -> Verdict:
        if self._hangs:
            return observe_hang(self._pool, case, self._target, self._configuration.deadline)
        return self._seen(self._observer, case)

    def _observe_hastily(self, case: TestCase) -> Verdict:
        """Wait a part of the deadline for what takes long; patience comes when the smallest case is confirmed."""
        return self._seen(self._hasty, case)

    def _seen(self, observer: Observer, case: TestCase) -> Verdict:
        seen = observer.observe(case, [self._target])
        skipped = seen.skipped.get(self._target.id, "")
        return seen.verdicts.get(self._target.id, Verdict("none", detail=skipped))

    def _observe_strictly(self, case: TestCase) -> Verdict:
        verdict = self._observe(case)
        reason = self._warm.explanation(*self._blamed(case), verdict)
        return Verdict("none", detail=reason) if reason else verdict

    def _blamed(self, case: TestCase) -> tuple[TestCase, Target, list[Target]]:
        return case, self._target, [self._target]

    def _slips(self, finding: Finding, reduced: Reduced) -> tuple[FoundRecord, ...]:
        confirmer = self._confirmer
        records: list[FoundRecord] = []
        for number, (case, _) in enumerate(reduced.slips, 1):
            seen = self._observer.observe(case, [self._target])
            for found in confirmer.findings(finding.test, case, [self._target], seen):
                named = msgspec.structs.replace(found.finding, id=f"{finding.id}-slip-{number}")
                records.append(msgspec.structs.replace(found, finding=named))
        return tuple(records)

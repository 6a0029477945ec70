"""One lane: makes the tests of a run, runs them on their targets, judges and confirms. It knows no store."""

import time
import traceback
from collections.abc import Iterable, Mapping, Sequence

from aberration.campaign.confirm import Confirmer, bug_seen
from aberration.campaign.cutting import CutShort, Cutter
from aberration.campaign.later import Later
from aberration.campaign.observe import CountingPool, FreshReferences, Observer, Seen, asked_version, with_tolerance
from aberration.campaign.plan import Plan, RunPlan, plan_run, targets_of
from aberration.campaign.records import (
    Defect,
    FoundRecord,
    HealthLine,
    LaneJob,
    OutcomeLine,
    RunRecord,
    TestRecord,
    TestStatus,
    Unsteady,
    outcome_line,
)
from aberration.campaign.references import References, seed_judges
from aberration.core.errors import AberrationError, BadInput, InternalError
from aberration.core.method import Method, Request, speech
from aberration.core.oracle import Same, roles_of
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.methods.registry import method_named
from aberration.targets.pool import Health, TargetPool

_POOL_LIMIT = 32


class Lane:
    """Makes any run of a campaign, each the same wherever and whenever it is made."""

    def __init__(self, job: LaneJob, cutter: Cutter | None = None) -> None:
        configuration = job.configuration
        self._cutter = Cutter() if cutter is None else cutter
        self._job = job
        self._pool = CountingPool(_POOL_LIMIT)
        self._fresh: FreshReferences = {}
        self._versions: dict[str, str] = {}
        self._targets = {target.id: target for target in job.targets}
        judges = seed_judges(job.targets)
        self._references = References(self._pool, judges, configuration.tolerance, configuration.deadline)
        self._observer = Observer(self._pool, self._references, configuration.deadline)
        self._references.learn(job.unsteady)
        self._refused: dict[str, Unsteady] = {}
        self._methods = {slot.name: method_named(slot.name) for slot in job.setting.methods}

    def learn(self, unsteady: Iterable[Unsteady]) -> None:
        """Take over what is known of seeds, so that no target is asked about them by every lane."""
        self._references.learn(unsteady)

    def run(self, number: int) -> RunRecord:
        """Make and run the tests of one run; cut short, those that were done, or raise `CutShort` without any."""
        start, busy, refused = time.monotonic(), self._pool.busy, len(self._refused)
        health = self._health()
        plan = plan_run(self._job.setting, number)
        tests, found, defects = self._tests(plan)
        return RunRecord(
            run=number,
            method=plan.method,
            run_seed=plan.run_seed,
            seconds=time.monotonic() - start,
            busy=self._pool.busy - busy,
            tests=tuple(tests),
            found=tuple(found),
            defects=tuple(defects),
            unsteady=(*self._references.news(), *list(self._refused.values())[refused:]),
            health=tuple(_health_since(health, self._health())),
        )

    def close(self) -> None:
        """End the workers."""
        self._pool.close()

    def _tests(self, run: RunPlan) -> tuple[list[TestRecord], list[FoundRecord], list[Defect]]:
        method = self._methods[run.method]
        request = self._request(run, method)
        seed = request.seed_program.name if request.seed_program is not None else ""
        try:
            with self._cutter.allowed():
                cases = method.make(request)
        except BadInput as error:
            self._refuse(request, method, error)
            return [_test(run, 0, "untested", seed, str(error)), *self._absent(run, 1, seed)], [], []
        except Exception as error:
            defect = Defect(run.first, f"{method.name} failed: {_told(error)}")
            return [_test(run, 0, "defect", seed, defect.message), *self._absent(run, 1, seed)], [], [defect]
        tests: list[TestRecord] = []
        found: list[FoundRecord] = []
        defects: list[Defect] = []
        later = Later()
        for variant, case in enumerate(cases[: self._count(run)]):
            try:
                with self._cutter.allowed():
                    plan = Plan(run.first + variant, run, variant)
                    test, findings, flaw = self._test(plan, method, case, seed, found, later)
            except CutShort:
                if not tests:
                    raise
                return tests, [*found, *later.records], defects
            tests.append(test)
            found += findings
            defects += [] if flaw is None else [flaw]
        return [*tests, *self._absent(run, len(tests), seed)], [*found, *later.records], defects

    def _refuse(self, request: Request, method: Method, error: BadInput) -> None:
        """Set a seed aside that the method cannot work on, once."""
        seed = request.seed_program
        name, digest = (method.name, "") if seed is None else (seed.name, seed.digest)
        by = method.name if len(method.languages) == 1 else f"{method.name} in {request.language}"
        self._refused.setdefault(f"{by}/{digest}", Unsteady(name, digest, "", f"{by}: {error}"))

    def _count(self, run: RunPlan) -> int:
        """Return how many tests of a run are wanted: the last run of a campaign may be cut."""
        limit = self._job.configuration.tests
        return run.variants if limit is None else max(0, min(run.variants, limit - run.first))

    def _absent(self, run: RunPlan, made: int, seed: str) -> list[TestRecord]:
        why = "the run made fewer variants"
        return [_test(run, variant, "absent", seed, why) for variant in range(made, self._count(run))]

    def _request(self, run: RunPlan, method: Method) -> Request:
        pool, spoken = self._job.pool, speech(method, run.language)
        seeds = pool.of(*spoken.seeds) if spoken is not None else ()
        donors = pool.donors_of(run.language)
        return Request(
            run_seed=run.run_seed,
            variants=run.variants,
            seed_program=None if run.seed is None else seeds[run.seed],
            donors=tuple(donors[at] for at in run.donors),
            options=self._job.configuration.settings(run.method).options,
            language=run.language,
        )

    def _test(
        self, plan: Plan, method: Method, case: TestCase, seed: str, earlier: Sequence[FoundRecord], later: Later
    ) -> tuple[TestRecord, list[FoundRecord], Defect | None]:
        """Run one test; `earlier` are the findings of the run so far.

        The variants of a run grow out of each other: a bug that one shows is not confirmed again for the next, which is
        kept for `later`, and a target that does not come to an end with one is spared the rest.
        """
        case = with_tolerance(case, self._job.configuration.tolerance)
        flaw = invalid_program(case, self._pool)
        if flaw:
            defect = Defect(plan.index, flaw, case)
            return _test(plan.run, plan.variant, "defect", seed, flaw), [], defect
        hung = {found.finding.target for found in earlier if found.finding.verdict.kind == "timeout"}
        names = targets_of(self._job.setting, plan.run, plan.variant)
        targets = [self._targets[name] for name in names if name not in hung]
        seen = self._observer.observe(case, targets)
        test = TestRecord(
            index=plan.index,
            method=method.name,
            variant=plan.variant,
            status=_status(seen),
            seed=seed,
            detail="; ".join(f"{target}: {reason}" for target, reason in seen.skipped.items()),
            outcomes=tuple(_lines(case, seen, targets)),
        )
        confirmer = Confirmer(self._pool, self._job.configuration, method, self._fresh)
        later.add(plan.index, case, targets, seen, earlier)
        try:
            return test, confirmer.findings(plan.index, case, targets, seen, _known(earlier)), None
        except AberrationError as error:
            return test, [], Defect(plan.index, f"a violation could not be confirmed: {_told(error)}", case)

    def _health(self) -> dict[str, HealthLine]:
        known = {name: health for name, health in self._pool.health.items() if name in self._targets}
        return {name: self._health_of(name, health) for name, health in known.items()}

    def _health_of(self, name: str, health: Health) -> HealthLine:
        busy = self._pool.busy_by_target.get(name, 0.0)
        return HealthLine(
            name, health.runs, health.crashes, health.timeouts, health.restarts, busy, self._version(name)
        )

    def _version(self, name: str) -> str:
        """Return a target's version, asked of its worker once, while it is warm; nothing at the end of a lane."""
        if self._cutter.asked:
            return self._versions.get(name, "")
        if name not in self._versions:
            self._versions[name] = asked_version(self._pool, self._targets[name])
        return self._versions[name]


def _known(earlier: Sequence[FoundRecord]) -> frozenset[tuple[str, str, str]]:
    """Return target, kind and signature of findings; what was explained does not hide what may be no such thing."""
    real = [found.finding for found in earlier if found.finding.state != "set-aside"]
    return frozenset(bug_seen(finding.target, finding.verdict) for finding in real)


def invalid_program(case: TestCase, pool: TargetPool) -> str:
    """Return why the validator refuses a program that the method made, or nothing; the pool remembers the answer."""
    given = {program.digest for program in case.recipe.seeds.values()}
    for role in roles_of(case.oracle):
        program = case.programs[role]
        flaw = pool.flaw(program) if program.digest not in given else ""
        if flaw:
            return f"the {role} is not valid: {flaw}"
    return ""


def _told(error: Exception) -> str:
    """Return an error in one line, for our own defects with the place it came from."""
    if isinstance(error, AberrationError) and not isinstance(error, InternalError):
        return error.message
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def _status(seen: Seen) -> TestStatus:
    proven = any(verdict.kind != "none" for verdict in seen.verdicts.values())
    return "done" if proven else "untested"


def _lines(case: TestCase, seen: Seen, targets: Sequence[Target]) -> list[OutcomeLine]:
    """Return a line for each target that ran the program under test (the last role of `Same`, else the first)."""
    roles = roles_of(case.oracle)
    role = case.oracle.variant if isinstance(case.oracle, Same) else roles[0]
    ran = [target.id for target in targets if target.id in seen.outcomes]
    return [outcome_line(name, seen.outcomes[name][role], seen.verdicts[name].kind) for name in ran]


def _test(run: RunPlan, variant: int, status: TestStatus, seed: str, detail: str) -> TestRecord:
    return TestRecord(run.first + variant, run.method, variant, status, seed, detail)


def _health_since(before: Mapping[str, HealthLine], now: Mapping[str, HealthLine]) -> list[HealthLine]:
    """Return what each target did between two counts."""
    lines = []
    for name, line in now.items():
        old = before.get(name, HealthLine(name))
        if line != old:
            lines.append(_less(line, old))
    return lines


def _less(line: HealthLine, old: HealthLine) -> HealthLine:
    return HealthLine(
        line.target,
        line.runs - old.runs,
        line.crashes - old.crashes,
        line.timeouts - old.timeouts,
        line.restarts - old.restarts,
        line.busy - old.busy,
        line.version,
    )

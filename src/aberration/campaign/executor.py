"""One executor: makes the tests of a run, runs them on their targets, judges and confirms. It
knows no store.
"""

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import Confirmer, bug_seen, set_aside
from aberration.campaign.coverage import features_of, kinds_of, stage_of
from aberration.campaign.cutting import CutShort, Cutter
from aberration.campaign.known_results import (
    KnownResults,
    refusal_of,
    seed_case,
    with_known_results,
)
from aberration.campaign.later import Later
from aberration.campaign.observe import (
    CountingPool,
    FreshReferences,
    Observation,
    Observer,
    live_version,
    with_tolerance,
)
from aberration.campaign.plan import RunPlan, TestPlan, plan_run, shown_before, targets_of
from aberration.campaign.records import (
    Defect,
    ExecutorJob,
    FlakySeed,
    FoundRecord,
    HealthLine,
    OutcomeLine,
    PutAway,
    RunRecord,
    TestRecord,
    TestStatus,
    outcome_line,
)
from aberration.campaign.references import References, seed_judges
from aberration.campaign.triage.known_result import UNKNOWN_SEED, depends_on_execution
from aberration.campaign.triage.put_away import put_away
from aberration.campaign.triage.question import HERE, with_others
from aberration.core.errors import AberrationError, BadInput, InternalError, with_place
from aberration.core.method import Method, Request, support_of
from aberration.core.oracle import Same, roles_of
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.languages.spirv.interpret.proof import Proof
from aberration.methods.registry import method_named
from aberration.targets.elsewhere import elsewhere_in
from aberration.targets.pool import Health, TargetPool
from aberration.targets.registry import resolve

# A campaign may have more targets than that; a stretch of runs keeps to few of them
# (`plan.STRETCH`), so that most workers are warm.
_POOL_LIMIT = 32


class PreparedRun(msgspec.Struct, frozen=True):
    """The test cases of a run, each with why it is not valid, or nothing; or the error for which
    there are none. `seed_name` is that of the seed program, whose result may be known.
    """

    plan: RunPlan
    seed_name: str
    request: Request
    cases: tuple[tuple[TestCase, str], ...] = ()
    seed_is_known: bool = False
    error: Exception | None = None


class Executor:
    """Makes any run of a campaign, each the same wherever and whenever it is made.

    `prepare` needs no target and may be asked by another thread, so that the tests of the next run
    are made while the targets work on those of this one.
    """

    def __init__(self, job: ExecutorJob, cutter: Cutter | None = None) -> None:
        configuration = job.configuration
        self._cutter = Cutter() if cutter is None else cutter
        self._job = job
        self._pool = CountingPool(_POOL_LIMIT, side_by_side=_processors_for(configuration))
        self._fresh: FreshReferences = {}
        self._versions: dict[str, str] = {}
        self._targets = {target.id: target for target in job.targets}
        judges = seed_judges(job.targets)
        self._references = References(
            self._pool, judges, configuration.tolerance, configuration.deadline
        )
        self._observer = Observer(
            self._pool, self._references, configuration.deadline, retry="compared"
        )
        self._references.learn(job.unsteady)
        self._known = with_others(HERE, elsewhere_in(job.targets))
        self._refused: dict[str, FlakySeed] = {}
        self._known_results = KnownResults(Path(job.known_results) if job.known_results else None)
        self._methods = {slot.name: method_named(slot.name) for slot in job.setting.methods}

    def learn(self, unsteady: Iterable[FlakySeed]) -> None:
        """Take over what is known of seeds, so that no target is asked about them by every
        executor.
        """
        self._references.learn(unsteady)

    def run(self, number: int) -> RunRecord:
        """Make and run the tests of one run; cut short, those that were done, or raise
        `CutShort` without any.
        """
        with self._cutter.allow_cut():
            prepared = self.prepare(number)
        return self.execute(prepared)

    def prepare(self, number: int) -> PreparedRun:
        """Make the tests of one run."""
        plan = plan_run(self._job.setting, number)
        method = self._methods[plan.method]
        request = self._request(plan, method)
        seed_name = "" if request.seed_program is None else request.seed_program.name
        try:
            request, known = self._with_known_result(request)
            cases = method.make(request)
        # Whatever a method raises is a defect of ours, and kept with its run; it must not end the
        # campaign.
        except Exception as error:
            return PreparedRun(plan, seed_name, request, error=error)
        # What says itself what its program must give has no reference that is the seed.
        shows_seed = known is not None and any(isinstance(case.oracle, Same) for case in cases)
        if known is not None:
            cases = with_known_results(cases, known)
        # Here and not in `execute`: the validator's time is spent while targets work on the run
        # before.
        judged = tuple((case, invalid_program(case, self._pool)) for case in cases)
        return PreparedRun(plan, seed_name, request, judged, shows_seed)

    def execute(self, prepared: PreparedRun) -> RunRecord:
        """Run the tests of a run on their targets; cut short as `run` is."""
        start, busy, refused = time.monotonic(), self._pool.busy, len(self._refused)
        health, plan = self._health(), prepared.plan
        tests, found, defects = self._tests(prepared)
        return RunRecord(
            run=plan.run,
            method=plan.method,
            run_seed=plan.run_seed,
            seconds=time.monotonic() - start,
            busy=self._pool.busy - busy,
            tests=tuple(tests),
            found=tuple(found),
            defects=tuple(defects),
            unsteady=(*self._references.news(), *list(self._refused.values())[refused:]),
            health=tuple(_health_since(health, self._health())),
            stage=stage_of(prepared.cases[0][0]) if prepared.cases else "",
            features=_features(prepared),
        )

    def close(self) -> None:
        """End the workers."""
        self._pool.close()

    def _tests(
        self, prepared: PreparedRun
    ) -> tuple[list[TestRecord], list[FoundRecord], list[Defect]]:
        run, seed_name = prepared.plan, prepared.seed_name
        method, cases = self._methods[run.method], prepared.cases
        if isinstance(prepared.error, BadInput):
            self._refuse(prepared.request, method, prepared.error)
            untested = _test(run, 0, "untested", seed_name, str(prepared.error))
            return [untested, *self._absent(run, 1, seed_name)], [], []
        if prepared.error is not None:
            defect = Defect(run.first, f"{method.name} failed: {_describe(prepared.error)}")
            defective = _test(run, 0, "defect", seed_name, defect.message)
            return [defective, *self._absent(run, 1, seed_name)], [], [defect]
        tests: list[TestRecord] = []
        found: list[FoundRecord] = []
        defects: list[Defect] = []
        if prepared.seed_is_known and cases:
            with self._cutter.allow_cut():
                found += self._findings_on_seed(run, method, cases[0][0])
        later = Later()
        for variant, (case, problem) in enumerate(cases[: self._count(run)]):
            # An invalid variant goes to no target: what it does there says nothing about the
            # target.
            if problem:
                claimed = with_tolerance(case, self._job.configuration.tolerance)
                defects.append(Defect(run.first + variant, problem, claimed))
                tests.append(_test(run, variant, "defect", seed_name, problem))
                continue
            try:
                with self._cutter.allow_cut():
                    plan = TestPlan(run.first + variant, run, variant)
                    test, findings, unconfirmed = self._test(
                        plan, method, case, seed_name, found, later
                    )
            except CutShort:
                if not tests:
                    raise
                return tests, [*found, *later.records], defects
            tests.append(test)
            found += findings
            defects += [] if unconfirmed is None else [unconfirmed]
        return (
            [*tests, *self._absent(run, len(tests), seed_name)],
            [*found, *later.records],
            defects,
        )

    def _with_known_result(self, request: Request) -> tuple[Request, Proof | None]:
        """Return what is known of a seed in SPIR-V, drawn as it is; raise `BadInput` where
        nothing can be compared.
        """
        seed = request.seed_program
        if seed is None or seed.language != "spirv":
            return request, None
        drawn, known = self._known_results.with_small_image(seed)
        reason = refusal_of(known)
        if reason and not self._job.configuration.unknown_seeds:
            raise BadInput(reason)
        ranges = None if reason else known.ranges
        return msgspec.structs.replace(
            request, seed_program=drawn, ranges=ranges
        ), None if reason else known

    def _findings_on_seed(
        self, run: RunPlan, method: Method, variant: TestCase
    ) -> list[FoundRecord]:
        """Return what targets do wrong with the seed itself: reported by the first run that shows
        it to them.
        """
        case = seed_case(variant)
        targets = [
            self._target(name)
            for name in run.targets
            if not shown_before(self._job.setting, run, name)
        ]
        seen = self._observer.observe_seed(case, targets)
        return self._confirmer(method).findings(run.first, case, targets, seen, suffix="seed")

    def _refuse(self, request: Request, method: Method, error: BadInput) -> None:
        """Set a seed aside that the method cannot work on, once."""
        seed = request.seed_program
        name, digest = (method.name, "") if seed is None else (seed.name, seed.digest)
        by = method.name if len(method.languages) == 1 else f"{method.name} in {request.language}"
        self._refused.setdefault(f"{by}/{digest}", FlakySeed(name, digest, "", f"{by}: {error}"))

    def _count(self, run: RunPlan) -> int:
        """Return how many tests of a run are wanted: the last run of a campaign may be cut."""
        limit = self._job.configuration.tests
        return run.variants if limit is None else max(0, min(run.variants, limit - run.first))

    def _absent(self, run: RunPlan, made: int, seed_name: str) -> list[TestRecord]:
        why = "the run made fewer variants"
        return [
            _test(run, variant, "absent", seed_name, why)
            for variant in range(made, self._count(run))
        ]

    def _request(self, run: RunPlan, method: Method) -> Request:
        pool, support = self._job.pool, support_of(method, run.language)
        seeds = pool.seeds_for(support) if support is not None else ()
        donors = pool.donors_for(support) if support is not None else ()
        return Request(
            run_seed=run.run_seed,
            variants=run.variants,
            seed_program=None if run.seed_index is None else seeds[run.seed_index],
            donors=tuple(donors[at] for at in run.donors),
            options=self._job.configuration.settings(run.method).options,
            language=run.language,
        )

    def _test(
        self,
        plan: TestPlan,
        method: Method,
        case: TestCase,
        seed_name: str,
        earlier: Sequence[FoundRecord],
        later: Later,
    ) -> tuple[TestRecord, list[FoundRecord], Defect | None]:
        """Run one test; `earlier` are the findings of the run so far.

        The variants of a run grow out of each other: a bug that one shows is not confirmed again
        for the next, which is kept for `later`, and a target that does not come to an end with one
        is spared the rest.
        """
        case = with_tolerance(case, self._job.configuration.tolerance)
        hung = {
            found.finding.target for found in earlier if found.finding.verdict.kind == "timeout"
        }
        names = targets_of(self._job.setting, plan.run, plan.variant)
        targets = [self._target(name) for name in names if name not in hung]
        seen = self._observer.observe(case, targets)
        test = TestRecord(
            index=plan.index,
            method=method.name,
            variant=plan.variant,
            status=_status(seen),
            seed=seed_name,
            detail="; ".join(f"{target}: {reason}" for target, reason in seen.skipped.items()),
            outcomes=tuple(_lines(case, seen, targets)),
            put_away=put_away(case, names, hung, seen, _bugs_in(earlier)),
            kinds=kinds_of(case),
        )
        later.add(plan.index, case, targets, seen, earlier)
        try:
            found = self._confirmer(method).findings(
                plan.index, case, targets, seen, _bugs_in(earlier)
            )
            return test, [self._with_known_seed(record, case) for record in found], None
        except AberrationError as error:
            lost = msgspec.structs.replace(
                test, put_away=(*test.put_away, PutAway("", "not-confirmable"))
            )
            return (
                lost,
                [],
                Defect(plan.index, f"a violation could not be confirmed: {_describe(error)}", case),
            )

    def _with_known_seed(self, record: FoundRecord, case: TestCase) -> FoundRecord:
        """Set aside what depends on what a seed of an unknown result does: it may be undefined."""
        finding = record.finding
        unknown = (
            isinstance(case.oracle, Same) and case.programs[case.oracle.variant].language == "spirv"
        )
        if (
            not unknown
            or finding.state == "set-aside"
            or not depends_on_execution(finding.verdict, self._target(finding.target))
        ):
            return record
        return msgspec.structs.replace(record, finding=set_aside(finding, UNKNOWN_SEED))

    def _confirmer(self, method: Method) -> Confirmer:
        return Confirmer(
            self._pool, self._job.configuration, method, self._fresh, known=self._known
        )

    def _target(self, name: str) -> Target:
        """Return a target of the campaign, or the member of a drawn one that a run takes."""
        if name in self._targets:
            return self._targets[name]
        family = name.rpartition("-")[0]
        member = resolve(name) if family in self._targets else None
        if member is None:
            raise InternalError(f"the plan names the target {name!r}, which nobody knows")
        return msgspec.structs.replace(member, member_of=family)

    def _health(self) -> dict[str, HealthLine]:
        known = {
            name: health for name, health in self._pool.health.items() if name in self._targets
        }
        return {name: self._health_of(name, health) for name, health in known.items()}

    def _health_of(self, name: str, health: Health) -> HealthLine:
        busy = self._pool.busy_by_target.get(name, 0.0)
        return HealthLine(
            name,
            health.runs,
            health.crashes,
            health.timeouts,
            health.restarts,
            busy,
            self._version(name),
        )

    def _version(self, name: str) -> str:
        """Return a target's version, asked of its worker once, while it is warm; nothing at the
        end of an executor.
        """
        if self._cutter.asked:
            return self._versions.get(name, "")
        if name not in self._versions:
            self._versions[name] = live_version(self._pool, self._targets[name])
        return self._versions[name]


def _processors_for(configuration: FuzzConfiguration) -> int:
    """Return how many processors there are for each executor."""
    return max(1, len(os.sched_getaffinity(0)) // configuration.executors)


def _bugs_in(earlier: Sequence[FoundRecord]) -> frozenset[tuple[str, str, str]]:
    """Return target, kind and signature of findings; what was explained does not hide what may
    be no such thing.
    """
    real = [found.finding for found in earlier if found.finding.state != "set-aside"]
    return frozenset(bug_seen(finding.target, finding.verdict) for finding in real)


def invalid_program(case: TestCase, pool: TargetPool) -> str:
    """Return why the validator refuses a program that the method made, or nothing; the pool
    remembers the answer.
    """
    given = {program.digest for program in case.recipe.seeds.values()}
    for role in roles_of(case.oracle):
        program = case.programs[role]
        problem = pool.validation_error(program) if program.digest not in given else ""
        if problem:
            return f"the {role} is not valid: {problem}"
    return ""


def _features(prepared: PreparedRun) -> tuple[str, ...]:
    """Return those of the seed, or of the first program where a method makes it without one."""
    if not prepared.cases:
        return ()
    seed, (case, _) = prepared.request.seed_program, prepared.cases[0]
    return features_of(case.programs[roles_of(case.oracle)[0]] if seed is None else seed)


def _describe(error: Exception) -> str:
    """Return an error in one line, for our own defects with the place it came from."""
    if isinstance(error, AberrationError) and not isinstance(error, InternalError):
        return error.message
    return with_place(error)


def _status(seen: Observation) -> TestStatus:
    proven = any(verdict.kind != "none" for verdict in seen.verdicts.values())
    return "done" if proven else "untested"


def _lines(case: TestCase, seen: Observation, targets: Sequence[Target]) -> list[OutcomeLine]:
    """Return a line for each target that ran the program under test (the last role of `Same`,
    else the first).
    """
    roles = roles_of(case.oracle)
    role = case.oracle.variant if isinstance(case.oracle, Same) else roles[0]
    ran = [target for target in targets if target.id in seen.outcomes]
    return [
        outcome_line(
            target.counted_as, seen.outcomes[target.id][role], seen.verdicts[target.id].kind
        )
        for target in ran
    ]


def _test(
    run: RunPlan, variant: int, status: TestStatus, seed_name: str, detail: str
) -> TestRecord:
    return TestRecord(run.first + variant, run.method, variant, status, seed_name, detail)


def _health_since(
    before: Mapping[str, HealthLine], now: Mapping[str, HealthLine]
) -> list[HealthLine]:
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

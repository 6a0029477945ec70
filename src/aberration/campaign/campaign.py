"""A campaign from its configuration to its figures: self-test, lanes, store; and going on with one.

What the tests are depends on the configuration alone, so that a campaign that was killed and resumed, or ran
with other lanes, has the same tests, outcomes and findings as one that ran through.
"""

import hashlib
import itertools
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from aberration.campaign import tables
from aberration.campaign.configuration import FuzzConfiguration, config_digest, override
from aberration.campaign.events import Event, Flawed, Found, Note, RunDone, SetAside, Started
from aberration.campaign.local import LocalLanes
from aberration.campaign.plan import MethodSlot, Setting, plan_run
from aberration.campaign.records import LaneJob, RunRecord, Unsteady
from aberration.campaign.seeds import SeedPool, load_pool
from aberration.campaign.selftest import MUTANTS, SelfTest, is_identity
from aberration.campaign.store import DATABASE, Header, Store
from aberration.campaign.summary import Summary, case_folder, summarise
from aberration.core.errors import BadInput, NothingTested
from aberration.core.method import Method, Spoken
from aberration.core.target import BY_REQUEST, Target
from aberration.core.testcase import save_case
from aberration.methods.registry import choose_methods
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

LANE_LOG = "lanes.log"

OnEvent = Callable[[Event], None]


class Prepared(msgspec.Struct, frozen=True):
    """A campaign whose names are resolved: the job of its lanes, its methods, and all targets of this machine."""

    job: LaneJob
    methods: tuple[Method, ...]
    known: tuple[Target, ...]
    digest: str


def run_campaign(configuration: FuzzConfiguration, on_event: OnEvent) -> Summary:
    """Run a new campaign; raise `BadInput` before anything is begun, `SelfTestFailed`, or `NothingTested`."""
    output = Path(configuration.output)
    if _has_campaign(output):
        hint = "Use --resume to go on with it, or -o to name another folder."
        raise BadInput("expected a folder without a campaign, but one is there", where=str(output), hint=hint)
    prepared = prepare(configuration, on_event)
    _make_folder(output)
    self_test(prepared, on_event)
    store = Store.in_folder(output)
    try:
        store.create(Header(prepared.job.configuration, prepared.digest))
        return _go_on(prepared, store, output, on_event)
    finally:
        store.close()


def resume(folder: Path, on_event: OnEvent, changes: Mapping[str, object] | None = None) -> Summary:
    """Go on with a campaign; `changes` may set jobs, tests and time, nothing that decides what a test is."""
    if not _has_campaign(folder):
        raise BadInput("expected the folder of a campaign, but there is none", where=str(folder))
    store = Store.in_folder(folder)
    try:
        header = store.header()
        configuration = override(header.configuration, {**(changes or {}), "output": str(folder)})
        prepared = prepare(configuration, on_event)
        if prepared.digest != header.config_digest:
            message = f"expected digest {header.config_digest} as stored, but {prepared.digest} came"
            raise BadInput(message, where=str(folder), hint="Did the seeds, the methods or an option change?")
        self_test(prepared, on_event)
        store.amend(prepared.job.configuration)
        _redo_cut_runs(store, prepared.job)
        return _go_on(prepared, store, folder, on_event)
    finally:
        store.close()


def _has_campaign(folder: Path) -> bool:
    if not (folder / DATABASE).is_file():
        return False
    store = Store.in_folder(folder)
    try:
        return store.exists()
    finally:
        store.close()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot be made: {error.strerror}", where=str(folder)) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadInput("expected a folder to write to, but it is read-only", where=str(folder))


def prepare(configuration: FuzzConfiguration, on_event: OnEvent) -> Prepared:
    """Resolve methods, targets and seeds; raise `BadInput` for a name or folder that does not exist."""
    known = discover()
    methods = list(choose_methods(configuration.methods))
    targets = choose_targets(known, configuration.targets)
    wanted = {language for method in methods for spoken in method.languages for language in spoken.seeds}
    pool = load_pool(configuration.seeds, configuration.donors, wanted=wanted)
    slots: list[MethodSlot] = []
    for method, spoken in [(one, spoken) for one in methods for spoken in one.languages]:
        slot = _slot(method, spoken, configuration, targets, pool)
        lacking = _lacking(method, spoken, slot)
        if lacking:
            by = method.name if len(method.languages) == 1 else f"{method.name} in {spoken.language}"
            on_event(Note(f"{by}: left out, for {lacking}"))
        else:
            slots.append(slot)
    if not slots:
        raise NothingTested("no method is left that the targets and seeds fit", hint="`aberration doctor` tells more.")
    methods = [method for method in methods if any(slot.name == method.name for slot in slots)]
    targets = targets if configuration.targets else _spoken_to(targets, slots)
    names = tuple(target.id for target in targets)
    resolved = msgspec.structs.replace(configuration, methods=tuple(m.name for m in methods), targets=names)
    job = LaneJob(resolved, Setting(configuration.seed, tuple(slots)), pool, tuple(targets))
    digest = config_digest(resolved, [(method.name, method.version) for method in methods], pool.digest)
    return Prepared(job, tuple(methods), tuple(known), digest)


def choose_targets(known: Sequence[Target], patterns: Sequence[str]) -> list[Target]:
    """Return the targets that the patterns name; without any, all that can run here and are not broken on purpose."""
    if patterns:
        return select(known, patterns)
    usable = [target for target in known if target.available]
    wanted = [target for target in usable if not {MUTANTS, BY_REQUEST} & {*target.groups} and not is_identity(target)]
    return [msgspec.structs.replace(target, languages=target.own_languages) for target in wanted]


def _spoken_to(targets: Sequence[Target], slots: Sequence[MethodSlot]) -> list[Target]:
    """Return those targets that any slot may draw."""
    drawn = {name for slot in slots for family in slot.families for name in family}
    return [target for target in targets if target.id in drawn]


def _lacking(method: Method, spoken: Spoken, slot: MethodSlot) -> str:
    """Return what a method lacks to prove anything in this campaign, or nothing."""
    targets = sum(len(family) for family in slot.families)
    if not targets:
        return f"no target is in {spoken.language}"
    if targets < method.least_targets:
        return f"it needs {method.least_targets} targets in {spoken.language}, and there is 1"
    if slot.needs_seed and not slot.seeds:
        return f"no seed is in {' or '.join(spoken.seeds)}"
    return ""


def _slot(
    method: Method, spoken: Spoken, configuration: FuzzConfiguration, targets: Sequence[Target], pool: SeedPool
) -> MethodSlot:
    settings = configuration.settings(method.name)
    families: dict[str, list[str]] = {}
    for target in targets:
        if spoken.language in target.languages:
            families.setdefault(_sharing(target, settings.spread), []).append(target.id)
    return MethodSlot(
        name=method.name,
        weight=settings.weight,
        variants=settings.variants,
        targets_per_test=settings.targets,
        donors_per_run=settings.donors,
        needs_seed=spoken.needs_seed,
        seeds=len(pool.of(*spoken.seeds)),
        donors=len(pool.donors_of(spoken.language)),
        families=tuple(tuple(family) for family in families.values()),
        spread=settings.spread,
        drawn=tuple(target.id for target in targets if target.drawn and spoken.language in target.languages),
        seeded=100 if configuration.seeds or spoken.needs_seed else settings.bundled,
        language=spoken.language,
    )


def _sharing(target: Target, spread: bool) -> str:
    """Return what targets are grouped by: the family, or the compiler whose levels they are."""
    return target.stages[0].name if spread and target.stages else target.family or target.id


def self_test(prepared: Prepared, on_event: OnEvent) -> None:
    """Test the harness with every method; raise `SelfTestFailed` when it cannot be trusted."""
    job = prepared.job
    pool = TargetPool()
    try:
        spoken = [(method, language) for method in prepared.methods for language in _languages(method, job.setting)]
        for method, language in spoken:
            told = SelfTest(method, language, job.configuration, job.pool, pool).run(prepared.known, job.targets)
            on_event(Note(f"self-test of {told}"))
    finally:
        pool.close()


def _languages(method: Method, setting: Setting) -> list[Spoken]:
    """Return those languages of a method that the campaign has runs for."""
    slots = {slot.language for slot in setting.methods if slot.name == method.name}
    return [spoken for spoken in method.languages if spoken.language in slots]


def _redo_cut_runs(store: Store, job: LaneJob) -> None:
    """Forget a run that an earlier limit cut, if the limit is farther now."""
    limit = job.configuration.tests
    wanted = {}
    for run in store.runs():
        plan = plan_run(job.setting, run)
        wanted[run] = plan.variants if limit is None else max(0, min(plan.variants, limit - plan.first))
    store.drop_cut_runs(wanted)


def _go_on(prepared: Prepared, store: Store, output: Path, on_event: OnEvent) -> Summary:
    interrupted = False
    try:
        _run_lanes(prepared.job, store, output, on_event)
    except KeyboardInterrupt:
        interrupted = True
    _write_cases(store, output)
    summary = summarise(store, output, interrupted=interrupted)
    if not interrupted:
        check_tested(summary)
    return summary


def _run_lanes(job: LaneJob, store: Store, output: Path, on_event: OnEvent) -> None:
    configuration = job.configuration
    left = _seconds_left(configuration, store)
    runs = missing_runs(job, store.runs())
    statuses = store.counts(tables.TESTS, "status")
    lanes = LocalLanes(job, configuration.lanes, output / LANE_LOG)
    done = sum(statuses.values())
    spoken = targets_by_language(job.setting)
    on_event(Started(configuration.lanes, done, configuration.tests, left, configuration.targets, spoken))
    on_event = without_repeats(on_event)
    _tell_refused(job.pool, store, on_event)
    store.begin_session(configuration.lanes)
    start = time.monotonic()
    grace = 0.0
    try:
        for record in lanes.records(runs, lambda: left is not None and time.monotonic() - start >= left):
            seconds = time.monotonic() - start
            if store.record(record, seconds):
                _write_record(record, output)
                _tell(record, seconds, on_event)
        store.note_time(time.monotonic() - start)
        grace = 5.0
    finally:
        lanes.close(grace)


def targets_by_language(setting: Setting) -> tuple[tuple[str, int], ...]:
    """Return how many targets get programs in each language of a campaign."""
    drawn: dict[str, set[str]] = {}
    for slot in setting.methods:
        drawn.setdefault(slot.language, set()).update(name for family in slot.families for name in family)
    return tuple((language, len(names)) for language, names in sorted(drawn.items()))


def without_repeats(on_event: OnEvent) -> OnEvent:
    """Return the listener, told once of each seed that is set aside: every lane finds the same ones."""
    told: set[tuple[str, str]] = set()

    def tell(event: Event) -> None:
        if isinstance(event, SetAside):
            key = (event.unsteady.digest, event.unsteady.target)
            if key in told:
                return
            told.add(key)
        on_event(event)

    return tell


def _tell_refused(pool: SeedPool, store: Store, on_event: OnEvent) -> None:
    """Name the files that are no programs, as seeds set aside on all targets."""
    for file in pool.refused:
        digest = hashlib.blake2b(file.path.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
        refused = Unsteady(file.path, digest, "", file.reason)
        store.set_aside([refused])
        on_event(SetAside(refused))


def _seconds_left(configuration: FuzzConfiguration, store: Store) -> float | None:
    limit = configuration.seconds
    return None if limit is None else max(0.0, limit - store.totals().seconds)


def missing_runs(job: LaneJob, stored: frozenset[int]) -> Iterator[int]:
    """Yield the numbers of the runs that are to be made, up to the limit of tests."""
    limit = job.configuration.tests
    for run in itertools.count():
        if limit is not None and plan_run(job.setting, run).first >= limit:
            return
        if run not in stored:
            yield run


def _write_record(record: RunRecord, output: Path) -> None:
    for found in record.found:
        save_case(found.finding.case, case_folder(output, found.finding))


def _write_cases(store: Store, output: Path) -> None:
    """Write the cases that a killed session stored, but had no time to write."""
    for finding in store.findings():
        if not (case_folder(output, finding) / "case.json").is_file():
            save_case(finding.case, case_folder(output, finding))


def _tell(record: RunRecord, seconds: float, on_event: OnEvent) -> None:
    for news in record.unsteady:
        on_event(SetAside(news))
    for defect in record.defects:
        on_event(Flawed(defect))
    for found in record.found:
        on_event(Found(found.finding))
    done = sum(test.status == "done" for test in record.tests)
    on_event(RunDone(done, seconds, record.busy, record.health))


def check_tested(summary: Summary) -> None:
    """Raise `NothingTested` when no test gave a verdict, or every program was rejected."""
    aside = "; ".join(sorted({line.reason for line in summary.unsteady})[:3])
    if summary.tests == 0:
        tried = ", ".join(f"{count} {status}" for status, count in summary.statuses.items()) or "none begun"
        why = aside or (summary.defects[0] if summary.defects else "see the log of the lanes")
        raise NothingTested(f"no test was executed ({tried})", where=summary.output, hint=f"Why: {why}")
    if summary.rejected and summary.rejected == sum(summary.outcomes.values()):
        raise NothingTested(f"all {summary.rejected} programs were rejected", where=summary.output)

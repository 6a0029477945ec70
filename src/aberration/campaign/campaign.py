"""A campaign from its configuration to its figures: self-test, executors, store; and going on with
one.

What the tests are depends on the configuration alone, so that a campaign that was killed and
resumed, or ran with other executors, has the same tests, outcomes and findings as one that ran
through.
"""

import os
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from aberration.campaign.configuration import FuzzConfiguration, config_digest, override
from aberration.campaign.events import Note
from aberration.campaign.following import follow
from aberration.campaign.known_results import results_folder
from aberration.campaign.machines import Machines, ThisMachine
from aberration.campaign.note_lines import note_lines
from aberration.campaign.places import new_store, output_folder, store_at
from aberration.campaign.plan import MethodSlot, Setting, keep_to_few
from aberration.campaign.records import ExecutorJob
from aberration.campaign.seeds import SeedPool, load_pool
from aberration.campaign.selftest import MUTANTS, SelfTest, is_identity
from aberration.campaign.session import Call, OnEvent, Session, write_cases
from aberration.campaign.store import Header, Store
from aberration.campaign.summary import Summary, summarise
from aberration.campaign.timetable import Timetable
from aberration.campaign.versions import version_changes, versions_of
from aberration.core.errors import BadInput, NothingTested
from aberration.core.method import LanguageSupport, Method
from aberration.core.passwords import without_passwords
from aberration.core.side_by_side import side_by_side
from aberration.core.target import BY_REQUEST, Target
from aberration.methods.registry import choose_methods
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select


class Prepared(msgspec.Struct, frozen=True):
    """A campaign whose names are resolved: the job of its executors, its methods, and all targets
    of this machine.

    `versions` of what decides the tests are part of the `digest`.
    """

    job: ExecutorJob
    methods: tuple[Method, ...]
    known: tuple[Target, ...]
    digest: str
    versions: dict[str, str] = {}


def run_campaign(
    configuration: FuzzConfiguration, on_event: OnEvent, call: Call | None = None
) -> Summary:
    """Run a new campaign; raise `BadInput` before anything is begun, `SelfTestFailed`, or
    `NothingTested`.
    """
    call = call or Call(time.monotonic())
    output = Path(configuration.output)
    store = new_store(configuration)
    try:
        if store.exists():
            hint = "Use --resume to go on with it, or -o to name another folder."
            raise BadInput(
                "expected a place without a campaign, but one is there",
                where=store.where,
                hint=hint,
            )
        with call.preparing():
            prepared = prepare(configuration, on_event, call.machines)
            _make_folder(output)
            _trust(prepared, on_event, call.machines)
        store.hold()
        store.create(Header(prepared.job.configuration, prepared.digest, prepared.versions))
        return _go_on(prepared, store, output, on_event, call)
    finally:
        store.close()


def resume(
    place: str | Path,
    on_event: OnEvent,
    changes: Mapping[str, object] | None = None,
    call: Call | None = None,
) -> Summary:
    """Go on with a campaign, by its folder or its address.

    `changes` may set jobs, tests and time, nothing that decides what a test is.
    """
    call = call or Call(time.monotonic())
    store = store_at(place)
    try:
        header, folder = store.header(), output_folder(place, store)
        _make_folder(folder)
        call.machines.go_on_with(header.versions)
        configuration = override(header.configuration, {**(changes or {}), "output": str(folder)})
        with call.preparing():
            prepared = prepare(configuration, on_event, call.machines)
            if prepared.digest != header.config_digest:
                message = (
                    f"expected digest {header.config_digest} as stored, but {prepared.digest} came"
                )
                others = version_changes(header.versions, prepared.versions)
                hint = (
                    f"Other versions: {others}."
                    if others
                    else "Did the seeds, the methods or an option change?"
                )
                raise BadInput(message, where=store.where, hint=hint)
            store.hold()
            _make_folder(folder)
            _trust(prepared, on_event, call.machines)
        store.amend(prepared.job.configuration)
        return _go_on(prepared, store, folder, on_event, call)
    finally:
        store.close()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot be made: {error.strerror}", where=str(folder)) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadInput("expected a folder to write to, but it is read-only", where=str(folder))


def prepare(
    configuration: FuzzConfiguration, on_event: OnEvent, machines: Machines | None = None
) -> Prepared:
    """Resolve methods, targets and seeds; raise `BadInput` for a name or folder that does not
    exist.
    """
    machines = machines or ThisMachine()
    known = discover()
    methods = list(choose_methods(configuration.methods))
    theirs = machines.targets(known, configuration.targets)
    targets = choose_targets(known if theirs is None else theirs, configuration.targets)
    wanted = {
        language for method in methods for support in method.languages for language in support.seeds
    }
    pool = load_pool(configuration.seeds, configuration.donors, wanted=wanted)
    for line in note_lines(pool.notes):
        on_event(Note(line))
    slots: list[MethodSlot] = []
    for method, support in _languages_of(methods, configuration):
        slot = _slot(method, support, configuration, targets, pool)
        lacking = _lacking(method, support, slot)
        by = method.name if len(method.languages) == 1 else f"{method.name} in {support.language}"
        if lacking:
            on_event(Note(f"{by}: left out, for {lacking}"))
            continue
        slots.append(slot)
        unfit = len(pool.of(*support.seeds)) - slot.seeds
        if unfit and configuration.seeds:
            what = (
                "with textures, storage images, given constants, several attachments, in pairs or "
                "for the vertex stage"
            )
            on_event(Note(f"{by}: seeds {what} that it does not take: {unfit}"))
    if not slots:
        raise NothingTested(
            "no method is left that the targets and seeds fit",
            hint="`aberration doctor` tells more.",
        )
    methods = [method for method in methods if any(slot.name == method.name for slot in slots)]
    targets = targets if configuration.targets else _drawable(targets, slots)
    names = tuple(target.id for target in targets)
    resolved = msgspec.structs.replace(
        configuration,
        methods=tuple(m.name for m in methods),
        targets=names,
        jobs=machines.count(configuration.jobs),
        store=without_passwords(configuration.store),
    )
    results = results_folder(Path(configuration.output), os.environ)
    setting = Setting(configuration.rng_seed, keep_to_few(slots))
    job = ExecutorJob(resolved, setting, pool, tuple(targets), known_results=str(results))
    versions = versions_of(slot.language for slot in slots) | machines.versions(targets)
    digest = config_digest(
        resolved, [(method.name, method.version) for method in methods], pool.digest, versions
    )
    return Prepared(job, tuple(methods), tuple(known), digest, versions)


def _languages_of(
    methods: Sequence[Method], configuration: FuzzConfiguration
) -> list[tuple[Method, LanguageSupport]]:
    """Return each method with each of its languages that its settings ask for."""
    found: list[tuple[Method, LanguageSupport]] = []
    for method in methods:
        wanted = configuration.settings(method.name).languages
        having = {support.language for support in method.languages}
        if unknown := sorted({*wanted} - having):
            raise BadInput(
                f"expected languages of {method.name} ({', '.join(sorted(having))}), "
                f"but {unknown[0]!r} came"
            )
        found += [
            (method, support)
            for support in method.languages
            if not wanted or support.language in wanted
        ]
    return found


def choose_targets(known: Sequence[Target], patterns: Sequence[str]) -> list[Target]:
    """Return the targets that the patterns name; without any, all that can run here and are not
    broken on purpose.
    """
    if patterns:
        return select(known, patterns)
    usable = [target for target in known if target.available]
    wanted = [
        target
        for target in usable
        if not {MUTANTS, BY_REQUEST} & {*target.groups} and not is_identity(target)
    ]
    return [msgspec.structs.replace(target, languages=target.own_languages) for target in wanted]


def _drawable(targets: Sequence[Target], slots: Sequence[MethodSlot]) -> list[Target]:
    """Return those targets that any slot may draw."""
    drawn = {name for slot in slots for family in slot.families for name in family}
    return [target for target in targets if target.id in drawn]


def _lacking(method: Method, support: LanguageSupport, slot: MethodSlot) -> str:
    """Return what a method lacks to prove anything in this campaign, or nothing."""
    missing = method.unavailable(support.language)
    if missing:
        return f"it cannot run here: {missing}"
    targets = sum(len(family) for family in slot.families)
    if not targets:
        return f"no target is in {support.language}"
    if targets < method.least_targets:
        return f"it needs {method.least_targets} targets in {support.language}, and there is 1"
    if slot.needs_seed and not slot.seeds:
        return f"no seed is in {' or '.join(support.seeds)}"
    return ""


def _slot(
    method: Method,
    support: LanguageSupport,
    configuration: FuzzConfiguration,
    targets: Sequence[Target],
    pool: SeedPool,
) -> MethodSlot:
    settings = configuration.settings(method.name)
    families: dict[str, list[str]] = {}
    for target in targets:
        if support.language in target.languages:
            families.setdefault(_group_of(target, settings.spread), []).append(target.id)
    return MethodSlot(
        name=method.name,
        weight=settings.weight,
        variants=settings.variants,
        targets_per_test=settings.targets,
        donors_per_run=settings.donors,
        needs_seed=support.needs_seed,
        seeds=len(pool.seeds_for(support)),
        donors=len(pool.donors_for(support)),
        families=tuple(tuple(family) for family in families.values()),
        spread=settings.spread,
        drawn=tuple(
            target.id for target in targets if target.drawn and support.language in target.languages
        ),
        seeded=100 if configuration.seeds or support.needs_seed else settings.bundled,
        language=support.language,
        slow=tuple(
            target.id
            for target in targets
            if target.opens_slowly and support.language in target.languages
        ),
    )


def _group_of(target: Target, spread: bool) -> str:
    """Return what targets are grouped by: the family, or the compiler whose levels they are."""
    return target.stages[0].name if spread and target.stages else target.family or target.id


def _trust(prepared: Prepared, on_event: OnEvent, machines: Machines) -> None:
    """Let the harness be tested where the runs are made."""
    job, versions = prepared.job, prepared.versions
    if not machines.accept(job, versions, lambda line: on_event(Note(line))):
        self_test(prepared, on_event)


def self_test(prepared: Prepared, on_event: OnEvent) -> None:
    """Test the harness with every method, side by side; raise `SelfTestFailed` when it cannot be
    trusted.
    """
    job = prepared.job
    has_runs = {(slot.name, slot.language) for slot in job.setting.methods}
    tests = [
        partial(_self_test_of, prepared, method, language)
        for method in prepared.methods
        for language in method.languages
        if (method.name, language.language) in has_runs
    ]
    for result in side_by_side(tests, job.configuration.executors):
        on_event(Note(f"self-test of {result}"))


def _self_test_of(prepared: Prepared, method: Method, language: LanguageSupport) -> str:
    job = prepared.job
    with TargetPool() as pool:
        test = SelfTest(method, language, job.configuration, job.pool, pool)
        return test.run(prepared.known, job.targets)


def _go_on(
    prepared: Prepared, store: Store, output: Path, on_event: OnEvent, call: Call
) -> Summary:
    configuration = prepared.job.configuration
    timetable = Timetable(call.begun, configuration.seconds, store.seconds_spent(), call.reducing)
    earlier, interrupted = store.totals().seconds, False
    try:
        session = Session(prepared.job, store, output, timetable, call.stop, call.machines)
        tests = session.run(on_event)
        if call.reducing and not call.stop():
            follow(store, output, timetable, tests, on_event, call.stop, call.machines)
    except KeyboardInterrupt:
        interrupted = True
    interrupted = interrupted or call.stop()
    tested = store.totals().seconds - earlier
    store.note_beside(max(0.0, time.monotonic() - call.begun - tested))
    write_cases(store, output)
    summary = summarise(store, output, interrupted=interrupted)
    if not interrupted:
        check_tested(summary)
    return summary


def check_tested(summary: Summary) -> None:
    """Raise `NothingTested` when no test gave a verdict, or every program was rejected."""
    aside = "; ".join(sorted({line.reason for line in summary.unsteady})[:3])
    if summary.tests == 0:
        tried = (
            ", ".join(f"{count} {status}" for status, count in summary.statuses.items())
            or "none begun"
        )
        why = aside or (
            summary.defects[0]
            if summary.defects
            else "no time for one, or see the log of the lanes"
        )
        raise NothingTested(
            f"no test was executed ({tried})", where=summary.output, hint=f"Why: {why}"
        )
    if summary.rejected and summary.rejected == sum(summary.outcomes.values()):
        raise NothingTested(f"all {summary.rejected} programs were rejected", where=summary.output)

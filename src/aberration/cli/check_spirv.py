"""Checks of a SPIR-V module: our reader, the validator, our analyses, whether drivers agree about
it, and whether it does anything undefined.
"""

from aberration.cli.machine import is_special
from aberration.core.check import Check, failed_check, not_run, passed_check
from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import AberrationError
from aberration.core.oracle import describe
from aberration.core.outcome import Buffers, Image, Outcome, Rejected, Text
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.interpret.survey import survey
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import VERSION, environment_of, validate
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover
from aberration.targets.runners.capabilities import asks_for_subgroups
from aberration.targets.runners.interface import read_interface

_SURVEY_SECONDS = 5.0
"""How long the interpreter looks at pixels beyond its first grid."""
_ALIKE = "alike on all drivers"
_SUBGROUPS = "which invocations are a subgroup is up to the driver"


def check_spirv(program: Program, deadline: float) -> list[Check]:
    """Return all checks of a module; what follows a failure that makes it meaningless is not
    run.
    """
    readable = _readable(program)
    valid = check_valid(program.source)
    checks = [readable, valid]
    if readable.result == "passed":
        problems = contradictions(Module.parse(program.source))
        checks.append(
            failed_check("consistent", "\n".join(problems))
            if problems
            else passed_check("consistent", "our analyses of the module")
        )
    if valid.result != "passed":
        no_proof = "an invalid module proves nothing"
        return [
            *checks,
            not_run("steady", f"{no_proof} on a driver"),
            not_run("undefined behaviour", no_proof),
        ]
    return [*checks, *_check_deterministic(program, deadline), _check_undefined(program, deadline)]


def _readable(program: Program) -> Check:
    try:
        Module.parse(program.source)
    except AberrationError as error:
        return failed_check("readable", str(error))
    return passed_check("readable", f"{len(program.source) // 4} words")


def check_valid(source: bytes) -> Check:
    """Ask the validator about a module, which may be damaged."""
    environment = environment_of(source)
    problem = validate(source, environment)
    name = f"SPIRV-Tools {VERSION}, {environment.replace('vulkan', 'Vulkan ')}"
    return (
        passed_check("valid", name)
        if problem is None
        else failed_check("valid", f"{name}: {problem}")
    )


def _check_undefined(program: Program, deadline: float) -> Check:
    """Interpret the program and look for what is undefined in it."""
    name = "undefined behaviour"
    try:
        found = survey(program, min(deadline, _SURVEY_SECONDS))
    except Refused as error:
        return not_run(name, error.message)
    what = f"{found.examined:,} of {found.total:,} invocations"
    if found.trap is not None:
        return failed_check(name, str(found.trap))
    if found.arbitrary:
        return failed_check(name, f"{found.arbitrary} depends on what an OpUndef gives")
    if not found.examined:
        return not_run(name, "executing one invocation takes too long")
    return passed_check(name, f"none in {what}, with the given inputs")


def _check_deterministic(program: Program, deadline: float) -> list[Check]:
    """Run the program twice on every driver here, and compare the drivers with each other."""
    drivers = [target for target in discover() if _executes_alone(target)]
    if not drivers:
        return [
            not_run(
                "steady", "no driver here executes SPIR-V; `aberration doctor` says how to get one"
            )
        ]
    results: dict[str, Outcome] = {}
    with TargetPool() as pool:
        checks = [_run_twice(pool, driver, program, deadline, results) for driver in drivers]
    alike = not_run(_ALIKE, _SUBGROUPS) if has_subgroups(program) else _compare_drivers(results)
    return [*checks, alike]


def has_subgroups(program: Program) -> bool:
    """Say whether a module may use subgroups, so that drivers may give other results."""
    return asks_for_subgroups(read_interface(program.source).capabilities)


def _executes_alone(target: Target) -> bool:
    usable = target.available and target.kind == "executes" and "spirv" in target.own_languages
    return usable and len(target.stages) == 1 and not is_special(target)


def _run_twice(
    pool: TargetPool, driver: Target, program: Program, deadline: float, results: dict[str, Outcome]
) -> Check:
    name = f"steady on {driver.id}"
    try:
        first, second = (pool.run(driver, program, deadline).outcome for _ in range(2))
    except AberrationError as error:
        return not_run(name, error.message.partition("\n")[0])
    found = check_steady(name, first, second, free=has_subgroups(program))
    if found.result == "passed":
        results[driver.id] = first
    return found


def check_steady(name: str, first: Outcome, second: Outcome, *, free: bool) -> Check:
    """Return the check of this name for what a driver did twice with one program. What it was never
    asked, as it lacks what the program needs, says nothing about the program. The result of one
    that is `free` may change.
    """
    if isinstance(first, Rejected) and first.unasked:
        return not_run(name, first.message)
    if not isinstance(first, Image | Buffers | Text):
        return failed_check(name, describe(first))
    if first != second and free:
        return not_run(name, _SUBGROUPS)
    if first != second:
        return failed_check(
            name, f"not the same when run again: {describe(first)}, then {describe(second)}"
        )
    return passed_check(name, describe(first))


def _compare_drivers(results: dict[str, Outcome]) -> Check:
    """Compare all drivers with the first."""
    name = _ALIKE
    ran = [
        (driver, given)
        for driver, given in results.items()
        if isinstance(given, Image | Buffers | Text)
    ]
    if len(ran) < 2:
        return not_run(name, "fewer than two drivers gave a result")
    differences = [(driver, compare(ran[0][1], given, Tolerance())) for driver, given in ran[1:]]
    apart = [
        (
            f"{ran[0][0]} and {driver} differ: "
            f"{found.note or f'{found.beyond} of {found.total} beyond the tolerance'}"
        )
        for driver, found in differences
        if not within(found, Tolerance())
    ]
    largest = max(found.differing for _, found in differences)
    agreement = (
        "to the bit"
        if largest == 0
        else f"within the tolerance; {largest} of {differences[0][1].total} differ at all"
    )
    return failed_check(name, "\n".join(apart)) if apart else passed_check(name, agreement)

"""The harness tests itself before it accuses anybody: a planted bug must be caught, an innocent
stay silent.

For a language with mutants (targets of the group `mutants`), one of them must be caught within a
few runs of the method and `identity`, a compiler that changes nothing, must pass. For a method
whose compilers judge each other, the planted bug is a program that prints one line more, given as
what another compiler made of the same program.
"""

from collections.abc import Iterator, Sequence

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import invalid_program
from aberration.campaign.observe import Observer, with_tolerance
from aberration.campaign.references import References
from aberration.campaign.seed_pool import SeedPool
from aberration.core.errors import BadInput, SelfTestFailed
from aberration.core.method import LanguageSupport, Method, Request
from aberration.core.oracle import Agree, Expected, Verdict, judge
from aberration.core.outcome import Buffers, Image, Text
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.core.target import Target
from aberration.targets.float_mutants.targets import ILLEGAL_GROUP as FLOATS
from aberration.targets.mutants.targets import PAIRS_GROUP, SUBGROUPS_GROUP, TEXTURES_GROUP
from aberration.targets.pool import TargetPool

IDENTITY = "identity"
MUTANTS = "mutants"
RUNS = 12
INNOCENT_RUNS = 2
TRIES = 12
"""Where results are known, so many tries on mutants; then a result is planted. Whether a program
shows a mistake of a compiler hangs on the seeds, and seconds go by with each try.
"""
_SEED = 20210620
_BEFORE = b"#define main planted_main\n"
_AFTER = b"""
#undef main
#include <stdio.h>
int main(int count, char **words) { puts("planted"); \
return ((int (*)(int, char **))planted_main)(count, words); }
"""


class SelfTest:
    """The self-test of one method, in one of its languages, on the targets that this machine
    has.
    """

    def __init__(
        self,
        method: Method,
        support: LanguageSupport,
        configuration: FuzzConfiguration,
        seeds: SeedPool,
        pool: TargetPool,
    ) -> None:
        self._method = method
        self._support = support
        self._configuration = configuration
        self._seeds = seeds
        self._pool = pool
        references = References(pool, (), configuration.tolerance, configuration.deadline)
        self._observer = Observer(pool, references, configuration.deadline)
        self._made = 0
        self._why_none = ""
        self._rejected = ""
        self._taken = False
        self._ran = 0
        self._at_odds = 0

    def run(self, known: Sequence[Target], chosen: Sequence[Target]) -> str:
        """Return in one line what was tested, or that the method makes nothing of the seeds or
        that no target takes it; raise `SelfTestFailed` when the harness cannot be trusted.

        `known` are all targets of this machine, `chosen` those of the campaign: of these the ones
        that open at once are asked first.
        """
        try:
            return self._test(known, sorted(chosen, key=lambda target: target.opens_slowly))
        except SelfTestFailed:
            # Nothing is trusted that was not made or taken; a campaign that tests nothing says so
            # itself.
            name = f"{self._method.name} in {self._support.language}"
            if not self._made and self._why_none:
                return f"{name}: nothing to test, for it makes no program: {self._why_none}"
            if not self._taken and self._rejected:
                return f"{name}: nothing to test, for no target takes its programs{self._rejected}"
            raise

    def _test(self, known: Sequence[Target], chosen: Sequence[Target]) -> str:
        speaking = [
            target
            for target in known
            if target.available and self._support.language in target.languages
        ]
        mutants = self._mutants(speaking)
        # Those that run the way the campaign's targets do say most about the campaign.
        runners = {runner for target in chosen for runner in _runners_of(target)}
        mutants.sort(key=lambda target: runners.isdisjoint(_runners_of(target)))
        identities = [target for target in speaking if is_identity(target)]
        # One that only compiles or translates shows no result, planted or not.
        own = [
            target
            for target in chosen
            if self._support.language in target.languages and target.kind == "executes"
        ]
        if mutants and identities and self._method.least_targets == 1:
            return self._with_mutants(mutants, identities, own)
        if self._support.language == "c":
            return self._with_planted_line(own)
        if self._method.least_targets > 1:
            return self._with_planted_result(own)
        return f"{self._method.name}: no self-test, for no mutant can run here"

    def _mutants(self, speaking: Sequence[Target]) -> list[Target]:
        """Return those that the method is meant to find, or all that most shaders can show."""
        group = self._support.mutants
        own = [target for target in speaking if group in target.groups and group != MUTANTS]
        return own or [
            target
            for target in speaking
            if MUTANTS in target.groups
            and not {*target.groups} & {FLOATS, PAIRS_GROUP, SUBGROUPS_GROUP, TEXTURES_GROUP}
        ]

    def _with_mutants(
        self, mutants: Sequence[Target], identities: Sequence[Target], own: Sequence[Target]
    ) -> str:
        tried = 0
        for run, cases in enumerate(self._runs()):
            for identity in identities if run < INNOCENT_RUNS else ():
                self._demand_silence(identity, cases)
            for target in mutants if cases else ():
                if tried == TRIES and own and isinstance(cases[-1].oracle, Expected):
                    return self._with_planted_result(own)
                tried += 1
                verdict = self._observer.observe(cases[-1], [target]).verdicts.get(target.id)
                if verdict is not None and _accuses(verdict):
                    silent = " and ".join(identity.id for identity in identities)
                    return (
                        f"{self._method.name}: {target.id} caught at try {tried}, {silent} silent"
                    )
        message = (
            f"{self._method.name}: expected a planted bug to be caught, but {tried} tries "
            f"on {len(mutants)} were not"
        )
        raise SelfTestFailed(
            message, hint="Do the seeds run here? `aberration doctor` may tell more."
        )

    def _demand_silence(self, identity: Target, cases: Sequence[TestCase]) -> None:
        for case in cases[-1:]:
            verdict = self._observer.observe(case, [identity]).verdicts.get(identity.id)
            if verdict is not None and _accuses(verdict):
                message = (
                    f"{self._method.name}: the target {identity.id!r} does nothing, yet was accused"
                )
                raise SelfTestFailed(f"{message}: {verdict.kind}, {verdict.detail}")

    def _runs(self) -> Iterator[list[TestCase]]:
        """Yield the valid cases of each run, over different seeds."""
        seeds = Rng.of(_SEED, "seeds").shuffled(self._seeds.seeds_for(self._support))
        donors = self._seeds.donors_for(self._support)
        settings = self._configuration.settings(self._method.name)
        for run in range(RUNS):
            request = Request(
                run_seed=Rng.of(_SEED, "run", run).bits(),
                variants=settings.variants,
                seed_program=seeds[run % len(seeds)] if seeds else None,
                donors=donors[: settings.donors],
                options=settings.options,
                language=self._support.language,
            )
            cases = [
                with_tolerance(case, self._configuration.tolerance)
                for case in self._cases_of(request)
            ]
            yield [case for case in cases if not invalid_program(case, self._pool)]

    def _cases_of(self, request: Request) -> Sequence[TestCase]:
        """Return the cases of a run; none where the method cannot use the seed."""
        try:
            cases = self._method.make(request)
        except BadInput as error:
            self._why_none = str(error)
            return ()
        self._made += len(cases)
        return cases

    def _with_planted_line(self, targets: Sequence[Target]) -> str:
        """Let two compilers run a program and one of them a program that prints more: that one
        is to blame.
        """
        voters = targets[:2]
        for cases in self._runs():
            for case in cases:
                if isinstance(case.oracle, Agree) and self._blames_planted(
                    case, case.oracle, voters
                ):
                    names = " and ".join(target.id for target in voters)
                    return f"{self._method.name}: a planted line caught, {names} silent"
        raise self._no_line_caught(" and ".join(target.id for target in voters))

    def _no_line_caught(self, names: str) -> SelfTestFailed:
        """Return why nobody can be blamed: compilers that never agree, or that take no program."""
        name = self._method.name
        if self._ran and self._at_odds == self._ran:
            return SelfTestFailed(
                f"{name}: {names} give different results for every program that both ran "
                f"({self._ran}): one of them is wrong on all, and with two nobody can say which",
                hint="Name a third compiler (-t), or other seeds (-s); `aberration run` shows what "
                "each prints.",
            )
        return SelfTestFailed(
            f"{name}: expected a planted line to be caught, but no program of {RUNS} showed it",
            hint=f"Do {names} take the programs? `aberration run` on one may tell more.",
        )

    def _blames_planted(self, case: TestCase, oracle: Agree, voters: Sequence[Target]) -> bool:
        program = case.programs[oracle.program]
        planted = msgspec.structs.replace(program, source=_BEFORE + program.source + _AFTER)
        runs = [(target.id, target, program) for target in voters]
        runs.append(("planted", voters[0], planted))
        seen = {
            name: {
                oracle.program: self._pool.run(target, one, self._configuration.deadline).outcome
            }
            for name, target, one in runs
        }
        results = [roles[oracle.program] for roles in seen.values()]
        if not all(isinstance(result, Text) for result in results):
            return False
        self._ran += 1
        self._at_odds += any(result != results[0] for result in results[: len(voters)])
        verdicts = judge(oracle, seen)
        silent = all(verdicts[target.id].kind == "pass" for target in voters)
        return silent and verdicts["planted"].is_finding

    def _with_planted_result(self, targets: Sequence[Target]) -> str:
        """Let a target run a program whose result is known: with that it must be silent, with
        another one accused.
        """
        name = f"{self._method.name} in {self._support.language}"
        for target in targets:
            for case in (case for cases in self._runs() for case in cases):
                if self._accuses_planted(case, target):
                    return f"{name}: a planted result caught, {target.id} silent"
        message = (
            f"{name}: expected a planted result to be caught, but no program of {RUNS} showed it"
        )
        hint = (
            f"Do {' and '.join(target.id for target in targets[:2])} take the programs? "
            f"`aberration run` may tell."
        )
        raise SelfTestFailed(message, hint=hint)

    def _accuses_planted(self, case: TestCase, target: Target) -> bool:
        oracle = case.oracle
        if not isinstance(oracle, Expected):
            return False
        # With limits the outcome itself would not be looked at.
        planted = msgspec.structs.replace(oracle, outcome=_spoilt(oracle.outcome), limits=None)
        known = self._observer.observe(case, [target]).verdicts.get(target.id)
        if known is None or known.kind in ("rejected", "none"):
            self._rejected = f": {target.id}: {'' if known is None else known.detail}"
            return False
        self._taken = True
        other = self._observer.observe(
            msgspec.structs.replace(case, oracle=planted), [target]
        ).verdicts.get(target.id)
        return (
            known is not None
            and known.kind == "pass"
            and other is not None
            and other.kind == "wrong"
        )


def _spoilt(outcome: Image | Buffers | Text) -> Image | Buffers | Text:
    """Return a result that is wrong in its first number: an image's first pixel, a buffer's
    first word.
    """
    match outcome:
        case Image(data=data):
            return msgspec.structs.replace(outcome, data=_with_flipped_bits(data))
        case Buffers(data=data):
            return msgspec.structs.replace(
                outcome, data=(_with_flipped_bits(data[0]), *data[1:]) if data else data
            )
        case Text(stdout=stdout):
            return msgspec.structs.replace(outcome, stdout=b"planted\n" + stdout)


def _with_flipped_bits(data: bytes) -> bytes:
    """Return the data with the highest bits of the first word's bytes changed: far from the
    number that it was.
    """
    return bytes(byte ^ 0xC0 for byte in data[:4]) + data[4:]


def _accuses(verdict: Verdict) -> bool:
    """True for a finding; who only refuses a program may not know its language."""
    return verdict.is_finding and verdict.kind != "rejected"


def _runners_of(target: Target) -> frozenset[str]:
    return frozenset(stage.worker.runner for stage in target.stages)


def is_identity(target: Target) -> bool:
    """True for a compiler that changes nothing."""
    return target.id == IDENTITY or IDENTITY in target.groups

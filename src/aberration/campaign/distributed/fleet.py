"""The workers that a coordinator has: who is there, what each has, which of them work for the
campaign, and which are refused, by name.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from aberration.campaign.distributed import tasks
from aberration.campaign.distributed.connection import Line
from aberration.campaign.distributed.messages import (
    Ask,
    Elsewhere,
    Join,
    Joined,
    Offer,
    decode,
    encode,
)
from aberration.campaign.distributed.offering import package_digest
from aberration.campaign.distributed.tags import Chosen, choose_versions
from aberration.campaign.records import ExecutorJob, FlakySeed
from aberration.campaign.versions import version_changes
from aberration.core.errors import AberrationError, BadInput
from aberration.core.target import Target

Tell = Callable[[str], None]

LOOK: Final = 0.5
"""Seconds between two looks at who is there."""
_TICK: Final = 0.25
_MOST_JOINS: Final = 6


class Member:
    """One worker at an address; `offer` is None until it told what it has."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.offer: Offer | None = None
        self.joined = False
        self.joins = 0
        self.refused = ""
        self.has: frozenset[str] = frozenset()
        self.elsewhere: tuple[Elsewhere, ...] = ()
        self.in_hand: dict[str, tuple[int, ...]] = {}
        self.news: list[FlakySeed] = []
        self.rests_until = 0.0
        self.rests_for = ""

    @property
    def reaches(self) -> frozenset[str]:
        """Return the ids of the targets that it asks other workers for."""
        return frozenset(one.target.id for one in self.elsewhere)

    @property
    def name(self) -> str:
        """Return what people call it."""
        return self.address if self.offer is None else f"{self.offer.worker} ({self.address})"

    @property
    def short_name(self) -> str:
        """Return its own name, which stays when it comes again at another address."""
        return self.address if self.offer is None else self.offer.worker


class Fleet:
    """Takes workers in as they come; `tell` hears of those that come, leave and are refused."""

    def __init__(
        self, connection: Line, tell: Tell, patterns: Sequence[str], *, self_test: bool
    ) -> None:
        self.connection = connection
        self.members: dict[str, Member] = {}
        self._tell = tell
        self._patterns = tuple(patterns)
        self._self_test = self_test
        self._job = b""
        self._digest = ""
        self._tags: dict[str, str] = {}
        self.versions: dict[str, str] = {}
        self.spread = False
        """True where runs need targets that no worker has together: each then asks others for what
        it has not got."""
        self._looked = -LOOK
        self._told: set[str] = set()

    @property
    def at_work(self) -> list[Member]:
        """Return the workers that make runs of the campaign."""
        return [one for one in self.members.values() if one.joined and not one.refused]

    def look(self) -> list[Member]:
        """Look who is there, at most twice a second, and return those that have left."""
        if time.monotonic() - self._looked < LOOK:
            return []
        there = self.connection.workers()
        self._looked = time.monotonic()
        gone = [one for address, one in self.members.items() if address not in there]
        for member in gone:
            del self.members[member.address]
            if member.joined:
                self._tell(f"worker {member.name} is gone")
        for address in sorted(there - self.members.keys()):
            self._welcome(Member(address))
        if self.spread:
            self._join_anew()
        return gone

    def wait_for_offers(self, count: int, seconds: float) -> Chosen:
        """Return what the workers have, as soon as so many told it, and all that are there; raise
        `BadInput` where none does within the time.
        """
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.look()
            told = [one for one in self.members.values() if one.offer is not None or one.refused]
            if len(told) >= max(1, count) and len(told) == len(self.members):
                break
            self.connection.pump(_TICK)
        offers = [one.offer for one in self._in_order() if one.offer and not one.refused]
        if offers:
            return self._choose(offers)
        why = "; ".join(sorted({one.refused for one in self.members.values() if one.refused}))
        raise BadInput(
            f"expected workers, but none works here ({why or 'none is there'})",
            where=self.connection.url,
            hint="Start some with `aberration worker ADDRESS`.",
        )

    def freeze(self, tags: Mapping[str, str]) -> None:
        """Keep to these versions of targets: a campaign that goes on has them."""
        self._tags = dict(tags)
        for member in self._in_order():
            self._count_targets(member)

    def employ(self, job: ExecutorJob, versions: Mapping[str, str]) -> None:
        """Let the workers work for a job; those that come later do as well."""
        self.versions = dict(versions)
        self._job, before = encode(job), self._digest
        self._digest = hashlib.blake2b(self._job, digest_size=16).hexdigest()
        if self._digest == before:
            return
        for member in self._in_order():
            self.rejoin(member)

    def rejoin(self, member: Member) -> None:
        """Ask a worker to work for the campaign, which it may have left for another one."""
        member.joined = False
        member.joins += 1
        if member.joins > _MOST_JOINS:
            self.refuse(member, "another campaign takes it each time")
        elif member.offer is not None and not member.refused:
            self._ask_to_join(member, member.offer)

    @property
    def digest(self) -> str:
        """Return the digest of the job."""
        return self._digest

    def refuse(self, member: Member, reason: str) -> None:
        """Give a worker nothing any more, and tell why."""
        member.refused = reason
        self.tell_once(member, f"it is not used: {reason}")

    def tell_once(self, member: Member, text: str) -> None:
        """Tell of a worker what was not told before."""
        line = f"worker {member.name}: {text}"
        if line not in self._told:
            self._told.add(line)
            self._tell(line)

    def tell_of_rest(self, member: Member, reason: str) -> None:
        """Tell why a worker makes no run now: once until it makes some again."""
        if member.rests_for != reason:
            member.rests_for = reason
            self._tell(f"worker {member.name}: {reason}")

    def _in_order(self) -> list[Member]:
        return [self.members[address] for address in sorted(self.members)]

    def _choose(self, offers: Sequence[Offer]) -> Chosen:
        unknown = {
            pattern: reason
            for offer in offers
            for pattern, reason in offer.unknown.items()
            if all(pattern in other.unknown for other in offers)
        }
        for pattern, reason in unknown.items():
            raise BadInput(f"no worker has {pattern}: {reason}")
        chosen = choose_versions(offers, self._tags)
        self.freeze(chosen.tags)
        return chosen

    def _welcome(self, member: Member) -> None:
        self.members[member.address] = member
        wanted = self._patterns if not self._job else tuple(self._tags)
        data = encode(Ask(wanted))
        self.connection.ask(
            member.address,
            tasks.offer,
            data,
            lambda answer, why: self._take_offer(member, answer, why),
        )

    def _take_offer(self, member: Member, answer: bytes | None, why: str) -> None:
        if answer is None:
            self._give_up(member, why)
            return
        try:
            member.offer = decode(answer, Offer)
        except BadInput as error:
            self.refuse(member, f"it speaks another version: {error.message}")
            return
        self._count_targets(member)
        if member.offer.code != package_digest():
            mine = f"{package_digest()} is here"
            self.refuse(member, f"its code of aberration is {member.offer.code}, and {mine}")
        elif self._job:
            self._ask_to_join(member, member.offer)

    def _ask_to_join(self, member: Member, offer: Offer, *, with_job: bool = False) -> None:
        others = {name: offer.versions.get(name, "") for name in self.versions}
        if changes := version_changes(self.versions, others):
            self.refuse(member, f"other versions: {changes}")
            return
        tags = {target.id: target.version for target in self._counting(offer)}
        member.elsewhere = self._elsewhere_for(member)
        job = self._job if with_job else b""
        join = Join(self._digest, tags, job, self._self_test, member.elsewhere)
        self.connection.ask(
            member.address,
            tasks.join,
            encode(join),
            lambda answer, why: self._take_answer(member, join.digest, answer, why),
        )

    def _take_answer(self, member: Member, digest: str, answer: bytes | None, why: str) -> None:
        if digest != self._digest:
            return
        if answer is None:
            self._give_up(member, why)
            return
        try:
            joined = decode(answer, Joined)
        except AberrationError as error:
            joined = Joined(refused=error.message)
        for line in joined.notes:
            self._tell(f"worker {member.name}: {line}")
        if joined.needs_job and member.offer is not None:
            self._ask_to_join(member, member.offer, with_job=True)
        elif joined.refused:
            self.refuse(member, joined.refused)
        else:
            member.joined = True

    def _count_targets(self, member: Member) -> None:
        offer = member.offer
        found = [] if offer is None else self._counting(offer)
        member.has = frozenset(target.id for target in found)

    def _counting(self, offer: Offer) -> list[Target]:
        """Return the targets of an offer that have the version that counts."""
        return [one for one in offer.targets if self._tags.get(one.id) == one.version]

    def _elsewhere_for(self, member: Member) -> tuple[Elsewhere, ...]:
        """Return the targets that a worker has not got, each on one that has it: those of the
        workers that have the same take turns.
        """
        if not self.spread:
            return ()
        found: dict[str, list[Elsewhere]] = {}
        for other in self._in_order():
            for target in (
                [] if other.offer is None or other.refused else self._counting(other.offer)
            ):
                if target.id not in member.has:
                    found.setdefault(target.id, []).append(Elsewhere(target, other.address))
        turn = sorted(self.members).index(member.address)
        return tuple(places[turn % len(places)] for _, places in sorted(found.items()))

    def _join_anew(self) -> None:
        """Ask workers to join once more whose other workers are gone, or that miss some that came
        since.
        """
        for member in self._in_order():
            if member.offer is None or member.refused or not member.joined:
                continue
            gone = any(one.worker not in self.members for one in member.elsewhere)
            missing = len(member.has | member.reaches) < len(self._tags)
            if gone or (missing and len(self._elsewhere_for(member)) > len(member.elsewhere)):
                member.joined = False
                self._ask_to_join(member, member.offer)

    def _give_up(self, member: Member, why: str) -> None:
        """A worker whose task failed is refused; one that is lost is seen to be gone, or asked
        once more.
        """
        if why:
            self.refuse(member, f"it cannot answer: {why}")
        elif self.members.get(member.address) is member:
            del self.members[member.address]

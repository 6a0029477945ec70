"""What a target is: a compiler or driver, or a chain of them, under one name.

The record describes; the processes behind it are the business of `aberration.targets`.
"""

from typing import Literal

import msgspec

TargetKind = Literal["executes", "compiles", "translates"]

BY_REQUEST = "by-request"
"""The group of targets that a campaign takes only when they are asked for."""

OLDER = "older"
"""The group of older versions of a compiler, for bisection: nothing takes them that does not
ask for them.
"""


class WorkerSpec(msgspec.Struct, frozen=True):
    """One worker process: which runner, with which options, under which environment variables and
    limits.

    `environment` is set for that process alone. `memory` in MiB of address space, 0 for none;
    `resident` in MiB of resident memory, 0 for none, for drivers that reserve far more than they
    use. `launch` are the words in front of the interpreter's, such as the loader that brings the
    libraries of another system.
    """

    runner: str
    options: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    memory: int = 0
    resident: int = 0
    launch: tuple[str, ...] = ()

    def option(self, key: str, default: str = "") -> str:
        """Return an option by name."""
        return dict(self.options).get(key, default)


class Stage(msgspec.Struct, frozen=True):
    """One link of a chain; all but the last translate."""

    name: str
    worker: WorkerSpec


class Target(msgspec.Struct, frozen=True):
    """A target by id, such as `lavapipe`, `spirv-opt@2025.5:-O` or `gcc-12:-O2`.

    `kind` is what it does in the end; `groups` the names by which it can be asked for beside its
    id; `version` as the compiler itself says; `reason` why it is not `available`, and `install` how
    to get it. `output` is the language of what it translates to, where that is all it does. Of a
    `drawn` one each run of a campaign takes a member: a target whose id is this one's, a hyphen and
    a number drawn from the campaign's seed. Such a member says whose it is (`member_of`), and is
    counted with all others. `family` groups targets that share the code under test: a majority
    counts families that agree. `by_request` are those of its languages in which it gets programs
    only when it is asked for. `series` is what the versions of one compiler, in one way to use it,
    have in common; empty for what has but one. One that `opens_slowly` takes seconds to come up, as
    a browser does. `driver` is what executes the code that a compiler in front of it makes, where
    both are one target, as in WebGPU: two of them that share it can share its bugs.
    """

    id: str
    kind: TargetKind
    languages: tuple[str, ...]
    stages: tuple[Stage, ...] = ()
    groups: tuple[str, ...] = ()
    family: str = ""
    version: str = ""
    available: bool = True
    reason: str = ""
    install: str = ""
    output: str = ""
    by_request: tuple[str, ...] = ()
    series: str = ""
    drawn: bool = False
    member_of: str = ""
    opens_slowly: bool = False
    driver: str = ""

    @property
    def counted_as(self) -> str:
        """Return the id under which figures about it are kept."""
        return self.member_of or self.id

    @property
    def own_languages(self) -> tuple[str, ...]:
        """Return the languages in which it gets programs without being asked for."""
        return tuple(language for language in self.languages if language not in self.by_request)

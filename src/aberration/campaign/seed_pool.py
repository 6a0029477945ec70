"""Seeds and donors as they were read, and what was to say of their files: what executors are told,
who read no files themselves.
"""

import hashlib

import msgspec

from aberration.core.method import LanguageSupport
from aberration.core.program import SHADING, Program


class RefusedFile(msgspec.Struct, frozen=True):
    """A file of a folder that is no program that we can use, and why."""

    path: str
    reason: str


class FileNote(msgspec.Struct, frozen=True):
    """What is worth a line about a file that is used: what nobody gives to its programs, what
    is left out.
    """

    path: str
    text: str


class SeedPool(msgspec.Struct, frozen=True):
    """Seeds and donors; a seed's position in its language is what a plan names. `refused` files
    are in neither.
    """

    seeds: tuple[Program, ...]
    donors: tuple[Program, ...] = ()
    refused: tuple[RefusedFile, ...] = ()
    notes: tuple[FileNote, ...] = ()

    def of(self, *languages: str) -> tuple[Program, ...]:
        """Return the seeds in any of these languages."""
        return tuple(program for program in self.seeds if program.language in languages)

    def seeds_for(self, support: LanguageSupport) -> tuple[Program, ...]:
        """Return the seeds of a method in one of its languages; where it takes none of those that
        there are, all of them, so that it says of each why not.
        """
        found = self.of(*support.seeds)
        return tuple(program for program in found if support.takes(program)) or found

    def donors_of(self, language: str) -> tuple[Program, ...]:
        """Return the donors of a language: of the shading languages the seeds, in any of them."""
        if language in SHADING:
            return self.of(*SHADING)
        return tuple(program for program in self.donors if program.language == language)

    def donors_for(self, support: LanguageSupport) -> tuple[Program, ...]:
        """Return the donors of a method in one of its languages."""
        return (
            self.seeds_for(support)
            if support.seeds_are_donors
            else self.donors_of(support.language)
        )

    @property
    def digest(self) -> str:
        """Return 16 hex digits that stand for all programs and their order, whatever their
        names.
        """
        rows = [[program.digest for program in part] for part in (self.seeds, self.donors)]
        return hashlib.blake2b(msgspec.json.encode(rows), digest_size=8).hexdigest()

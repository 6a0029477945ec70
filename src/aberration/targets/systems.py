"""Where drivers are taken from: this machine, and the roots of other systems beside it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from aberration.targets.answers import Question, Topic
from aberration.targets.drivers import Driver, find_manifest, manifest_folders
from aberration.targets.places import tools_folder
from aberration.targets.roots import Root, installed_roots, numbers

Variables = tuple[tuple[str, str], ...]


class System(msgspec.Struct, frozen=True):
    """One of them: `root` is None for this machine, `folders` are those of its Vulkan manifests.

    A worker with its libraries is started by the words `launch`, and needs these variables.
    """

    root: Root | None
    folders: tuple[str, ...]
    launch: tuple[str, ...] = ()
    environment: Variables = ()

    def manifest(self, driver: Driver) -> Path | None:
        """Return the manifest of a driver, or None."""
        return find_manifest(driver, self.folders)

    def question(
        self, topic: Topic, manifest: Path | None, variables: Sequence[tuple[str, str]] = ()
    ) -> Question:
        """Return what to ask its drivers; without a manifest there is no Vulkan."""
        return Question(topic, self.variables(manifest, variables), self.launch)

    def variables(self, manifest: Path | None, more: Sequence[tuple[str, str]] = ()) -> Variables:
        """Return the variables of a worker on one of its drivers."""
        return tuple(sorted((*self.environment, *more, *only(manifest))))


def only(manifest: Path | None) -> Variables:
    """Return the variables that leave one driver to the loader, by their new name and by the
    one before 1.3.207.
    """
    named = str(manifest or os.devnull)
    return ("VK_DRIVER_FILES", named), ("VK_ICD_FILENAMES", named)


def systems() -> list[System]:
    """Return this machine, then the roots, the newest first."""
    roots = sorted(installed_roots(tools_folder(os.environ)), key=_age)
    others = [System(root, (str(root.manifests),), root.launch, root.environment) for root in roots]
    return [System(None, manifest_folders(os.environ)), *others]


def _age(root: Root) -> tuple[int, ...]:
    return tuple(-number for number in numbers(root.version("mesa-vulkan-drivers")))

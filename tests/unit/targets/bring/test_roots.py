"""Which versions apt's lists name of the packages that a root is made of."""

from __future__ import annotations

from pathlib import Path

from aberration.targets.bring import roots

LIST = """\
Package: spirv-tools
Architecture: amd64
Version: 2099.1-1
Depends: libc6

Package: spirv-tools-doc
Version: 7.7

Package: glslc
Version: 2098.2-3
"""


def test_versions_of_our_packages_alone(tmp_path: Path) -> None:
    lists = tmp_path / "var" / "lib" / "apt" / "lists"
    lists.mkdir(parents=True)
    (lists / "mirror_dists_main_Packages").write_text(LIST)
    assert roots._versions(tmp_path) == {"spirv-tools": "2099.1-1", "glslc": "2098.2-3"}


def test_without_lists_nothing_is_known(tmp_path: Path) -> None:
    assert roots._versions(tmp_path) == {}

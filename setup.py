"""What `pyproject.toml` cannot say: a wheel carries the corpus, which lies beside the package in a
checkout, as the folder `corpus` of the package.
"""

from pathlib import Path
from typing import Final

from setuptools import setup
from setuptools.command.build_py import build_py

CORPUS: Final = Path("corpus")
KINDS: Final = ("bugs", "c", "geometry", "pairs", "shading", "spirv", "vertex")
"""Seeds, donors and known bugs. The GLSL that the modules were compiled from stays in the
checkout: nothing reads it.
"""


class BuildWithCorpus(build_py):
    """Copies the corpus beside the modules; an editable installation reads that of the checkout."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for source in sorted(path for kind in KINDS for path in (CORPUS / kind).rglob("*")):
            if source.is_file():
                target = Path(self.build_lib, "aberration", source)
                self.mkpath(str(target.parent))
                self.copy_file(str(source), str(target))


setup(cmdclass={"build_py": BuildWithCorpus})

"""What the tool makes of the bundled corpus, as digests, to see that a change of the code changes
none of it.

    python tools/same_outputs.py write FILE      before the change
    python tools/same_outputs.py compare FILE    after it; names what differs (then exit status 1)

Cases of all methods (recipes and programs), canonical texts, translations, generated texts of both
interpreters, what the SPIR-V interpreter finds, and the messages about shaders from which one word
was taken. Two minutes each.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec

from aberration.campaign.seeds import bundled_corpus, load_pool
from aberration.core.errors import AberrationError
from aberration.core.method import Request
from aberration.core.program import Program
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.interpret.compiled import Compiled
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import read
from aberration.languages.shading.translate.translate import translate
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.languages.spirv.interpret.proof import prove
from aberration.methods.registry import method_named

Output = tuple[str, object]
SHADING: Final[Sequence[LanguageName]] = ("glsl", "essl", "wgsl")
WORDS: Final = 12
"""Shaders with one word less that are read, of each shader."""
C_FILES: Final = 6


def cases(
    method: str, seeds: Iterable[Program], donors: tuple[Program, ...] = (), language: str = ""
) -> Iterator[Output]:
    """Yield what a method makes of seeds: for each, two cases."""
    maker = method_named(method)
    for number, seed in enumerate(seeds):
        request = Request(number, 2, seed, donors, language=language)
        yield f"{method}/{seed.name}", attempt(maker.make, request)


def texts(program: Program) -> Iterator[Output]:
    """Yield the canonical text of a shader, its translations, and the Python that executes it."""
    language = next(each for each in SHADING if each == program.language)
    yield f"text/{program.name}", attempt(_canonical, program.source, language)
    for other in SHADING:
        yield f"{other}/{program.name}", attempt(translate, program, other)
    yield f"python/{program.name}", attempt(_executable, program.source, language, _stage(program))


def messages(program: Program) -> Iterator[Output]:
    """Yield what is said of a shader from which one word was taken."""
    language = next(each for each in SHADING if each == program.language)
    words = program.source.decode().split(" ")
    for number in range(1, len(words), max(1, len(words) // WORDS)):
        shorter = " ".join(words[:number] + words[number + 1 :])
        yield (
            f"message/{program.name}/{number}",
            attempt(_check, shorter, language, _stage(program)),
        )


def _canonical(source: bytes, language: LanguageName) -> str:
    return write(read(source, language).module)


def _executable(source: bytes, language: LanguageName, stage: Stage) -> str:
    return Compiled(read(source, language), stage, Options()).text.source


def _check(text: str, language: LanguageName, stage: Stage) -> str:
    found = read(text, language, "shader")
    check(found.module, stage, found.source)
    return "no message"


def _stage(program: Program) -> Stage:
    return "compute" if program.stage == "compute" else "fragment"


def attempt(make: Callable[..., object], *arguments: object) -> object:
    """Return what is made, or the message of why it is not."""
    try:
        return make(*arguments)
    except AberrationError as error:
        return f"{type(error).__name__}: {error.message} {error.where} {error.hint}"


def outputs() -> Iterator[Output]:
    """Yield all, each with a name of its own."""
    pool = load_pool((), (), wanted=("spirv", *SHADING))
    spirv = pool.of("spirv")
    donors = pool.donors_of("spirv")[:6]
    yield from cases("transform", spirv, donors, "spirv")
    c_files = sorted((bundled_corpus() / "c").glob("*.c"))[:C_FILES]
    yield from cases(
        "emi",
        [Program("c", "program", path.read_bytes(), name=path.stem) for path in c_files],
        (),
        "c",
    )
    for language in SHADING:
        shaders = pool.of(language)
        yield from cases("agree", shaders, (), language)
        yield from chain.from_iterable(map(texts, shaders))
        yield from chain.from_iterable(map(messages, shaders))
    for program in spirv:
        yield f"proof/{program.name}", attempt(prove, program)


def digests() -> dict[str, str]:
    """Return the digest of each output by its name."""
    found: dict[str, str] = {}
    for name, output in outputs():
        assert name not in found, name
        data = msgspec.msgpack.encode(output, enc_hook=repr)
        found[name] = hashlib.blake2b(data, digest_size=8).hexdigest()
    return found


def main(arguments: Sequence[str]) -> int:
    """Write or compare; return the exit status."""
    if len(arguments) != 2 or arguments[0] not in ("write", "compare"):
        print(__doc__)
        return 2
    what, path = arguments[0], Path(arguments[1])
    now = digests()
    if what == "write":
        path.write_text(json.dumps(now, indent=0))
        print(f"{len(now)} outputs: {path}")
        return 0
    before = json.loads(path.read_text())
    changed = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    print("\n".join(changed[:50]))
    print(f"{len(changed)} of {len(now)} outputs differ")
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

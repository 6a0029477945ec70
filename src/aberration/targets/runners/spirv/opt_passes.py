"""The passes of spirv-opt: which of those that a version's help lists are used, with which
arguments, and why not.

`unclassified_entries` names what a version has and this table does not: a test asks it of the
installed ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.rng import Rng

_ENTRY: Final = re.compile(r" {2}--?(?P<name>[A-Za-z][\w-]*)")
_LISTED: Final = re.compile(r"(?P<indent>\s+)(?P<name>[a-z][\w-]*(?:=\S+)?)")


class Pass(msgspec.Struct, frozen=True):
    """A pass that keeps the meaning of a shader.

    `arguments` are the values that it may be given, "" for none. `after` has to come right before
    it. `hidden`: the program takes it, but its help does not list it.
    """

    arguments: tuple[str, ...] = ("",)
    after: tuple[str, ...] = ()
    hidden: bool = False


LAYOUT: Final = "an option of the validator that allows layouts which Vulkan does not"
VALIDATOR: Final = "an option of the validator that allows what Vulkan does not"
TOOL: Final = "an option of the program, no pass"
PRECISION: Final = "changes the precision of results"
BINDINGS: Final = (
    "moves resources to other bindings, or makes others of them: the inputs would not fit any more"
)
VALUES: Final = "changes values or layouts that the inputs fit"
NOT_A_PASS: Final = {
    **dict.fromkeys(
        ("scalar-block-layout", "skip-block-layout", "workgroup-scalar-block-layout"), LAYOUT
    ),
    **dict.fromkeys(("before-hlsl-legalization", "relax-block-layout"), VALIDATOR),
    **dict.fromkeys(("relax-logical-pointer", "relax-struct-store", "skip-validation"), VALIDATOR),
    **dict.fromkeys(("O", "Os", "Oconfig", "h", "help", "version", "target-env"), TOOL),
    **dict.fromkeys(("max-id-bound", "print-all", "time-report", "validate-after-all"), TOOL),
    **dict.fromkeys(("vulkan-to-webgpu", "webgpu-to-vulkan"), TOOL),
}
"""Other entries of the help, and what they are."""
UNUSED: Final = {
    **dict.fromkeys(("convert-relaxed-to-half", "relax-float-ops"), PRECISION),
    **dict.fromkeys(("convert-to-sampled-image", "split-combined-image-sampler"), BINDINGS),
    **dict.fromkeys(
        ("resolve-binding-conflicts", "switch-descriptorset", "descriptor-scalar-replacement"),
        BINDINGS,
    ),
    **dict.fromkeys(
        ("descriptor-composite-scalar-replacement", "descriptor-array-scalar-replacement"), BINDINGS
    ),
    **dict.fromkeys(("set-spec-const-default-value", "struct-packing"), VALUES),
    "eliminate-dead-input-components": "changes the interface between stages",
    "legalize-multidim-array": BINDINGS,
    "eliminate-insert-extract": "only another name of simplify-instructions",
    "modify-maximal-reconvergence": "asks for an extension that drivers may lack",
    "upgrade-memory-model": "asks for a capability that drivers may lack",
}
"""Passes that are not used, and why."""
PRESERVING: Final = ("preserve-bindings", "preserve-interface", "preserve-spec-constants")
"""No passes, but what these say all passes heed."""
USED: Final[dict[str, Pass]] = {
    **dict.fromkeys(
        ("amd-ext-to-khr", "canonicalize-ids", "ccp", "cfg-cleanup", "combine-access-chains"),
        Pass(),
    ),
    **dict.fromkeys(
        ("compact-ids", "convert-local-access-chains", "copy-propagate-arrays"), Pass()
    ),
    **dict.fromkeys(
        ("eliminate-dead-branches", "eliminate-dead-code-aggressive", "eliminate-dead-const"),
        Pass(),
    ),
    **dict.fromkeys(
        ("eliminate-dead-functions", "eliminate-dead-inserts", "eliminate-dead-members"), Pass()
    ),
    **dict.fromkeys(("eliminate-dead-variables", "eliminate-local-multi-store"), Pass()),
    **dict.fromkeys(
        ("eliminate-local-single-block", "eliminate-local-single-store", "fix-func-call-param"),
        Pass(),
    ),
    **dict.fromkeys(
        ("flatten-decorations", "fold-spec-const-op-composite", "freeze-spec-const"), Pass()
    ),
    **dict.fromkeys(
        ("graphics-robust-access", "if-conversion", "inline-entry-points-exhaustive"), Pass()
    ),
    **dict.fromkeys(
        ("legalize-hlsl", "local-redundancy-elimination", "loop-invariant-code-motion"), Pass()
    ),
    **dict.fromkeys(
        ("loop-peeling", "loop-unroll", "loop-unswitch", "merge-blocks", "private-to-local"), Pass()
    ),
    **dict.fromkeys(
        ("redundancy-elimination", "remove-duplicates", "remove-unused-interface-variables"), Pass()
    ),
    **dict.fromkeys(
        ("replace-desc-array-access-using-var-index", "replace-invalid-opcode"), Pass()
    ),
    **dict.fromkeys(("simplify-instructions", "spread-volatile-semantics", "ssa-rewrite"), Pass()),
    **dict.fromkeys(
        ("strength-reduction", "strip-debug", "strip-nonsemantic", "strip-reflect"), Pass()
    ),
    **dict.fromkeys(("decompose-initialized-variables", "generate-webgpu-initializers"), Pass()),
    **dict.fromkeys(
        ("legalize-vector-shuffle", "split-invalid-unreachable", "strip-atomic-counter-memory"),
        Pass(),
    ),
    **dict.fromkeys(
        ("trim-capabilities", "unify-const", "vector-dce", "workaround-1209", "wrap-opkill"), Pass()
    ),
    "loop-fission": Pass(("1", "2", "4", "10", "30")),
    "loop-fusion": Pass(("1", "5", "20", "100", "1000")),
    "loop-peeling-threshold": Pass(("1", "10", "100", "1000", "100000")),
    "loop-unroll-partial": Pass(("2", "3", "4", "5", "7", "16")),
    "merge-return": Pass(after=("eliminate-dead-branches",)),
    "reduce-load-size": Pass(("", "0.1", "0.5", "1.1")),
    "scalar-replacement": Pass(("", "0", "1", "2", "4", "16")),
    **dict.fromkeys(("code-sink", "fix-storage-class", "remove-dont-inline"), Pass(hidden=True)),
    "inline-entry-points-opaque": Pass(hidden=True),
}
"""The passes that are used; a version may lack some."""
SELDOM: Final = frozenset(
    (
        "canonicalize-ids",
        "compact-ids",
        "fix-func-call-param",
        "fix-storage-class",
        "flatten-decorations",
        "fold-spec-const-op-composite",
        "freeze-spec-const",
        "inline-entry-points-opaque",
        "remove-duplicates",
        "remove-unused-interface-variables",
        "replace-desc-array-access-using-var-index",
        "replace-invalid-opcode",
        "generate-webgpu-initializers",
        "legalize-vector-shuffle",
        "strip-atomic-counter-memory",
        "spread-volatile-semantics",
        "strip-debug",
        "strip-nonsemantic",
        "strip-reflect",
        "trim-capabilities",
        "workaround-1209",
    )
)
"""Passes that find nothing to do in most shaders, or only rename (`experiments/spirv_opt_passes`):
they are drawn a quarter as often as the others.
"""
WEIGHT: Final = 4
HIDDEN: Final = tuple(name for name, known in USED.items() if known.hidden)


def entries(help_text: str) -> list[str]:
    """Return the names of all options and passes that the help of a version lists, each once."""
    found = [_ENTRY.match(line) for line in help_text.splitlines()]
    return list(dict.fromkeys(match["name"] for match in found if match is not None))


def passes_behind(help_text: str, flag: str) -> list[str]:
    """Return the passes that a flag such as `-O` is equivalent to, as the help of a version
    lists them.
    """
    lines = help_text.splitlines()
    start = next((number for number, line in enumerate(lines) if line.strip() == flag), len(lines))
    names: list[str] = []
    for line in lines[start + 1 :]:
        found = _LISTED.fullmatch(line)
        if found is not None:
            names.append(found["name"])
        elif names or line.lstrip().startswith("-"):
            break
    return names


def known_passes(help_text: str, hidden: Sequence[str] = ()) -> list[str]:
    """Return the names of the passes that are used and that a version has, given its help and
    what it takes besides.
    """
    named = {
        *entries(help_text),
        *passes_behind(help_text, "-O"),
        *passes_behind(help_text, "-Os"),
        *hidden,
    }
    return sorted(name for name in USED if name in named)


def unclassified_entries(help_text: str) -> list[str]:
    """Return the entries of a version's help that are neither used nor said why they are not."""
    classified = {*USED, *UNUSED, *NOT_A_PASS, *PRESERVING}
    return [name for name in entries(help_text) if name not in classified]


def drawn_pass(rng: Rng, names: Sequence[str]) -> str:
    """Return a pass with an argument, if it takes any."""
    name = rng.choose(names)
    while name in SELDOM and rng.below(WEIGHT):
        name = rng.choose(names)
    argument = rng.choose(USED[name].arguments)
    return f"{name}={argument}" if argument else name

"""Operations of subgroups (GL_KHR_shader_subgroup), each with the extension that brings it."""

from __future__ import annotations

from typing import Final

from .row import ALL_STAGES, COMPUTE, NEVER, Builtin, Form, Stage

_GL: Final = 140
_ES: Final = 310
_ALL: Final = "FDIUB"
_NUMBERS: Final = "FDIU"
_BITS: Final = "IUB"
_PREFIX: Final = "GL_KHR_shader_subgroup_"
BASIC: Final = f"{_PREFIX}basic"
BALLOT: Final = f"{_PREFIX}ballot"
_SCANS: Final = ("", "Inclusive", "Exclusive")
_OPERATIONS: Final = (
    *((name, _NUMBERS) for name in ("Add", "Mul", "Min", "Max")),
    *((name, _BITS) for name in ("And", "Or", "Xor")),
)


def _row(
    name: str,
    extension: str,
    signature: str,
    over: str = "",
    stages: tuple[Stage, ...] = ALL_STAGES,
    *,
    must_use: bool = True,
) -> Builtin:
    forms = (
        Form("glsl", signature, over, _GL, NEVER, stages, "", f"{_PREFIX}{extension}"),
        Form(
            "essl",
            signature,
            over.replace("D", ""),
            _ES,
            NEVER,
            stages,
            "",
            f"{_PREFIX}{extension}",
        ),
    )
    return Builtin(f"subgroup{name}", "subgroup", forms, constant=False, must_use=must_use)


def _barrier(name: str, stages: tuple[Stage, ...] = ALL_STAGES) -> Builtin:
    return _row(name, "basic", "void:", stages=stages, must_use=False)


ROWS: Final = (
    _barrier("Barrier"),
    _barrier("MemoryBarrier"),
    _barrier("MemoryBarrierBuffer"),
    _barrier("MemoryBarrierShared", COMPUTE),
    _barrier("MemoryBarrierImage"),
    _row("Elect", "basic", "bool:"),
    _row("All", "vote", "bool: bool"),
    _row("Any", "vote", "bool: bool"),
    _row("AllEqual", "vote", "bool: T", _ALL),
    *(
        _row(f"{scan}{name}", "arithmetic", "T: T", over)
        for name, over in _OPERATIONS
        for scan in _SCANS
    ),
    _row("Broadcast", "ballot", "T: T uint", _ALL),
    _row("BroadcastFirst", "ballot", "T: T", _ALL),
    _row("Ballot", "ballot", "uvec4: bool"),
    _row("InverseBallot", "ballot", "bool: uvec4"),
    _row("BallotBitExtract", "ballot", "bool: uvec4 uint"),
    *(_row(f"Ballot{scan}BitCount", "ballot", "uint: uvec4") for scan in _SCANS),
    _row("BallotFindLSB", "ballot", "uint: uvec4"),
    _row("BallotFindMSB", "ballot", "uint: uvec4"),
    _row("Shuffle", "shuffle", "T: T uint", _ALL),
    _row("ShuffleXor", "shuffle", "T: T uint", _ALL),
    _row("ShuffleUp", "shuffle_relative", "T: T uint", _ALL),
    _row("ShuffleDown", "shuffle_relative", "T: T uint", _ALL),
    *(_row(f"Clustered{name}", "clustered", "T: T uint", over) for name, over in _OPERATIONS),
    _row("QuadBroadcast", "quad", "T: T uint", _ALL),
    *(
        _row(f"QuadSwap{way}", "quad", "T: T", _ALL)
        for way in ("Horizontal", "Vertical", "Diagonal")
    ),
)


def with_basic(extensions: frozenset[str]) -> frozenset[str]:
    """Return extensions with that of the basic operations, which all others of subgroups bring."""
    if any(name.startswith(_PREFIX) for name in extensions):
        return extensions | {BASIC}
    return extensions

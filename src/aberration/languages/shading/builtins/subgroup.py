"""Operations of subgroups, each with the extension that brings it: GL_KHR_shader_subgroup of GLSL
and ESSL, `subgroups` of WGSL (section "Subgroup Built-in Functions").
"""

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
WGSL: Final = "subgroups"
_WGSL_STAGES: Final[tuple[Stage, ...]] = ("fragment", "compute")
_WGSL_NUMBERS: Final = "FHIU"
_WGSL_SCANNED: Final = ("Add", "Mul")
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
    wgsl: tuple[Form, ...] = (),
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
        *wgsl,
    )
    return Builtin(f"subgroup{name}", "subgroup", forms, constant=False, must_use=must_use)


def _wgsl(*signatures: str, over: str = "") -> tuple[Form, ...]:
    return tuple(
        Form("wgsl", signature, over, 0, NEVER, _WGSL_STAGES, "", WGSL) for signature in signatures
    )


def _reduction(name: str, scan: str, over: str) -> Builtin:
    """Return a reduction or a scan: WGSL has scans of sums and products alone, and no booleans."""
    numbers = "IU" if over == _BITS else _WGSL_NUMBERS
    wgsl = _wgsl("T: T", over=numbers) if not scan or name in _WGSL_SCANNED else ()
    return _row(f"{scan}{name}", "arithmetic", "T: T", over, wgsl=wgsl)


def _quad(name: str, *signatures: str) -> Builtin:
    forms = _wgsl(*signatures, over=_WGSL_NUMBERS)
    return Builtin(f"quad{name}", "subgroup", forms, constant=False)


def _barrier(name: str, stages: tuple[Stage, ...] = ALL_STAGES) -> Builtin:
    return _row(name, "basic", "void:", stages=stages, must_use=False)


_CHOSEN: Final = _wgsl("T: T int", "T: T uint", over=_WGSL_NUMBERS)
_MOVED: Final = _wgsl("T: T uint", over=_WGSL_NUMBERS)
ROWS: Final = (
    _barrier("Barrier"),
    _barrier("MemoryBarrier"),
    _barrier("MemoryBarrierBuffer"),
    _barrier("MemoryBarrierShared", COMPUTE),
    _barrier("MemoryBarrierImage"),
    _row("Elect", "basic", "bool:", wgsl=_wgsl("bool:")),
    _row("All", "vote", "bool: bool", wgsl=_wgsl("bool: bool")),
    _row("Any", "vote", "bool: bool", wgsl=_wgsl("bool: bool")),
    _row("AllEqual", "vote", "bool: T", _ALL),
    *(_reduction(name, scan, over) for name, over in _OPERATIONS for scan in _SCANS),
    _row("Broadcast", "ballot", "T: T uint", _ALL, wgsl=_CHOSEN),
    _row("BroadcastFirst", "ballot", "T: T", _ALL, wgsl=_wgsl("T: T", over=_WGSL_NUMBERS)),
    _row("Ballot", "ballot", "uvec4: bool", wgsl=_wgsl("uvec4: bool")),
    _row("InverseBallot", "ballot", "bool: uvec4"),
    _row("BallotBitExtract", "ballot", "bool: uvec4 uint"),
    *(_row(f"Ballot{scan}BitCount", "ballot", "uint: uvec4") for scan in _SCANS),
    _row("BallotFindLSB", "ballot", "uint: uvec4"),
    _row("BallotFindMSB", "ballot", "uint: uvec4"),
    _row("Shuffle", "shuffle", "T: T uint", _ALL, wgsl=_CHOSEN),
    _row("ShuffleXor", "shuffle", "T: T uint", _ALL, wgsl=_MOVED),
    _row("ShuffleUp", "shuffle_relative", "T: T uint", _ALL, wgsl=_MOVED),
    _row("ShuffleDown", "shuffle_relative", "T: T uint", _ALL, wgsl=_MOVED),
    *(_row(f"Clustered{name}", "clustered", "T: T uint", over) for name, over in _OPERATIONS),
    _row("QuadBroadcast", "quad", "T: T uint", _ALL),
    *(
        _row(f"QuadSwap{way}", "quad", "T: T", _ALL)
        for way in ("Horizontal", "Vertical", "Diagonal")
    ),
    _quad("Broadcast", "T: T int", "T: T uint"),
    *(_quad(f"Swap{way}", "T: T") for way in ("X", "Y", "Diagonal")),
)
WGSL_NAMES: Final = frozenset(
    row.name for row in ROWS if any(form.language == "wgsl" for form in row.forms)
)


def with_basic(extensions: frozenset[str]) -> frozenset[str]:
    """Return extensions with that of the basic operations, which all others of subgroups bring."""
    if any(name.startswith(_PREFIX) for name in extensions):
        return extensions | {BASIC}
    return extensions

"""Crash signatures: what two logs of one bug have in common, and two bugs have not.

A signature is the assertion or fatal message if there is one, else the signal with the top frames,
if the log has them. Ids, numbers, addresses, paths and driver chatter are removed, so that it
does not depend on the run. A frame without a name, `file+0x12ab`, is the same in each run of one
build of a compiler, and another one in another build.
"""

import json
import re

from aberration.core.outcome import Crash

NATIVE_STACK = "aberration: stack "
"""Begins the line that a tracer writes, with the signal and the distinctive frames as JSON."""
_NATIVE = re.compile(rf"^{NATIVE_STACK}(?P<dump>\{{.*\}})$", re.MULTILINE)
_BARE = re.compile(
    r"(?:internal compiler error: )?"
    r"(?:segmentation fault|aborted|bus error|illegal instruction|floating[- ]point exception)"
    r"(?: signal terminated program \S+)?",
    re.IGNORECASE,
)
"""Messages that say no more than the signal does."""
_INDISTINCT = re.compile(
    rf"SIG[A-Z]+|signal(?: \d+)?|assertion|memory|garbage|exit|exit status \S+|{_BARE.pattern}|",
    re.IGNORECASE,
)
_IN_ONE_BUILD = re.compile(r"[\w.+-]+\+0x[0-9a-f]+")

_CHATTER = re.compile(
    r"^(WARNING: lavapipe is not a conformant|MESA: (warning|info|debug)|libEGL (warning|debug)|"
    r"WARNING: .*not a conformant|warning: |note: |info: |DRI_PRIME|MESA-INTEL|"
    r"ATTENTION: default value|"
    r"Fatal Python error|Current thread|Thread 0x|Extension modules|Python runtime state)",
    re.IGNORECASE,
)
_ASSERTIONS = (
    # glibc: program, file, line, function. The others are of musl and macOS, gcc, LLVM, ACO (RADV's
    # compiler), Rust, C++, Chromium, sanitizers, and glibc's checks of the heap, which say more
    # than the signal does. The first that is found counts: the plainer forms come after.
    re.compile(r"^.*?: .*?:\d+: .*?: Assertion [`'\"](?P<text>.+?)['\"] failed", re.MULTILINE),
    re.compile(r"Assertion failed: (?P<text>.+?)(?:, function|, file|$)", re.MULTILINE),
    re.compile(r"Assertion [`'\"](?P<text>.+?)['\"] failed", re.MULTILINE),
    re.compile(r"(?P<text>internal compiler error: .+)$", re.MULTILINE),
    re.compile(r"(?P<text>fatal error: error in backend: .+)$", re.MULTILINE),
    re.compile(r"(?P<text>LLVM ERROR: .+)$", re.MULTILINE),
    re.compile(r"(?P<text>UNREACHABLE executed.*)$", re.MULTILINE),
    re.compile(
        r"ACO ERROR:\s+In file \S+\s+RA error .+\n(?: .*\n)?"
        r"(?P<text>.+?)(?: from instruction\b.*| in live-\w+)?$",
        re.MULTILINE,
    ),
    re.compile(r"ACO ERROR:\s+In file \S+\s+(?P<text>.+)$", re.MULTILINE),
    re.compile(
        r"thread '.*?'(?: \(\d+\))? panicked at (?P<text>.+(?:\n(?!note:|stack backtrace).+)?)"
    ),
    re.compile(r"(?P<text>terminate called after throwing an instance of .+(?:\n\s*what\(\):.+)?)"),
    re.compile(r"(?P<text>\b(?:UNREACHABLE|UNIMPLEMENTED|Check failed|ASSERT)\b.*)$", re.MULTILINE),
    re.compile(r"(?P<text>ERROR: AddressSanitizer: [\w-]+)"),
    re.compile(r"(?P<text>SPIRV-Tools internal error.*|SPIR-V ERROR: .+)$", re.MULTILINE),
    re.compile(r"(?P<text>\*\*\* (?:stack smashing|buffer overflow) detected \*\*\*)"),
    re.compile(
        r"(?P<text>(?:double free or corruption|free\(\): invalid \w+|malloc\(\): .+|"
        r"corrupted \S+ list).*)"
    ),
)
_FRAMES = (
    re.compile(
        r"^\s*#\d+\s+(?:0x[0-9a-f]+\s+)?(?:in\s+)?(?P<name>[A-Za-z_~:<][^\s(+]*)", re.MULTILINE
    ),
    re.compile(r"\((?P<name>[A-Za-z_][\w:~<>]*)\+0x[0-9a-f]+\)", re.MULTILINE),
    re.compile(r"^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?P<name>[A-Za-z_<][\w:<>{}]+)$", re.MULTILINE),
)
_DULL_FRAMES = frozenset(
    {
        "abort",
        "raise",
        "gsignal",
        "__assert_fail",
        "__assert_fail_base",
        "__pthread_kill_implementation",
        "_start",
    }
    | {
        "__libc_start_main",
        "__libc_start_call_main",
        "main",
        "clone",
        "clone3",
        "start_thread",
        "__restore_rt",
    }
    | {
        "pthread_kill",
        "__GI_raise",
        "__GI_abort",
        "rust_begin_unwind",
        "core::panicking::panic_fmt",
    }
)
_DULL_PREFIXES = (
    "llvm::sys::PrintStackTrace",
    "SignalHandler",
    "PrintStackTrace",
    "std::panicking",
    "__GI_",
)
_TOP_FRAMES = 3

_REMOVALS = (
    # Order matters: hexadecimal numbers before the decimal ones in them, paths before words.
    (re.compile(r"(Cannot select: ).*? = ([\w:]+).*", re.DOTALL), r"\1\2"),
    (re.compile(r"0x[0-9a-fA-F]+"), ""),
    (re.compile(r"/?(?:[\w.+-]+/)+(?=[\w.+-]+)"), ""),
    (re.compile(r"'?%\w+'?"), "%"),
    (re.compile(r"'\d+(?:\[[^\]]*\])?'"), "#"),
    # i32 and its like are types, and tell one message from another; x12 or bb3 is a name of the
    # day.
    (re.compile(r"\b(?![iuf](?:8|16|32|64)\b)((?:[a-z]|id|bb|ssa|block|tmp)_?)\d+\b"), r"\1#"),
    (re.compile(r"(?<!\w)\d[\d.]*"), "#"),
    (re.compile(r"\b[0-9a-f]{8,}\b"), "#"),
    (re.compile(r"\s+"), " "),
)


def normalise(text: str) -> str:
    """Return the text without what changes from run to run: ids, numbers, addresses, paths,
    white space.
    """
    for pattern, replacement in _REMOVALS:
        text = pattern.sub(replacement, text)
    # What comes later in a long message is mostly the program's own text.
    return text.strip()[:200]


def without_chatter(log: str) -> str:
    """Return the log without the lines that drivers print on every run."""
    return "\n".join(line for line in log.splitlines() if not _CHATTER.match(line.strip()))


def find_assertion(log: str) -> str:
    """Return the assertion or fatal message of a log, or nothing."""
    text = without_chatter(log)
    for pattern in _ASSERTIONS:
        match = pattern.search(text)
        if match:
            return match["text"].strip()
    return ""


def find_frames(log: str) -> tuple[str, ...]:
    """Return the names of the top frames in a log, dull ones left out; what a tracer wrote
    counts first.
    """
    native = _native_frames(log)
    if native:
        return native
    text = without_chatter(log)
    for pattern in _FRAMES:
        names = [match["name"] for match in pattern.finditer(text)]
        distinctive = [
            name
            for name in names
            if name not in _DULL_FRAMES and not name.startswith(_DULL_PREFIXES)
        ]
        if distinctive:
            return tuple(distinctive[:_TOP_FRAMES])
    return ()


def _native_frames(log: str) -> tuple[str, ...]:
    """Return the frames of the first stack that a tracer wrote, and that has any."""
    for match in _NATIVE.finditer(log):
        try:
            names = json.loads(match["dump"])["frames"]
        except (ValueError, KeyError, TypeError):
            continue
        frames = tuple(str(frame) for frame in names) if isinstance(names, list) else ()
        if frames:
            return frames
    return ()


def crash_signature(crash: Crash) -> str:
    """Return the signature of a crash: the stage, then assertion, frames or signal, whichever
    says most.
    """
    assertion = crash.assertion or find_assertion(crash.log)
    frames = crash.frames or find_frames(crash.log)
    # "Segmentation fault" in words is not an assertion: frames say more.
    if assertion and not (frames and is_bare(assertion)):
        what = normalise(assertion)
    elif frames:
        name = normalise(assertion) if assertion else crash.signal
        where = " < ".join(
            # The offset is all that such a frame has; `normalise` would remove it.
            frame if _IN_ONE_BUILD.fullmatch(frame) else normalise(frame)
            for frame in frames
        )
        what = f"{name} in {where}" if name else where
    else:
        what = crash.signal or crash.cause
    return f"{crash.stage}: {what}" if crash.stage else what


def is_bare(assertion: str) -> bool:
    """True for a message that only says in words which signal came."""
    return bool(_BARE.fullmatch(assertion.strip()))


def needs_frames(crash: Crash) -> bool:
    """True where nothing but a signal is known of a crash, so that two bugs may look the same."""
    assertion = crash.assertion or find_assertion(crash.log)
    if crash.frames or find_frames(crash.log) or (assertion and not is_bare(assertion)):
        return False
    return bool(crash.signal or assertion)


def is_distinctive(signature: str) -> bool:
    """True where the signature of a crash says more than which signal came, so that it names
    one bug.
    """
    return not _INDISTINCT.fullmatch(signature.rpartition(": ")[2])

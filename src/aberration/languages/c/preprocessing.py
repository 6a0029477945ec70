"""Self-contained preprocessing: C text that every compiler accepts, its headers written out from
headers of our own.

The C library's headers look different to each compiler, so what one has preprocessed another
refuses. These have only what ISO C promises and test programs use, for machines with 32-bit `int`
and 64-bit `long` and pointers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from aberration.core.process import execute, plain_environment

_SECONDS: Final = 20.0

_STDDEF: Final = """
typedef unsigned long size_t;
typedef long ptrdiff_t;
#ifndef NULL
#define NULL ((void *)0)
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
"""
_STDINT: Final = "\n".join(
    [f"typedef signed {base} int{bits}_t;\ntypedef unsigned {base} uint{bits}_t;"
     for bits, base in ((8, "char"), (16, "short"), (32, "int"), (64, "long"))]
    + ["typedef long intptr_t;", "typedef unsigned long uintptr_t;"]
    + ["typedef long intmax_t;", "typedef unsigned long uintmax_t;"]
    + [f"#define INT{bits}_MAX ({2 ** (bits - 1) - 1})" for bits in (8, 16, 32)]
    + [f"#define INT{bits}_MIN (-{2 ** (bits - 1) - 1} - 1)" for bits in (8, 16, 32)]
    + ["#define UINT8_MAX (255)", "#define UINT16_MAX (65535)", "#define UINT32_MAX (4294967295U)"]
    + ["#define INT64_MAX (9223372036854775807L)", "#define INT64_MIN (-9223372036854775807L - 1)"]
    + ["#define UINT64_MAX (18446744073709551615UL)", "#define SIZE_MAX (18446744073709551615UL)"]
    + ["#define INTPTR_MAX INT64_MAX", "#define INTPTR_MIN INT64_MIN"]
    + ["#define UINTPTR_MAX UINT64_MAX"]
    + ["#define INTMAX_MAX INT64_MAX", "#define INTMAX_MIN INT64_MIN"]
    + ["#define UINTMAX_MAX UINT64_MAX"]
    + [f"#define {u}INT{bits}_C(c) {'c ## U' if u and bits == 32 else 'c'}"
       for u in ("", "U") for bits in (8, 16, 32)]
    + ["#define INT64_C(c) c ## L", "#define UINT64_C(c) c ## UL"]
)  # fmt: skip
_LIMITS: Final = """
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-127 - 1)
#define UCHAR_MAX 255
#define CHAR_MAX 127
#define CHAR_MIN (-127 - 1)
#define SHRT_MAX 32767
#define SHRT_MIN (-32767 - 1)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-9223372036854775807L - 1)
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define ULLONG_MAX 18446744073709551615ULL
"""
_STDIO: Final = """
#include <stddef.h>
#define EOF (-1)
int printf(const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int puts(const char *);
int putchar(int);
int getchar(void);
"""
_STDLIB: Final = """
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void exit(int) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
int abs(int);
long labs(long);
int atoi(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
"""
_STRING: Final = """
#include <stddef.h>
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
"""
_CTYPE: Final = "\n".join(
    f"int {name}(int);"
    for name in (
        *(
            f"is{what}"
            for what in (
                "alnum",
                "alpha",
                "digit",
                "lower",
                "upper",
                "punct",
                "space",
                "xdigit",
                "print",
            )
        ),
        *("tolower", "toupper"),
    )
)
_MATH: Final = "\n".join(
    [
        "#define HUGE_VAL (1e300 * 1e300)",
        "#define INFINITY ((float)HUGE_VAL)",
        "#define isnan(x) ((x) != (x))",
    ]
    + [
        f"double {name}(double);\nfloat {name}f(float);"
        for name in ("fabs", "floor", "ceil", "sqrt", "trunc", "round")
    ]
)
_FLOAT: Final = """
#define FLT_MAX 3.40282346638528859811704183484516925e+38F
#define FLT_MIN 1.17549435082228750796873653722224568e-38F
#define FLT_EPSILON 1.19209289550781250000000000000000000e-7F
#define DBL_MAX 1.79769313486231570814527423731704357e+308
#define DBL_MIN 2.22507385850720138309023271733240406e-308
#define DBL_EPSILON 2.22044604925031308084726333618164062e-16
"""
_ASSERT: Final = """
void abort(void) __attribute__((noreturn));
#define assert(condition) ((condition) ? (void)0 : abort())
"""
_STDARG: Final = """
typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)
"""
_STDBOOL: Final = "#define bool _Bool\n#define true 1\n#define false 0"
_INTTYPES: Final = "\n".join(
    ["#include <stdint.h>"]
    + [
        f'#define PRI{letter}{bits} "{length}{letter}"'
        for bits, length in ((8, ""), (16, ""), (32, ""), (64, "l"))
        for letter in "diuxXo"
    ]
)
HEADERS: Final[dict[str, str]] = {
    "assert.h": _ASSERT,
    "ctype.h": _CTYPE,
    "float.h": _FLOAT,
    "inttypes.h": _INTTYPES,
    "limits.h": _LIMITS,
    "math.h": _MATH,
    "stdarg.h": _STDARG,
    "stdbool.h": _STDBOOL,
    "stddef.h": _STDDEF,
    "stdint.h": _STDINT,
    "stdio.h": _STDIO,
    "stdlib.h": _STDLIB,
    "string.h": _STRING,
}


def written_out(source: bytes, compiler: str, folders: Sequence[str] = ()) -> bytes | None:
    """Return the program with its headers written out by the preprocessor of a gcc or clang; None
    if it refuses.

    `folders` has headers of the program itself, such as csmith's. A header that is not among
    `HEADERS` is refused.
    """
    with tempfile.TemporaryDirectory(prefix="aberration-") as place:
        folder = Path(place)
        (folder / "neutral").mkdir()
        for name, text in HEADERS.items():
            guarded = f"#pragma once\n{text}\n"
            (folder / "neutral" / name).write_text(guarded)
        (folder / "program.c").write_bytes(source)
        includes = [f"-I{each}" for each in ("neutral", *folders)]
        command = [compiler, "-E", "-P", "-w", "-undef", "-nostdinc", *includes, "program.c"]
        done = execute(command, folder, _SECONDS, plain_environment(folder))
    return done.stdout if done.status == 0 and not done.timed_out else None

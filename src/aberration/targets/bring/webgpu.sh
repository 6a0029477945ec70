#!/bin/sh
# Brings the implementations of WebGPU under test, each version in a folder of its own (150 MB in all):
#   wgpu (naga), Python packages; needs a Python with pip
#   Dawn (Tint), npm packages; needs Node.js and npm
#   Playwright, an npm package, for the WebGPU of this machine's Chromium
# Nothing is run while it is installed. Safe to run again: what is there is left alone.
set -eu

WGPUS="0.32.0 0.27.0 0.21.1 0.19.3"
SNIFFIO=1.3.1 # what the older ones of them import
DAWNS="0.6.2 0.4.0 0.3.8"
PLAYWRIGHT=1.65.1 # drives the Chromium of this machine
TOOLS=${ABERRATION_TOOLS:?names the folder of compilers}
PYTHON=${PYTHON:-python3}

say() { printf 'webgpu: %s\n' "$*"; }

bring_wgpu() {
    folder=$TOOLS/wgpu-$1
    [ -e "$folder/complete" ] && return 0
    say "installing wgpu $1"
    rm -rf "${folder:?}"
    if "$PYTHON" -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --target "$folder" \
        "wgpu==$1" "sniffio==$SNIFFIO"; then
        : >"$folder/complete"
    else
        rm -rf "${folder:?}"
        say "no wgpu $1: its targets stay unavailable"
    fi
}

# The package holds a library for every system: those of the others are taken away.
bring_dawn() {
    folder=$TOOLS/dawn-$1
    [ -e "$folder/complete" ] && return 0
    say "installing Dawn $1"
    rm -rf "${folder:?}"
    mkdir -p "$folder"
    if npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error \
        "webgpu@$1" >/dev/null; then
        find "$folder/node_modules/webgpu/dist" -type f ! -path "*/linux-*" -delete
        : >"$folder/complete"
    else
        rm -rf "${folder:?}"
        say "no Dawn $1: its targets stay unavailable"
    fi
}

bring_playwright() {
    folder=$TOOLS/playwright-$PLAYWRIGHT
    [ -e "$folder/complete" ] && return 0
    say "installing Playwright $PLAYWRIGHT"
    rm -rf "${folder:?}"
    mkdir -p "$folder"
    if npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error \
        "playwright-core@$PLAYWRIGHT" >/dev/null; then
        : >"$folder/complete"
    else
        rm -rf "${folder:?}"
        say "no Playwright $PLAYWRIGHT: Chromium's targets stay unavailable"
    fi
}

for version in $WGPUS; do bring_wgpu "$version"; done
if command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1; then
    for version in $DAWNS; do bring_dawn "$version"; done
    bring_playwright
else
    say "no Dawn, no browser: Node.js and npm are needed (sudo apt-get install nodejs npm)"
fi

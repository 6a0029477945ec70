#!/bin/sh
# Installs the compilers and drivers under test that come from Debian, where we may: as root, or by sudo without a
# password. Says which stay away, and how to get them. Safe to run again.
set -eu

PACKAGES="mesa-vulkan-drivers libvulkan1 libegl1 libegl-mesa0 libgl1-mesa-dri chromium spirv-tools spirv-cross glslang-tools glslc gcc clang libclang-rt-dev tcc csmith libcsmith-dev libc6-dev"

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

if ! command -v dpkg-query >/dev/null 2>&1; then
    say "not a Debian system: install the equivalents of: $PACKAGES ('aberration doctor' tells what is missing)"
    [ "$#" -eq 0 ]
    exit
fi
if [ "$#" -gt 0 ]; then
    install_packages "$@"
    exit
fi
# shellcheck disable=SC2086
install_packages $PACKAGES || true
# Other packages of Node.js than Debian's bring npm themselves.
command -v npm >/dev/null 2>&1 || install_packages nodejs npm || true

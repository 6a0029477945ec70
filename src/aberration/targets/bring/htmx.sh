#!/bin/sh
# Brings HTMX, which the dashboard (aberration serve) hands out where it is there: an npm package of one script
# without dependencies. Nothing is run while it is installed. Safe to run again: what is there is left alone.
# Without it every page works, and is loaded again where HTMX would change a part of it.
set -eu
HTMX=2.0.7
TOOLS=${ABERRATION_TOOLS:?names the folder of compilers}

say() { printf 'htmx: %s\n' "$*"; }

folder=$TOOLS/htmx-$HTMX
[ -e "$folder/complete" ] && exit 0
if ! command -v npm >/dev/null 2>&1; then
    say "no HTMX: npm is needed (sudo apt-get install npm)"
    exit 1
fi
say "installing HTMX $HTMX"
rm -rf "${folder:?}"
mkdir -p "$folder"
if npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error \
    "htmx.org@$HTMX" >/dev/null; then
    : >"$folder/complete"
else
    rm -rf "${folder:?}"
    say "no HTMX $HTMX: the dashboard's pages are loaded whole"
    exit 1
fi

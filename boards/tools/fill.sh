#!/bin/sh
# SPDX-License-Identifier: MIT
# fill.sh - puts generated text into a document, between its two markers.
#
# usage: fill.sh DOCUMENT NAME <text
#        replaces what stands between the lines <!-- begin NAME --> and <!-- end NAME -->
set -eu

document=$1
name=$2
filled=$(mktemp)
trap 'rm -f "$filled"' EXIT

awk -v begin="<!-- begin $name -->" -v end="<!-- end $name -->" '
    FILENAME == "-" { text = text $0 "\n"; next }
    $0 == begin     { print; printf "%s", text; is_inside = 1; begun++; next }
    $0 == end       { is_inside = 0; ended++ }
    !is_inside      { print }
    END             { exit begun == 1 && ended == 1 ? 0 : 1 }
' - "$document" >"$filled" || {
    echo "fill.sh: $document has no markers 'begin $name' and 'end $name'" >&2
    exit 1
}
cmp -s "$filled" "$document" || cat "$filled" >"$document"

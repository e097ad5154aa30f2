#!/bin/sh
# SPDX-License-Identifier: MIT
# need.sh - installs the Debian packages that a target needs and the machine lacks.
#
# usage: need.sh SEEN:PACKAGE ...   SEEN is a command, or the path of a file, that comes with the package;
#                                   plain PACKAGE is a command and a package of the same name
#
# Silent and quick when nothing is missing. Else it prints what it installs before it does, and asks nothing.
# Without apt, or without the right to use it, it prints what to type and ends with 1.
set -u

is_here() {
    case $1 in
    /*) test -e "$1" ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

# Prints the packages, of those described by the arguments, that are not here; each once.
packages_missing() {
    found=
    for want in "$@"; do
        is_here "${want%%:*}" && continue
        case "$found " in
        *" ${want#*:} "*) ;;
        *) found="$found ${want#*:}" ;;
        esac
    done
    printf '%s' "$found"
}

say() {
    printf '  %-8s %s\n' "$1" "$2"
}

refuse() { # $1 the reason, $2 what to put before apt-get
    {
        printf 'Packages are missing and cannot be installed from here: %s.\n' "$1"
        printf 'They are called, in Debian 12:\n\n   %s\n\n' "$missing"
        printf 'Install them, as root, by\n\n'
        printf '    %sapt-get install --no-install-recommends%s\n\n' "$2" "$missing"
        printf 'or by what your system has instead, and type make again.\n'
    } >&2
    exit 1
}

# Prints which of the missing packages apt is busy with.
tell() {
    while read -r what second _ _ fifth _; do
        case $what in
        Get:*) doing=fetch package=$fifth ;;
        Unpacking) doing=install package=${second%%:*} ;;
        *) continue ;;
        esac
        case "$missing " in
        *" $package "*) say "$doing" "$package" ;;
        esac
    done
}

apt() {
    rm -f "$kept/failed"
    {
        $as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
            apt-get -q -y -o DPkg::Lock::Timeout=600 "$@" </dev/null 2>&1 || : >"$kept/failed"
    } | tee "$kept/log" | tell
    ! [ -e "$kept/failed" ]
}

has_lists() {
    for list in /var/lib/apt/lists/*_Packages*; do
        test -e "$list" && return
    done
    return 1
}

update() {
    say fetch "apt's lists of packages"
    apt update || { cat "$kept/log" >&2; refuse 'apt-get update failed, see above' "${as_root:+sudo }"; }
    is_updated=yes
}

# All in one step, so that apt reads its lists once.
install() {
    apt install --no-install-recommends $missing && return
    if [ -z "$is_updated" ]; then
        update
        apt install --no-install-recommends $missing && return
    fi
    cat "$kept/log" >&2
    refuse 'apt-get install failed, see above' "${as_root:+sudo }"
}

missing=$(packages_missing "$@")
[ -n "$missing" ] || exit 0

as_root=
command -v apt-get >/dev/null 2>&1 || refuse 'there is no apt-get' ''
if [ "$(id -u)" -ne 0 ]; then
    as_root='sudo -n'
    command -v sudo >/dev/null 2>&1 || refuse 'only root may, and there is no sudo' ''
    sudo -n true 2>/dev/null || refuse 'only root may, and sudo asks for a password' 'sudo '
fi

# Two targets of a parallel make may come here at the same time: the second waits, and looks again.
if command -v flock >/dev/null 2>&1; then
    exec 9<"$0"
    flock 9
    missing=$(packages_missing "$@")
    [ -n "$missing" ] || exit 0
fi

kept=$(mktemp -d) || exit 1
trap 'rm -rf "$kept"' EXIT
trap 'exit 1' HUP INT TERM
is_updated=
printf 'Missing, so installed now by apt-get:%s\n' "$missing"
has_lists || update
install

wanted=$missing
missing=$(packages_missing "$@")
[ -z "$missing" ] || refuse "apt-get installed$wanted, and yet something they should bring is not here" ''

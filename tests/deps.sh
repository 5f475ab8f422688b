#!/bin/sh
# Installs the Debian or Ubuntu packages that the named parts need: test, compare, lint, fuzz.
# Without the right to install it names what is missing and fails; elsewhere it names them all.
set -u
wanted=
for part in "$@"; do
    case $part in
    test) wanted="$wanted gcc g++ clang libcmocka-dev libgmp-dev libsimde-dev qemu-user python3 perl" ;;
    compare) wanted="$wanted hyperfine" ;;
    lint) wanted="$wanted clang-format clang-tidy cppcheck" ;;
    fuzz) wanted="$wanted clang" ;;
    *) echo "deps.sh: unknown part $part" >&2 && exit 2 ;;
    esac
done
if ! command -v dpkg-query >/dev/null; then
    echo "not a Debian system; make sure that it has, under whatever names:$wanted" >&2
    exit 0
fi
missing=
for package in $wanted; do
    case "$missing " in *" $package "*) continue ;; esac
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
        missing="$missing $package"
done
# clang's sanitizer and fuzzer run time has clang's version in its name.
case " $* " in *' fuzz '*)
    version=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p')
    runtime=libclang-rt-${version:-14}-dev
    dpkg-query -W -f '${Status}' "$runtime" 2>/dev/null | grep -q 'ok installed' ||
        missing="$missing $runtime"
    ;;
esac
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ]; then
    sudo=
elif sudo -n true 2>/dev/null; then
    sudo=sudo
else
    echo "missing packages; install them with: apt-get install$missing" >&2
    exit 1
fi
echo "installing$missing"
log=$(mktemp) && trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # a list of words
{ $sudo apt-get update && $sudo apt-get install -y --no-install-recommends $missing; } \
    >"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }

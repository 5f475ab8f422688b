#!/bin/sh
# Installs the Debian or Ubuntu packages that the named parts need: test, machines, compare, peers,
# results, lint, fuzz, coverage, fleet, pictures, web, test-web, site. Without the right to install it
# names what is missing and fails; elsewhere it names them all. The compilers and emulators of the
# part machines, the libraries of the parts peers and fleet, the tools of the part results and those
# of the web, which not every release has, are installed where they can be; else one line names
# them, and what needs them is skipped.
set -u
wanted= further=
for part in "$@"; do
    case $part in
    test)
        wanted="$wanted gcc g++ clang libcmocka-dev libgmp-dev libsimde-dev qemu-user python3 perl"
        ;;
    machines)
        further="$further gcc-11 g++-11 gcc-12-multilib g++-12-multilib
            clang-13 clang-14 clang-15 clang-16 clang-19 clang-22 libclang-rt-14-dev lld-14
            gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-arm-linux-gnueabihf
            libc6-dev-armhf-cross wasi-libc libclang-rt-14-dev-wasm32 nodejs
            gcc-mingw-w64-x86-64 wine wine64 clang-format-14 clang-tidy cppcheck
            cmake pkg-config openmpi-bin libopenmpi-dev libstb-dev"
        ;;
    fleet) further="$further openmpi-bin libopenmpi-dev" ;;
    compare) wanted="$wanted hyperfine" ;;
    peers)
        wanted="$wanted gcc g++"
        further="$further clang pkg-config libfcl-dev libccd-dev libode-dev libbullet-dev
            libembree-dev libcgal-dev"
        ;;
    results) wanted="$wanted python3" further="$further gnuplot-nox llvm llvm-19" ;;
    lint) wanted="$wanted clang-format clang-tidy cppcheck" ;;
    fuzz) wanted="$wanted clang" further="$further clang-14 libclang-rt-14-dev" ;;
    coverage) wanted="$wanted gcovr" ;;
    web) further="$further emscripten libsimde-dev libjs-three" ;;
    site) wanted="$wanted python3" further="$further mkdocs mkdocs-material" ;;
    test-web) wanted="$wanted perl" further="$further chromium nodejs npm" ;;
    pictures) wanted="$wanted libstb-dev" ;;
    *) echo "deps.sh: unknown part $part" >&2 && exit 2 ;;
    esac
done
if ! command -v dpkg-query >/dev/null; then
    echo "not a Debian system; make sure that it has, under whatever names:$wanted $further" >&2
    exit 0
fi
installed() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}
missing=
for package in $wanted; do
    case "$missing " in *" $package "*) continue ;; esac
    installed "$package" || missing="$missing $package"
done
extra=
for package in $further; do
    case $package in
    nodejs) command -v node >/dev/null && continue ;;
    npm) command -v npm >/dev/null && continue ;;
    esac
    installed "$package" || extra="$extra $package"
done
[ -z "$missing$extra" ] && exit 0
if [ "$(id -u)" = 0 ]; then
    sudo=
elif sudo -n true 2>/dev/null; then
    sudo=sudo
else
    echo "missing packages; install them with: apt-get install$missing$extra" >&2
    [ -z "$missing" ]
    exit
fi
log=$(mktemp) && trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
[ -n "$(find /var/lib/apt/lists -name '*_Packages*' -mmin -1440 2>/dev/null)" ] ||
    $sudo apt-get update >"$log" 2>&1 || tail -n 3 "$log" >&2
absent=
for package in $extra; do
    case $(apt-cache policy "$package" 2>/dev/null) in
    *'Candidate: (none)'* | '') absent="$absent $package" ;;
    *) missing="$missing $package" ;;
    esac
done
[ -z "$absent" ] || echo "not in this release, what needs them is skipped:$absent"
[ -z "$missing" ] && exit 0
echo "installing$missing"
# shellcheck disable=SC2086 # a list of words
$sudo apt-get install -y --no-install-recommends $missing >"$log" 2>&1 && exit 0
tail -n 20 "$log" >&2
# Together they could not be: those that must be, then the others one by one.
for package in $wanted $extra; do
    installed "$package" || $sudo apt-get install -y --no-install-recommends "$package" \
        >"$log" 2>&1 || echo "could not be installed: $package" >&2
done
for package in $wanted; do
    installed "$package" || exit 1
done

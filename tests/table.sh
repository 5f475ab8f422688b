# Sourced by scripts that print TAP from a table of checks:
#
#     sh tests/SCRIPT.sh [quick|normal|full]      or the variable COLLIDE_TEST_TIER
#
# With the variable COLLIDE_TEST_ONLY only those whose text it is, whatever their tier; it may be a
# pattern: '*aarch64*'. With COLLIDE_TEST_TIMES set, the rows with their seconds of CPU follow.
# The script defines a function `table` of lines `check TEXT COMMAND...`, then calls run_table. Each
# command runs in an empty folder of its own, prints why it fails, and exits with 77 to be skipped
# (its last line says why). Commands run in parallel: the script reads its table once to count, then
# calls itself for each number.
mode=${1:-${COLLIDE_TEST_TIER:-normal}} folder=${2:-} number=${3:-}
top=$(cd "$(dirname "$0")/.." && pwd)
n=0
[ -z "${COLLIDE_TEST_ONLY-}" ] || mode=full

check() {
    # shellcheck disable=SC2254
    case $1 in ${COLLIDE_TEST_ONLY:-*}) ;; *) return ;; esac
    n=$((n + 1))
    if [ -z "$number" ]; then
        printf '%s\n' "$1" >>"$folder/texts"
    elif [ "$number" = $n ]; then
        shift
        mkdir "$folder/$n" && cd "$folder/$n" || exit
        ("$@") >../$n.out 2>&1
        echo $? >../$n.status
        times >../$n.times
        cd .. && rm -rf "./$n"
        exit
    fi
}

# What every tier has, what is left out of the quick one, and what only the full one has.
quick() {
    "$@"
}
slow() {
    [ "$mode" = quick ] || "$@"
}
long() {
    [ "$mode" != full ] || "$@"
}

skip() {
    echo "$1"
    exit 77
}

need() {
    command -v "$1" >/dev/null || skip "$1 is not installed"
}

# Our own builds; clang's -ffast-math as collide.h takes it.
strict='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror'
safe='-ffast-math -fno-finite-math-only'
impl=-DCOLLIDE_IMPLEMENTATION
# What -Ofast allows, contraction included, without what takes gcc longest to compile. The object of
# that row also serves the programs that count work (Makefile).
loose='-O1 -ffast-math -fexpensive-optimizations -march=native -DCOLLIDE_NO_SIMD -DCOLLIDE_COUNT_WORK'
# One width of vectors besides scalar code, for what is not about widths: half to compile.
narrow='-DCOLLIDE_NO_AVX2 -DCOLLIDE_NO_AVX512'

# Compiler, flags: they make a program, so that what fails after this is ours.
works() {
    need "$1"
    echo 'int main(void) { return 0; }' >empty.c
    "$@" empty.c -o empty.exe || skip "does not work here: $*"
    case " $* " in *' -DCOLLIDE_SIMDE '*) [ -e /usr/include/simde ] || skip 'no SIMDe' ;; esac
}

x86() {
    case $(uname -m) in x86_64) ;; *) skip 'not x86-64' ;; esac
}

# Runs the command, prints what it prints, fails if that is anything.
silent() {
    "$@" >said 2>&1
    cat said
    [ ! -s said ]
}

# Of what a command says its end, and only if it fails.
quiet() {
    "$@" >log 2>&1 || { tail -n 8 log && return 1; }
}

# Pattern, command: the command fails and says so.
fails() {
    pattern=$1
    shift
    ("$@") >said 2>&1
    status=$?
    cat said
    [ $status != 77 ] || exit 77
    [ $status != 0 ] && grep -q "$pattern" said
}

# alone|both: the headers, the program and a unit that holds nothing else, in the current folder.
place() {
    cp "$folder/$1"/*.h "$folder/$1/tests/check_use.c" . && echo '#include "collide.h"' >only.c
}

# Compiler, arguments: strictly, .c as C++ by C++ compilers.
compile() {
    compiler=$1
    shift
    need "$compiler"
    case $compiler in *++*) set -- -x c++ "$@" ;; esac
    # shellcheck disable=SC2086
    "$compiler" $strict "$@"
}

# alone|both, compiler, flags: sets object, that of the headers (tests/object.sh).
object() {
    need "$2"
    headers=$1
    shift
    [ "$headers" = both ] || set -- --alone "$@"
    object=$(sh "$top/tests/object.sh" "$@")
}

# alone|both, source, program, compiler, flags: the source, strictly, linked with that object. The
# variable own has flags of the program alone; level those with which its source is compiled, but
# not linked: -Ofast there has denormal numbers flushed.
linked() {
    headers=$1 source=$2 program=$3
    shift 3
    object "$headers" "$@" || return
    compiler=$1
    shift
    language=none
    case $compiler in *++*) language=c++ ;; esac
    # shellcheck disable=SC2086
    "$compiler" $strict -DCOLLIDE__IMPLEMENTED "$@" ${own-} ${level-} -x $language \
        -c "$source" -o "$program.o" && "$compiler" "$@" ${own-} "$program.o" "$object" -o "$program"
}

# The version that the macros of collide.h tell.
macros_version() {
    sed -n 's/^#define COLLIDE_VERSION_[MP][A-Z]* //p' "$top/collide.h" | xargs | tr ' ' .
}

# The sources as commands find them: $folder/both, and $folder/alone without collide_simd.h. SIMDe
# by itself, for cross compilers that may not see the rest of /usr/include.
stage() {
    for tree in both alone; do
        mkdir -p "$folder/$tree" && cp "$top"/*.h "$folder/$tree" &&
            tar cf - -C "$top" --exclude=tests/corpus tests bench examples src |
                tar xf - -C "$folder/$tree" || return
    done
    rm "$folder/alone/collide_simd.h" && mkdir "$folder/simde" &&
        ln -s /usr/include/simde "$folder/simde/simde"
}

# Machine, compiler: sets runner, what runs a program of that machine, and flags, which the compiler
# needs to make one. Paths are relative to the folder of a command: absolute ones may have spaces.
machine() {
    runner='' flags=''
    case $1 in
    native) # version 19 complains of its own -march=native on some processors
        case $2 in clang*-19) flags=-Wno-invalid-feature-combination ;; esac
        ;;
    Nehalem | Haswell)
        need qemu-x86_64
        runner="qemu-x86_64 -cpu $1"
        ;;
    i386)
        flags=-m32
        works "$2" -m32
        ./empty.exe 2>/dev/null || { # not every kernel runs it
            need qemu-i386
            runner=qemu-i386
        }
        ;;
    aarch64) linux_machine qemu-aarch64 aarch64-linux-gnu "$2" ;;
    armv7) linux_machine qemu-arm arm-linux-gnueabihf "$2" ;;
    wasm)
        need node
        [ -e /usr/include/wasm32-wasi ] || skip 'wasi-libc is not installed'
        runner="node --no-warnings ../both/tests/wasi.mjs"
        flags="--target=wasm32-wasi -isystem ../simde"
        ;;
    windows)
        need x86_64-w64-mingw32-gcc && need wine
        runner=run_windows
        ;;
    msvc) # clang's target, with headers of our own in place of Microsoft's
        need "$2"
        flags="--target=x86_64-pc-windows-msvc -nostdinc -I../both/tests/msvc
            -isystem $("$2" -print-resource-dir)/include
            -Wno-unknown-pragmas -Wno-language-extension-token"
        ;;
    esac
}
linux_machine() { # emulator, machine, compiler
    need "$1" && need "$2-gcc" # clang links with it
    runner=$1 flags="-static -isystem ../simde"
    case $3 in clang*) flags="--target=$2 -isystem /usr/$2/include $flags" ;; esac
}
run_windows() { # wine makes its folder at its first command, which must be alone
    wine=${COLLIDE_TEST_WINE:-$folder/wine}
    WINEDEBUG=-all WINEPREFIX=$wine flock "$wine.lock" wine "$@" >wine.out 2>wine.log
    ended=$?
    tr -d '\r' <wine.out
    return $ended
}

# Seconds of CPU of each row, user and system, the most expensive first.
spent() {
    number=0
    while read -r text; do
        number=$((number + 1))
        sed '1d; s/[ms]/ /g' "$folder/$number.times" 2>/dev/null |
            awk -v text="$text" '{ printf "# %6.1f %s\n", 60 * ($1 + $3) + $2 + $4, text }'
    done <"$folder/texts" | sort -k 2,2nr | awk '{ sum += $2; print }
        END { printf "# %6.1f seconds of CPU in all\n", sum }'
}

run_table() {
    if [ -z "$number" ]; then
        folder=$(mktemp -d) || exit
        # wine's server writes for some seconds after its last program ended.
        trap 'rm -rf "$folder" 2>/dev/null || { sleep 5 && rm -rf "$folder"; }' EXIT
        trap 'exit 1' HUP INT TERM
        stage || exit
        : >"$folder/texts"
    fi
    table
    [ -z "$number" ] || exit
    if [ $n = 0 ]; then
        echo "1..0 # SKIP no check has the text ${COLLIDE_TEST_ONLY-}"
        return 1
    fi
    # Seconds of CPU of a process, which other load does not change, end what does not end itself;
    # what waits for ever is ended, too.
    row='timeout 7200 sh "$@"'
    # Scripts that run side by side share slots for their rows (run.sh).
    [ -z "${COLLIDE_TEST_SLOTS-}" ] ||
        row="read -r slot <&7; COLLIDE_TEST_SLOTS= $row 7<&-; echo \"\$slot\" >&7"
    (ulimit -t 1800 && seq $n | xargs -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" -n 1 \
        sh -c "$row" row "$0" "$mode" "$folder")
    number=0 failed=0
    while read -r text; do
        number=$((number + 1))
        case $(cat "$folder/$number.status" 2>/dev/null) in
        0) echo "ok $number - $text" ;;
        77) echo "ok $number - $text # SKIP $(tail -n 1 "$folder/$number.out")" ;;
        *)
            echo "not ok $number - $text"
            [ -e "$folder/$number.status" ] || echo '# ended from outside, or after two hours'
            head -n 8 "$folder/$number.out" 2>/dev/null | sed 's/^/# /'
            failed=1
            ;;
        esac
    done <"$folder/texts"
    echo "1..$n"
    [ -z "${COLLIDE_TEST_TIMES-}" ] || spent
    return $failed
}

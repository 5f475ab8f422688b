#!/bin/sh
# TAP: the corpora of the fuzz targets replayed, and threads that start at once, under sanitizers,
# with flags that break other programs, and on other machines.
. "$(dirname "$0")/table.sh"

# Machine, compiler, flags: all targets on their files; but in the full tier each 32nd where an
# emulator takes long, and each 16th one under MSan. The third file is the first of these: of five
# choices that were timed, this one takes least. What calls the headers is not optimised.
corpora() {
    machine=$1 compiler=$2
    shift 2
    machine "$machine" "$compiler"
    each=1
    [ "$mode" = full ] || case "$runner$*" in
    qemu*) each=32 ;;
    *-fsanitize=memory*) each=16 ;;
    esac
    # shellcheck disable=SC2086
    works "$compiler" $flags "$@"
    own=''
    [ "$mode" = full ] || case "$*" in # the memory of targets alone, as Makefile has it
    *address,undefined*) own='-fno-sanitize=undefined -fno-sanitize=float-cast-overflow' ;;
    esac
    case "$*" in *-fsanitize*) set -- "$@" -g1 -fno-sanitize-recover=all ;; esac
    # shellcheck disable=SC2086
    object both "$compiler" $flags "$@" || return
    # Linked without -ffast-math, which would flush denormal numbers.
    link=$(echo "$*" | sed 's/-Ofast//; s/-ffast-math//')
    python3 "$top/tests/fuzz_calls.py" >fuzz_calls.h || return
    for target in builders identity calls; do
        # shellcheck disable=SC2086
        "$compiler" -DCOLLIDE__IMPLEMENTED -DFUZZ_REPLAY -I"$folder/both" -I. $flags "$@" $own \
            -O0 -c "$folder/both/tests/fuzz_$target.c" -o $target.o &&
            "$compiler" $flags $link $target.o "$object" -o $target &&
            ls -d "$top/tests/corpus/$target"/* | awk "NR % $each == 3 % $each" | tr '\n' '\0' |
            xargs -0 -n 1000 $runner ./$target || return
    done
}

threads() { # programs, compiler, flags
    programs=$1
    shift
    works "$@"
    python3 "$top/tests/fuzz_calls.py" >fuzz_calls.h || return
    for program in $programs; do
        own="-O0 -pthread -I. -I$folder/both" linked both "$folder/both/tests/$program.c" $program "$@" &&
            ./$program || return
    done
}

# As in Makefile, with whose programs it shares an object.
seen='-fno-sanitize=null -fno-sanitize=object-size -fno-sanitize=pointer-overflow'

table() {
    while read -r tier machine compiler flags; do
        # shellcheck disable=SC2086
        $tier check "corpora, $machine, $compiler $flags" corpora "$machine" "$compiler" $flags
    done <<ROWS
slow native  gcc      -std=c99 -O1 -fsanitize=address,undefined,float-cast-overflow $narrow $seen
long native  gcc      -std=c99 -O1 -fsanitize=address,undefined,float-cast-overflow
long native  clang-14 -std=c99 -O1 -fsanitize=address,undefined,float-cast-overflow
slow native  clang-14 -std=c99 -O0 -fsanitize=memory -DCOLLIDE_NO_SIMD
long native  clang-14 -std=c99 -O1 -fsanitize=memory
long native  gcc      -std=c99 -O1 -fsanitize=address,undefined,float-cast-overflow -DCOLLIDE_SIMDE
long native  gcc      -Ofast -march=native
long native  clang-19 -O3 -march=native $safe
long i386    gcc      -std=c99 -O0
long i386    gcc      -std=c99 -O1
long i386    gcc      -std=c99 -O2
long i386    gcc      -std=c99 -O2 -msse2 -mfpmath=sse
long aarch64 aarch64-linux-gnu-gcc -O2
long aarch64 clang-19 -O3 $safe
long armv7   arm-linux-gnueabihf-gcc -O2
ROWS
    both='threads threads_calls'
    slow check "threads, gcc -O2" threads "$both" gcc -std=c99 -O2
    # what threads.c asks; that queries share nothing else is a row of symbols.sh
    asked='-DCOLLIDE_WITH_KDOP -DCOLLIDE_WITH_SAT -DCOLLIDE_WITH_TERRAIN -DCOLLIDE_WITH_CYLINDER
        -DCOLLIDE_WITH_TREE -DCOLLIDE_WITH_TRIANGLE'
    # shellcheck disable=SC2086
    slow check "threads that choose kernels, gcc -O0 -fsanitize=thread $narrow" \
        threads threads gcc -std=c99 -O0 -g1 -fsanitize=thread $narrow $asked
    long check "threads, gcc -O0 -fsanitize=thread" \
        threads "$both" gcc -std=c99 -O0 -g1 -fsanitize=thread
    long check "threads, clang-14 -O1 -fsanitize=thread" \
        threads "$both" clang-14 -std=c99 -O1 -g1 -fsanitize=thread
}

run_table

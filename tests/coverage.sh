#!/bin/sh
# Which lines of both headers no test reaches: gcovr's table, and build/coverage/index.html. Lines
# of kernels count as reached if any width, kind or instruction set of this machine reaches them;
# those of other compilers and machines are not seen here (tests/golden.sh runs them).
top=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$top/build/coverage" && mkdir -p "$top/build/coverage" && cd "$top/build/coverage" || exit

cover() { # arguments of gcc
    gcc -std=c99 -O0 --coverage -I"$top" "$@"
}
make_one() { # program, its source, flags: linked with the object of the headers
    out=$1 source=$2
    shift 2
    cover -DCOLLIDE__IMPLEMENTED "$@" "$top/tests/$source.c" headers.o -o "$out" -lcmocka -lgmp \
        -pthread
}

programs=
cover -c "$top/tests/headers.c" -o headers.o || exit
for test in kdop identity sat sat_identity sat_data triangle sphere ray octree terrain tree motion \
    solid cable cable_lists open; do
    make_one test_$test test_$test || exit
    programs="$programs ./test_$test"
done
cover "$top/tests/test_contacts.c" -o test_contacts -lcmocka &&
    cover "$top/tests/test_heaps.c" -o test_heaps -lcmocka &&
    python3 "$top/tests/fuzz_calls.py" >fuzz_calls.h &&
    cover -I. "$top/tests/test_hardened.c" -o test_hardened &&
    cover -DCOLLIDE_SIMDE "$top/tests/golden.c" -o golden_simde && make_one golden golden &&
    make_one threads threads && make_one fuzz_builders fuzz_builders -DFUZZ_REPLAY &&
    make_one fuzz_identity fuzz_identity -DFUZZ_REPLAY || exit
for program in $programs ./test_contacts ./test_heaps ./test_hardened \
    ./golden ./golden_simde ./threads \
    'qemu-x86_64 -cpu Nehalem ./golden' 'qemu-x86_64 -cpu Haswell ./golden' \
    "./fuzz_builders $top/tests/corpus/builders/*" \
    "./fuzz_identity $top/tests/corpus/identity/*"; do
    # shellcheck disable=SC2086
    COLLIDE_TEST_TIER=quick $program >out.txt 2>&1 || { cat out.txt && exit 1; }
done
gcovr --root "$top" --object-directory . --filter "$top/collide" --html-details index.html --txt - .

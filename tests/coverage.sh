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
    cover -DCOLLIDE__IMPLEMENTED -I. "$@" "$top/tests/$source.c" "${object:-headers.o}" -o "$out" \
        -lcmocka -lgmp -pthread
}

programs=
cover -c "$top/tests/headers.c" -o headers.o &&
    cover -DCOLLIDE_COUNT_WORK -c "$top/tests/headers.c" -o work_headers.o &&
    python3 "$top/tests/fuzz_calls.py" >fuzz_calls.h || exit
for test in kdop identity sat sat_identity sat_data triangle sphere ray octree octree_near terrain tree motion \
    solid cable cable_lists bisect open turning; do
    make_one test_$test test_$test || exit
    programs="$programs ./test_$test"
done
for test in growth heaps shape; do # count work
    object=work_headers.o
    make_one test_$test test_$test -DCOLLIDE_COUNT_WORK || exit
    programs="$programs ./test_$test"
done
for test in contacts hardened; do # ask what no object gives away
    cover -I. "$top/tests/test_$test.c" -o test_$test -lcmocka -lgmp || exit
    programs="$programs ./test_$test"
done
object=headers.o
cover -DCOLLIDE_SIMDE "$top/tests/golden.c" -o golden_simde && make_one golden golden &&
    make_one threads threads || exit
for target in builders identity calls; do
    make_one fuzz_$target fuzz_$target -DFUZZ_REPLAY || exit
done
for program in $programs ./golden ./golden_simde ./threads \
    'qemu-x86_64 -cpu Nehalem ./golden' 'qemu-x86_64 -cpu Haswell ./golden' \
    "./fuzz_builders $top/tests/corpus/builders/*" \
    "./fuzz_identity $top/tests/corpus/identity/*" "./fuzz_calls $top/tests/corpus/calls/*"; do
    # shellcheck disable=SC2086
    COLLIDE_TEST_TIER=quick $program >out.txt 2>&1 || { cat out.txt && exit 1; }
done
gcovr --root "$top" --object-directory . --filter "$top/collide" --html-details index.html --txt - .

#!/bin/sh
# Which lines of both headers no test reaches: gcovr's table, and build/coverage/index.html. Lines
# of kernels count as reached if any width, kind or instruction set of this machine reaches them;
# those of other compilers and machines are not seen here (tests/golden.sh runs them).
top=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$top/build/coverage" && mkdir -p "$top/build/coverage" && cd "$top/build/coverage" || exit

make_one() { # program, its source, flags
    out=$1 source=$2
    shift 2
    gcc -std=c99 -O0 --coverage -I"$top" "$@" "$top/tests/$source.c" -o "$out" \
        -lcmocka -lgmp -pthread
}

for test in test_kdop test_identity test_sat test_sat_identity test_sat_data test_triangle \
    test_sphere test_ray test_octree test_terrain test_contacts test_tree \
    test_motion test_solid test_cable test_cable_lists; do
    make_one $test $test || exit
done
make_one golden golden && make_one golden_simde golden -DCOLLIDE_SIMDE &&
    make_one threads threads && make_one fuzz_builders fuzz_builders -DFUZZ_REPLAY &&
    make_one fuzz_identity fuzz_identity -DFUZZ_REPLAY || exit
for program in ./test_kdop ./test_identity ./test_sat ./test_sat_identity ./test_sat_data \
    ./test_sphere ./test_triangle ./test_ray ./test_octree ./test_terrain ./test_contacts ./test_tree \
    ./test_motion ./test_solid ./test_cable ./test_cable_lists \
    ./golden ./golden_simde ./threads \
    'qemu-x86_64 -cpu Nehalem ./golden' 'qemu-x86_64 -cpu Haswell ./golden' \
    "./fuzz_builders $top/tests/corpus/builders/*" \
    "./fuzz_identity $top/tests/corpus/identity/*"; do
    # shellcheck disable=SC2086
    COLLIDE_TEST_TIER=quick $program >out.txt 2>&1 || { cat out.txt && exit 1; }
done
gcovr --root "$top" --object-directory . --filter "$top/collide" --html-details index.html --txt - .

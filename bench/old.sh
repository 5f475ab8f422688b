#!/bin/sh
# Builds the benchmark of an earlier version in a folder of its own, for bench/measure.py --old:
#
#     sh bench/old.sh COMMIT [PATCH]      build/old/build/bench, from that commit's own bench.c
#
# A case that the commit's bench.c does not have is left out of the comparison, unless the patch
# adds it. Compiled with CC and CFLAGS, like build/bench.
set -eu
rm -rf build/old
mkdir -p build/old/build
git archive "$1" bench collide.h collide_simd.h | tar x -C build/old
[ $# = 1 ] || patch -s -d build/old -p1 <"$2"
# shellcheck disable=SC2086 # a list of flags
${CC:-cc} ${CFLAGS:--O2} build/old/bench/bench.c -o build/old/build/bench
echo "build/old is ready: make results RESULTS='--only old --old build/old'"

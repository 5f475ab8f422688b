#!/bin/sh
# Builds the benchmark of an earlier version in build/old, for make results and make bench-peers:
#
#     sh bench/old.sh COMMIT [PATCH]
#
# build/old/build/bench is made from the commit's own bench.c. A case that it does not have is left
# out of the comparison, unless the patch adds it. The commit's own ours.c becomes a rival, if it
# compiles with today's peers.h, until build/old is removed. CC and CFLAGS are as for build/bench.
set -eu
rm -rf build/old
mkdir -p build/old/build
git archive "$1" bench collide.h collide_simd.h | tar x -C build/old
[ $# = 1 ] || patch -s -d build/old -p1 <"$2"
version=$(sed -n 's/#define COLLIDE_VERSION_[MP][AIT].* //p' build/old/collide.h | paste -sd.)
# shellcheck disable=SC2086 # a list of flags
${CC:-cc} ${CFLAGS:--O2} build/old/bench/bench.c -o build/old/build/bench
cp bench/peers/peers.h build/old/bench/peers
sed "s/\"ours, /\"$version, /; s/PEERS_OURS | //; s/PEERS_OURS/0/; s/peers_ours/peers_old/" \
    build/old/bench/peers/ours.c >build/old/bench/peers/old.c
# shellcheck disable=SC2086
${CC:-cc} ${CFLAGS:--O2} -std=c99 -DCOLLIDE_STATIC -c build/old/bench/peers/old.c \
    -o build/old/build/peers.o 2>build/old/build/peers.txt ||
    echo "$version is no rival in make bench-peers: build/old/build/peers.txt says why"
echo "$version is ready: make results RESULTS='--only old --old build/old'; make bench-peers"

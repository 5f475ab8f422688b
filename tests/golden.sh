#!/bin/sh
# TAP: the golden program prints tests/golden.txt with every compiler, flag and processor. The
# variable COLLIDE_TEST_TIER=quick keeps to one build.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
count=0

result() { # status text
    count=$((count + 1))
    [ "$1" = 0 ] && echo "ok $count - $2" || echo "not ok $count - $2"
}

skip() { # text reason
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

compare() { # text command...
    text=$1 && shift
    if "$@" >"$dir/out" 2>"$dir/err" && cmp -s "$dir/out" tests/golden.txt; then
        result 0 "$text"
    else
        result 1 "$text"
        { cat "$dir/err"; diff "$dir/out" tests/golden.txt; } 2>&1 | head -n 10 | sed 's/^/# /'
    fi
}

build() { # compiler and flags
    if ! command -v "${1%% *}" >/dev/null; then
        skip "$1" "no ${1%% *}"
    elif $1 tests/golden.c -o "$dir/golden" >"$dir/err" 2>&1; then
        compare "$1" "$dir/golden"
    else
        result 1 "$1" && head -n 10 "$dir/err" | sed 's/^/# /'
    fi
}

build 'gcc -O2'
if [ "${COLLIDE_TEST_TIER-}" != quick ]; then
    cp "$dir/golden" "$dir/plain"
    while read -r line; do build "$line"; done <<BUILDS
gcc -O0
gcc -O1
gcc -O3
gcc -O3 -march=native
gcc -Ofast
gcc -Ofast -march=native
gcc -Os -flto
gcc -O2 -DCOLLIDE_SIMDE
gcc -O2 -DCOLLIDE_NO_SIMD
gcc -O3 -march=native -DCOLLIDE_NO_SIMD
g++ -x c++ -std=c++11 -O2
clang -O0
clang -O2
clang -O3 -march=native
clang -O2 -DCOLLIDE_SIMDE
clang -O2 -ffast-math
clang -O3 -march=native -ffast-math
clang++ -x c++ -std=c++11 -O2
BUILDS
    # The choice at run time: older processors, emulated.
    for cpu in 'Nehalem sse2' 'Haswell avx2'; do
        model=${cpu% *} isa=${cpu#* }
        if ! command -v qemu-x86_64 >/dev/null; then
            skip "$model" "no qemu-x86_64"
            continue
        fi
        compare "gcc -O2 on $model" qemu-x86_64 -cpu "$model" "$dir/plain"
        [ "$(qemu-x86_64 -cpu "$model" "$dir/plain" isa 2>/dev/null)" = "$isa" ]
        result $? "$model runs $isa"
    done
fi
echo "1..$count"

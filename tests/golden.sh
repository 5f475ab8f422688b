#!/bin/sh
# TAP: the golden program prints tests/golden.txt with every compiler, flag and processor that can
# be had. Pairwise: each row tries a value of several dimensions (compiler, version, language,
# optimisation, both headers or collide.h alone) at once. At the end the table of all rows, with
# the hash over all of the program's lines and the seconds to build and to run it.
. "$(dirname "$0")/table.sh"

strict='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror'

seconds() { # since nanoseconds
    awk "BEGIN { printf \"%.1f\", ($(date +%s%N) - $1) / 1e9 }"
}

# What runs "golden", in front of its name: nothing, or an emulator.
runner=

# Runs the program; leaves the row of the table.
compare() { # program, seconds to build
    start=$(date +%s%N)
    $runner "$1" | tr -d '\r' >got
    ran=$(seconds "$start")
    isa=$($runner "$1" isa | tr -d '\r')
    echo "${isa:--} $(sed -n 's/^all  *//p' got | grep . || echo none) $2 $ran" >"../$n.row"
    echo "runs $isa; differs from tests/golden.txt:"
    diff got "$top/tests/golden.txt"
}

# both|alone, compiler, flags: strictly, .c as C++ by C++ compilers.
golden() {
    headers=$1 compiler=$2
    shift 2
    need "$compiler"
    case " $* " in *' -flto '*)
        echo 'int main(void) { return 0; }' >empty.c && "$compiler" -flto empty.c -o empty ||
            skip "$compiler -flto does not work here"
        ;;
    *' -DCOLLIDE_SIMDE '*) [ -e /usr/include/simde ] || skip 'SIMDe is not installed' ;;
    esac
    case $compiler in *++*) set -- -x c++ "$@" ;; esac
    start=$(date +%s%N)
    # shellcheck disable=SC2086
    "$compiler" $strict "$@" "$folder/$headers/tests/golden.c" -o golden.exe || return # Windows wants .exe
    compare ./golden.exe "$(seconds "$start")"
}

# Cross compilers: emulator, instruction set expected, then as golden.
emulated() {
    runner=$1 expected=$2
    shift 2
    need "${runner%% *}"
    golden "$@" && [ "$isa" = "$expected" ] || { echo "expected $expected" && false; }
}
aarch64() { # isa, both|alone, compiler, flags
    expected=$1 headers=$2
    shift 2
    need aarch64-linux-gnu-gcc # clang links with it
    case $1 in clang*)
        compiler=$1 && shift
        set -- "$compiler" --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include "$@"
        ;;
    esac
    emulated qemu-aarch64 "$expected" "$headers" "$@" -static -isystem "$folder/simde"
}
armv7() { # both|alone, compiler, flags
    headers=$1
    shift
    need arm-linux-gnueabihf-gcc
    case $1 in clang*)
        compiler=$1 && shift
        set -- "$compiler" --target=arm-linux-gnueabihf \
            -isystem /usr/arm-linux-gnueabihf/include "$@"
        ;;
    esac
    emulated qemu-arm scalar "$headers" "$@" -static -isystem "$folder/simde"
}
wasm() { # isa, both|alone, flags
    expected=$1 headers=$2
    shift 2
    [ -e /usr/include/wasm32-wasi ] || skip 'wasi-libc is not installed'
    emulated "node --no-warnings $top/tests/wasi.mjs" "$expected" "$headers" clang-14 \
        --target=wasm32-wasi "$@" -isystem "$folder/simde"
}

# Windows. The file makes wine's folder once, by one command at a time.
wine() {
    WINEDEBUG=-all WINEPREFIX=$folder/wine flock "$folder/wine.lock" /usr/bin/wine "$@"
}
mingw() { # both|alone, flags
    headers=$1
    shift
    need x86_64-w64-mingw32-gcc && need wine
    runner=wine
    golden "$headers" x86_64-w64-mingw32-gcc "$@"
}
mingw_quickstart() {
    need x86_64-w64-mingw32-gcc && need wine && need gcc
    # shellcheck disable=SC2086
    x86_64-w64-mingw32-gcc $strict "$folder/both/examples/quickstart.c" -o quickstart.exe &&
        gcc "$folder/both/examples/quickstart.c" -o quickstart &&
        ./quickstart >expected && wine ./quickstart.exe | tr -d '\r' >got && diff got expected
}
# The windows-msvc target of clang with headers of our own in place of Microsoft's, linked by
# mingw-w64; with -U__clang__ the code is that for MSVC itself.
msvc() { # compiler, flags
    compiler=$1
    shift
    need "$compiler" && need x86_64-w64-mingw32-gcc && need wine
    start=$(date +%s%N)
    "$compiler" --target=x86_64-pc-windows-msvc -nostdinc -I"$top/tests/msvc" \
        -isystem "$("$compiler" -print-resource-dir)/include" -Wall -Wextra -Werror \
        -Wno-unknown-pragmas "$@" -c "$folder/both/tests/golden.c" -o golden.obj &&
        x86_64-w64-mingw32-gcc golden.obj -o golden.exe -Wl,--defsym,__chkstk=___chkstk_ms || return
    runner=wine
    compare ./golden.exe "$(seconds "$start")"
}

# x86 processors: model, instruction set expected.
processor() {
    need qemu-x86_64
    emulated "qemu-x86_64 -cpu $1" "$2" both gcc -O2
}

# Sanitizers end the program at what they find.
sanitized() { # compiler, flags
    echo 'int main(void) { return 0; }' >empty.c
    need "$1" && "$@" empty.c -o empty || skip "no run time for $*"
    golden both "$@" -g -fno-sanitize-recover=all
}

table() {
    safe='-ffast-math -fno-finite-math-only'
    # headers, compiler, flags
    while read -r headers compiler flags; do
        case $headers in '' | '#'*) continue ;; esac
        text="$compiler $flags"
        [ "$headers" = both ] || text="collide.h alone, $text"
        # shellcheck disable=SC2086
        set -- check "$text" golden "$headers" "$compiler" $flags
        case $text in 'gcc -std=c99 -O2') "$@" ;; *) slow "$@" ;; esac
    done <<ROWS
both  gcc        -std=c99 -O2
both  gcc        -std=c11 -O0
both  gcc        -std=c17 -O3 -march=native
both  gcc        -Ofast -march=native
both  gcc        -std=c99 -Os -flto
both  gcc        -std=c11 -O2 -DCOLLIDE_SIMDE
both  gcc        -O3 -march=native -DCOLLIDE_NO_SIMD
both  gcc        -std=c11 -O2 -m32 -msse2 -mfpmath=sse
both  gcc        -std=c99 -O2 -m32
both  g++        -std=c++11 -O2
both  g++        -std=c++20 -O3 -march=haswell -DCOLLIDE_STATIC
alone gcc        -std=c99 -O0
alone gcc        -std=c17 -Ofast -march=native
alone g++        -std=c++17 -O1
both  gcc-11     -std=c11 -O2
both  g++-11     -std=c++17 -Ofast -march=native
alone gcc-11     -std=c99 -O3
both  clang-13   -std=c99 -O2
alone clang-13   -std=c17 -O3 -march=native
both  clang-14   -std=c99 -O0
both  clang-14   -std=c11 -O3 -march=native $safe
both  clang-14   -std=c99 -O2 -m32 -msse2
both  clang++-14 -std=c++11 -O2 -DCOLLIDE_SIMDE
both  clang-15   -std=c17 -O1 -march=haswell
alone clang++-15 -std=c++20 -O2
both  clang-16   -std=c99 -O2 -flto
both  clang++-16 -std=c++20 -O3 -march=native
both  clang-19   -std=c11 -O2 $safe
alone clang-19   -std=c99 -O3 -march=native $safe
both  clang++-19 -std=c++17 -Os -DCOLLIDE_STATIC
both  clang-22   -std=c2x -O3 -march=native $safe
both  clang-22   -std=c99 -O2
ROWS
    for c in gcc gcc-11 g++ clang-13 clang-14 clang-15 clang-16 clang-19 clang-22 clang++-22; do
        case $c in *g*cc* | g++) fast=-Ofast ;; *) fast="-O3 $safe" ;; esac
        for flags in -O0 -O1 -O2 -Os -O3 "$fast" "$fast -march=native" '-O2 -DCOLLIDE_SIMDE'; do
            # shellcheck disable=SC2086
            long check "$c $flags" golden both $c $flags
        done
    done

    slow check "Nehalem, gcc -O2" processor Nehalem sse2
    slow check "Haswell, gcc -O2" processor Haswell avx2
    slow check "aarch64, gcc -O2" aarch64 neon both aarch64-linux-gnu-gcc -std=c99 -O2
    slow check "aarch64, gcc -Ofast" aarch64 neon both aarch64-linux-gnu-gcc -std=c11 -Ofast
    slow check "aarch64, gcc -O3, alone" aarch64 scalar alone aarch64-linux-gnu-gcc -std=c99 -O3
    slow check "aarch64, clang-14 -O3 $safe" aarch64 neon both clang-14 -std=c99 -O3 $safe
    slow check "aarch64, clang-19 -O2" aarch64 neon both clang-19 -std=c99 -O2
    slow check "aarch64, clang-19 -O3 $safe" aarch64 neon both clang-19 -std=c11 -O3 $safe
    slow check "armv7, gcc -O2" armv7 both arm-linux-gnueabihf-gcc -std=c99 -O2
    slow check "armv7, gcc -Ofast -mfpu=neon-vfpv4" \
        armv7 both arm-linux-gnueabihf-gcc -Ofast -mfpu=neon-vfpv4
    slow check "armv7, clang-14 -O2" armv7 both clang-14 -std=c99 -O2
    slow check "WASM SIMD, clang-14 -O2" wasm wasm128 both -std=c99 -O2 -msimd128
    slow check "WASM SIMD, clang-14 -O3 $safe" wasm wasm128 both -O3 -msimd128 $safe
    slow check "WASM, clang-14 -O2" wasm scalar both -std=c99 -O2
    slow check "Windows, mingw-w64 gcc -O2" mingw both -std=c99 -O2
    slow check "Windows, mingw-w64 gcc -O0" mingw both -std=c11 -O0
    slow check "Windows, mingw-w64 gcc -Ofast -march=native" mingw both -Ofast -march=native
    slow check "Windows, quickstart" mingw_quickstart
    slow check "Windows, clang-cl 14 -O2" msvc clang-14 -O2
    slow check "Windows, clang-cl 19 -O0" msvc clang-19 -O0
    slow check "Windows, as MSVC -O2" msvc clang-14 -O2 -march=x86-64-v4 -U__clang__

    slow check "ASan and UBSan, gcc" sanitized gcc -O1 -fsanitize=address,undefined
    slow check "ASan and UBSan, clang" sanitized clang-14 -O1 -fsanitize=address,undefined
    slow check "MSan, clang" sanitized clang-14 -O1 -fsanitize=memory
    slow check "ASan and UBSan, gcc, SIMDe" \
        sanitized gcc -O1 -fsanitize=address,undefined -DCOLLIDE_SIMDE
}

run_table
status=$?
i=0
printf '# %-64s %-8s %-16s %6s %6s\n' configuration 'runs on' hash build/s run/s
while read -r text; do
    i=$((i + 1))
    [ -f "$folder/$i.row" ] && read -r isa hash built ran <"$folder/$i.row" &&
        printf '# %-64s %-8s %s %6s %6s\n' "$text" "$isa" "$hash" "$built" "$ran"
done <"$folder/texts"
exit $status

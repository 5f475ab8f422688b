#!/bin/sh
# TAP: the golden program prints tests/golden.txt with every compiler, flag and processor that can
# be had. Each row tries a value of several dimensions (compiler, version, language, optimisation,
# both headers or collide.h alone) at once, rather than every product. At the end the table of all
# rows, with the hash over all of the program's lines and the seconds to build and to run it. The
# program is linked with an object of the headers (tests/object.sh), so flags that rows of other
# scripts have too cost nothing more.
. "$(dirname "$0")/table.sh"

seconds() { # since nanoseconds
    awk "BEGIN { printf \"%.1f\", ($(date +%s%N) - $1) / 1e9 }"
}

# Runs the program; leaves the row of the table. Where an emulator or wine takes long, all instruction sets
# but the chosen one are for the full tier.
compare() { # program, seconds to build
    start=$(date +%s%N) sets=all
    case $mode,$runner in normal,qemu* | normal,run_windows) sets=chosen ;; esac
    $runner "$1" $sets >got
    ended=$?
    ran=$(seconds "$start")
    isa=$($runner "$1" isa)
    echo "${isa:--} $(sed -n 's/^all  *//p' got | grep . || echo none) $2 $ran" >"../$n.row"
    echo "runs $isa, ended with $ended; differs from tests/golden.txt:"
    diff got "$top/tests/golden.txt" && [ $ended = 0 ]
}

# both|alone, machine, compiler, flags: strictly, .c as C++ by C++ compilers.
golden() {
    headers=$1 compiler=$3
    machine "$2" "$compiler"
    shift 3
    [ "$mode $runner" != 'normal qemu-i386' ] || skip 'qemu-i386 takes minutes'
    # shellcheck disable=SC2086
    works "$compiler" $flags "$@"
    start=$(date +%s%N) program="$folder/$headers/tests/golden.c"
    case " $* " in
    *' -DCOLLIDE_STATIC '*) # shares nothing
        case $compiler in *++*) set -- "$@" -x c++ ;; esac
        # shellcheck disable=SC2086
        "$compiler" $strict $flags "$@" "$program" -o golden.exe || return
        ;;
    *) # nothing of the headers is in the program
        # shellcheck disable=SC2086
        level=-O0 linked "$headers" "$program" golden.exe "$compiler" $flags "$@" || return ;;
    esac
    compare ./golden.exe "$(seconds "$start")" # Windows wants .exe
}

# Instruction set that must be chosen, then as golden.
golden_isa() {
    expected=$1
    shift
    golden "$@" && { [ "$isa" = "$expected" ] || { echo "not $expected" && false; }; }
}

# Processor, the instruction set that must be chosen there. Its hash natively is that of sse2, too.
chosen() {
    machine "$1" gcc && level=-O0 linked both "$folder/both/tests/golden.c" golden.exe gcc -std=c99 -O2 &&
        isa=$($runner ./golden.exe isa) || return
    echo "$isa"
    [ "$isa" = "$2" ]
}

quickstart() {
    machine windows && need gcc
    quickstart=$folder/both/examples/quickstart.c
    called='-DCOLLIDE_WITH_KDOP -DCOLLIDE_WITH_SAT'
    [ "$mode" != full ] || called=''
    # shellcheck disable=SC2086
    linked both "$quickstart" quickstart.exe x86_64-w64-mingw32-gcc -std=c99 -O0 $called &&
        linked both "$quickstart" quickstart gcc -std=c99 -O2 && ./quickstart >expected &&
        run_windows ./quickstart.exe >got && diff got expected
}

# The kernels of 16 lanes on any x86-64 with AVX2: their intrinsics are those of avx512.h, target,
# detection and registers of the header are replaced.
plain_avx512() {
    x86 && grep -qw avx2 /proc/cpuinfo || skip 'this processor has no AVX2'
    mkdir headers && cp "$top/collide.h" headers
    sed -e 's/avx512f,avx512vl,avx512dq,avx512bw,popcnt/avx2,popcnt/; s/"Yk"/"r"/
        s/\(COLLIDE__VECTOR_REGISTER\) "v"/\1 "m"/; s/if (ymm && zmm && avx2 .*/if (ymm \&\& avx2)/' \
        "$top/collide_simd.h" >headers/collide_simd.h
    start=$(date +%s%N)
    gcc -std=c99 -O1 -include "$top/tests/avx512.h" -Iheaders -I"$top" \
        -c "$top/tests/headers.c" -o headers.o &&
        gcc -std=c99 -O0 -DCOLLIDE__IMPLEMENTED -I"$top" "$top/tests/golden.c" headers.o -o golden ||
        return
    compare ./golden "$(seconds "$start")" && [ "$isa" = avx512 ] || return
    for name in identity sat_identity shape_batches turning turning_meshes tree octree terrain; do
        gcc -std=c99 -O0 -I"$top" "$top/tests/test_$name.c" headers.o -lcmocka -lgmp -lm -o $name &&
            echo $name && ./$name || return
    done
}

# Compiled for windows-msvc, linked by mingw-w64; with -U__clang__ the code is that for MSVC itself,
# for which clang needs all instruction sets everywhere.
msvc() { # compiler, flags
    compiler=$1
    shift
    case " $* " in *' -march=x86-64-v4 '*)
        grep -qw avx512vl /proc/cpuinfo || skip 'this processor has no AVX-512'
        ;;
    esac
    machine windows && machine msvc "$compiler" && runner=run_windows
    start=$(date +%s%N)
    # shellcheck disable=SC2086
    "$compiler" $strict $flags "$@" -c "$folder/both/tests/golden.c" -o golden.obj &&
        x86_64-w64-mingw32-gcc golden.obj -o golden.exe -Wl,--defsym,__chkstk=___chkstk_ms || return
    compare ./golden.exe "$(seconds "$start")"
}

table() {
    # tier, headers, machine, instruction set (- for any), compiler, flags. gcc fuses with -std=gnu*
    # only; for i386 without SSE2 it must be ISO C, or the program's own sums are rounded twice.
    while read -r tier headers machine isa compiler flags; do
        text="$compiler $flags"
        [ "$machine" = native ] || text="$machine, $text"
        [ "$headers" = both ] || text="collide.h alone, $text"
        # shellcheck disable=SC2086
        set -- check "$text" golden_isa "$isa" "$headers" "$machine" "$compiler" $flags
        [ "$isa" != - ] || { shift 4 && set -- check "$text" golden "$@"; }
        "$tier" "$@"
    done <<ROWS
quick both  native  -       gcc        -std=c99 -O2
long  both  native  -       gcc        -std=c11 -O0
long  both  native  -       gcc        -std=gnu17 -O3 -march=native
long  both  native  -       gcc        -Ofast -march=native
long  both  native  -       gcc        -Ofast -march=native $narrow
slow  both  native  scalar  gcc        $loose
long  both  native  -       gcc        -std=c99 -Os -flto
long  both  native  simde   gcc        -std=c11 -O2 -DCOLLIDE_SIMDE
long  both  native  scalar  gcc        -O3 -march=native -DCOLLIDE_NO_SIMD
long  both  i386    -       gcc        -std=c11 -O1 -msse2 -mfpmath=sse
long  both  i386    -       gcc        -std=c11 -O2 -msse2 -mfpmath=sse
long  both  i386    scalar  gcc        -std=c99 -O2
slow  alone i386    scalar  gcc        -std=c99 -O1
long  both  native  -       g++        -std=c++11 -O2
long  both  native  -       g++        -std=c++20 -O0 -march=haswell -DCOLLIDE_STATIC
long  both  native  -       g++        -std=c++20 -O3 -march=haswell -DCOLLIDE_STATIC
long  alone native  scalar  g++        -std=c++20 -O0
long  alone native  scalar  gcc        -std=c99 -O0
long  alone native  scalar  gcc        -std=gnu17 -Ofast -march=native
long  alone native  scalar  g++        -std=c++17 -O1
long  both  native  -       gcc-11     -std=c11 -O2
long  both  native  -       g++-11     -std=c++17 -Ofast -march=native
long  alone native  scalar  gcc-11     -std=c99 -O3
long  both  native  -       clang-13   -std=c99 -O2
long  alone native  scalar  clang-13   -std=c17 -O3 -march=native
long  both  native  -       clang-14   -O0
long  both  native  -       clang-14   -O3 -march=native $safe
long  both  i386    -       clang-14   -std=c99 -O2 -msse2
long  both  native  simde   clang++-14 -std=c++11 -O2 -DCOLLIDE_SIMDE
long  both  native  -       clang-15   -std=c17 -O1 -march=haswell
long  alone native  scalar  clang++-15 -std=c++20 -O2
long  both  native  -       clang-16   -std=c99 -O2 -flto
long  both  native  -       clang++-16 -std=c++20 -O3 -march=native
long  both  native  -       clang-19   -std=c11 -O2 $safe
long  alone native  scalar  clang-19   -std=c99 -O3 -march=native $safe
long  both  native  -       clang++-19 -std=c++17 -Os -DCOLLIDE_STATIC
long  both  native  -       clang-22   -std=c2x -O3 -march=native $safe
long  both  native  -       clang-22   -std=c99 -O2
long  both  native  -       clang-14   -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
long  both  native  -       clang-14   -O1 -g -fsanitize=memory
long  both  Nehalem sse2    gcc        -std=c99 -O2
long  both  Haswell avx2    gcc        -std=c99 -O2
long  both  aarch64 neon    aarch64-linux-gnu-gcc -std=gnu99 -O2
long  both  aarch64 neon    aarch64-linux-gnu-gcc -Ofast
long  alone aarch64 scalar  aarch64-linux-gnu-gcc -std=c99 -O3
long  both  aarch64 neon    clang-14   -std=c99 -O3 $safe
long  both  aarch64 neon    clang-19   -std=c99 -O2
slow  both  aarch64 neon    clang-19   -O1 $safe
long  both  aarch64 neon    clang-19   -O3 $safe
long  both  armv7   scalar  arm-linux-gnueabihf-gcc -std=c99 -O2
long  both  armv7   scalar  arm-linux-gnueabihf-gcc -O1 -ffast-math -mfpu=neon-vfpv4
long  both  armv7   scalar  clang-14   -std=c99 -O2
long  both  armv7   scalar  clang-19   -O3 -mfpu=neon-vfpv4 $safe
long  both  wasm    wasm128 clang-14   -std=c99 -O2 -msimd128
slow  both  wasm    wasm128 clang-14   -O1 -msimd128 $safe
long  both  wasm    wasm128 clang-14   -O3 -msimd128 $safe
long  both  wasm    scalar  clang-14   -std=c99 -O2
long  both  windows -       x86_64-w64-mingw32-gcc -std=c99 -O1
long  both  windows -       x86_64-w64-mingw32-gcc -std=c99 -O2
long  both  windows -       x86_64-w64-mingw32-gcc -std=c11 -O0
long  both  windows -       x86_64-w64-mingw32-gcc -Ofast -march=native
ROWS
    for c in gcc gcc-11 g++ clang-13 clang-14 clang-15 clang-16 clang-19 clang-22 clang++-22; do
        case $c in *g*cc* | g++) fast=-Ofast ;; *) fast="-O3 $safe" ;; esac
        for flags in -O0 -O1 -O2 -Os -O3 "$fast" "$fast -march=native" '-O2 -DCOLLIDE_SIMDE'; do
            # shellcheck disable=SC2086
            long check "$c $flags" golden both native $c $flags
        done
    done

    slow check "Nehalem chooses sse2" chosen Nehalem sse2
    long check "AVX-512 in plain C, gcc -O1" plain_avx512
    slow check "windows, quickstart" quickstart
    long check "windows-msvc, clang-14 -O0" msvc clang-14 -O0
    long check "windows-msvc, clang-19 -O2" msvc clang-19 -O2
    slow check "windows-msvc, as MSVC, clang-19 -O0" msvc clang-19 -O0 -march=x86-64-v4 -U__clang__
    long check "windows-msvc, as MSVC -O2" msvc clang-14 -O2 -march=x86-64-v4 -U__clang__
}

run_table
status=$?
i=0
printf '# %-76s %-8s %-16s %6s %6s\n' configuration 'runs on' hash build/s run/s
while read -r text; do
    i=$((i + 1)) isa=- hash='not run' built=- ran=-
    if [ -f "$folder/$i.row" ]; then
        read -r isa hash built ran <"$folder/$i.row"
    elif [ "$(cat "$folder/$i.status" 2>/dev/null)" = 0 ]; then
        continue # a row without hash
    fi
    printf '# %-76s %-8s %-16s %6s %6s\n' "$text" "$isa" "$hash" "$built" "$ran"
done <"$folder/texts"
exit $status

#!/bin/sh
# TAP: what the headers bring into a program: includes, macros, symbols, machine code, and warnings
# of the strictest compilers.
. "$(dirname "$0")/table.sh"

# alone|both, flag, headers expected: what collide.h itself includes.
includes() {
    place "$1" && need gcc && gcc -H -fsyntax-only "$2" only.c 2>&1 |
        sed -n 's|^\.\. .*/||p' | sort -u | xargs >got
    echo "includes: $(cat got); expected: $3"
    [ "$(cat got)" = "$3" ]
}

# The object's undefined symbols that should not be: clang writes memcmp(...) != 0 as bcmp.
needed() {
    library='memcpy|memmove|memset|memcmp|bcmp|__aeabi_uidiv|__aeabi_uidivmod|__aeabi_uldivmod'
    nm -u "$object" | awk '{ print $2 }' >needed &&
        silent grep -vxE "$library|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_" needed
}
# alone|both, compiler, flags: external symbols that we should not define, and those that we should
# not need.
symbols() {
    need nm && object "$@" && nm -g --defined-only "$object" |
        awk '$3 != "user" { print $3 }' >defined &&
        [ -s defined ] && silent grep -v '^collide_[a-z0-9]' defined && needed
}
# Variables that can be written: what chooses the instruction set, and nothing else.
no_state() {
    need objdump && object "$@" && objdump -t "$object" |
        awk 'NF > 3 && $(NF - 2) ~ /^\.t?(bss|data)(\.|$)/ && !/ \.data\.rel\.ro/ && $NF !~ /^\./ {
            print $NF }' >written
    grep -qx 'collide__isa_cap' written || return
    silent grep -vxE 'collide__([a-z]*_chosen|isa_cap|x86_detected)' written
}
no_symbols() {
    place both && need nm && compile "$@" $impl -DCOLLIDE_STATIC -c only.c &&
        silent nm -g --defined-only only.o
}
without_libm() {
    object alone gcc -std=c99 && gcc "$object" -nostdlib -Wl,-z,defs -e user -lc -o use
}

# alone|both, compiler, standard headers, flags: macros that differ from those without us. Ours
# begin with COLLIDE_ and a letter; the guard of the implementation is the one private one.
macros() {
    place "$1" && need "$2"
    compiler=$2
    for header in $3; do echo "#include <$header>"; done >without.c
    shift 3
    cat without.c only.c >with.c
    for unit in without with; do "$compiler" "$@" -dM -E $unit.c | sort >$unit.txt || return; done
    grep -q COLLIDE_H with.txt && diff without.txt with.txt | grep '^[<>]' >changed
    silent grep -vE '^> #define COLLIDE_([A-Z0-9]|_IMPLEMENTED )' changed
}
plain='stddef.h stdint.h stdbool.h'

kind_18() {
    { printf '#define COLLIDE__KEEP_DECLARE\n' && cat only.c &&
        printf 'COLLIDE__KDOP_DECLARE(18);\n'; } >kinds.c && compile gcc -c kinds.c
}

# The declarations of kind 18 and of another one, number for number, parameter names included.
kinds_agree() {
    need gcc
    gcc -E -P only.c | tr '\n' ' ' | tr -s ' ' | tr ';' '\n' | sed 's/( /(/g; s/^ *//' >lines
    for k in 18 "$1"; do
        grep "^extern.*collide_kdop${k}_" lines | sed "s/kdop$k/kdopK/g" >$k.txt
    done
    [ -s 18.txt ] && diff 18.txt "$1.txt"
}

# Machine (a prefix of binutils), compiler, flags: none of our operations is fused, those of the
# user after us (tests/headers.c) are; nothing of libm is called.
machine_code() {
    prefix=$1
    shift
    need "${prefix}objdump" && object both "$@" &&
        "${prefix}objdump" -d --no-show-raw-insn "$object" >code &&
        awk -F '\t' '/^[0-9a-f]+ </ { f = $1; sub(/.* /, "", f) }
            $2 ~ /^v?fn?m(add|sub|la|ls|[as]\.)/ { print "fused: " f }' code | sort | uniq -c >fused
    cat fused
    [ "$(awk '{ print $3 }' fused)" = '<user>:' ] && needed
}
foreign_code() { # machine, prefix of binutils, compiler, flags
    prefix=$2 compiler=$3
    machine "$1" "$compiler"
    shift 3
    # shellcheck disable=SC2086
    machine_code "$prefix" "$compiler" $flags "$@"
}

# Both headers for Microsoft's target, without its headers; -U__clang__: as its own compiler, which
# has none of GNU C.
msvc() {
    place both && machine msvc "$1" || return
    # shellcheck disable=SC2086
    set -- "$@" $strict $flags $impl only.c
    "$@" -fsyntax-only || return
    case "$*" in *-U__clang__*)
        "$@" -E >text && awk '/^# [0-9]+ "/ { ours = $3 ~ /collide/ } ours' text >ours &&
            [ -s ours ] &&
            silent grep -E '__attribute__|__asm|__extension__|__atomic|_(ctz|clz)' ours
        ;;
    esac
}

# Users may be strict; the names that the C library reserves are its own.
all_warnings() {
    place alone && compile "$@" -Weverything -Wno-reserved-macro-identifier -fsyntax-only only.c
}

# Macros of the user's options outlive the header; -E alone would not obey our pragmas.
options_kept() {
    place alone && cat >>only.c <<'END' && compile gcc -Ofast $impl -fsyntax-only only.c
#if !defined(__FAST_MATH__) || !__FINITE_MATH_ONLY__ || !defined(__NO_MATH_ERRNO__) || \
    !defined(__NO_SIGNED_ZEROS__) || !defined(__NO_TRAPPING_MATH__) || \
    !defined(__RECIPROCAL_MATH__) || !defined(__ASSOCIATIVE_MATH__)
#error "the macros of -Ofast are gone"
#endif
END
}

# windows.h makes macros of names such as near, far and small.
after_windows() {
    place both && echo '#include <windows.h>' >after.c && cat only.c >>after.c &&
        compile x86_64-w64-mingw32-gcc -std=c99 $impl -fsyntax-only after.c
}

table() {
    slow check "the interface has no warnings at all, C" all_warnings clang-19 -std=c99
    slow check "the interface has no warnings at all, C++" all_warnings clang++-19 -std=c++11
    check "interface includes stddef, stdint, stdbool only" \
        includes alone -DX 'stdbool.h stddef.h stdint.h'
    check "implementation includes float and string besides" \
        includes alone $impl 'float.h stdbool.h stddef.h stdint.h string.h'
    check "macros: interface, gcc" macros alone gcc "$plain"
    check "macros: collide.h alone, gcc" macros alone gcc "$plain float.h string.h" $impl
    for c in gcc clang; do
        slow check "macros: both headers, $c" \
            macros both $c "$plain float.h string.h immintrin.h cpuid.h" $impl
        slow check "macros: SIMDe, $c" \
            macros both $c "$plain float.h string.h simde/x86/sse2.h" $impl -DCOLLIDE_SIMDE
    done
    slow check "macros: those of the user stay" macros both gcc \
        "$plain float.h string.h immintrin.h cpuid.h" $impl '-DCOLLIDE_ASSERT(x)=(void)(x)' \
        '-DCOLLIDE_SIMD_FILENAME="collide_simd.h"' -Ofast
    check "kind 18 declared by the macro too" eval 'place alone && kind_18'
    for k in 6 14 26; do
        check "kinds 18 and $k declare the same" eval "place alone && kinds_agree $k"
    done

    for c in clang-14 clang-19; do
        tier=slow
        [ $c = clang-19 ] || tier=long
        $tier check "windows-msvc, $c" msvc $c -x c -std=c11
        long check "windows-msvc, $c, C++" msvc $c -x c++ -std=c++17
        long check "as MSVC, $c" msvc $c -x c -std=c11 -march=x86-64-v4 -U__clang__
        $tier check "as MSVC, $c, C++" msvc $c -x c++ -std=c++17 -march=x86-64-v4 -U__clang__
    done

    slow check "after windows.h" after_windows
    check "linked without -lm" without_libm
    # objects that other rows have
    slow check "external symbols are collide_, undefined ones few, alone, gcc -std=c99 -O0" \
        symbols alone gcc -std=c99 -O0
    for flags in 'gcc -std=c99 -O2' "clang -O0 $narrow"; do
        # shellcheck disable=SC2086
        slow check "external symbols are collide_, undefined ones few, $flags" symbols both $flags
    done
    for flags in 'gcc -O0' 'clang -O0' 'gcc -O2' 'clang -O2'; do
        long check "external symbols are collide_, undefined ones few, $flags" symbols both $flags
    done
    slow check "no state but the choice of instruction sets, gcc -std=c99 -O2" \
        no_state both gcc -std=c99 -O2
    # clang compiles nothing of what is static and not called
    slow check "COLLIDE_STATIC: no external symbols, clang" no_symbols clang
    long check "COLLIDE_STATIC: no external symbols, gcc" no_symbols gcc

    long check "armv7 machine code, clang-19 -O3 -mfpu=neon-vfpv4 $safe" \
        foreign_code armv7 arm-linux-gnueabihf- clang-19 -O3 -mfpu=neon-vfpv4 $safe
    long check "armv7 machine code, clang-14 -O3 $safe -mfpu=neon-vfpv4" \
        foreign_code armv7 arm-linux-gnueabihf- clang-14 -O3 $safe -mfpu=neon-vfpv4
    # tier on x86-64, on aarch64, compiler and flags
    while read -r tier other flags; do
        $tier check "x86-64 machine code, $flags" eval "x86 && machine_code '' $flags"
        flags=$(echo "$flags" | sed 's/ -march=[a-z]*//; s/ -Wno-invalid-feature-combination//')
        case $flags in gcc*) flags=aarch64-linux-gnu-$flags ;; esac
        $other check "aarch64 machine code, $flags" \
            foreign_code aarch64 aarch64-linux-gnu- $flags
    done <<FLAGS
long long gcc -O2
long long gcc -O3 -march=native
long long gcc -Ofast -march=native
long long gcc -Ofast -march=native $narrow
slow : gcc $loose
long long clang -O2
long long clang -O3 -march=native
long long clang -O3 -march=native $safe
long long clang-19 -O2 -march=haswell
long long clang-19 -O3 -march=native -Wno-invalid-feature-combination $safe
: slow clang-19 -O1 $safe
FLAGS
    check "macros of -Ofast stay, gcc" options_kept
}

run_table

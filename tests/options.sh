#!/bin/sh
# TAP: options of users, alone and together: what they leave out, what they refuse, and the errors
# of compilers that cannot keep the promises.
. "$(dirname "$0")/table.sh"

# alone|both, compiler, flags: the program with the implementation, run.
build() {
    headers=$1 compiler=$2
    shift 2
    place "$headers" && compile "$compiler" $impl "$@" -Wfatal-errors check_use.c -o use && ./use
}

# alone|both, flags of the program alone, compiler, flags: the same, linked with an object of the
# headers, which the next run finds.
run() {
    place "$1" || return
    headers=$1 own=$2
    shift 2
    linked "$headers" check_use.c use "$@" && ./use
}

# Edit (sed), file of both headers, then a command that finds them edited.
edited() {
    edit=$1 file=$2
    shift 2
    place both && sed "$edit" "$file" >edited && ! cmp -s edited "$file" && mv edited "$file" &&
        place() { :; } && "$@"
}

# alone|both, compiler of the user, of the implementation, its flags: two units, linked and run.
two_units() {
    headers=$1 user=$2
    shift 2
    place "$headers" && object "$headers" "$@" && compile "$user" -c check_use.c -o use.o &&
        "$user" use.o "$object" -o use && ./use
}

two_static_units() {
    headers=$1 compiler=$2
    shift 2
    place "$headers" && compile "$compiler" "$@" $impl -DCOLLIDE_STATIC check_use.c only.c -o use &&
        ./use
}

late() {
    headers=$1 compiler=$2
    shift 2
    place "$headers" && compile "$compiler" "$@" -DCHECK_LATE check_use.c -o use && ./use
}

renamed() {
    place both && mv collide_simd.h other_name.h && compile gcc $impl $boxes -DCOLLIDE_REQUIRE_SIMD \
        '-DCOLLIDE_SIMD_FILENAME="other_name.h"' check_use.c -o use && ./use
}

# On a machine that only SIMDe serves.
without_simde() {
    machine aarch64 gcc
    edited 's|simde/x86/sse2.h|nowhere.h|' collide_simd.h aarch64-linux-gnu-gcc -static $impl \
        $boxes $scalar check_use.c -o use >said 2>&1 && grep 'SIMDe was not found' said && $runner ./use
}

# alone|both, compiler, beginning of an option: the headers compile with the option of each family,
# with one width of vectors, since the kernels of all widths are one source text. What they include
# on this machine is read once, since that takes longer than they do.
each_family() {
    place "$1" && language=c && need "$2" || return
    case $2 in *++*) language=c++ ;; esac
    [ "$(uname -m)" != x86_64 ] || vectors='immintrin.h cpuid.h'
    # shellcheck disable=SC2086
    printf '#include <%s>\n' stdbool.h stddef.h stdint.h float.h string.h ${vectors-} >standard.h &&
        "$2" $strict -x $language-header standard.h -o standard.h.gch || return
    for i in $families; do
        # shellcheck disable=SC2086
        compile "$2" $impl "-D$3$i" $narrow -include standard.h -fsyntax-only only.c ||
            { echo "$3$i" && return 1; }
    done
}

# Flags: the functions that the implementation defines, in file defined.
defined() {
    need nm && object alone gcc "$@" && nm -g --defined-only "$object" |
        awk '$2 == "T" && $3 != "user" { print $3 }' | sort >defined
}

# Flags: declared functions are defined, and no others.
declared_defined() {
    place alone && defined "$@" &&
        gcc "$@" -E only.c | grep -o 'collide_[a-z0-9_]*(' | tr -d '(' | sort -u >declared
    [ -s declared ] && diff declared defined
}

# A family, what it needs: selecting it leaves the text that remains without all others.
selects() {
    place alone && without=''
    for i in $families; do
        case " $* " in *" $i "*) ;; *) without="$without -DCOLLIDE_NO_$i" ;; esac
    done
    # shellcheck disable=SC2086
    gcc -E -P $impl $without only.c >remains && gcc -E -P $impl "-DCOLLIDE_WITH_$1" only.c >selected &&
        grep -q 'collide_[a-z0-9_]*(' selected && cmp remains selected
}

families='AABB KDOP SAT SPHERE TRIANGLE OCTREE CYLINDER TERRAIN TREE RAY CABLE SHAPE MOTION'
# Of the families boxes alone, where it is not about families: they are soon compiled.
wide=-DCOLLIDE_WITH_SAT
boxes="$wide $narrow"
scalar=-DCHECK_ISA=COLLIDE_ISA_SCALAR without=-DCHECK_WITHOUT=COLLIDE_ISA_

table() {
    slow check "two units, gcc" two_units both gcc gcc -std=c99 -O2
    slow check "two units, C++ calls C" two_units both g++ clang $narrow
    slow check "two units, C calls C++" two_units alone clang g++ -std=c++20
    long check "two units, C calls C++, both" two_units both clang g++ -std=c++20
    slow check "two units, COLLIDE_STATIC, gcc" two_static_units alone gcc $boxes
    slow check "two units, COLLIDE_STATIC, clang++" two_static_units both clang++ $boxes
    check "implementation after a plain include" late alone gcc $boxes
    slow check "implementation after a plain include, both, clang++" late both clang++ $boxes

    slow check "declared functions are defined, no others" declared_defined -std=c99

    check "alone runs scalar" run alone $scalar gcc -std=c99
    slow check "both do not, on x86-64" eval "x86 && run both ${without}SCALAR clang $narrow"
    check "COLLIDE_NO_SIMD" run both $scalar gcc $wide -DCOLLIDE_NO_SIMD
    long check "COLLIDE_NO_SIMD, all families" run both $scalar gcc -DCOLLIDE_NO_SIMD
    for i in SSE2 AVX2 AVX512; do
        slow check "COLLIDE_NO_$i" run both $without$i gcc $wide -DCOLLIDE_NO_$i
        long check "COLLIDE_NO_$i, all families" run both $without$i gcc -DCOLLIDE_NO_$i
    done
    for i in 'SSE2 AVX2' 'SSE2 AVX512' 'AVX2 AVX512'; do
        long check "COLLIDE_NO_ $i" run both $without${i#* } clang \
            -DCOLLIDE_NO_${i% *} -DCOLLIDE_NO_${i#* }
    done
    slow check "COLLIDE_NO_ SSE2 AVX2 AVX512" eval "x86 && run both $scalar gcc \
        $wide -DCOLLIDE_NO_SSE2 -DCOLLIDE_NO_AVX2 -DCOLLIDE_NO_AVX512"
    long check "COLLIDE_NO_ each family, alone, compiles" each_family alone gcc COLLIDE_NO_
    slow check "COLLIDE_WITH_ each family, both, g++, compiles" each_family both g++ COLLIDE_WITH_
    for i in $families; do
        long check "COLLIDE_NO_$i, alone" run alone '' gcc -DCOLLIDE_NO_$i
        long check "COLLIDE_NO_$i, both, g++" run both '' g++ -DCOLLIDE_NO_$i
        long check "COLLIDE_NO_$i, declared functions are defined" declared_defined -DCOLLIDE_NO_$i
        check "COLLIDE_WITH_$i, alone" run alone '' gcc -DCOLLIDE_WITH_$i
        long check "COLLIDE_WITH_$i, both, g++" run both '' g++ -DCOLLIDE_WITH_$i
        slow check "COLLIDE_WITH_$i, declared functions are defined" \
            declared_defined -DCOLLIDE_WITH_$i
    done
    while read -r selected; do
        # shellcheck disable=SC2086
        slow check "COLLIDE_WITH_${selected%% *} selects $selected" selects $selected
    done <<SELECTED
AABB
KDOP
SAT
SPHERE
TRIANGLE
OCTREE AABB SPHERE
CYLINDER
TERRAIN CYLINDER
TREE TRIANGLE
RAY
CABLE
SHAPE
MOTION SHAPE
SELECTED
    slow check "COLLIDE_WITH_ TREE TERRAIN, COLLIDE_NO_TREE" run alone '' gcc \
        -DCOLLIDE_WITH_TREE -DCOLLIDE_WITH_TERRAIN -DCOLLIDE_NO_TREE
    slow check "COLLIDE_WITH_ SHAPE TERRAIN: boxes on terrain, without SAT" run alone '' gcc \
        -DCOLLIDE_WITH_SHAPE -DCOLLIDE_WITH_TERRAIN
    while read -r selected needed; do
        check "COLLIDE_WITH_$selected, COLLIDE_NO_$needed: an error" \
            fails "error.*COLLIDE_WITH_$selected needs.*COLLIDE_NO_$needed" \
            build alone gcc -DCOLLIDE_WITH_$selected -DCOLLIDE_NO_$needed
    done <<NEEDED
OCTREE AABB
OCTREE SPHERE
TERRAIN CYLINDER
TREE TRIANGLE
MOTION SHAPE
NEEDED
    slow check "COLLIDE_NO_ KDOP SAT, alone, clang" \
        run alone '' clang -DCOLLIDE_NO_KDOP -DCOLLIDE_NO_SAT
    long check "COLLIDE_NO_ KDOP SAT, both, gcc" \
        run both '' gcc -DCOLLIDE_NO_KDOP -DCOLLIDE_NO_SAT
    check "COLLIDE_REQUIRE_SIMD, alone, is an error" \
        fails 'error.*COLLIDE_REQUIRE_SIMD' build alone gcc $boxes -DCOLLIDE_REQUIRE_SIMD
    slow check "COLLIDE_REQUIRE_SIMD, both; COLLIDE_ASSERT of the user" build both clang $boxes \
        -DCOLLIDE_REQUIRE_SIMD '-DCOLLIDE_ASSERT(x)=((x)?(void)0:__builtin_trap())'
    slow check "COLLIDE_SIMD_FILENAME, header renamed" renamed
    for part in MAJOR MINOR PATCH CANDIDATE; do
        check "a mismatch of versions is an error, $part" \
            fails 'error.*collide_simd.h is of version' \
            edited "s/\(define COLLIDE_VERSION_$part\) .*/\1 99/" collide.h build both gcc $boxes
    done
    check "collide_simd.h by itself is an error" fails 'error.*include collide.h, not' \
        eval 'need gcc && place both && gcc -fsyntax-only -x c collide_simd.h'

    slow check "clang -ffast-math drops infinities: an error" \
        fails 'error.*add -fno-finite-math-only' build alone clang $boxes -ffast-math
    slow check "clang for i386 without SSE2: an error" \
        fails 'error.*compile with -msse2' build alone clang $boxes -m32
    slow check "x86-64 without SSE2: an error" \
        fails 'error.*compile with -msse2' build alone gcc $boxes -mno-sse2
    slow check "a double of 32 bits: an error" \
        fails 'error.*needs IEEE 754' build alone gcc $boxes \
        -U__DBL_MANT_DIG__ -D__DBL_MANT_DIG__=24
    slow check "SIMDe is not there: scalar, and said" without_simde
}

run_table
